/**
 * Every key once: what it means in which view, and what to say about it. The table feeds the input, the footer,
 * the help and the README.
 */

import type { KeyIntent } from './intents.js';
import type { View } from './state.js';

export type Group = 'Switch' | 'Find' | 'Move' | 'More';

export interface Binding {
  /** Written as `ctrl+x`, `alt+u`, `shift+tab`, `space`. */
  keys: readonly string[];
  intent: KeyIntent;
  views: readonly View['type'][];
  group: Group;
  help: string;
  /** Two words for the footer; without them it is only in the help. */
  footer?: string;
  /** Not while choosing one to print. */
  onlySwitching?: boolean;
}

const list: readonly View['type'][] = ['list'];
/** Views with a line to type in: printable keys belong to it. */
export const typing: readonly View['type'][] = ['list', 'chooser'];
const all: readonly View['type'][] = ['list', 'batch', 'detail', 'chooser', 'help'];
const scrolling: readonly View['type'][] = ['list', 'detail', 'chooser', 'help'];

export const bindings: readonly Binding[] = [
  {
    keys: ['space'],
    intent: { type: 'toggle' },
    views: ['list', 'detail'],
    group: 'Switch',
    help: 'switch it on or off; on a header, its container',
    footer: 'switch',
    onlySwitching: true,
  },
  {
    keys: ['ctrl+x'],
    intent: { type: 'batch' },
    views: list,
    group: 'Switch',
    help: 'switch everything shown; asks first',
    footer: 'all shown',
    onlySwitching: true,
  },
  {
    keys: ['ctrl+/', 'alt+u'],
    intent: { type: 'undo' },
    views: list,
    group: 'Switch',
    help: 'take back the last switch or batch',
    footer: 'undo',
    onlySwitching: true,
  },
  {
    keys: ['ctrl+y'],
    intent: { type: 'put-back' },
    views: list,
    group: 'Switch',
    help: 'put back what the host forgot',
    onlySwitching: true,
  },
  {
    keys: ['ctrl+s'],
    intent: { type: 'next-scope' },
    views: list,
    group: 'Switch',
    help: 'where switches are kept: session, workspace, global',
    onlySwitching: true,
  },
  {
    keys: ['o'],
    intent: { type: 'batch-all', enabled: true },
    views: ['batch'],
    group: 'Switch',
    help: 'after ^x: all on',
    footer: 'all on',
  },
  {
    keys: ['f'],
    intent: { type: 'batch-all', enabled: false },
    views: ['batch'],
    group: 'Switch',
    help: 'after ^x: all off',
    footer: 'all off',
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
    keys: ['shift+tab'],
    intent: { type: 'next-showing' },
    views: list,
    group: 'Find',
    help: 'show: any, on, off, problems',
    footer: 'show',
  },
  {
    keys: ['left'],
    intent: { type: 'edit', edit: 'left' },
    views: typing,
    group: 'Find',
    help: 'in the query: left',
  },
  {
    keys: ['right'],
    intent: { type: 'edit', edit: 'right' },
    views: typing,
    group: 'Find',
    help: 'in the query: right',
  },
  {
    keys: ['ctrl+a'],
    intent: { type: 'edit', edit: 'start' },
    views: typing,
    group: 'Find',
    help: 'in the query: to its start',
  },
  {
    keys: ['ctrl+e'],
    intent: { type: 'edit', edit: 'end' },
    views: typing,
    group: 'Find',
    help: 'in the query: to its end',
  },
  {
    keys: ['backspace'],
    intent: { type: 'edit', edit: 'delete-back' },
    views: typing,
    group: 'Find',
    help: 'in the query: delete before',
  },
  {
    keys: ['delete'],
    intent: { type: 'edit', edit: 'delete-forward' },
    views: typing,
    group: 'Find',
    help: 'in the query: delete after',
  },
  {
    keys: ['ctrl+w', 'alt+backspace'],
    intent: { type: 'edit', edit: 'delete-word' },
    views: typing,
    group: 'Find',
    help: 'in the query: delete a word',
  },
  {
    keys: ['ctrl+k'],
    intent: { type: 'edit', edit: 'delete-to-end' },
    views: typing,
    group: 'Find',
    help: 'in the query: delete to its end',
  },
  {
    keys: ['ctrl+u'],
    intent: { type: 'edit', edit: 'clear' },
    views: typing,
    group: 'Find',
    help: 'in the query: delete it',
  },
  { keys: ['up', 'ctrl+p'], intent: { type: 'move', by: -1 }, views: scrolling, group: 'Move', help: 'up' },
  {
    keys: ['down', 'ctrl+n'],
    intent: { type: 'move', by: 1 },
    views: scrolling,
    group: 'Move',
    help: 'down',
  },
  { keys: ['pageup'], intent: { type: 'page', by: -1 }, views: scrolling, group: 'Move', help: 'a page up' },
  {
    keys: ['pagedown'],
    intent: { type: 'page', by: 1 },
    views: scrolling,
    group: 'Move',
    help: 'a page down',
  },
  { keys: ['home'], intent: { type: 'first' }, views: scrolling, group: 'Move', help: 'to the top' },
  { keys: ['end'], intent: { type: 'last' }, views: scrolling, group: 'Move', help: 'to the end' },
  {
    keys: ['enter'],
    intent: { type: 'open' },
    views: ['list', 'chooser', 'detail', 'help'],
    group: 'More',
    help: 'open: everything about it, with its file',
    footer: 'open',
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
    keys: ['ctrl+o'],
    intent: { type: 'choose' },
    views: list,
    group: 'More',
    help: 'other sessions, tools and hosts',
    footer: 'session',
  },
  { keys: ['ctrl+r'], intent: { type: 'reread' }, views: list, group: 'More', help: 'ask the host again' },
  { keys: ['ctrl+l'], intent: { type: 'redraw' }, views: all, group: 'More', help: 'draw the screen anew' },
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
  { keys: ['ctrl+c'], intent: { type: 'leave' }, views: all, group: 'More', help: 'leave' },
  { keys: ['ctrl+z'], intent: { type: 'suspend' }, views: all, group: 'More', help: 'suspend' },
];
