import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import { intentFor } from '../../src/picker/keymap.js';
import type { PickerState } from '../../src/picker/state.js';
import {
  directory,
  extras,
  modelOf,
  Picker,
  type PickerOptions,
  skill,
  switched,
} from '../support/picker.js';
import { standing } from '../support/standing.js';

const tools = ['claude', 'codex'];
const inBoth = extras({ tools: tools.map((id) => standing(id)) });
const nodes = [
  directory(
    'd',
    ['ab', 'ac', 'ad'].map((id) => skill(id, inBoth)),
  ),
];

const start = (state: Partial<PickerState> = {}, options: PickerOptions = {}): Picker =>
  new Picker(modelOf(nodes, { tools }), { ...options, state });

const typed = (text: string, focus: PickerState['focus'] = 'query'): Partial<PickerState> => ({
  query: { text, at: text.length },
  focus,
});

/** Presses a key as the table of keys reads it now. */
function press(picker: Picker, key: string, held: { ctrl?: boolean } = {}) {
  const { view, focus } = picker.state;
  const context = { view: view.type, focus, isPicking: false };
  const intent = intentFor({ key, ctrl: held.ctrl ?? false, alt: false, shift: false }, context);
  return intent === null ? [] : picker.send(intent);
}

describe('the focus', () => {
  it('is in the list at the start, and in the query if the command line has one', () => {
    expect(start().state.focus).toBe('list');
    expect(start(typed('a')).state.focus).toBe('query');
  });

  const toQuery: [name: string, intent: Intent][] = [
    ['a letter', { type: 'insert', text: 'b' }],
    ['a paste', { type: 'paste', text: 'b' }],
    ['a paste of blanks', { type: 'paste', text: ' ' }],
    ['deleting a letter', { type: 'edit', edit: 'delete-back' }],
    ['deleting forward', { type: 'edit', edit: 'delete-forward' }],
    ['going to its start', { type: 'edit', edit: 'start' }],
    ['going to its end', { type: 'edit', edit: 'end' }],
  ];

  it.each(toQuery)('goes to the query with %s', (_name, intent) => {
    const picker = start(typed('ab', 'list'));
    picker.send(intent);
    expect(picker.state.focus).toBe('query');
  });

  const emptying: [name: string, intent: Intent][] = [
    ['deleting a letter', { type: 'edit', edit: 'delete-back' }],
    ['deleting a word', { type: 'edit', edit: 'delete-word' }],
    ['deleting all', { type: 'edit', edit: 'clear' }],
    ['going back', { type: 'back' }],
  ];

  it.each(emptying)('goes to the list if the query gets empty by %s', (_name, intent) => {
    const picker = start(typed('a'));
    picker.send(intent);
    expect([picker.state.query.text, picker.state.focus]).toEqual(['', 'list']);
  });

  it.each(['delete-back', 'delete-word', 'delete-to-end', 'clear', 'start', 'end'] as const)(
    'stays in the list if there is no query to edit: %s',
    (edit) => {
      const picker = start();
      picker.send({ type: 'edit', edit });
      expect(picker.state.focus).toBe('list');
    },
  );

  const toList: [name: string, intent: Intent][] = [
    ['down', { type: 'move', by: 1 }],
    ['up', { type: 'move', by: -1 }],
    ['a page', { type: 'page', by: 1 }],
    ['Home', { type: 'first' }],
    ['End', { type: 'last' }],
    ['the wheel', { type: 'move', by: 3 }],
    ['a click on a row', { type: 'point', index: 1 }],
    ['a click on a cell', { type: 'point-cell', index: 1, tool: 'claude' }],
  ];

  it.each(toList)('goes to the list with %s, and the query stays', (_name, intent) => {
    const picker = start(typed('a'));
    picker.send(intent);
    expect([picker.state.focus, picker.state.query.text]).toEqual(['list', 'a']);
  });

  it.each<[Intent]>([
    [{ type: 'next-kind' }],
    [{ type: 'next-showing' }],
    [{ type: 'next-sort' }],
    [{ type: 'tab', by: 1 }],
    [{ type: 'toggle' }],
    [{ type: 'help' }],
  ])('stays where it is with %o', (intent) => {
    for (const focus of ['list', 'query'] as const) {
      const picker = start(typed('a', focus));
      picker.send(intent);
      expect(picker.state.focus).toBe(focus);
    }
  });
});

describe('keys that depend on the focus', () => {
  it('Space separates words while typing, and switches after moving', () => {
    const picker = start();
    for (const key of ['a', 'space', 'b']) expect(switched(press(picker, key))).toEqual([]);
    expect(picker.state.query.text).toBe('a b');
    press(picker, 'backspace');
    press(picker, 'backspace');
    press(picker, 'down');
    expect(switched(press(picker, 'space'))).toEqual(['-ab']);
    expect(picker.state.query.text).toBe('a');
  });

  it.each(['down', 'up'])('the first %s after typing does not skip the row with the cursor', (key) => {
    const picker = start();
    for (const typedKey of ['a', key]) press(picker, typedKey);
    expect([picker.row?.id, picker.state.focus]).toEqual(['ab', 'list']);
    press(picker, 'down');
    expect(picker.row?.id).toBe('ac');
  });

  it('the first arrow moves at once while an entry is chosen to print', () => {
    const picker = start({}, { isPicking: true });
    for (const key of ['a', 'down']) press(picker, key);
    expect(picker.row?.id).toBe('ac');
  });

  it('Space switches again once the query is empty', () => {
    const picker = start();
    press(picker, 'a');
    press(picker, 'u', { ctrl: true });
    expect(switched(press(picker, 'space'))).toEqual(['-ab']);
  });

  it('Tab switches in either', () => {
    const picker = start();
    press(picker, 'a');
    expect(switched(press(picker, 'tab'))).toEqual(['-ab']);
    for (const key of ['down', 'down']) press(picker, key);
    expect(switched(press(picker, 'tab'))).toEqual(['-ac']);
    expect(picker.state.query.text).toBe('a');
  });

  it('the arrows move in the query, and between cells in the list', () => {
    const picker = start();
    for (const key of ['a', 'b', 'left']) press(picker, key);
    expect([picker.state.query.at, picker.state.tool]).toEqual([1, null]);
    press(picker, 'down');
    press(picker, 'right');
    expect([picker.state.query.at, picker.state.tool]).toEqual([1, 'claude']);
    press(picker, 'left');
    expect(picker.state.tool).toBeNull();
  });

  it('a letter typed in the list goes to where the cursor of the query is', () => {
    const picker = start({ query: { text: 'ac', at: 1 }, focus: 'list' });
    press(picker, 'b');
    expect(picker.state.query).toEqual({ text: 'abc', at: 2 });
  });
});

describe('a paste', () => {
  const texts = [' ', 'o', '?', 'ab', 'ab ', '\t', ' \r ', '\x18', 'x'.repeat(5_000)];
  const views: PickerState['view'][] = [
    { type: 'list' },
    { type: 'batch', ids: ['ab'] },
    { type: 'detail', id: 'ab', problem: null, top: 0 },
    { type: 'chooser', choices: [], key: null, query: { text: '', at: 0 } },
    { type: 'help', at: 0, top: 0, under: { type: 'list' } },
  ];

  it.each(views)('switches nothing, whatever it holds: $type', (view) => {
    for (const text of texts) {
      const picker = start({ view });
      expect(picker.send({ type: 'paste', text })).toEqual([]);
      expect(picker.state.view.type).toBe(view.type);
    }
  });

  it('is text of the query in the list, and of the chooser', () => {
    const picker = start();
    picker.send({ type: 'paste', text: 'ab ac' });
    expect(picker.state.query).toEqual({ text: 'ab ac', at: 5 });
    picker.send({ type: 'choose' }, { type: 'paste', text: 'two' });
    expect(picker.state.view).toMatchObject({ type: 'chooser', query: { text: 'two', at: 3 } });
  });
});
