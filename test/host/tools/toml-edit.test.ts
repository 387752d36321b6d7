import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal, SettingsMistake } from '../../../src/host/tools/refusal.js';
import { appendBlocks, type Fields, parseToml, removeBlocks } from '../../../src/host/tools/toml-edit.js';

const table = ['skills', 'config'];
const fields = { path: '/new/SKILL.md', enabled: false };
const appendBlock = (text: string | undefined, block = fields) => appendBlocks(text, table, [block]);
const isNew = (found: Fields) => found['path'] === fields.path;
const block = '[[skills.config]]\npath = "/new/SKILL.md"\nenabled = false';

const cases: readonly [name: string, before: string | undefined, after: string][] = [
  ['no file', undefined, `${block}\n`],
  ['an empty file', '', block],
  ['a file', 'model = "x"\n', `model = "x"\n\n${block}\n`],
  ['a file without a last line end', 'model = "x"', `model = "x"\n\n${block}`],
  [
    'comments and other tables',
    '# top\n[a]\nb = 1 # c\n\n# end\n',
    `# top\n[a]\nb = 1 # c\n\n# end\n\n${block}\n`,
  ],
  ['CRLF', 'a = 1\r\n', `a = 1\r\n\r\n${block.replaceAll('\n', '\r\n')}\r\n`],
  [
    'another block',
    '[[skills.config]] # mine\nname = "a"\n# why\nenabled = false\n',
    `[[skills.config]] # mine\nname = "a"\n# why\nenabled = false\n\n${block}\n`,
  ],
  ['a byte order mark', '\uFEFFa = 1\n', `\uFEFFa = 1\n\n${block}\n`],
  [
    'a header in a text',
    'a = """\n[[skills.config]]\npath = "/new/SKILL.md"\n"""\n',
    `a = """\n[[skills.config]]\npath = "/new/SKILL.md"\n"""\n\n${block}\n`,
  ],
  [
    'lists over lines',
    "a = [\n  '[[skills.config]]', # ]\n  [1],\n]\n",
    `a = [\n  '[[skills.config]]', # ]\n  [1],\n]\n\n${block}\n`,
  ],
];

test.each(cases)('adds a block to %s and takes it away again', (_, before, after) => {
  expect(appendBlock(before)).toBe(after);
  expect(removeBlocks(after, table, isNew)).toBe(before);
});

const removals: readonly [name: string, before: string, after: string | undefined][] = [
  ['between others', `a = 1\n\n${block}\n\n# about b\n[b]\nc = 1\n`, 'a = 1\n\n# about b\n[b]\nc = 1\n'],
  ['at the top', `${block}\n\n[b]\nc = 1\n`, '[b]\nc = 1\n'],
  ['that is given twice', `${block}\n\n${block}\n`, undefined],
  [
    'close to another',
    `${block}\n[[skills.config]]\nname = "a"\nenabled = true\n`,
    '[[skills.config]]\nname = "a"\nenabled = true\n',
  ],
  [
    'written oddly',
    `[a]\n  [[ skills . config ]]   # x\n  "enabled"=false\n  path='/new/SKILL.md'\n`,
    '[a]\n',
  ],
  [
    'with a list over lines',
    `[a]\n[[skills.config]]\npath = "/new/SKILL.md"\nextra = [\n  1,\n\n  2,\n]\n# kept\n`,
    '[a]\n# kept\n',
  ],
];

test.each(removals)('removes a block %s', (_, before, after) => {
  expect(removeBlocks(before, table, isNew)).toBe(after);
});

describe('refuses', () => {
  test('to add to a list that is written in one line', () => {
    expect(() => appendBlock('[skills]\nconfig = []\n')).toThrow(Refusal);
  });

  test('to remove from a list that is written in one line', () => {
    const text = `skills.config = [{ path = "/new/SKILL.md", enabled = false }]\n`;
    expect(() => removeBlocks(text, table, isNew)).toThrow(Refusal);
  });

  test('to remove a block that has tables of its own', () => {
    const text = `${block}\n\n[skills.config.more]\na = 1\n`;
    expect(() => removeBlocks(text, table, isNew)).toThrow(Refusal);
  });

  test('what is not TOML, with its place', () => {
    expect(() => parseToml('a = 1\nb = = 2\n')).toThrow(SettingsMistake);
    expect(() => parseToml('a = 1\nb = = 2\n')).toThrow(expect.objectContaining({ line: 2, column: 5 }));
  });
});

const line = fc.constantFrom(
  '',
  '# note',
  '[a]',
  '[[b.c]]',
  '[[skills.config]]\nname = "x"\nenabled = false',
  '[[skills.config]]\npath = "/other"\nenabled = true # yes\n# after',
);

test('many blocks come to the same at once as one after the other', () => {
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), fc.integer({ min: 1, max: 4 }), (parts, ended, count) => {
      const unique = parts.map((part, at) => (part === '[a]' ? `[a${at}]` : part));
      const text = unique.join('\n') + (ended ? '\n' : '');
      const blocks = Array.from({ length: count }, (_, at) => ({ path: `/new/${at}`, enabled: false }));
      const after = appendBlocks(text, table, blocks);
      expect(after).toBe(blocks.reduce<string | undefined>((left, one) => appendBlock(left, one), text));
      const isOurs = (found: Fields) => String(found['path']).startsWith('/new/');
      expect(removeBlocks(after, table, isOurs)).toBe(text);
    }),
  );
});

test('whatever is there comes back to the byte', () => {
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean(), (parts, eol, ended) => {
      const unique = parts.map((part, at) => (part === '[a]' ? `[a${at}]` : part));
      const text = unique.join('\n').replaceAll('\n', eol) + (ended ? eol : '');
      expect(removeBlocks(appendBlock(text), table, isNew)).toBe(text);
    }),
  );
});

test('any path can be written and read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => {
      const text = appendBlock('a = 1\n', { path, enabled: true }) ?? '';
      expect(parseToml(text)).toEqual({ a: 1, skills: { config: [{ path, enabled: true }] } });
    }),
  );
});
