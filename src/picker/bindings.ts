/**
 * The table of keys: what each means in which view, and how it is described. It feeds the input, the footer, the help,
 * the README, and through `keyFor` every message that names a key. Its order is the footer's: if there is no room for
 * all keys, the first ones are shown.
 */

import type { LineEdit } from './edit-line.js';
import type { KeyIntent } from './intents.js';
import type { OpenView } from './open-view.js';
import type { PickerState } from './state.js';

export type KeyGroup = 'Switch' | 'Find' | 'Move' | 'More';
type Focus = PickerState['focus'];

export interface Binding {
  /** Written as `ctrl+x`, `alt+u`, `shift+tab`, `space`. The first one is shown; all are in the help. */
  keys: readonly string[];
  intent: KeyIntent;
  views: readonly OpenView['type'][];
  group: KeyGroup;
  help: string;
  /** In the list, the key has this meaning only if this has the focus. */
  focus?: Focus;
  /** A word or two for the footer; without them, only the help names the key. */
  footer?: string;
  /** The views whose footer names it; by default, all views in which it works. */
  footerViews?: readonly OpenView['type'][];
  /** True if the key does nothing while the user chooses an entry to print. */
  onlySwitching?: boolean;
}

type Views = Binding['views'];

const list: Views = ['list'];
/** Views with a line to type in: printable keys belong to it. */
export const typing: Views = ['list', 'chooser'];
const all: Views = ['list', 'batch', 'consent', 'detail', 'chooser', 'help'];
const scrolling: Views = ['list', 'detail', 'chooser', 'help'];
const detail: Views = ['detail'];

const symbols: Readonly<Record<string, string>> = { left: '←', right: '→', up: '↑', down: '↓' };

/** How a key is written for people: `^x`, `alt+u`, `esc`, `alt+←`. */
export function keyLabel(key: string): string {
  const parts = key.replace(/^ctrl\+/, '^').replace('escape', 'esc');
  return parts.replace(/(left|right|up|down)$/, (name) =>
    parts.startsWith('page') ? name : (symbols[name] ?? name),
  );
}

type BindingDetails = Omit<Binding, 'keys' | 'intent' | 'help'>;

function bind(keys: readonly string[], intent: KeyIntent, help: string, details: BindingDetails): Binding {
  return { keys, intent, help, ...details };
}

const switching = { group: 'Switch', views: list, onlySwitching: true } as const;
const finding = { group: 'Find', views: list } as const;
const moving = { group: 'Move', views: scrolling } as const;
const general = { group: 'More', views: all } as const;
const reading = { group: 'More', views: detail, onlySwitching: true } as const;

const editing = (keys: readonly string[], edit: LineEdit, help: string): Binding =>
  bind(keys, { type: 'edit', edit }, `in the query: ${help}`, { group: 'Find', views: typing });

/** Left and right belong to the query only while it has the focus. */
const editingInQuery = (keys: readonly string[], edit: LineEdit, help: string): Binding => ({
  ...editing(keys, edit, help),
  focus: 'query',
});

const batchKey = 'ctrl+x';
const inBatch = (footer: string) => ({ ...switching, views: ['batch'], footer }) as const;

const inConsent = { ...switching, views: ['consent'] } as const;

export const bindings: readonly Binding[] = [
  bind(['space'], { type: 'toggle' }, 'in the list: switch on or off', {
    ...switching,
    focus: 'list',
    views: ['list', 'detail'],
    footer: 'switch',
  }),
  bind(['tab'], { type: 'toggle' }, 'switch on or off, also while typing', {
    ...switching,
    views: ['list', 'detail'],
    footer: 'switch',
  }),
  bind(['left'], { type: 'tool', by: -1 }, 'in the list: the tool to the left', {
    ...switching,
    focus: 'list',
  }),
  bind(['right'], { type: 'tool', by: 1 }, 'in the list: the tool to the right', {
    ...switching,
    focus: 'list',
    footer: 'tool',
  }),
  bind([batchKey], { type: 'batch' }, 'switch everything shown; asks first', {
    ...switching,
    footer: 'all shown',
  }),
  bind(['o'], { type: 'batch-all', enabled: true }, `after ${keyLabel(batchKey)}: all on`, inBatch('all on')),
  bind(
    ['f'],
    { type: 'batch-all', enabled: false },
    `after ${keyLabel(batchKey)}: all off`,
    inBatch('all off'),
  ),
  bind(['o'], { type: 'consent', answer: 'once' }, 'when asked: for all repositories, once', inConsent),
  bind(['a'], { type: 'consent', answer: 'always' }, 'when asked: from now on, always', inConsent),
  bind(['l'], { type: 'consent', answer: 'leave' }, 'when asked: leave the tool out', inConsent),
  bind(['enter'], { type: 'open' }, 'open: everything about it, with its file', {
    group: 'More',
    views: ['list', 'chooser', 'detail', 'help'],
    footer: 'open',
    footerViews: ['list', 'chooser', 'help'],
  }),
  bind(['e'], { type: 'edit-file' }, 'when open: edit its file in $VISUAL or $EDITOR', {
    ...reading,
    footer: 'edit',
  }),
  bind(['o'], { type: 'edit-setting' }, 'when open: edit the setting that decides', {
    ...reading,
    footer: 'setting',
  }),
  bind(['a'], { type: 'select-agent' }, 'when open: the agent of the session, or again the default', {
    ...reading,
    footer: 'use as agent',
  }),
  bind(['n'], { type: 'neighbour', by: 1 }, 'when open: the next one', {
    ...reading,
    footer: 'next',
  }),
  bind(['p'], { type: 'neighbour', by: -1 }, 'when open: the one before', {
    ...reading,
    footer: 'previous',
  }),
  bind(['ctrl+/', 'alt+u'], { type: 'undo' }, 'take back the last switch or batch', {
    ...switching,
    views: ['list', 'detail'],
    footer: 'undo',
  }),
  bind(['ctrl+]', 'alt+r'], { type: 'redo' }, 'make again what was taken back', {
    ...switching,
    views: ['list', 'detail'],
  }),
  bind(['ctrl+y'], { type: 'put-back' }, 'put back what was forgotten', {
    ...switching,
    footer: 'put back',
  }),
  bind(
    ['ctrl+s'],
    { type: 'next-scope' },
    'where switches are kept: here, for everyone here, everywhere',
    switching,
  ),
  bind(['ctrl+o'], { type: 'choose' }, 'other sessions and running editors', {
    group: 'More',
    views: list,
    footer: 'sessions',
  }),
  bind(['ctrl+t'], { type: 'next-kind' }, 'kind: skills and agents, skills, agents, other, all', {
    ...finding,
    footer: 'kind',
  }),
  bind(['ctrl+f'], { type: 'next-showing' }, 'show: any, on, differs, off, broken', {
    ...finding,
    footer: 'show',
  }),
  bind(
    ['alt+right', 'shift+right', 'ctrl+right', 'alt+f', 'shift+tab'],
    { type: 'tab', by: 1 },
    'the next tab',
    {
      ...finding,
      onlySwitching: true,
    },
  ),
  bind(['alt+left', 'shift+left', 'ctrl+left', 'alt+b'], { type: 'tab', by: -1 }, 'the tab before', {
    ...finding,
    onlySwitching: true,
  }),
  bind(['ctrl+g'], { type: 'next-sort' }, 'sort: by folder, by name', finding),
  bind(['ctrl+v', 'alt+v'], { type: 'preview' }, 'show or hide the preview', { group: 'More', views: list }),
  bind(['down', 'ctrl+n'], { type: 'move', by: 1 }, 'down', {
    ...moving,
    footer: 'scroll',
    footerViews: detail,
  }),
  bind(['up', 'ctrl+p'], { type: 'move', by: -1 }, 'up', moving),
  bind(['pagedown'], { type: 'page', by: 1 }, 'a page down', moving),
  bind(['pageup'], { type: 'page', by: -1 }, 'a page up', moving),
  bind(['home'], { type: 'first' }, 'to the top', moving),
  bind(['end'], { type: 'last' }, 'to the end', moving),
  editingInQuery(['left'], 'left', 'left'),
  editingInQuery(['right'], 'right', 'right'),
  editing(['ctrl+a'], 'start', 'to its start'),
  editing(['ctrl+e'], 'end', 'to its end'),
  editing(['backspace'], 'delete-back', 'delete before'),
  editing(['delete'], 'delete-forward', 'delete after'),
  editing(['ctrl+w', 'alt+backspace'], 'delete-word', 'delete a word'),
  editing(['ctrl+k'], 'delete-to-end', 'delete to its end'),
  editing(['ctrl+u'], 'clear', 'delete it'),
  bind(['ctrl+r'], { type: 'reread' }, 'read everything again', { group: 'More', views: ['list', 'detail'] }),
  bind(['ctrl+l'], { type: 'redraw' }, 'draw the screen anew, and leave the mouse to the terminal', general),
  bind(['ctrl+z'], { type: 'suspend' }, 'suspend', general),
  bind(['ctrl+c'], { type: 'leave' }, 'leave', general),
  bind(['?', 'f1'], { type: 'help' }, 'this help', { ...general, footer: 'help' }),
  bind(['escape'], { type: 'back' }, 'back, clear, leave', { ...general, footer: 'leave' }),
];
