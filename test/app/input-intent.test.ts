import { describe, expect, it } from 'vitest';
import { intentOf } from '../../src/app/input-intent.js';
import { PickerStore } from '../../src/app/picker-store.js';
import type { OpenView } from '../../src/picker/open-view.js';
import type { PickerState } from '../../src/picker/state.js';
import { keyEvent } from '../../src/terminal/input-events.js';
import type { Screen } from '../../src/ui/screen.js';
import { directory, modelOf, skill, stateOf } from '../support/picker.js';

const views: OpenView[] = [
  { type: 'list' },
  { type: 'batch', ids: ['a'] },
  { type: 'detail', id: 'a', problem: null, top: 0 },
  { type: 'chooser', choices: [], key: null, query: { text: '', at: 0 } },
  { type: 'help', at: 0, top: 0, under: { type: 'list' } },
];

function screenIn(state: Partial<PickerState> = {}, isPicking = false): Screen {
  const store = new PickerStore({
    state: stateOf(state),
    model: modelOf([directory('d', [skill('a'), skill('b')])]),
    size: { columns: 80, rows: 24 },
    isPicking,
    now: () => 0,
    perform: () => {},
  });
  return store.getSnapshot();
}

const pointer = { type: 'mouse', column: 4, row: 5, ctrl: false, alt: false, shift: false } as const;
const batch = screenIn({ view: { type: 'batch', ids: ['a'] } });

describe('input', () => {
  it.each(views)('that is pasted is text or nothing, and never a command: $type', (view) => {
    const isTyping = view.type === 'list' || view.type === 'chooser';
    for (const text of ['o', 'f', 'e', '?', ' ', 'release notes'])
      expect(intentOf({ type: 'paste', text }, screenIn({ view }))).toEqual(
        isTyping ? { type: 'paste', text } : null,
      );
  });

  it('that is typed has the meaning in the table of keys', () => {
    expect(intentOf({ type: 'text', text: '?' }, screenIn())).toEqual({ type: 'help' });
    expect(intentOf({ type: 'text', text: 'o' }, batch)).toEqual({ type: 'batch-all', enabled: true });
    expect(intentOf(keyEvent('space'), screenIn({}, true))).toEqual({ type: 'insert', text: ' ' });
    expect(intentOf(keyEvent('x', { ctrl: true }), screenIn())).toEqual({ type: 'batch' });
    expect(intentOf(keyEvent('f9'), screenIn())).toBeNull();
  });

  it('has the meaning of the place that has the focus', () => {
    const typed = screenIn({ query: { text: 'a', at: 1 }, focus: 'query' });
    expect(intentOf(keyEvent('space'), screenIn())).toEqual({ type: 'toggle' });
    expect(intentOf(keyEvent('space'), typed)).toEqual({ type: 'insert', text: ' ' });
  });

  it.each(views)('of the wheel moves: $type', (view) => {
    const wheel = { ...pointer, action: 'wheel' } as const;
    expect(intentOf({ ...wheel, by: 1 }, screenIn({ view }))).toEqual({ type: 'move', by: 3 });
    expect(intentOf({ ...wheel, by: -1 }, screenIn({ view }))).toEqual({ type: 'move', by: -3 });
  });

  it.each(views.slice(1))('of a mouse button means nothing outside of the list: $type', (view) => {
    const press = { ...pointer, action: 'press', button: 'left' } as const;
    expect(intentOf(press, screenIn({ view }))).toBeNull();
  });
});

it.each(['ctrl', 'alt', 'shift'] as const)('a click with %s held is left to the terminal', (key) => {
  const click = { ...pointer, action: 'press', button: 'left', [key]: true } as const;
  expect(intentOf(click, screenIn())).toBeNull();
  expect(intentOf({ ...click, [key]: false }, screenIn())).not.toBeNull();
});
