import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editJson, type JsonEdit } from '../../../../src/host/tools/edit/json-edit.js';
import {
  jsonWithComments,
  parseSettings,
  relaxedJson,
  strictJson,
  valueAt,
} from '../../../../src/host/tools/edit/json-text.js';
import { SettingsMistake } from '../../../../src/host/tools/refusal.js';

const list = ['skills', 'disabled'];

/** The text after an edit; throws the reason if it cannot be made. */
function edited(text: string | undefined, edit: JsonEdit): string | undefined {
  const { text: after, refused } = editJson(text, relaxedJson, [edit]);
  const reason = refused.get(edit);
  if (reason !== undefined) throw new Error(reason);
  return after;
}

const itemEdit = (item: string, isListed: boolean, path = list): JsonEdit => ({
  path,
  spellings: [item],
  fold: String,
  isListed,
});
const withItem = (text: string | undefined) => edited(text, itemEdit('new', true)) ?? '';
const withoutItem = (text: string | undefined) => edited(text, itemEdit('new', false));

const lines = (...parts: string[]) => `${parts.join('\n')}\n`;

const cases: readonly [name: string, before: string | undefined, after: string][] = [
  [
    'no file',
    undefined,
    lines('{', '  "skills": {', '    "disabled": [', '      "new"', '    ]', '  }', '}'),
  ],
  ['an empty file', '', '{\n  "skills": {\n    "disabled": [\n      "new"\n    ]\n  }\n}'],
  ['an empty object', '{}\n', '{ "skills": {"disabled": ["new"]} }\n'],
  ['an object with a blank line', '{\n\n}', '{ "skills": {"disabled": ["new"]} \n\n}'],
  ['an empty list', '{"skills":{"disabled":[]}}', '{"skills":{"disabled":[ "new" ]}}'],
  ['an empty inner object', '{"skills": {}}', '{"skills": { "disabled": ["new"] }}'],
  ['one line', '{"a": 1}', '{"a": 1, "skills": {"disabled": ["new"]}}'],
  [
    'one line with a list',
    '{"skills": {"disabled": ["a", "b"]}}',
    '{"skills": {"disabled": ["a", "b", "new"]}}',
  ],
  [
    'four blanks of indentation',
    lines('{', '    "a": 1', '}'),
    lines(
      '{',
      '    "a": 1,',
      '    "skills": {',
      '        "disabled": [',
      '            "new"',
      '        ]',
      '    }',
      '}',
    ),
  ],
  [
    'tabs',
    lines('{', '\t"skills": {', '\t\t"disabled": [', '\t\t\t"a"', '\t\t]', '\t}', '}'),
    lines('{', '\t"skills": {', '\t\t"disabled": [', '\t\t\t"a",', '\t\t\t"new"', '\t\t]', '\t}', '}'),
  ],
  [
    'CRLF',
    '{\r\n  "skills": {\r\n    "disabled": [\r\n      "a"\r\n    ]\r\n  }\r\n}',
    '{\r\n  "skills": {\r\n    "disabled": [\r\n      "a",\r\n      "new"\r\n    ]\r\n  }\r\n}',
  ],
  ['a byte order mark', '\uFEFF{"a": 1}\n', '\uFEFF{"a": 1, "skills": {"disabled": ["new"]}}\n'],
  ['a trailing comma', '{"skills": {"disabled": ["a",],},}', '{"skills": {"disabled": ["a", "new",],},}'],
  ['a trailing comma after blanks', '{ "a": 1 , }', '{ "a": 1 , "skills": {"disabled": ["new"]}, }'],
  [
    'what opencode makes of an empty object',
    '{\n  "$schema": "https://opencode.ai/config.json",}',
    '{\n  "$schema": "https://opencode.ai/config.json",\n  "skills": {\n    "disabled": [\n      "new"\n    ]\n  },}',
  ],
  [
    'trailing commas and comments',
    lines(
      '// mine',
      '{',
      '  "skills": { // all',
      '    "disabled": [',
      '      "a", // why',
      '    ],',
      '  },',
      '}',
    ),
    lines(
      '// mine',
      '{',
      '  "skills": { // all',
      '    "disabled": [',
      '      "a", // why',
      '      "new",',
      '    ],',
      '  },',
      '}',
    ),
  ],
  [
    'a comment behind the last item',
    lines('{', '  "skills": {', '    "disabled": [', '      "a" /* x */ // why', '    ]', '  }', '}'),
    lines(
      '{',
      '  "skills": {',
      '    "disabled": [',
      '      "a", /* x */ // why',
      '      "new"',
      '    ]',
      '  }',
      '}',
    ),
  ],
  [
    'a comment in an empty list',
    '{"skills": {"disabled": [ /* none */ ]}}',
    '{"skills": {"disabled": [ "new"  /* none */ ]}}',
  ],
  [
    'a list that is given twice',
    '{"skills": {"disabled": []}, "skills": {"disabled": ["a"]}}',
    '{"skills": {"disabled": []}, "skills": {"disabled": ["a", "new"]}}',
  ],
];

/** The rest of a file that was created for one switch: an empty object, which every tool can read. */
const leftOf = (before: string | undefined): string => (before === undefined ? '{}\n' : before || '{}');

test.each(cases)('adds an item to %s and removes it again', (_, before, after) => {
  expect(withItem(before)).toBe(after);
  expect(withoutItem(after)).toBe(leftOf(before));
});

const key = ['skillOverrides', 'new'];
const asOff = (text: string | undefined) => edited(text, { path: key, value: 'off' }) ?? '';
const withoutKey = (text: string | undefined) => edited(text, { path: key, value: undefined });

const properties: readonly [name: string, before: string | undefined, after: string][] = [
  ['no file', undefined, lines('{', '  "skillOverrides": {', '    "new": "off"', '  }', '}')],
  ['an empty object', '{}', '{ "skillOverrides": {"new": "off"} }'],
  [
    'an empty inner object',
    lines('{', '  "skillOverrides": {}', '}'),
    lines('{', '  "skillOverrides": { "new": "off" }', '}'),
  ],
  [
    'others',
    lines('{', '  "model": "x", // fast', '  "skillOverrides": {', '    "a": "off" // why', '  }', '}'),
    lines(
      '{',
      '  "model": "x", // fast',
      '  "skillOverrides": {',
      '    "a": "off", // why',
      '    "new": "off"',
      '  }',
      '}',
    ),
  ],
];

test.each(properties)('sets a property in %s and removes it again', (_, before, after) => {
  expect(asOff(before)).toBe(after);
  expect(withoutKey(after)).toBe(leftOf(before));
});

test('replaces an existing value in place', () => {
  const text = '{"skillOverrides": {"new" /* a */ : "name-only" /* b */, "z": "off"}}';
  expect(asOff(text)).toBe('{"skillOverrides": {"new" /* a */ : "off" /* b */, "z": "off"}}');
});

const removals: readonly [name: string, before: string, after: string][] = [
  ['the first of several', '{"skills": {"disabled": ["new", "a"]}}', '{"skills": {"disabled": ["a"]}}'],
  [
    'one in the middle',
    '{"skills": {"disabled": ["a", "new", "b"]}}',
    '{"skills": {"disabled": ["a", "b"]}}',
  ],
  ['the last', '{"skills": {"disabled": ["a", "new"]}}', '{"skills": {"disabled": ["a"]}}'],
  [
    'all of several',
    '{"skills": {"disabled": ["new", "a", "new", "new"]}}',
    '{"skills": {"disabled": ["a"]}}',
  ],
  ['the only one, with its empty list and object', '{"a": 1, "skills": {"disabled": ["new"]}}', '{"a": 1}'],
  [
    'the only one next to other settings',
    '{"skills": {"disabled": ["new"], "enabled": true}}',
    '{"skills": {"enabled": true}}',
  ],
  ['the only one with a trailing comma', '{"a": 1, "skills": {"disabled": ["new",],},}', '{"a": 1,}'],
  [
    'the only one, and a comment stays',
    '{"skills": {"disabled": ["new" /* x */]}}',
    '{"skills": {"disabled": [/* x */]}}',
  ],
  ['the only thing in a commented file', '// mine\n{"skills": {"disabled": ["new"]}}\n', '// mine\n{}\n'],
  ['the only thing in a file', '{"skills":{"disabled":["new"]}}\n', '{}\n'],
  ['the only thing in a file without a last line end', '{"skills":{"disabled":["new"]}}', '{}'],
  [
    'the only thing in a file with blanks around it',
    '\r\n {\r\n"skills":{"disabled":["new"]} } ',
    '\r\n {} ',
  ],
  ['the only thing after a byte order mark', '\uFEFF{"skills":{"disabled":["new"]}}', '\uFEFF{}'],
  [
    'one with a comment behind it',
    '{"skills": {"disabled": [\n  "a", // a\n  "new", // new\n  "b"\n]}}',
    '{"skills": {"disabled": [\n  "a", // a\n  // new\n  "b"\n]}}',
  ],
  [
    'one that shares its line',
    '{"skills": {"disabled": [\n  "a", // a\n  "new", "b"\n]}}',
    '{"skills": {"disabled": [\n  "a", // a\n  "b"\n]}}',
  ],
  [
    'one before the bracket',
    '{"skills": {"disabled": [\n  "a", // a\n  "new"]}}',
    '{"skills": {"disabled": [\n  "a" // a\n  ]}}',
  ],
  [
    'one with a comment before the comma',
    '{"skills": {"disabled": ["a", "new" /* n */, "b"]}}',
    '{"skills": {"disabled": ["a", /* n */ "b"]}}',
  ],
];

test.each(removals)('removes %s', (_, before, after) => {
  expect(withoutItem(before)).toBe(after);
});

describe('refuses', () => {
  test.each([
    ['a list that is a text', '{"skills": {"disabled": "a"}}', '"skills.disabled" is not a list'],
    ['an object that is a number', '{"skills": 1}', '"skills" is not an object'],
    ['a text with only comments', '// hi\n', 'it contains only comments'],
  ])('%s', (_, text, reason) => {
    expect(() => withItem(text)).toThrow(new Error(reason));
  });

  test.each([
    ['a comment where there may be none', strictJson, '{\n  // x\n}', 2, 3],
    ['a trailing comma where there may be none', jsonWithComments, '{"a": [1,\n]}', 2, 1],
    ['a byte order mark where there may be none', jsonWithComments, '\uFEFF{}', 1, 1],
    ['a file that is cut', relaxedJson, '{\n  "a": [', 2, 9],
    ['a list', relaxedJson, '\n[]', 2, 1],
    ['nesting that is too deep', relaxedJson, `{"a": ${'['.repeat(100_000)}`, 1, 1],
  ])('%s, with its line and column', (_, dialect, text, line, column) => {
    const parse = () => parseSettings(text, dialect);
    expect(parse).toThrow(SettingsMistake);
    expect(parse).toThrow(expect.objectContaining({ line, column }));
  });
});

const indents = fc.constantFrom(undefined, 1, 2, 4, '\t');
const names = fc.constantFrom('a', 'b', 'skills', 'disabled', 'skillOverrides', '__proto__');
const settings = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.boolean(), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
}));

/** Adds comments at the ends of lines, which does not change the settings. */
const commented = (text: string, remark: string): string => text.replaceAll('\n', `${remark}\n`);

const texts = fc
  .tuple(
    settings.object,
    indents,
    fc.constantFrom('', ' // c', ' /* c */', '  '),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.constantFrom(undefined, ',', ' , ', ',\n'),
  )
  .map(([value, indent, remark, eol, ended, comma]) => {
    const isTrailing = comma !== undefined && Object.keys(value).length > 0;
    const plain = JSON.stringify(value, null, indent);
    const text = isTrailing ? plain.replace(/\s*}$/, `${comma}}`) : plain;
    return (commented(text, remark) + (ended ? '\n' : '')).replaceAll('\n', eol);
  });

const isPossible = (text: string, path: readonly string[], kind: 'list' | 'object'): boolean => {
  const held = path.map((_, at) => valueAt(parseSettings(text, relaxedJson), path.slice(0, at + 1)));
  const [outer, inner] = held;
  const isObject = (value: unknown) =>
    value === undefined || (typeof value === 'object' && !Array.isArray(value));
  return isObject(outer) && (kind === 'object' || inner === undefined || Array.isArray(inner));
};

test('adding and removing an item restores any settings to the byte', () => {
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(isPossible(text, list, 'list'));
      const after = withItem(text);
      const items = valueAt(parseSettings(text, relaxedJson), list) ?? [];
      expect(valueAt(parseSettings(after, relaxedJson), list)).toEqual([...(items as unknown[]), 'new']);
      expect(withoutItem(after)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('setting and removing a property restores any settings to the byte', () => {
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(isPossible(text, key, 'object'));
      const after = asOff(text);
      expect(valueAt(parseSettings(after, relaxedJson), key)).toBe('off');
      expect(withoutKey(after)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

const isRemoval = (edit: JsonEdit): boolean =>
  'isListed' in edit ? !edit.isListed : 'value' in edit && edit.value === undefined;

/** Edits of two lists and two objects, one of which is kept in order. */
const anyEdit: fc.Arbitrary<JsonEdit> = fc
  .record({
    path: fc.constantFrom(list, ['deny']),
    other: fc.constantFrom(['skillOverrides'], ['a', 'b']),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('list', 'unlist', 'set', 'remove', 'move'),
  })
  .map(({ path, other, name, kind }) => {
    if (kind === 'list' || kind === 'unlist') return itemEdit(name, kind === 'list', path);
    const edit = { path: [...other, name], value: kind === 'remove' ? undefined : name };
    return kind === 'move' ? { ...edit, isLast: true } : edit;
  });

test('sets a property that must be last in place if it is last', () => {
  const edit = (value: string): JsonEdit => ({ path: key, value, isLast: true });
  const text = lines('{', '  "skillOverrides": {', '    "a": "on",', '    "new": "off" // why', '  }', '}');
  expect(edited(text, edit('on'))).toBe(text.replace('"off"', '"on"'));
  const first = '{"skillOverrides": {"new": "off", "a": "on"}}';
  expect(edited(first, edit('on'))).toBe('{"skillOverrides": {"a": "on", "new": "on"}}');
  const twice = '{"skillOverrides": {"new": "off", "a": "on", "new": "off"}}';
  expect(edited(twice, edit('on'))).toBe('{"skillOverrides": {"a": "on", "new": "on"}}');
});

test('no edit leaves a text without an object', () => {
  fc.assert(
    fc.property(fc.option(texts, { nil: undefined }), fc.array(anyEdit, { maxLength: 6 }), (text, edits) => {
      const undo = edits.map(
        (edit): JsonEdit =>
          'spellings' in edit ? { ...edit, isListed: false } : { path: edit.path, value: undefined },
      );
      const after = editJson(text, relaxedJson, [...edits, ...undo]).text;
      expect(after === undefined || after.includes('{')).toBe(true);
      expect(after === undefined).toBe(text === undefined && edits.every((edit) => isRemoval(edit)));
    }),
    { numRuns: 500 },
  );
});

test('making many edits at once equals making one after the other', () => {
  fc.assert(
    fc.property(fc.option(texts, { nil: undefined }), fc.array(anyEdit, { maxLength: 12 }), (text, edits) => {
      let one = text;
      for (const edit of edits) one = editJson(one, relaxedJson, [edit]).text;
      expect(editJson(text, relaxedJson, edits).text).toBe(one);
    }),
    { numRuns: 2_000 },
  );
});

test('removing an item leaves valid settings without it, and nothing else changed', () => {
  const items = fc.array(fc.constantFrom('new', 'a', 'b'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(items, indents, fc.constantFrom('', ' // c', ' /* c */'), (values, indent, remark) => {
      const text = commented(JSON.stringify({ z: 1, skills: { disabled: values } }, null, indent), remark);
      const rest = parseSettings(withoutItem(text) ?? '', relaxedJson);
      const left = values.filter((value) => value !== 'new');
      expect(valueAt(rest, ['z'])).toBe(1);
      expect(valueAt(rest, list) ?? []).toEqual(left);
    }),
  );
});
