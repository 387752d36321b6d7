import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseToml, type TomlFields } from '../../../../src/host/tools/edit/toml-edit.js';
import { editList } from '../../../../src/host/tools/edit/toml-list.js';
import { Refusal } from '../../../../src/host/tools/refusal.js';

const table = ['skills', 'config'];
const fields = { path: '/new', enabled: false };
const isNew = ({ path }: TomlFields) => path === fields.path;
const none = () => false;
const item = '{ path = "/new", enabled = false }';
const old = '{ name = "a]}", enabled = true }';

const cases: readonly [name: string, before: string, after: string][] = [
  ['an empty list', 'skills.config = []\n', `skills.config = [${item}]\n`],
  ['one line', `skills.config = [${old}] # mine\n`, `skills.config = [${old}, ${item}] # mine\n`],
  ['a table', `[skills]\nconfig = [ ${old} ]\n[b]\n`, `[skills]\nconfig = [ ${old}, ${item} ]\n[b]\n`],
  ['a trailing comma', `skills.config = [${old},]\n`, `skills.config = [${old}, ${item},]\n`],
  [
    'several lines',
    `a = 1\n\nskills.config = [\n  ${old},\n  # last\n]\n`,
    `a = 1\n\nskills.config = [\n  ${old},\n  ${item},\n  # last\n]\n`,
  ],
  ['CRLF', `skills.config = [\r\n\t${old}\r\n]`, `skills.config = [\r\n\t${old},\r\n\t${item}\r\n]`],
];

test.each(cases)('adds an item to %s and removes it again', (_, before, after) => {
  expect(editList(before, table, isNew, [fields])).toBe(after);
  expect(editList(after, table, isNew, [])).toBe(before);
});

test('adds many items as it adds one after the other, and removes them all', () => {
  const many = ['/new', '/newer', '/newest'].map((path) => ({ path, enabled: false }));
  const isOurs = ({ path }: TomlFields) => String(path).startsWith('/new');
  for (const [, before] of cases) {
    const one = many.reduce((left, fields) => editList(left, table, none, [fields]) ?? '', before);
    expect(editList(before, table, none, many)).toBe(one);
    expect(editList(one, table, isOurs, [])).toBe(before);
  }
});

test.each([
  ['the first', `skills.config = [ ${item}, ${old} ]\n`, `skills.config = [ ${old} ]\n`],
  ['one in the middle', `skills.config = [${old}, ${item}, ${old}]\n`, `skills.config = [${old}, ${old}]\n`],
  ['all of several', `skills.config = [${item}, ${old}, ${item}]\n`, `skills.config = [${old}]\n`],
  ['the only one with its comma', `skills.config = [\n\t${item},\n]\n`, 'skills.config = [\n\t\n]\n'],
  ['all with their commas', `skills.config = [\n\t${item},\n\t${item} ,\n]\n`, 'skills.config = [\n\t\n]\n'],
])('removes %s', (_, before, after) => {
  expect(editList(before, table, isNew, [])).toBe(after);
});

test.each([
  ['blocks', '[[skills.config]]\nname = "a"\nenabled = true\n'],
  ['nothing', 'a = 1\n'],
  ['a list of the same name elsewhere', '[other]\nskills.config = []\n[skills.more]\nconfig = []\n'],
])('leaves %s alone', (_, text) => {
  expect(editList(text, table, isNew, [fields])).toBeUndefined();
});

test('does not remove a comment with an item', () => {
  const text = `skills.config = [\n  ${old}, # why\n  ${item},\n]\n`;
  expect(() => editList(text, table, isNew, [])).toThrow(Refusal);
});

test('adding and removing an item restores any list to the byte', () => {
  const gaps = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t');
  fc.assert(
    fc.property(fc.array(gaps, { maxLength: 4 }), gaps, fc.boolean(), (leads, end, hasComma) => {
      const items = leads.map((lead) => lead + old).join(',');
      const text = `[skills]\nconfig = [${items}${hasComma && items !== '' ? ',' : ''}${end}]\nother = 1\n`;
      const after = editList(text, table, none, [fields]) ?? '';
      expect(parseToml(after)).toMatchObject({ skills: { other: 1 } });
      expect(editList(after, table, isNew, [])).toBe(text);
    }),
  );
});
