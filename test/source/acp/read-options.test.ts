import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acpLimits } from '../../../src/source/acp/limits.js';
import { readOlderOptions, readOptions } from '../../../src/source/acp/read-options.js';
import { json, objectWith } from '../../protocol/wire-json.js';
import { modes, optionUpdate } from './plain-updates.js';

const readOne = (item: unknown) => readOptions({ configOptions: [item] })![0];
const choice = (value: string, name = value, description: string | null = null) => ({
  value,
  name,
  description,
});

const modeOption = {
  ...{ id: 'mode', name: 'Mode', category: 'mode', value: 'build' },
  choices: [choice('build', 'Build', 'Writes code.'), choice('plan', 'Plan')],
};

describe('options', () => {
  it('are read from an update, without their groups', () => {
    expect(readOptions(optionUpdate)).toEqual([
      modeOption,
      {
        ...{ id: 'm', name: 'Model', category: 'model', value: 'large' },
        choices: [choice('small', 'Small'), choice('large', 'Large')],
      },
      { id: 'fast', name: 'Fast', category: null, value: 'true', choices: [] },
    ]);
  });

  it.each([{}, { configOptions: null }, { configOptions: {} }, { configOptions: 'x' }])(
    'are not said by %j',
    (update) => {
      expect(readOptions(update)).toBeUndefined();
    },
  );

  it('may be none', () => {
    expect(readOptions({ configOptions: [] })).toEqual([]);
  });

  it.each([
    ['a text', 'x', 'x'],
    ['on', true, 'true'],
    ['off', false, 'false'],
    ['a number', 3, null],
    ['null', null, null],
    ['absent', undefined, null],
    ['too long', 'x'.repeat(400), 'x'.repeat(300)],
  ])('have a value that is %s', (_what, currentValue, value) => {
    expect(readOne({ id: 'a', currentValue })).toMatchObject({ value });
  });

  it.each([
    ['its own', 'Model', 'Model'],
    ['the id, if it is empty', '', 'a'],
    ['the id, if it is no text', 1, 'a'],
    ['bounded', 'x'.repeat(400), 'x'.repeat(300)],
  ])('have a name: %s', (_what, name, expected) => {
    expect(readOne({ id: 'a', name })).toMatchObject({ name: expected });
  });

  it('have bounded ids and categories', () => {
    const long = 'x'.repeat(400);
    const cut = 'x'.repeat(300);
    expect(readOne({ id: long, category: long })).toMatchObject({ id: cut, name: cut, category: cut });
  });

  it('without an id are left out', () => {
    const configOptions = [{ name: 'a' }, { id: 1 }, 'x', null, [], { id: 'b' }];
    expect(readOptions({ configOptions })!.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('the choices of an option', () => {
  it.each<[string, unknown, ReturnType<typeof choice>[]]>([
    ['none', undefined, []],
    ['no list', { a: 1 }, []],
    ['without a name', [{ value: 'a' }], [choice('a')]],
    ['with an empty description', [{ value: 'a', description: '' }], [choice('a')]],
    ['without a value', [{ name: 'a' }, { value: 1 }, 'x', null], []],
    ['empty groups', [{ group: 'g', name: 'G', options: [] }], []],
    [
      'groups and others',
      [{ value: 'a' }, { group: 'g', options: [{ value: 'b' }, 'x'] }],
      [choice('a'), choice('b')],
    ],
    ['groups inside of groups', [{ options: [{ options: [{ value: 'a' }] }] }], []],
    ['too long', [{ value: 'x'.repeat(400) }], [choice('x'.repeat(300))]],
  ])('are read: %s', (_what, options, choices) => {
    expect(readOne({ id: 'a', options })!.choices).toEqual(choices);
  });

  it('are bounded, over all groups', () => {
    const some = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v${index}` }));
    const options = [{ options: some(600) }, { options: some(600) }];
    expect(readOne({ id: 'a', options })!.choices).toHaveLength(acpLimits.optionValues);
  });
});

describe('the options of older agents', () => {
  const models = {
    currentModelId: 'large',
    availableModels: [{ modelId: 'large', name: 'Large', description: 'Slow.' }, { modelId: 'small' }],
  };
  const olderMode = {
    ...{ id: 'mode', name: 'Mode', category: 'mode', value: 'ask' },
    choices: [choice('ask', 'Ask first', 'Asks before each edit.'), choice('auto', 'Auto')],
  };
  const olderModel = {
    ...{ id: 'model', name: 'Model', category: 'model', value: 'large' },
    choices: [choice('large', 'Large', 'Slow.'), choice('small')],
  };

  it.each<[string, Record<string, unknown>, object[]]>([
    ['none', {}, []],
    ['null', { configOptions: null, modes: null, models: null }, []],
    ['modes of their own', { modes }, [olderMode]],
    ['models of their own', { models }, [olderModel]],
    ['both', { models, modes }, [olderMode, olderModel]],
    ['modes without a list', { modes: { currentModeId: 'ask' } }, [{ ...olderMode, choices: [] }]],
    [
      'modes without a current one',
      { modes: { ...modes, currentModeId: 1 } },
      [{ ...olderMode, value: null }],
    ],
    ['modes in another form', { modes: ['ask'], models: 'large' }, []],
  ])('are read from the fields of the reply: %s', (_what, reply, expected) => {
    expect(readOlderOptions(reply)).toEqual(expected);
  });
});

it('reads any JSON, with bounded texts', () => {
  const option = objectWith('id', 'name', 'category', 'currentValue', 'options');
  const long = fc.string({ maxLength: 700 });
  const named = fc.record({
    ...{ id: long, name: long, category: long, currentValue: long },
    options: fc.array(fc.record({ value: long, name: long })),
  });
  const reply = fc.record(
    {
      configOptions: fc.oneof(fc.array(fc.oneof(option, named, json)), json),
      modes: fc.oneof(objectWith('currentModeId', 'availableModes'), json),
      models: fc.oneof(objectWith('currentModelId', 'availableModels'), json),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(reply, (value) => {
      for (const { id, name, category, value: current, choices } of [
        ...(readOptions(value) ?? []),
        ...readOlderOptions(value),
      ]) {
        const texts = [id, name, category, current, ...choices.flatMap((item) => [item.value, item.name])];
        for (const text of texts) expect((text ?? '').length).toBeLessThanOrEqual(300);
        expect(choices.length).toBeLessThanOrEqual(acpLimits.optionValues);
      }
    }),
  );
});
