/** Builds the picker's model from a live session. */

import { type ShownAgent, shownAgent } from '../entries/agent-of-session.js';
import { type EntryList, listEntries, noEntries } from '../entries/entries.js';
import {
  accepts,
  addressable,
  type FilterOptions,
  filterable,
  filterFor,
  findContainers,
} from '../entries/filter.js';
import { isFolderKind } from '../entries/kind-names.js';
import { createIndex, type SearchIndex } from '../entries/search-entries.js';
import { isLoading, progressOf, sessionInfo } from '../entries/session-info.js';
import { checkTools, everythingProvider, toolChoice } from '../entries/tool-choice.js';
import type { Io } from '../io.js';
import type { KindFilter, LinkView, Model } from '../picker/state.js';
import { toolTitles } from '../protocol/tool-titles.js';
import type { LinkStatus, SessionSource } from '../source/session-source.js';

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
  if (host.listsOnly) return 'ACP has no switches: there is nothing to keep.';
  if (host.isOwn || abilities.scopes) return null;
  return `The host speaks ${host.protocolVersion}, which keeps switches for the session only.`;
}

/**
 * Returns the name of the history of the session's switches. Skillpick's own host keeps one for all sessions; of other
 * hosts only the session itself can take its switches back. Each opening of the demo starts anew, with its own.
 */
export function historyOf({
  host,
  uri,
  clientId,
  isTemporary,
}: Pick<SessionSource, 'host' | 'uri' | 'clientId' | 'isTemporary'>): string {
  const place = host.url ?? host.kind;
  if (host.kind === 'demo') return `${place} ${clientId}`;
  // After a restart of the host, a temporary session continues under another uri.
  return host.isOwn ? place : `${place} ${isTemporary ? clientId : uri}`;
}

const goneReason = (isRemoved: boolean): string =>
  isRemoved ? 'it was closed elsewhere' : 'it no longer exists';

const toolOrder: readonly string[] = Object.keys(toolTitles);

/**
 * Returns the tools that have a cell and a tab: those on this machine, in the order of the table of tools. A session of
 * one tool has none, because all of it is about that tool.
 */
function toolsOf(
  { agents, host }: SessionSource,
  provider: string,
  only: readonly string[] | null,
): string[] {
  if (!host.isOwn || provider !== everythingProvider) return [];
  const present = agents.map((agent) => agent.provider).filter((id) => id !== everythingProvider);
  const shown = present.filter((id) => only === null || only.includes(id));
  return [...new Set(shown)].sort((a, b) => toolOrder.indexOf(a) - toolOrder.indexOf(b));
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
export function exactKind(types: readonly string[]): KindFilter | null {
  const wanted = new Set(types);
  const isUsual = types.every((type) => type === 'skill' || type === 'agent');
  if (wanted.size === 0) return 'all';
  if (!isUsual) return null;
  return wanted.size === 2 ? 'usual' : wanted.has('skill') ? 'skills' : 'agents';
}

/** Returns a query for types that include folders or plugins; an empty one if a kind or a limit does for them. */
export function folderQuery(types: readonly string[]): string {
  return types.some(isFolderKind) ? `type:${types.join(',')}` : '';
}

/** Returns the types that limit the list; none if a kind or a query shows just them. */
const limitingTypes = (types: readonly string[]): readonly string[] =>
  exactKind(types) === null && folderQuery(types) === '' ? types : [];

function limitWords(filter: FilterOptions): string {
  const { types, tools, invocable, container, from, license } = filter;
  return [
    ...(limitingTypes(types).length === 0 ? [] : [types.join(' or ')]),
    ...(tools === undefined ? [] : [`read by ${toolChoice(tools)}`]),
    ...(invocable === undefined ? [] : [`invocable by ${invocable}`]),
    ...(container === undefined ? [] : [`in ${container}`]),
    ...(from === undefined ? [] : [from === 'repo' ? 'from this repo' : 'yours']),
    ...(license === undefined ? [] : [`under ${license}`]),
  ].join(', ');
}

/** Returns null if the filter limits nothing. */
function limitFor(filter: FilterOptions): ListLimit | null {
  const words = limitWords(filter);
  if (words === '') return null;
  const { state: _state, isMixed: _isMixed, types, ...rest } = filter;
  const fixed = { ...rest, types: limitingTypes(types) };
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
      const entries = filterable(list, session, fixed).filter((entry) => accepts(accepted, entry));
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
  /** Everything, also what the list is not limited to. */
  #all: EntryList = noEntries;
  #agent: { all: EntryList; shown: ShownAgent | null } | undefined;
  #tools: readonly string[] = [];
  readonly #home: string;
  #index: SearchIndex | undefined;
  #folderIndex: { list: EntryList; index: SearchIndex } | undefined;

  constructor(session: SessionSource, { filter }: { filter: FilterOptions }, { home }: Pick<Io, 'home'>) {
    this.#session = session;
    this.#home = session.host.home ?? home;
    this.#limit = limitFor(filter);
    this.#onlyTools = filter.tools ?? null;
  }

  build(): Model {
    const { uri, host, clientId, status, isTemporary } = this.#session;
    const { state, pending, isMissing, isRemoved, agent = null, isAgentPending } = this.#session.getView();
    const isStillLoading = isLoading(state);
    if (this.#list === undefined || this.#customizations !== state.customizations) {
      this.#customizations = state.customizations;
      const all = listEntries(state, host);
      this.#all = all;
      this.#list = this.#limit?.apply(all, this.#session, isStillLoading) ?? all;
    }
    const list = this.#list;
    const session = sessionInfo(uri, state, agent);
    return {
      list,
      index: () => this.#indexOf(list),
      folderIndex: () => this.#folderIndexOf(list),
      pending,
      session,
      agent: this.#agentOf(session.agent),
      isAgentPending,
      host,
      history: historyOf(this.#session),
      clientId,
      tools: this.#toolsOf(session.provider),
      home: this.#home,
      limit: this.#limit?.words ?? null,
      onlyTools: this.#onlyTools,
      link: isMissing ? { kind: 'gone', reason: goneReason(isRemoved) } : linkView(status),
      isTemporary,
      hasEnded: isMissing,
      noScopes: scopesReason(this.#session),
      waitingFor: null,
      isLoading: isStillLoading,
      filesRead: progressOf(state)?.files ?? null,
    };
  }

  /** Returns the same object as long as the agent and the list are the same. */
  #agentOf(uri: string | null): ShownAgent | null {
    const isSame = this.#agent?.all === this.#all && (this.#agent.shown?.uri ?? null) === uri;
    if (!isSame) this.#agent = { all: this.#all, shown: shownAgent(this.#all.entries, uri) };
    return this.#agent!.shown;
  }

  /** Returns the same list as long as the tools are the same. */
  #toolsOf(provider: string): readonly string[] {
    const tools = toolsOf(this.#session, provider, this.#onlyTools);
    if (tools.join() !== this.#tools.join()) this.#tools = tools;
    return this.#tools;
  }

  #folderIndexOf(list: EntryList): SearchIndex {
    if (this.#folderIndex?.list !== list) {
      const entries = addressable(list, this.#session);
      this.#folderIndex = { list, index: createIndex(entries, this.#folderIndex?.index) };
    }
    return this.#folderIndex.index;
  }

  #indexOf({ entries }: EntryList): SearchIndex {
    if (this.#index?.entries !== entries) this.#index = createIndex(entries, this.#index);
    return this.#index;
  }
}
