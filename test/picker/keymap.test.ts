import { describe, expect, it } from 'vitest';
import { type Binding, bindings, keyLabel } from '../../src/picker/bindings.js';
import type { KeyIntent } from '../../src/picker/intents.js';
import { intentFor, type KeyPress, keyName } from '../../src/picker/keymap.js';
import type { OpenView } from '../../src/picker/open-view.js';

const viewTypes: OpenView['type'][] = ['list', 'batch', 'consent', 'detail', 'chooser', 'help'];

/** A press from the way it is written. */
function press(written: string): KeyPress {
  const parts = written === '+' ? ['+'] : written.split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1));
  return { key, ctrl: held.has('ctrl'), alt: held.has('alt'), shift: held.has('shift') };
}

const typeIn = (view: OpenView['type'], written: string, isPicking = false): KeyIntent | null =>
  intentFor(press(written), view, isPicking);

const printable = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).filter(
  (character) => character !== ' ' && character !== '?',
);

describe('in the list', () => {
  it.each([...printable, 'é', '日', '\u{1f680}', 'ß'])('%s is text and never a command', (letter) => {
    for (const isPicking of [false, true])
      expect(intentFor({ key: letter, ctrl: false, alt: false, shift: false }, 'list', isPicking)).toEqual({
        type: 'insert',
        text: letter,
      });
  });

  const keys: [written: string, intent: KeyIntent][] = [
    ['space', { type: 'toggle' }],
    ['tab', { type: 'next-kind' }],
    ['shift+tab', { type: 'next-showing' }],
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
    ['left', { type: 'edit', edit: 'left' }],
    ['right', { type: 'edit', edit: 'right' }],
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
    ['shift+space', { type: 'toggle' }],
  ];

  it.each(keys)('%s', (written, intent) => {
    expect(typeIn('list', written)).toEqual(intent);
  });

  it.each(['ctrl+b', 'alt+x', 'ctrl+alt+x', 'f5', 'insert', 'ctrl+space', 'alt+e', 'ctrl+left'])(
    '%s does nothing',
    (written) => {
      expect(typeIn('list', written)).toBeNull();
    },
  );
});

describe('in other views', () => {
  it.each(viewTypes)('? is always help: %s', (view) => {
    for (const isPicking of [false, true]) expect(typeIn(view, '?', isPicking)).toEqual({ type: 'help' });
  });

  it.each(viewTypes)('escape goes back and ctrl+c leaves: %s', (view) => {
    expect(typeIn(view, 'escape')).toEqual({ type: 'back' });
    expect(typeIn(view, 'ctrl+c')).toEqual({ type: 'leave' });
  });

  it('o and f work in the batch question alone', () => {
    expect(typeIn('batch', 'o')).toEqual({ type: 'batch-all', enabled: true });
    expect(typeIn('batch', 'f')).toEqual({ type: 'batch-all', enabled: false });
    for (const letter of ['O', 'y', 'n', 'x', 'space', 'enter']) expect(typeIn('batch', letter)).toBeNull();
  });

  it('e edits in the detail view and nowhere else', () => {
    expect(typeIn('detail', 'e')).toEqual({ type: 'edit-file' });
    for (const view of ['batch', 'help'] as const) expect(typeIn(view, 'e')).toBeNull();
    expect(typeIn('chooser', 'e')).toEqual({ type: 'insert', text: 'e' });
  });

  it('Space is a letter in the chooser', () => {
    expect(typeIn('chooser', 'space')).toEqual({ type: 'insert', text: ' ' });
  });
});

describe('while choosing an entry', () => {
  it('Space is a letter', () => {
    expect(typeIn('list', 'space', true)).toEqual({ type: 'insert', text: ' ' });
  });

  it.each(['ctrl+x', 'ctrl+/', 'alt+u', 'ctrl+y', 'ctrl+s'])('%s does nothing', (written) => {
    expect(typeIn('list', written, true)).toBeNull();
  });
});

describe('the table', () => {
  const clashes = ({ keys, views }: Binding, other: Binding) =>
    keys.some((key) => other.keys.includes(key)) && views.some((view) => other.views.includes(view));

  it('gives no key two meanings in one view', () => {
    for (const [index, binding] of bindings.entries())
      expect(bindings.slice(index + 1).filter((other) => clashes(binding, other))).toEqual([]);
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
