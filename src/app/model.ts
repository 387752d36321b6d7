/** Builds the picker's model: from a live session, or with an empty list before one is open. */

import { type EntryList, listEntries, noEntries } from '../entries/entries.js';
import { accepts, type FilterOptions, filterable, filterFor, findContainers } from '../entries/filter.js';
import { createIndex, type SearchIndex } from '../entries/search-entries.js';
import { isLoading, sessionInfo } from '../entries/session-info.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { checkTools, toolChoice } from '../entries/tool-choice.js';
import type { Io } from '../io.js';
import {
  initialState,
  type KindFilter,
  type LinkView,
  type Model,
  type PickerState,
} from '../picker/state.js';
import { chooseHost } from '../source/connect.js';
import type { LinkStatus, SessionSource } from '../source/session-source.js';
import { readConfig } from './config.js';
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

/**
 * The filters of the command line that no key changes: the picker never shows an entry that they reject. For the kind,
 * and for on or off, the command line only sets the initial filter.
 */
interface ListLimit {
  words: string;
  /** Returns the list without what the limit rejects. An unknown container is an error once the list is complete. */
  apply(list: EntryList, session: SessionSource, isLoading: boolean): EntryList;
}

/** Returns the kind that shows just these types; null if there is none. */
function exactKind(types: readonly string[]): KindFilter | null {
  const wanted = new Set(types);
  const isUsual = types.every((type) => type === 'skill' || type === 'agent');
  if (wanted.size === 0) return 'all';
  if (!isUsual) return null;
  return wanted.size === 2 ? 'usual' : wanted.has('skill') ? 'skills' : 'agents';
}

function limitWords(filter: FilterOptions): string {
  const { types, tools, isMixed, invocable, container, from, license } = filter;
  return [
    ...(exactKind(types) === null ? [types.join(' or ')] : []),
    ...(tools === undefined ? [] : [`read by ${toolChoice(tools)}`]),
    ...(isMixed ? ['on in some tools only'] : []),
    ...(invocable === undefined ? [] : [`invocable by ${invocable}`]),
    ...(container === undefined ? [] : [`in ${container}`]),
    ...(from === undefined ? [] : [from === 'repo' ? 'from the repository' : 'from the user']),
    ...(license === undefined ? [] : [`under ${license}`]),
  ].join(', ');
}

/** Returns null if the filter limits nothing. */
function limitFor(filter: FilterOptions): ListLimit | null {
  const words = limitWords(filter);
  if (words === '') return null;
  const { state: _state, types, ...rest } = filter;
  const fixed = { ...rest, types: exactKind(types) === null ? types : [] };
  let isComplete = false;
  return {
    words,
    apply(list, session, isLoading) {
      const isUnknown =
        filter.container !== undefined && findContainers(list.containers, filter.container).length === 0;
      if (isUnknown && (isLoading || isComplete)) return noEntries;
      const accepted = filterFor(list, fixed);
      isComplete = true;
      checkTools(filter.tools, session);
      const entries = filterable(list, session, filter).filter((entry) => accepts(accepted, entry));
      const used = new Set(entries.map(({ container }) => container));
      const containers = list.containers.filter((container) => used.has(container));
      const problems = [...containers, ...entries].flatMap((item) => item.problems);
      return { entries, containers, problems, sessionProblems: [] };
    },
  };
}

/** Rebuilds only the parts that changed. */
export class ModelBuilder {
  readonly #session: SessionSource;
  readonly #limit: ListLimit | null;
  readonly #onlyTools: readonly string[] | null;
  #customizations: unknown;
  #list: EntryList | undefined;
  #tools: readonly string[] = [];
  #index: SearchIndex | undefined;

  constructor(session: SessionSource, { filter }: { filter: FilterOptions }) {
    this.#session = session;
    this.#limit = limitFor(filter);
    this.#onlyTools = filter.tools ?? null;
  }

  build(): Model {
    const { uri, host, clientId, status, isTemporary } = this.#session;
    const { state, pending, isMissing } = this.#session.getView();
    const isStillLoading = isLoading(state);
    if (this.#list === undefined || this.#customizations !== state.customizations) {
      this.#customizations = state.customizations;
      const all = listEntries(state, host);
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
      onlyTools: this.#onlyTools,
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
  agent: null,
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
    host: { kind: isOwn ? 'embedded' : 'url', name: 'agent host', protocolVersion: '', isOwn },
    clientId: null,
    tools: [],
    limit: null,
    onlyTools: null,
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
  const kind = exactKind(filter.types) ?? 'all';
  const { config, problems } = readConfig(io);
  const notice: PickerState['notice'] =
    problems.length === 0
      ? null
      : { text: `Not all settings are used: ${problems.join('; ')}.`, tone: 'warn' };
  const state = initialState(query, kind, filter.state ?? 'any', defaultScope(model.host));
  return { state: { ...state, globalTools: new Set(config.globalTools), notice }, model };
}
