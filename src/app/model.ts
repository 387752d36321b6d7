/** Builds the picker's model from a live session; rebuilds only the parts that changed. */

import { type EntryList, listEntries } from '../entries/entries.js';
import type { FilterOptions } from '../entries/filter.js';
import { createIndex, type SearchIndex } from '../entries/search.js';
import { isLoading, sessionInfo } from '../entries/session-info.js';
import type { LinkView, Model } from '../picker/state.js';
import type { LinkStatus, SessionSource } from '../source/session-source.js';
import { type ListLimit, limitFor } from './list-limit.js';

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
