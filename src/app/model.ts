/** Builds the picker's model: from a live session, or with an empty list before one is open. */

import { type EntryList, listEntries, noEntries } from '../entries/entries.js';
import type { FilterOptions } from '../entries/filter.js';
import { createIndex, type SearchIndex } from '../entries/search.js';
import { isLoading, sessionInfo } from '../entries/session-info.js';
import type { Io } from '../io.js';
import { initialState, type LinkView, type Model, type PickerState } from '../picker/state.js';
import { chooseHost } from '../source/connect.js';
import type { LinkStatus, SessionSource } from '../source/session-source.js';
import { kindFor, type ListLimit, limitFor } from './list-limit.js';
import type { PickerOptions } from './start.js';

function linkView(status: LinkStatus): LinkView {
  switch (status.kind) {
    case 'live':
    case 'connecting':
      return { kind: status.kind };
    case 'waiting':
      return { kind: 'waiting', retryAtMs: status.retryAtMs, reason: status.error.message };
    case 'gone':
      return { kind: 'gone', reason: status.error.message };
  }
}

/** Returns why switches have one scope only; null if they have several. */
function scopesReason(session: SessionSource): string | null {
  const { host, abilities } = session;
  if (host.isOwn || abilities.scopes) return null;
  return `The host speaks ${host.protocolVersion}, which keeps switches for the session only.`;
}

function toolsOf({ entries }: EntryList): string[] {
  const ids = new Set<string>();
  for (const { tools } of entries) for (const { id } of tools) ids.add(id);
  return [...ids].sort();
}

/** Rebuilds only the parts that changed. */
export class ModelBuilder {
  readonly #session: SessionSource;
  readonly #limit: ListLimit | null;
  #customizations: unknown;
  #list: EntryList | undefined;
  #tools: readonly string[] = [];
  #index: SearchIndex | undefined;

  constructor(session: SessionSource, { filter }: { filter: FilterOptions }) {
    this.#session = session;
    this.#limit = limitFor(filter);
  }

  build(): Model {
    const { uri, host, clientId, status, isTemporary } = this.#session;
    const { state, pending, isMissing } = this.#session.getView();
    const isStillLoading = isLoading(state);
    if (this.#list === undefined || this.#customizations !== state.customizations) {
      this.#customizations = state.customizations;
      const all = listEntries(state, host.protocolVersion);
      this.#list = this.#limit?.apply(all, this.#session, isStillLoading) ?? all;
      this.#tools = toolsOf(this.#list);
    }
    const list = this.#list;
    return {
      list,
      index: () => this.#indexOf(list),
      pending,
      session: sessionInfo(uri, state),
      host,
      clientId,
      tools: this.#tools,
      limit: this.#limit?.words ?? null,
      link: isMissing ? { kind: 'gone', reason: 'it no longer has this session' } : linkView(status),
      isTemporary,
      noScopes: scopesReason(this.#session),
      waitingFor: null,
      isLoading: isStillLoading,
    };
  }

  #indexOf({ entries }: EntryList): SearchIndex {
    if (this.#index?.entries !== entries) this.#index = createIndex(entries, this.#index);
    return this.#index;
  }
}

const noSession: Model['session'] = {
  uri: '',
  provider: '',
  title: '',
  lifecycle: 'ready',
  status: [],
  directory: null,
  modifiedAtMs: null,
  error: null,
};

function emptyModel(hostText: string | undefined): Model {
  const isOwn = hostText === undefined;
  // An address with a secret in it is refused later; until then the secret is not shown.
  const shown = hostText?.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//');
  return {
    list: noEntries,
    index: () => createIndex([]),
    pending: new Map(),
    session: noSession,
    host: { kind: isOwn ? 'embedded' : 'url', name: 'agent host', url: null, protocolVersion: '', isOwn },
    clientId: null,
    tools: [],
    limit: null,
    link: { kind: 'connecting' },
    isTemporary: false,
    noScopes: null,
    waitingFor: isOwn ? 'Reading skills and agents.' : `Connecting to ${shown}.`,
    isLoading: true,
  };
}

export function createInitialState(options: PickerOptions, io: Io): { state: PickerState; model: Model } {
  const { filter, query = '' } = options;
  const host = chooseHost(options, io);
  const model = emptyModel(host.kind === 'embedded' ? undefined : host.text);
  const scope = model.host.isOwn ? 'workspace' : 'session';
  return { state: initialState(query, kindFor(filter), filter.state ?? 'any', scope), model };
}
