import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSessionOptions } from '../../src/protocol/session-options.js';
import { optionsOf, skillpickMeta } from '../../src/protocol/skillpick-meta.js';
import { json, objectWith } from './wire-json.js';

const option = { id: 'm', name: 'Model', category: 'model', value: 'large', choices: [] };
const choice = { value: 'large', name: 'Large', description: 'Slow.' };

describe('the options of a session', () => {
  it.each([undefined, null, {}, 'x', 7])('are not said by %j', (list) => {
    expect(readSessionOptions(list)).toBeNull();
    expect(optionsOf({ skillpick: { options: list } })).toBeNull();
  });

  it.each<[string, object, object]>([
    ['everything', { ...option, choices: [choice] }, { ...option, choices: [choice] }],
    ['only what is needed', { id: 'm', name: 'Model' }, { ...option, category: null, value: null }],
    [
      'fields of another type',
      { ...option, category: 1, value: true },
      { ...option, category: null, value: null },
    ],
    ['choices that are no list', { ...option, choices: { large: 'Large' } }, option],
    ['fields that we do not know', { ...option, hint: 'x' }, option],
    [
      'choices of another form',
      { ...option, choices: [{ name: 'x' }, { value: 'x' }, { value: 1, name: 'x' }, null, 'x', choice] },
      { ...option, choices: [choice] },
    ],
    [
      'a choice without a description',
      { ...option, choices: [{ value: 'a', name: 'A', description: 1 }] },
      { ...option, choices: [{ value: 'a', name: 'A', description: null }] },
    ],
  ])('are read: %s', (_what, given, expected) => {
    expect(readSessionOptions([given])).toEqual([expected]);
  });

  it('are left out if they have no id or no name', () => {
    const broken = [
      { id: 'a' },
      { name: 'A' },
      { id: 1, name: 'A' },
      { id: 'a', name: null },
      null,
      'x',
      [option],
    ];
    expect(readSessionOptions([...broken, option])).toEqual([option]);
  });

  it('are the same after they were sent', () => {
    const text = fc.string();
    const sent = fc.record({
      ...{ id: text, name: text, category: fc.option(text), value: fc.option(text) },
      choices: fc.array(fc.record({ value: text, name: text, description: fc.option(text) })),
    });
    fc.assert(
      fc.property(fc.array(sent), (options) => {
        expect(optionsOf(JSON.parse(JSON.stringify(skillpickMeta({ options }))))).toEqual(options);
      }),
    );
  });

  it('are read from any JSON', () => {
    const any = objectWith('id', 'name', 'category', 'value', 'choices');
    fc.assert(
      fc.property(fc.array(fc.oneof(any, json)), (list) => {
        const read = readSessionOptions(list)!;
        expect(read.length).toBeLessThanOrEqual(list.length);
        expect(readSessionOptions(read)).toEqual(read);
      }),
    );
  });
});
