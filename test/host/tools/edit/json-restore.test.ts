import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editJson, type JsonEdit } from '../../../../src/host/tools/edit/json-edit.js';
import { listRule, valueRule } from '../../../../src/host/tools/edit/json-rules.js';
import { parseSettings, relaxedJson } from '../../../../src/host/tools/edit/json-text.js';
import { comparePlaces } from '../../../../src/host/tools/edit/setting-order.js';
import type { Setting, SwitchRule } from '../../../../src/host/tools/tool.js';
import { jsonFormats, writeJson } from './json-formats.js';

const overrides = (name: string) =>
  valueRule({
    path: ['skillOverrides', name],
    on: 'on',
    off: 'off',
    read: (value) => (value === undefined ? undefined : { enabled: value !== 'off' }),
  });

const disabled = (name: string) =>
  listRule({ path: ['skills', 'disabled'], otherPath: ['disabled_skills'], spellings: [name] });

/** The text after edits; throws the reason if one cannot be made. */
function edited(text: string | undefined, ...edits: readonly JsonEdit[]): string {
  const { text: after, refused } = editJson(text, relaxedJson, edits);
  const [reason] = refused.values();
  if (reason !== undefined || after === undefined) throw new Error(reason ?? 'no text');
  return after;
}

/** The text after a switch that is taken back. */
function backAfter(text: string, { capture, restore }: SwitchRule<JsonEdit>, edit: JsonEdit): string {
  const before = capture(text);
  return edited(edited(text, edit), restore(before));
}

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 0, maxLength: 4 });
const value = fc.constantFrom<unknown>('off', 'name-only', true, ['1.0', '2.0']);

const settings = fc
  .record({
    overrides: fc.option(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value)),
    disabled: fc.option(names),
    otherDisabled: fc.boolean(),
    isLast: fc.boolean(),
    others: fc.boolean(),
  })
  .map(({ overrides: its, disabled: list, otherDisabled, isLast, others }) => ({
    ...(others && { model: 'x' }),
    ...(its !== null && { skillOverrides: its }),
    ...(list !== null && (otherDisabled ? { disabled_skills: list } : { skills: { disabled: list } })),
    ...(others && !isLast && { env: { A: '1' } }),
  }));

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');

describe.each(jsonFormats)('in a file with $title', (its) => {
  const runs = { numRuns: 60 };

  test('a property that was removed comes back to the byte', () => {
    fc.assert(
      fc.property(settings, name, (content, key) => {
        const text = writeJson(content, its);
        const rule = overrides(key);
        expect(backAfter(text, rule, rule.edit(undefined))).toBe(text);
      }),
      runs,
    );
  });

  test('a property that was changed or added comes back to the byte', () => {
    fc.assert(
      fc.property(settings, name, fc.boolean(), (content, key, enabled) => {
        const text = writeJson(content, its);
        const rule = overrides(key);
        expect(backAfter(text, rule, rule.edit(enabled))).toBe(text);
      }),
      runs,
    );
  });

  test('a property that was moved to the end comes back to the byte', () => {
    fc.assert(
      fc.property(settings, name, (content, key) => {
        const text = writeJson(content, its);
        const edit = { path: ['skillOverrides', key], value: 'deny', isLast: true } as const;
        expect(backAfter(text, overrides(key), edit)).toBe(text);
      }),
      runs,
    );
  });

  test('properties and items that were removed together come back to the byte', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].flatMap((one) => [overrides(one), disabled(one)]);
    fc.assert(
      fc.property(settings, fc.subarray(all), (content, rules) => {
        const text = writeJson(content, its);
        const captured = rules.map((rule) => ({ rule, before: rule.capture(text) }));
        const after = edited(text, ...rules.map((rule) => rule.edit(undefined)));
        const restores = captured
          .toSorted((a, b) => comparePlaces(a.before, b.before))
          .map(({ rule, before }) => rule.restore(before));
        expect(edited(after, ...restores)).toBe(text);
      }),
      runs,
    );
  });

  test('a switch that is made again after it was taken back reads as it did', () => {
    fc.assert(
      fc.property(settings, name, fc.boolean(), (content, key, enabled) => {
        const text = writeJson(content, its);
        const rule = overrides(key);
        const after = edited(text, rule.edit(enabled));
        const made = rule.capture(after);
        const again = edited(edited(after, rule.restore(rule.capture(text))), rule.restore(made));
        expect(parseSettings(again, relaxedJson)).toEqual(parseSettings(after, relaxedJson));
        expect(rule.capture(again)?.text).toBe(made?.text);
      }),
      runs,
    );
  });

  test('a setting comes back although others have changed since', () => {
    fc.assert(
      fc.property(settings, name, name, fc.constantFrom('off', undefined), (content, key, other, wish) => {
        fc.pre(key !== other);
        const text = writeJson(content, its);
        const rule = overrides(key);
        const change = { path: ['skillOverrides', other], value: wish };
        const back = edited(edited(text, rule.edit(undefined), change), rule.restore(rule.capture(text)));
        const wanted = parseSettings(edited(text, change), relaxedJson);
        // Without its last member, an object may be gone, which means the same.
        expect({ skillOverrides: {}, ...(parseSettings(back, relaxedJson) as object) }).toEqual({
          skillOverrides: {},
          ...(wanted as object),
        });
      }),
      runs,
    );
  });

  test('an item that was added or removed comes back to the byte', () => {
    fc.assert(
      fc.property(settings, name, fc.boolean(), (content, item, enabled) => {
        const text = writeJson(content, its);
        const rule = disabled(item);
        expect(backAfter(text, rule, rule.edit(enabled))).toBe(text);
      }),
      runs,
    );
  });
});

describe('a record', () => {
  const rule = overrides('a');

  test('is put into a new file if the file is gone', () => {
    const text = '{\n  "skillOverrides": {\n    "a": "off"\n  }\n}\n';
    expect(edited(undefined, rule.restore(rule.capture(text)))).toBe(text);
  });

  test('without what was around it is put at the end', () => {
    const setting = { text: '"a": ["1.0"]', at: 3 };
    expect(edited('{"b": 1}', rule.restore(setting))).toBe('{"b": 1, "skillOverrides": {"a": ["1.0"]}}');
  });

  test.each<[name: string, setting: Setting]>([
    ['is not JSON', { text: '"a": off', at: 0 }],
    ['is for another entry', { text: '"b": "off"', at: 0 }],
    ['has more than the setting', { text: '"a": "off"}, "b": {"c": 1', at: 0 }],
    ['is empty', { text: '', at: 0 }],
  ])('that %s is refused', (_, setting) => {
    expect(() => edited('{}', rule.restore(setting))).toThrow('what was recorded of the setting is damaged');
  });

  test('of an item that is for another entry is refused', () => {
    expect(() => edited('{}', disabled('a').restore({ text: '"b"', at: 0 }))).toThrow('is damaged');
  });

  test('is not put where something else is', () => {
    expect(() => edited('{"skillOverrides": 5}', rule.restore({ text: '"a": "off"', at: 0 }))).toThrow(
      '"skillOverrides" is not an object',
    );
  });
});

test('reads every spelling of an item', () => {
  const rule = listRule({ path: ['deny'], spellings: ['Agent(x)', 'Task(x)'] });
  const text = '{"deny": ["Agent(x)", "Task(x)", "Bash"]}';
  expect(rule.capture(text)).toMatchObject({ text: '"Agent(x)", "Task(x)"', at: 0 });
  expect(backAfter(text, rule, rule.edit(true))).toBe(text);
});

test('keeps nothing but the setting and the names that lead to it', () => {
  const text = writeJson(
    { token: 'secret', skillOverrides: { a: 'off', b: 'on' } },
    { title: '', indent: '  ' },
  );
  const setting = overrides('b').capture(text);
  expect(setting?.text).toBe('"b": "on"');
  expect(JSON.stringify(setting)).not.toMatch(/secret|token|\ba\b/);
});

describe('a container that hides another one stays when it is empty', () => {
  const lists = { path: ['disabledSkills'], otherPath: ['disabled_skills'] };
  const deny = listRule({ path: ['permissions', 'deny'], spellings: ['Agent(a)'] });

  test.each<[name: string, rule: ReturnType<typeof listRule>, text: string, without: string]>([
    [
      'a list before which its other spelling is',
      listRule({ ...lists, spellings: ['a'] }),
      '{"disabled_skills":["x"],"disabledSkills":["a"]}',
      '{"disabled_skills":["x"],"disabledSkills":[]}',
    ],
    [
      'a list in the other spelling',
      listRule({ ...lists, spellings: ['a'] }),
      '{"disabledSkills":["x", "a"],"disabled_skills":["a"]}',
      '{"disabledSkills":["x", "a"],"disabled_skills":[]}',
    ],
    [
      'an object that is given twice',
      deny,
      '{"permissions":{"allow":["Bash(*)"]},"permissions":{"deny":["Agent(a)"]}}',
      '{"permissions":{"allow":["Bash(*)"]},"permissions":{}}',
    ],
    [
      'a list that is given twice',
      deny,
      '{"permissions":{"deny":["Bash"],"deny":["Agent(a)"]}}',
      '{"permissions":{"deny":["Bash"],"deny":[]}}',
    ],
  ])('%s', (_, rule, text, without) => {
    const after = edited(text, rule.edit(undefined));
    expect(after).toBe(without);
    expect(rule.decide([parseSettings(after, relaxedJson)]).enabled).toBe(true);
    expect(edited(after, rule.restore(rule.capture(text))).replaceAll(' ', '')).toBe(
      text.replaceAll(' ', ''),
    );
  });
});
