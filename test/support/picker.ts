/** The picker without a screen: models from plain nodes, and a state that intents are sent to. */

import { prepareSwitch } from '../../src/client/prepare-switch.js';
import { type EntryList, listEntries } from '../../src/entries/entries.js';
import { addressable } from '../../src/entries/filter.js';
import { createIndex } from '../../src/entries/search-entries.js';
import { sessionInfo } from '../../src/entries/session-info.js';
import { settleCursor } from '../../src/picker/cursor.js';
import type { Effect, Intent } from '../../src/picker/intents.js';
import type { NamedSwitch } from '../../src/picker/made-switches.js';
import { buildRows, type Row, type Rows } from '../../src/picker/rows.js';
import { initialState, type Model, type PickerState } from '../../src/picker/state.js';
import { update, type World } from '../../src/picker/update.js';
import { childrenOf } from '../../src/protocol/tree.js';
import type { AnyCustomization, Customization, SessionState } from '../../src/protocol/types.js';
import { abilitiesOf } from '../../src/protocol/versions.js';
import { ownHost } from './standing.js';

/** A node as it arrives over the wire, with the fewest fields. */
export interface Node {
  type: string;
  id: string;
  name: string;
  uri: string;
  children?: Node[];
  [field: string]: unknown;
}

type Fields = Record<string, unknown>;

const node = (type: string, id: string, fields: Fields): Node => ({
  type,
  id,
  name: id,
  uri: `file:///repo/${id}`,
  ...fields,
});

export const skill = (id: string, fields: Fields = {}): Node => node('skill', id, fields);
export const agent = (id: string, fields: Fields = {}): Node => node('agent', id, fields);
export const server = (id: string, fields: Fields = {}): Node =>
  node('mcpServer', id, { state: { kind: 'ready' }, ...fields });
export const directory = (id: string, children: Node[] | undefined, fields: Fields = {}): Node =>
  node('directory', id, { contents: 'skill', writable: true, ...(children && { children }), ...fields });
export const plugin = (id: string, children: Node[], fields: Fields = {}): Node =>
  node('plugin', id, { children, ...fields });

/** What our own host adds. */
export const extras = (skillpick: Fields): Fields => ({ _meta: { skillpick } });

/** The session that each list was made from. */
const sessions = new WeakMap<EntryList, SessionState>();

function listOf(session: SessionState): EntryList {
  const list = listEntries(session, ownHost);
  sessions.set(list, session);
  return list;
}

/** The list as skillpick's own host leaves it while the switches are under way. */
function listWith(list: EntryList, batch: readonly NamedSwitch[]): EntryList {
  const session = sessions.get(list) ?? { lifecycle: 'ready', customizations: [] };
  const setting = { isOwnHost: true, workspace: undefined, batch: 'b' };
  const prepared = new Map(batch.map((request) => [request.id, prepareSwitch(request, setting)]));
  const shown = <T extends AnyCustomization>(node: T): T => (prepared.get(node.id)?.show(node) ?? node) as T;
  const customizations = session.customizations?.map((node) => {
    const children = childrenOf(node)?.map(shown);
    return (children === undefined ? shown(node) : { ...shown(node), children }) as Customization;
  });
  return listOf({ ...session, customizations } as SessionState);
}

export function modelOf(customizations: readonly Node[], changes: Partial<Model> = {}, meta?: Fields): Model {
  const session = {
    lifecycle: 'ready',
    title: 'my-repo',
    customizations,
    ...(meta && { _meta: { skillpick: meta } }),
  } as unknown as SessionState;
  const list = listOf(session);
  return {
    list,
    index: () => createIndex(list.entries),
    folderIndex: () =>
      createIndex(addressable(list, { abilities: abilitiesOf(ownHost.protocolVersion), host: ownHost })),
    pending: new Map(),
    session: sessionInfo('copilotcli:/one', session),
    agent: null,
    isAgentPending: false,
    host: { kind: 'url', name: 'agent host', protocolVersion: '0.9.0', isOwn: false },
    history: changes.host?.isOwn ? changes.host.kind : 'other',
    clientId: 'us',
    tools: [],
    home: '/home/me',
    limit: null,
    onlyTools: null,
    link: { kind: 'live' },
    isTemporary: false,
    hasEnded: false,
    noScopes: null,
    waitingFor: null,
    isLoading: false,
    filesRead: null,
    ...changes,
  };
}

export function stateOf(changes: Partial<PickerState> = {}): PickerState {
  return { ...initialState({ scope: 'session' }), ...changes };
}

export interface PickerOptions {
  state?: Partial<PickerState>;
  height?: number;
  isPicking?: boolean;
  isTooSmall?: boolean;
  mayHavePreview?: boolean;
}

/** The picker's state over time, with the rows a screen of some height would show. */
export class Picker {
  state: PickerState;
  rows: Rows;
  nowMs = 1_000_000;
  readonly effects: Effect[] = [];
  readonly #options: PickerOptions;
  #model: Model;

  constructor(model: Model, options: PickerOptions = {}) {
    this.#options = options;
    this.#model = model;
    const state = stateOf(options.state);
    this.rows = buildRows(model, state);
    this.state = settleCursor(state, this.rows, this.height);
  }

  get height(): number {
    return this.#options.height ?? 10;
  }

  get model(): Model {
    return this.#model;
  }

  /** The host's state changed. */
  set model(model: Model) {
    this.#model = model;
    this.#settle(this.state);
  }

  /** Applies the intents and returns their effects. */
  send(...intents: Intent[]): Effect[] {
    const before = this.effects.length;
    for (const intent of intents) {
      const { state, effects } = update(this.state, intent, this.#world);
      this.effects.push(...effects);
      this.#followSwitches(intent, effects);
      this.#settle(state);
    }
    return this.effects.slice(before);
  }

  get #world(): World {
    const { isPicking = false, isTooSmall = false, mayHavePreview = true } = this.#options;
    const { nowMs, rows, height, model } = this;
    const heights = { listHeight: height, viewHeight: height + 2, hasHeads: height > 5 };
    return { model, rows, ...heights, nowMs, isPicking, isTooSmall, mayHavePreview };
  }

  type(text: string): Effect[] {
    return this.send(...[...text].map((letter): Intent => ({ type: 'insert', text: letter })));
  }

  /** The row the cursor is on. */
  get row(): Row | undefined {
    return this.rows.rows[this.state.cursor.index];
  }

  get shown(): string[] {
    return this.rows.rows.map(({ id }) => id);
  }

  get notice(): string | undefined {
    return this.state.notice?.text;
  }

  /** Switches are under way until they are settled, as in a session that takes them. Standings show them at once. */
  #followSwitches(intent: Intent, effects: readonly Effect[]): void {
    const pending = new Map(this.#model.pending);
    const results = intent.type === 'settled' ? intent.results : [];
    for (const { id, wanted } of results) if (pending.get(id) === wanted) pending.delete(id);
    const made = effects.flatMap((effect) => (effect.type === 'switch' ? effect.batch : []));
    for (const { id, enabled } of made) pending.set(id, enabled);
    const { list } = this.#model;
    this.#model = { ...this.#model, pending, list: made.length === 0 ? list : listWith(list, made) };
  }

  #settle(state: PickerState): void {
    this.rows = buildRows(this.#model, state);
    this.state = settleCursor(state, this.rows, this.height);
  }
}

/** The switches among the effects, in short: `+id` is on, `-id` is off. */
export function switched(effects: readonly Effect[]): string[] {
  const batches = effects.flatMap((effect) => (effect.type === 'switch' ? effect.batch : []));
  return batches.map(({ id, enabled }) => `${enabled ? '+' : '-'}${id}`);
}
