/**
 * The table of keys: what each means in which view, and how it is described. It feeds the input, the footer, the help,
 * the README, and through `keyFor` every message that names a key. Its order is the footer's: if there is no room for
 * all keys, the first ones are shown.
 */

import type { LineEdit } from './edit-line.js';
import type { KeyIntent } from './intents.js';
import type { OpenView } from './state.js';

export type Group = 'Switch' | 'Find' | 'Move' | 'More';

export interface Binding {
  /** Written as `ctrl+x`, `alt+u`, `shift+tab`, `space`. */
  keys: readonly string[];
  intent: KeyIntent;
  views: readonly OpenView['type'][];
  group: Group;
  help: string;
  /** Two words for the footer; without them, the key is in the help only. */
  footer?: string;
  /** The views whose footer names it; without them, all views it works in. */
  footerViews?: readonly OpenView['type'][];
  /** True if the key means nothing while the user chooses an entry to print. */
  onlySwitching?: boolean;
}

type Views = Binding['views'];

const list: Views = ['list'];
/** Views with a line to type in: printable keys belong to it. */
export const typing: Views = ['list', 'chooser'];
const all: Views = ['list', 'batch', 'detail', 'chooser', 'help'];
const scrolling: Views = ['list', 'detail', 'chooser', 'help'];
const reading: Views = ['detail', 'help'];

/** How a key is written for people: `^x`, `alt+u`, `esc`. */
export function keyLabel(key: string): string {
  return key.replace(/^ctrl\+/, '^').replace('escape', 'esc');
}

const batchKey = 'ctrl+x';

const edits: readonly (readonly [keys: readonly string[], edit: LineEdit, help: string])[] = [
  [['left'], 'left', 'left'],
  [['right'], 'right', 'right'],
  [['ctrl+a'], 'start', 'to its start'],
  [['ctrl+e'], 'end', 'to its end'],
  [['backspace'], 'delete-back', 'delete before'],
  [['delete'], 'delete-forward', 'delete after'],
  [['ctrl+w', 'alt+backspace'], 'delete-word', 'delete a word'],
  [['ctrl+k'], 'delete-to-end', 'delete to its end'],
  [['ctrl+u'], 'clear', 'delete it'],
];

const queryKeys = edits.map(
  ([keys, edit, help]): Binding => ({
    keys,
    intent: { type: 'edit', edit },
    views: typing,
    group: 'Find',
    help: `in the query: ${help}`,
  }),
);

const switching = { group: 'Switch', onlySwitching: true } as const;

export const bindings: readonly Binding[] = [
  {
    keys: ['space'],
    intent: { type: 'toggle' },
    views: ['list', 'detail'],
    help: 'switch it on or off; on a header, its container',
    footer: 'switch',
    ...switching,
  },
  {
    keys: ['tab'],
    intent: { type: 'next-kind' },
    views: list,
    group: 'Find',
    help: 'kind: skills and agents, skills, agents, other, all',
    footer: 'kind',
  },
  {
    keys: [batchKey],
    intent: { type: 'batch' },
    views: list,
    help: 'switch everything shown; asks first',
    footer: 'all shown',
    ...switching,
  },
  {
    keys: ['o'],
    intent: { type: 'batch-all', enabled: true },
    views: ['batch'],
    help: `after ${keyLabel(batchKey)}: all on`,
    footer: 'all on',
    ...switching,
  },
  {
    keys: ['f'],
    intent: { type: 'batch-all', enabled: false },
    views: ['batch'],
    help: `after ${keyLabel(batchKey)}: all off`,
    footer: 'all off',
    ...switching,
  },
  {
    keys: ['enter'],
    intent: { type: 'open' },
    views: ['list', 'chooser', 'detail', 'help'],
    group: 'More',
    help: 'open: everything about it, with its file',
    footer: 'open',
    footerViews: typing,
  },
  {
    keys: ['e'],
    intent: { type: 'edit-file' },
    views: ['detail'],
    group: 'More',
    help: 'when open: edit its file in $VISUAL or $EDITOR',
    footer: 'edit',
    onlySwitching: true,
  },
  {
    keys: ['ctrl+/', 'alt+u'],
    intent: { type: 'undo' },
    views: list,
    help: 'take back the last switch or batch',
    footer: 'undo',
    ...switching,
  },
  {
    keys: ['ctrl+y'],
    intent: { type: 'put-back' },
    views: list,
    help: 'put back what the host forgot',
    footer: 'put back',
    ...switching,
  },
  {
    keys: ['ctrl+o'],
    intent: { type: 'choose' },
    views: list,
    group: 'More',
    help: 'other sessions, tools and hosts',
    footer: 'session',
  },
  {
    keys: ['shift+tab'],
    intent: { type: 'next-showing' },
    views: list,
    group: 'Find',
    help: 'show: any, on, off, problems',
    footer: 'show',
  },
  {
    keys: ['ctrl+s'],
    intent: { type: 'next-scope' },
    views: list,
    help: 'where switches are kept: session, workspace, global',
    ...switching,
  },
  {
    keys: ['down', 'ctrl+n'],
    intent: { type: 'move', by: 1 },
    views: scrolling,
    group: 'Move',
    help: 'down',
    footer: 'scroll',
    footerViews: reading,
  },
  { keys: ['up', 'ctrl+p'], intent: { type: 'move', by: -1 }, views: scrolling, group: 'Move', help: 'up' },
  {
    keys: ['pagedown'],
    intent: { type: 'page', by: 1 },
    views: scrolling,
    group: 'Move',
    help: 'a page down',
    footer: 'page',
    footerViews: reading,
  },
  { keys: ['pageup'], intent: { type: 'page', by: -1 }, views: scrolling, group: 'Move', help: 'a page up' },
  { keys: ['home'], intent: { type: 'first' }, views: scrolling, group: 'Move', help: 'to the top' },
  { keys: ['end'], intent: { type: 'last' }, views: scrolling, group: 'Move', help: 'to the end' },
  ...queryKeys,
  {
    keys: ['ctrl+r'],
    intent: { type: 'reread' },
    views: ['list', 'detail'],
    group: 'More',
    help: 'ask the host again',
  },
  { keys: ['ctrl+l'], intent: { type: 'redraw' }, views: all, group: 'More', help: 'draw the screen anew' },
  { keys: ['ctrl+z'], intent: { type: 'suspend' }, views: all, group: 'More', help: 'suspend' },
  { keys: ['ctrl+c'], intent: { type: 'leave' }, views: all, group: 'More', help: 'leave' },
  {
    keys: ['?', 'f1'],
    intent: { type: 'help' },
    views: all,
    group: 'More',
    help: 'this help',
    footer: 'help',
  },
  {
    keys: ['escape'],
    intent: { type: 'back' },
    views: all,
    group: 'More',
    help: 'back, clear, leave',
    footer: 'leave',
  },
];
