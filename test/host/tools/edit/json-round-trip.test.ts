import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editJson, type JsonEdit } from '../../../../src/host/tools/edit/json-edit.js';
import { listRule, valueRule } from '../../../../src/host/tools/edit/json-rules.js';
import { captureItem } from '../../../../src/host/tools/edit/json-setting.js';
import { relaxedJson } from '../../../../src/host/tools/edit/json-text.js';
import { comparePlaces } from '../../../../src/host/tools/edit/setting-order.js';
import type { Setting } from '../../../../src/host/tools/tool.js';

/** A switch as the tools make it: one or more edits. */
interface Switch {
  readonly edits: (enabled: boolean | undefined) => readonly JsonEdit[];
  readonly capture: (text: string) => Setting | undefined;
  readonly restore: (setting: Setting | undefined) => JsonEdit;
}

const switchOf = ({ edit, capture, restore }: ReturnType<typeof listRule>): Switch => ({
  edits: (enabled) => [edit(enabled)],
  capture,
  restore,
});

const disabled = (name: string): Switch =>
  switchOf(
    listRule({
      path: ['disabledSkills'],
      otherPath: ['disabled_skills'],
      spellings: [name, name.toUpperCase()],
    }),
  );

const overrides = (name: string): Switch =>
  switchOf(
    valueRule({
      path: ['skillOverrides', name],
      on: 'on',
      off: 'off',
      read: (value) => (value === undefined ? undefined : { enabled: value !== 'off' }),
    }),
  );

/** A list of rules of which the last one counts: the new one is added at the end. */
function rules(name: string): Switch {
  const list = { path: [name, 'overrides'], fold: String };
  const all = { ...list, spellings: ['here', '!here', '/', '!/'] };
  return {
    edits: (enabled) => [
      { ...list, spellings: ['here', '!here'], isListed: false },
      ...(enabled === undefined
        ? []
        : [{ ...list, spellings: [enabled ? 'here' : '!here'], isListed: true }]),
    ],
    capture: (text) => captureItem(text, all),
    restore: (setting) => ({ ...all, setting }),
  };
}

/** The text after edits; throws the reason if one cannot be made. */
function edited(text: string, edits: readonly JsonEdit[]): string {
  const { text: after, refused } = editJson(text, relaxedJson, edits);
  const [reason] = refused.values();
  if (reason !== undefined || after === undefined) throw new Error(reason ?? 'no text');
  return after;
}

/** The text after switches that are taken back together. */
function thereAndBack(text: string, switches: readonly Switch[], enabled: boolean | undefined): string {
  const before = switches.map((one) => ({ one, setting: one.capture(text) }));
  const after = edited(
    text,
    switches.flatMap((one) => one.edits(enabled)),
  );
  const restores = before.toSorted((a, b) => comparePlaces(a.setting, b.setting));
  return edited(
    after,
    restores.map(({ one, setting }) => one.restore(setting)),
  );
}

const states = [true, false, undefined];

describe('a switch is taken back to the byte', () => {
  test.each<[name: string, one: Switch, text: string]>([
    ['before a line end', disabled('a'), '{"disabledSkills": ["a",\n      "b"]}'],
    ['among blanks', disabled('a'), '{"disabledSkills": ["a"   ,  "b"]}'],
    ['between comments', disabled('a'), '{"disabledSkills": [/*1*/"a"/*2*/,/*3*/"b"]}'],
    ['with comments at its name', disabled('a'), '{"disabledSkills"/*k*/:/*v*/ ["a"]}'],
    ['in two spellings', disabled('a'), '{"disabledSkills": ["A", "b", "a"]}'],
    ['given twice', overrides('a'), '{"skillOverrides": {"a": "off", "a": "off"}}'],
    ['given twice with two values', overrides('a'), '{"skillOverrides": {"a": "off", "b": 1, "a": "on"}}'],
    ['between other rules', rules('x'), '{"x": {"overrides": ["!/", "/tmp/*", "!here"]}}'],
    ['in lines', rules('x'), '{\n  "x": {\n    "overrides": [\n      "!/",\n      "!here"\n    ]\n  }\n}\n'],
  ])('%s', (_, one, text) => {
    for (const enabled of states) expect(thereAndBack(text, [one], enabled)).toBe(text);
  });

  const blank = fc.constantFrom('', '', ' ', '  ', '\n  ', '\r\n', '\t', '/* c */', ' // c\n');
  const name = fc.constantFrom('a', 'b', 'c', 'A');

  /** Writes members with any separators. */
  const members = (one: fc.Arbitrary<string>, brackets: string) =>
    fc
      .record({
        parts: fc.array(fc.tuple(blank, one, blank), { maxLength: 4 }),
        hasComma: fc.boolean(),
        end: blank,
      })
      .map(({ parts, hasComma, end }) => {
        const inside = parts.map(([before, text, after]) => before + text + after).join(',');
        const comma = hasComma && parts.length > 0 ? ',' : '';
        return `${brackets[0]}${inside}${comma}${end}${brackets[1]}`;
      });

  const quoted = name.map((text) => JSON.stringify(text));
  const property = (names: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
    fc.tuple(names, blank, blank, value).map(([key, a, b, its]) => `${JSON.stringify(key)}${a}:${b}${its}`);
  const skills = property(fc.constantFrom('disabledSkills', 'disabled_skills'), members(quoted, '[]'));
  const skillOverrides = property(
    fc.constant('skillOverrides'),
    members(property(name, fc.constantFrom('"off"', '"on"', '["1"]')), '{}'),
  );
  const rule = fc.constantFrom('"here"', '"!here"', '"/"', '"!/"', '"/tmp/*"');
  const ruleLists = property(
    fc.constant('x'),
    members(property(fc.constant('overrides'), members(rule, '[]')), '{}'),
  );
  const other = fc.constant('"token": "secret"');
  const texts = members(fc.oneof(skills, skillOverrides, ruleLists, other), '{}');
  const switches = fc.subarray(
    [...['a', 'b', 'c'].flatMap((one) => [disabled(one), overrides(one)]), rules('x')],
    { minLength: 1 },
  );

  test('however the file is written', () => {
    fc.assert(
      fc.property(texts, switches, fc.constantFrom(...states), (text, chosen, enabled) => {
        for (const one of chosen) expect(thereAndBack(text, [one], enabled)).toBe(text);
        expect(thereAndBack(text, chosen, enabled)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('and no record has anything of other settings', () => {
    fc.assert(
      fc.property(texts, switches, (text, chosen) => {
        for (const { capture } of chosen) expect(JSON.stringify(capture(text) ?? '')).not.toContain('secret');
      }),
      { numRuns: 500 },
    );
  });
});
