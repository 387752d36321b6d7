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
const reading: Views = ['detail', 'help'];

/** How a key is written for people: `^x`, `alt+u`, `esc`. */
export function keyLabel(key: string): string {
  return key.replace(/^ctrl\+/, '^').replace('escape', 'esc');
}

type BindingDetails = Omit<Binding, 'keys' | 'intent' | 'help'>;

function bind(keys: readonly string[], intent: KeyIntent, help: string, details: BindingDetails): Binding {
  return { keys, intent, help, ...details };
}

const switching = { group: 'Switch', views: list, onlySwitching: true } as const;
const finding = { group: 'Find', views: list } as const;
const moving = { group: 'Move', views: scrolling } as const;
const general = { group: 'More', views: all } as const;

const editing = (keys: readonly string[], edit: LineEdit, help: string): Binding =>
  bind(keys, { type: 'edit', edit }, `in the query: ${help}`, { group: 'Find', views: typing });

const batchKey = 'ctrl+x';
const inBatch = (footer: string) => ({ ...switching, views: ['batch'], footer }) as const;

const inConsent = { ...switching, views: ['consent'] } as const;

export const bindings: readonly Binding[] = [
  bind(['space'], { type: 'toggle' }, 'switch it on or off; on a heading, all of it', {
    ...switching,
    views: ['list', 'detail'],
    footer: 'switch',
  }),
  bind(['tab'], { type: 'next-kind' }, 'kind: skills and agents, skills, agents, other, all', {
    ...finding,
    footer: 'kind',
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
    footerViews: typing,
  }),
  bind(['e'], { type: 'edit-file' }, 'when open: edit its file in $VISUAL or $EDITOR', {
    group: 'More',
    views: ['detail'],
    footer: 'edit',
    onlySwitching: true,
  }),
  bind(['ctrl+/', 'alt+u'], { type: 'undo' }, 'take back the last switch or batch', {
    ...switching,
    footer: 'undo',
  }),
  bind(['ctrl+]', 'alt+r'], { type: 'redo' }, 'make again what was taken back', switching),
  bind(['ctrl+y'], { type: 'put-back' }, 'put back switches that were forgotten', {
    ...switching,
    footer: 'put back',
  }),
  bind(['ctrl+o'], { type: 'choose' }, 'other sessions and tools', {
    group: 'More',
    views: list,
    footer: 'session',
  }),
  bind(['shift+tab'], { type: 'next-showing' }, 'show: any, on, off, problems', {
    ...finding,
    footer: 'show',
  }),
  bind(['ctrl+s'], { type: 'next-scope' }, 'where switches are kept, from here to everywhere', switching),
  bind(['down', 'ctrl+n'], { type: 'move', by: 1 }, 'down', {
    ...moving,
    footer: 'scroll',
    footerViews: reading,
  }),
  bind(['up', 'ctrl+p'], { type: 'move', by: -1 }, 'up', moving),
  bind(['pagedown'], { type: 'page', by: 1 }, 'a page down', {
    ...moving,
    footer: 'page',
    footerViews: reading,
  }),
  bind(['pageup'], { type: 'page', by: -1 }, 'a page up', moving),
  bind(['home'], { type: 'first' }, 'to the top', moving),
  bind(['end'], { type: 'last' }, 'to the end', moving),
  editing(['left'], 'left', 'left'),
  editing(['right'], 'right', 'right'),
  editing(['ctrl+a'], 'start', 'to its start'),
  editing(['ctrl+e'], 'end', 'to its end'),
  editing(['backspace'], 'delete-back', 'delete before'),
  editing(['delete'], 'delete-forward', 'delete after'),
  editing(['ctrl+w', 'alt+backspace'], 'delete-word', 'delete a word'),
  editing(['ctrl+k'], 'delete-to-end', 'delete to its end'),
  editing(['ctrl+u'], 'clear', 'delete it'),
  bind(['ctrl+r'], { type: 'reread' }, 'read everything again', { group: 'More', views: ['list', 'detail'] }),
  bind(['ctrl+l'], { type: 'redraw' }, 'draw the screen anew', general),
  bind(['ctrl+z'], { type: 'suspend' }, 'suspend', general),
  bind(['ctrl+c'], { type: 'leave' }, 'leave', general),
  bind(['?', 'f1'], { type: 'help' }, 'this help', { ...general, footer: 'help' }),
  bind(['escape'], { type: 'back' }, 'back, clear, leave', { ...general, footer: 'leave' }),
];
