import { describe, expect, it } from 'vitest';
import { bindings, keyLabel } from '../../src/picker/bindings.js';
import { helpItems } from '../../src/picker/help-items.js';
import type { KeyIntent } from '../../src/picker/intents.js';
import { intentFor, isBound, type KeyContext, type KeyPress, keyName } from '../../src/picker/keymap.js';
import type { OpenView } from '../../src/picker/open-view.js';

const viewTypes: OpenView['type'][] = ['list', 'batch', 'consent', 'detail', 'chooser', 'help'];
const focuses = ['list', 'query'] as const;

const contexts: KeyContext[] = viewTypes.flatMap((view) =>
  focuses.flatMap((focus) => [false, true].map((isPicking) => ({ view, focus, isPicking }))),
);

/** A press from the way it is written. */
function press(written: string): KeyPress {
  const parts = written === '+' ? ['+'] : written.split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1));
  return { key, ctrl: held.has('ctrl'), alt: held.has('alt'), shift: held.has('shift') };
}

const typeIn = (
  view: OpenView['type'],
  written: string,
  { focus = 'list', isPicking = false }: Partial<KeyContext> = {},
): KeyIntent | null => intentFor(press(written), { view, focus, isPicking });

const printable = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).filter(
  (character) => character !== ' ' && character !== '?',
);

describe('in the list', () => {
  it.each([...printable, 'é', '日', '\u{1f680}', 'ß'])('%s is text and never a command', (letter) => {
    for (const context of contexts.filter(({ view }) => view === 'list'))
      expect(intentFor({ key: letter, ctrl: false, alt: false, shift: false }, context)).toEqual({
        type: 'insert',
        text: letter,
      });
  });

  const keys: [written: string, intent: KeyIntent][] = [
    ['tab', { type: 'toggle' }],
    ['alt+right', { type: 'tab', by: 1 }],
    ['shift+right', { type: 'tab', by: 1 }],
    ['alt+f', { type: 'tab', by: 1 }],
    ['shift+tab', { type: 'tab', by: 1 }],
    ['alt+left', { type: 'tab', by: -1 }],
    ['shift+left', { type: 'tab', by: -1 }],
    ['alt+b', { type: 'tab', by: -1 }],
    ['ctrl+left', { type: 'tab', by: -1 }],
    ['ctrl+right', { type: 'tab', by: 1 }],
    ['ctrl+t', { type: 'next-kind' }],
    ['ctrl+f', { type: 'next-showing' }],
    ['ctrl+g', { type: 'next-sort' }],
    ['ctrl+v', { type: 'preview' }],
    ['alt+v', { type: 'preview' }],
    ['ctrl+x', { type: 'batch' }],
    ['ctrl+/', { type: 'undo' }],
    ['alt+u', { type: 'undo' }],
    ['ctrl+]', { type: 'redo' }],
    ['alt+r', { type: 'redo' }],
    ['ctrl+s', { type: 'next-scope' }],
    ['ctrl+y', { type: 'put-back' }],
    ['enter', { type: 'open' }],
    ['ctrl+o', { type: 'choose' }],
    ['ctrl+r', { type: 'reread' }],
    ['ctrl+l', { type: 'redraw' }],
    ['up', { type: 'move', by: -1 }],
    ['ctrl+p', { type: 'move', by: -1 }],
    ['down', { type: 'move', by: 1 }],
    ['ctrl+n', { type: 'move', by: 1 }],
    ['pageup', { type: 'page', by: -1 }],
    ['pagedown', { type: 'page', by: 1 }],
    ['home', { type: 'first' }],
    ['end', { type: 'last' }],
    ['ctrl+a', { type: 'edit', edit: 'start' }],
    ['ctrl+e', { type: 'edit', edit: 'end' }],
    ['ctrl+w', { type: 'edit', edit: 'delete-word' }],
    ['alt+backspace', { type: 'edit', edit: 'delete-word' }],
    ['ctrl+k', { type: 'edit', edit: 'delete-to-end' }],
    ['ctrl+u', { type: 'edit', edit: 'clear' }],
    ['backspace', { type: 'edit', edit: 'delete-back' }],
    ['delete', { type: 'edit', edit: 'delete-forward' }],
    ['escape', { type: 'back' }],
    ['ctrl+c', { type: 'leave' }],
    ['ctrl+z', { type: 'suspend' }],
    ['f1', { type: 'help' }],
    ['shift+backspace', { type: 'edit', edit: 'delete-back' }],
  ];

  it.each(keys)('%s means the same wherever the focus is', (written, intent) => {
    for (const focus of focuses) expect(typeIn('list', written, { focus })).toEqual(intent);
  });

  const byFocus: [written: string, inList: KeyIntent, inQuery: KeyIntent][] = [
    ['space', { type: 'toggle' }, { type: 'insert', text: ' ' }],
    ['shift+space', { type: 'toggle' }, { type: 'insert', text: ' ' }],
    ['left', { type: 'tool', by: -1 }, { type: 'edit', edit: 'left' }],
    ['right', { type: 'tool', by: 1 }, { type: 'edit', edit: 'right' }],
  ];

  it.each(byFocus)('%s depends on the focus', (written, inList, inQuery) => {
    expect(typeIn('list', written)).toEqual(inList);
    expect(typeIn('list', written, { focus: 'query' })).toEqual(inQuery);
  });

  it.each(['ctrl+b', 'alt+x', 'ctrl+alt+x', 'f5', 'insert', 'ctrl+space', 'alt+e'])(
    '%s does nothing',
    (written) => {
      expect(typeIn('list', written)).toBeNull();
    },
  );
});

describe('in other views', () => {
  it.each(viewTypes)('? is always help: %s', (view) => {
    for (const key of ['?', 'f1'])
      for (const isPicking of [false, true])
        expect(typeIn(view, key, { isPicking })).toEqual({ type: 'help' });
  });

  it.each(viewTypes)('escape goes back and ctrl+c leaves: %s', (view) => {
    expect(typeIn(view, 'escape')).toEqual({ type: 'back' });
    expect(typeIn(view, 'ctrl+c')).toEqual({ type: 'leave' });
  });

  it('o and f answer the batch question', () => {
    expect(typeIn('batch', 'o')).toEqual({ type: 'batch-all', enabled: true });
    expect(typeIn('batch', 'f')).toEqual({ type: 'batch-all', enabled: false });
    for (const letter of ['O', 'y', 'n', 'x', 'space', 'enter']) expect(typeIn('batch', letter)).toBeNull();
  });

  const inDetail: [written: string, intent: KeyIntent][] = [
    ['e', { type: 'edit-file' }],
    ['o', { type: 'edit-setting' }],
    ['n', { type: 'neighbour', by: 1 }],
    ['p', { type: 'neighbour', by: -1 }],
  ];

  it.each(inDetail)('%s works in the detail view, and is a letter in the chooser', (written, intent) => {
    expect(typeIn('detail', written)).toEqual(intent);
    expect(typeIn('help', written)).toBeNull();
    expect(typeIn('chooser', written)).toEqual({ type: 'insert', text: written });
  });

  it.each(['space', 'tab'])('%s switches in the detail view, wherever the focus was in the list', (key) => {
    for (const focus of focuses) expect(typeIn('detail', key, { focus })).toEqual({ type: 'toggle' });
  });

  it('undo and redo work in the detail view', () => {
    expect([typeIn('detail', 'ctrl+/'), typeIn('detail', 'alt+r')]).toEqual([
      { type: 'undo' },
      { type: 'redo' },
    ]);
  });

  it('Space is a letter in the chooser, and the arrows move in its query', () => {
    for (const focus of focuses) {
      expect(typeIn('chooser', 'space', { focus })).toEqual({ type: 'insert', text: ' ' });
      expect(typeIn('chooser', 'left', { focus })).toEqual({ type: 'edit', edit: 'left' });
    }
  });
});

describe('while choosing an entry', () => {
  it('Space is a letter, wherever the focus is', () => {
    for (const focus of focuses)
      expect(typeIn('list', 'space', { focus, isPicking: true })).toEqual({ type: 'insert', text: ' ' });
  });

  it.each([
    ...['ctrl+x', 'ctrl+/', 'alt+u', 'ctrl+]', 'alt+r', 'ctrl+y', 'ctrl+s', 'tab', 'shift+tab'],
    ...['alt+left', 'alt+right', 'left', 'right'],
  ])('%s does nothing', (written) => {
    expect(typeIn('list', written, { isPicking: true })).toBeNull();
  });
});

describe('the table', () => {
  const keysIn = (context: KeyContext) =>
    bindings.filter((binding) => isBound(binding, context)).flatMap(({ keys }) => keys);

  it.each(contexts)('gives no key two meanings: $view, $focus, picking $isPicking', (context) => {
    const keys = keysIn(context);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(bindings.flatMap((binding) => binding.keys.map((key) => ({ key, binding }))))(
    'finds $key for $binding.intent wherever it works, and nowhere else',
    ({ key, binding }) => {
      const working = contexts.filter((context) => isBound(binding, context));
      expect(working).not.toEqual([]);
      for (const context of contexts) {
        const found = intentFor(press(key), context) === binding.intent;
        expect(found).toBe(working.includes(context));
      }
    },
  );

  /** What their lines name is typed into the query. */
  const typedSections: string[] = ['Search', 'Marks'];

  it.each(contexts)('lists all keys in the help: $view, $focus, picking $isPicking', (context) => {
    const lines = helpItems({ ...context, hasTools: true, hasCells: true }).filter(
      ({ section }) => !typedSections.includes(section),
    );
    for (const { keys, intent } of lines)
      if (intent !== null) for (const key of keys) expect(intentFor(press(key), context)).toBe(intent);
    const listed = new Set(lines.flatMap(({ keys }) => keys));
    expect(keysIn(context).filter((key) => !listed.has(key))).toEqual(['?', 'f1']);
  });

  it('uses no key that terminals send as another', () => {
    const keys = bindings.flatMap((binding) => binding.keys);
    for (const key of ['ctrl+h', 'ctrl+i', 'ctrl+j', 'ctrl+m', 'ctrl+[']) expect(keys).not.toContain(key);
  });

  it('names the footer’s keys in the order of their importance', () => {
    const named = bindings.filter(({ footer, views }) => footer !== undefined && views.includes('list'));
    const order = named.map(({ keys }) => keyLabel(keys[0] ?? ''));
    const wanted = ['space', 'tab', '^x', 'enter', '^/', '^o', '?', 'esc'];
    expect(order.filter((key) => wanted.includes(key))).toEqual(wanted);
  });

  it('writes keys as the key reader names them', () => {
    for (const { keys } of bindings) for (const key of keys) expect(keyName(press(key))).toBe(key);
  });
});

it('does nothing for a key with Shift that has a meaning only elsewhere', () => {
  const context = { view: 'detail', focus: 'list', isPicking: false } as const;
  expect(intentFor(press('tab'), context)).toEqual({ type: 'toggle' });
  expect(intentFor(press('shift+tab'), context)).toBeNull();
});
