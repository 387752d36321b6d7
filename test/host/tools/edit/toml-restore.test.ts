import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksIn } from '../../../../src/host/tools/edit/toml-blocks.js';
import {
  appendBlocks,
  parseToml,
  removeBlocks,
  type TomlFields,
  tablesAt,
} from '../../../../src/host/tools/edit/toml-edit.js';
import { editList, itemsIn } from '../../../../src/host/tools/edit/toml-list.js';
import { restoreTables } from '../../../../src/host/tools/edit/toml-restore.js';
import type { Setting } from '../../../../src/host/tools/tool.js';

const table = ['skills', 'config'];
const keyOf = ({ path }: TomlFields) => (typeof path === 'string' ? path : undefined);
const formOf = (text: string) => itemsIn(text, table) ?? blocksIn(text, table);

/** The setting for a path. */
function capture(text: string, path: string): Setting | undefined {
  const numbers = [...tablesAt(parseToml(text), table).entries()].flatMap(([at, fields]) =>
    keyOf(fields) === path ? [at] : [],
  );
  return numbers.length === 0 ? undefined : formOf(text).capture(numbers);
}

const restore = (text: string, settings: ReadonlyMap<string, Setting | undefined>): string =>
  restoreTables(
    text,
    { table, keyOf },
    formOf(text),
    [...settings]
      .map(([key, setting]) => ({ key, setting }))
      .toSorted((a, b) => (a.setting?.at ?? 0) - (b.setting?.at ?? 0)),
  );

function remove(text: string, paths: readonly string[]): string {
  const matches = (fields: TomlFields) => paths.includes(String(fields['path']));
  return (
    editList(text, table, matches, []) ??
    removeBlocks(text, { table, matches, own: ['path', 'enabled'], flagFor: () => true }) ??
    ''
  );
}

/** The settings for these paths. */
const captureAll = (text: string, paths: readonly string[]) =>
  new Map(paths.map((path) => [path, capture(text, path)]));

const block = (path: string) => `[[skills.config]]\npath = "${path}"\nenabled = false`;

const statement = fc.constantFrom(
  '# note',
  '[a]\nb = 1 # c',
  '[[b.c]]',
  '[[skills.config]]\nname = "x"\nenabled = false',
  `# about it\n${block('/a')}`,
  block('/b'),
  `${block('/c')}\n\n# below`,
  `[[skills.config]] # mine\npath = "/d"\nenabled = false`,
);

const textsWith = (...gaps: readonly string[]) =>
  fc
    .record({
      parts: fc.uniqueArray(statement),
      gap: fc.constantFrom(...gaps),
      isEnded: fc.boolean(),
      hasKey: fc.boolean(),
      eol: fc.constantFrom('\n', '\r\n'),
    })
    .map(({ parts, gap, isEnded, hasKey, eol }) => {
      const all = hasKey ? ['model = "x"', ...parts] : parts;
      const text = all.join(gap) + (isEnded && all.length > 0 ? '\n' : '');
      return text.replaceAll('\n', eol);
    });

const paths = ['/a', '/b', '/c', '/d'];

const texts = textsWith('\n', '\n\n', '\n\n\n');

test('a block that was removed comes back to the byte', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(...paths), (text, path) => {
      expect(restore(remove(text, [path]), captureAll(text, [path]))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('blocks that were removed together come back to the byte', () => {
  fc.assert(
    fc.property(textsWith('\n\n'), fc.subarray(paths, { minLength: 1 }), (text, chosen) => {
      expect(restore(remove(text, chosen), captureAll(text, chosen))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('blocks that were added are removed to the byte', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const added = [
        { path: '/new', enabled: false },
        { path: '/newer', enabled: false },
      ];
      const after = appendBlocks(text, table, added) ?? '';
      expect(restore(after, new Map(added.map(({ path }) => [path, undefined])))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('a block comes back although the text has changed since', () => {
  const text = `model = "x"\n\n${block('/a')}\n\n[z]\ny = 1\n`;
  const setting = capture(text, '/a');
  const since = '# more\nmodel = "x"\nmodels = [\n  1,\n  2,\n]\n\n[z]\ny = 1\n';
  const after = restore(since, new Map([['/a', setting]]));
  expect(parseToml(after)).toEqual({ ...(parseToml(since) as object), ...tablesOf(after) });
  expect(tablesAt(parseToml(after), table)).toEqual([{ path: '/a', enabled: false }]);
});

const tablesOf = (text: string) => ({ skills: { config: tablesAt(parseToml(text), table) } });

describe('a list', () => {
  const item = (path: string) => `{ path = "${path}", enabled = false }`;
  test.each([
    ['on one line', `[skills]\nconfig = [${['/a', '/b', '/c'].map(item).join(', ')}]\n`],
    ['on several lines', `skills.config = [\n  ${['/a', '/b', '/c'].map(item).join(',\n  ')}\n]\n`],
    ['with one item', `skills.config = [${item('/a')}]\n`],
    ['with one item among blanks', `skills.config = [ ${item('/a')}  ]\n`],
    ['with one item and a comma', `skills.config = [\n\t${item('/a')},\n]\n`],
    ['with commas everywhere', `skills.config = [ ${item('/a')} ,${item('/b')},\n]\n`],
    ['with a comment', `skills.config = [\n  ${item('/a')},\n  ${item('/b')} # b\n]\n`],
    ['with an item twice', `skills.config = [${['/a', '/b', '/a', '/c'].map(item).join(',  ')}]\n`],
  ])('%s comes back to the byte', (_, text) => {
    const present = paths.filter((path) => capture(text, path) !== undefined);
    for (const path of present) {
      expect(restore(remove(text, [path]), captureAll(text, [path]))).toBe(text);
    }
    expect(restore(remove(text, present), captureAll(text, present))).toBe(text);
  });

  test('comes back before the item that it was before, although a comment is new', () => {
    const setting = capture(`skills.config = [${item('/a')}, ${item('/b')}]\n`, '/a');
    const since = `skills.config = [\n  # new\n  ${item('/c')},\n  ${item('/b')},\n]\n`;
    const after = restore(since, new Map([['/a', setting]]));
    expect(tablesAt(parseToml(after), table).map(keyOf)).toEqual(['/a', '/c', '/b']);
    expect(after).toContain('# new\n');
  });
});

test('blocks of one skill come back around a block that counts between them', () => {
  const named = '[[skills.config]]\nname = "x"\nenabled = true';
  const text = `${block('/a')}\n\n${named}\n\n${block('/a')}\n`;
  expect(restore(remove(text, ['/a']), captureAll(text, ['/a']))).toBe(text);
  // The lines are others now, but the order of the blocks counts.
  const since = `# 1\n\n# 2\n\n# about x\n${named}\n\n[z]\ny = 1\n`;
  const after = restore(since, captureAll(text, ['/a']));
  expect(tablesAt(parseToml(after), table).map(keyOf)).toEqual(['/a', undefined, '/a']);
  expect(after).toContain(`# about x\n${named}\n`);
});

test('a block with a changed flag comes back to the byte', () => {
  const text = `[[skills.config]] # mine\npath = "/d"\nenabled = false # why\n\n[a]\n`;
  const after = remove(text, ['/d']);
  expect(after).toContain('enabled = true # why');
  expect(restore(after, captureAll(text, ['/d']))).toBe(text);
});

test.each([
  ['is not TOML', 'path = = 1'],
  ['is for another skill', block('/b')],
  ['has more than the setting', `${block('/a')}\n[model]\nname = "x"\n`],
  ['is written in another form', '{ path = "/a", enabled = false }'],
])('refuses a record that %s', (_, text) => {
  expect(() => restore('a = 1\n', new Map([['/a', { text, at: 0 }]]))).toThrow('is damaged');
});
