import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendBlocks,
  parseToml,
  removeBlocks,
  type TomlFields,
} from '../../../../src/host/tools/edit/toml-edit.js';
import { Refusal, SettingsMistake } from '../../../../src/host/tools/refusal.js';

const table = ['skills', 'config'];
const fields = { path: '/new/SKILL.md', enabled: false };
const appendBlock = (text: string | undefined, block = fields) => appendBlocks(text, table, [block]);
const isNew = (found: TomlFields) => found['path'] === fields.path;
const remove = (text: string | undefined, matches = isNew, flag = true) =>
  removeBlocks(text, { table, matches, own: ['path', 'enabled'], flagFor: () => flag });
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

test.each(cases)('adds a block to %s and removes it again', (_, before, after) => {
  expect(appendBlock(before)).toBe(after);
  expect(remove(after)).toBe(before ?? '');
});

const removals: readonly [name: string, before: string, after: string][] = [
  ['between others', `a = 1\n\n${block}\n\n# about b\n[b]\nc = 1\n`, 'a = 1\n\n# about b\n[b]\nc = 1\n'],
  ['at the top', `${block}\n\n[b]\nc = 1\n`, '[b]\nc = 1\n'],
  ['that is given twice', `${block}\n\n${block}\n`, ''],
  [
    'close to another',
    `${block}\n[[skills.config]]\nname = "a"\nenabled = true\n`,
    '[[skills.config]]\nname = "a"\nenabled = true\n',
  ],
  ['written oddly', `[a]\n  [[ skills . config ]]\n  "enabled"=false\n  path='/new/#/SKILL.md'\n`, '[a]\n'],
  ['before a comment', `[a]\n${block}\n# kept\n`, '[a]\n# kept\n'],
];

test.each(removals)('removes a block %s', (_, before, after) => {
  expect(remove(before, (found) => /^\/new\//.test(String(found['path'])))).toBe(after);
});

test.each<[name: string, block: string]>([
  ['a comment in its first line', '[[skills.config]] # mine\npath = "/new/SKILL.md"\nenabled = false\n'],
  ['a comment between its lines', '[[skills.config]]\n# why\npath = "/new/SKILL.md"\nenabled = false\n'],
  ['a comment behind a value', '[[skills.config]]\nenabled = false # why\npath = "/new/SKILL.md"\n'],
  [
    'fields of others',
    '[[skills.config]]\npath = "/new/SKILL.md"\nextra = [\n  1,\n\n  2,\n]\n  "enabled"=false\n# kept\n',
  ],
  ['tables of its own', `${block}\n\n[skills.config.more]\na = 1\n`],
])('keeps a block with %s, and changes its flag', (_, text) => {
  for (const whole of [text, `a = 1\n\n${text}\n[b]\nenabled = false # b\n`]) {
    const after = remove(whole) ?? '';
    expect(after).toBe(whole.replace(/(enabled"? ?= ?)false/, '$1true'));
    expect(remove(after, isNew, false)).toBe(whole);
  }
});

describe('refuses', () => {
  test('to add to a list that is written in one line', () => {
    expect(() => appendBlock('[skills]\nconfig = []\n')).toThrow(Refusal);
  });

  test('to remove from a list that is written in one line', () => {
    const text = `skills.config = [{ path = "/new/SKILL.md", enabled = false }]\n`;
    expect(() => remove(text)).toThrow(Refusal);
  });

  test('a text that is not TOML, with its position', () => {
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

test('adding many blocks at once equals adding one after the other', () => {
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), fc.integer({ min: 1, max: 4 }), (parts, ended, count) => {
      const unique = parts.map((part, at) => (part === '[a]' ? `[a${at}]` : part));
      const text = unique.join('\n') + (ended ? '\n' : '');
      const blocks = Array.from({ length: count }, (_, at) => ({ path: `/new/${at}`, enabled: false }));
      const after = appendBlocks(text, table, blocks);
      expect(after).toBe(blocks.reduce<string | undefined>((left, one) => appendBlock(left, one), text));
      const isOurs = (found: TomlFields) => String(found['path']).startsWith('/new/');
      expect(remove(after, isOurs)).toBe(text);
    }),
  );
});

test('adding and removing a block restores any text to the byte', () => {
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean(), (parts, eol, ended) => {
      const unique = parts.map((part, at) => (part === '[a]' ? `[a${at}]` : part));
      const text = unique.join('\n').replaceAll('\n', eol) + (ended ? eol : '');
      expect(remove(appendBlock(text))).toBe(text);
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
