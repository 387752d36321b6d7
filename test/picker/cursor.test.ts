import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import { agent, directory, extras, modelOf, Picker, skill } from '../support/picker.js';

const two = [
  directory('d1', [skill('a'), skill('b'), skill('c')]),
  directory('d2', [skill('d'), agent('e')]),
];

const move = (by: number): Intent => ({ type: 'move', by });

describe('the cursor', () => {
  it('begins on the first entry, with its header visible', () => {
    const picker = new Picker(modelOf(two));
    expect([picker.row?.id, picker.state.top]).toEqual(['a', 0]);
  });

  it('is on no row of an empty list', () => {
    const picker = new Picker(modelOf([]));
    expect(picker.send(move(1), { type: 'page', by: 1 }, { type: 'last' }, { type: 'toggle' })).toEqual([]);
    expect(picker.row).toBeUndefined();
  });

  const moves: [name: string, intents: Intent[], expected: string][] = [
    ['down', [move(1)], 'b'],
    ['down past the end', [move(99)], 'e'],
    ['up onto the header', [move(-1)], 'd1'],
    ['up past the top', [move(-1), move(-1)], 'd1'],
    ['to the end', [{ type: 'last' }], 'e'],
    ['to the top', [{ type: 'last' }, { type: 'first' }], 'd1'],
    ['a page down, which is a row less than fits', [{ type: 'page', by: 1 }], 'd2'],
    ['a page up', [{ type: 'last' }, { type: 'page', by: -1 }], 'c'],
  ];

  it.each(moves)('goes %s', (_name, intents, expected) => {
    const picker = new Picker(modelOf(two), { height: 4 });
    picker.send(...intents);
    expect(picker.row?.id).toBe(expected);
  });

  const filters: [name: string, intents: Intent[], expected: string][] = [
    ['a change of the query', [{ type: 'insert', text: 'd' }], 'd'],
    ['clearing the query', [{ type: 'insert', text: 'd' }, move(1), { type: 'edit', edit: 'clear' }], 'a'],
    ['Esc that clears it', [{ type: 'insert', text: 'd' }, { type: 'back' }], 'a'],
    ['another kind', [{ type: 'next-kind' }, { type: 'next-kind' }], 'e'],
    ['another state', [{ type: 'next-showing' }], 'a'],
    ['pasting', [{ type: 'insert', text: 'd2' }], 'd'],
  ];

  it.each(filters)('goes to the first row after %s', (_name, intents, expected) => {
    const picker = new Picker(modelOf(two), { height: 4 });
    picker.send({ type: 'last' }, ...intents);
    expect([picker.row?.id, picker.state.top]).toEqual([expected, 0]);
  });

  const keeping: [name: string, intent: Intent][] = [
    ['moving within the query', { type: 'edit', edit: 'left' }],
    ['deleting nothing', { type: 'edit', edit: 'delete-back' }],
    ['a switch', { type: 'toggle' }],
    ['undo', { type: 'undo' }],
    ['asking again', { type: 'reread' }],
    ['a batch question', { type: 'batch' }],
    ['help', { type: 'help' }],
    ['a notice', { type: 'notice', text: 'x', tone: 'plain' }],
    ['the host forgetting', { type: 'forgotten', cause: 'list', lost: [] }],
    ['another scope', { type: 'next-scope' }],
    ['redrawing', { type: 'redraw' }],
  ];

  it.each(keeping)('stays on its entry through %s', (_name, intent) => {
    const picker = new Picker(modelOf(two));
    picker.send(move(2), intent);
    expect(picker.row?.id).toBe('c');
  });

  it('follows its entry when rows move', () => {
    const picker = new Picker(modelOf(two));
    picker.send(move(4));
    expect(picker.row?.id).toBe('d');
    picker.model = modelOf([directory('d0', [skill('x'), skill('y')]), ...two.toReversed()]);
    expect(picker.row?.id).toBe('d');
  });

  it('moves the window along when rows arrive above it', () => {
    const many = Array.from({ length: 50 }, (_, index) => skill(`s${index}`));
    const picker = new Picker(modelOf([directory('d', many)]), { height: 10 });
    picker.send(move(30), move(-4));
    const before = picker.state.cursor.index - picker.state.top;
    picker.model = modelOf([directory('d', [skill('new1'), skill('new2'), ...many])]);
    expect(picker.row?.id).toBe('s26');
    expect(picker.state.cursor.index - picker.state.top).toBe(before);
  });

  it('goes to the row that took the place of a removed entry', () => {
    const picker = new Picker(modelOf(two));
    picker.send(move(1));
    picker.model = modelOf([directory('d1', [skill('a'), skill('c')])]);
    expect(picker.row?.id).toBe('c');
    picker.model = modelOf([directory('d1', [skill('a')])]);
    expect(picker.row?.id).toBe('a');
    picker.model = modelOf([]);
    expect(picker.row).toBeUndefined();
  });

  it('keeps its place among rows with the same id', () => {
    const picker = new Picker(
      modelOf([directory('d1', [skill('x'), skill('a')]), directory('d2', [skill('x')])]),
    );
    picker.send({ type: 'last' });
    expect(picker.state.cursor.index).toBe(4);
    picker.send(move(-1), move(1));
    expect(picker.state.cursor.index).toBe(4);
  });

  it('goes to the first problem if only problems are shown', () => {
    const problems = [{ message: 'broken', line: 2 }];
    const picker = new Picker(modelOf([directory('d', [], extras({ problems }))]), {
      state: { showing: 'broken' },
    });
    expect(picker.row?.type).toBe('problem');
  });
});
