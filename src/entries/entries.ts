/**
 * Turns the state of a session into a flat list of entries and their containers, by the protocol's defaults and the
 * negotiated version. Texts are not cleaned here, but where they are drawn.
 */

import { workingDirectoryOf } from '../protocol/actions.js';
import type { Problem } from '../protocol/problem-codes.js';
import { problemsOf } from '../protocol/skillpick-meta.js';
import { childrenOf } from '../protocol/tree.js';
import type { AnyCustomization, Customization, SessionMetadata, SessionState } from '../protocol/types.js';
import { abilitiesOf } from '../protocol/versions.js';
import { type Container, clientNames, containerOf, isContainer, isEntryToo } from './containers.js';
import { type GateHost, SessionGates } from './gate-source.js';
import { type Entry, type EntryHost, entryOf } from './node-entry.js';

export type { Entry, Problem };

export interface EntryList {
  entries: Entry[];
  containers: Container[];
  /** The problems of the session, of all containers and of all entries. */
  problems: Problem[];
  /** The problems of the session as a whole. */
  sessionProblems: readonly Problem[];
}

export const noEntries: EntryList = { entries: [], containers: [], problems: [], sessionProblems: [] };

/** The host of a session. */
export type ListingHost = Omit<GateHost, 'abilities'> & Pick<EntryHost, 'publishedPath'>;

const keyOf = ({ type, id, uri }: AnyCustomization): string => JSON.stringify([type, id, uri]);

/** What of a session's state says what it lists. */
type ListedState = SessionMetadata &
  Pick<SessionState, 'customizations' | '_meta' | 'activeClient' | 'activeClients' | 'summary'>;

/** VS Code's host lists a started MCP server twice. Actions reach the first one. */
function isRepeated(node: Customization, seen: Set<string>): boolean {
  const key = keyOf(node);
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

/**
 * Returns the children of a container that are not in an earlier one: VS Code's host gives a file that two clients
 * publish the same id in both plugins. Actions reach the first one.
 */
function newChildren(node: Customization, { clientId }: Container, published: Set<string>) {
  const children = childrenOf(node) ?? [];
  if (clientId === null) return children;
  const added = children.filter((child) => !published.has(keyOf(child)));
  for (const child of added) published.add(keyOf(child));
  return added;
}

/** Returns everything that the session lists, in the host's order. */
export function listEntries(
  state: ListedState,
  { protocolVersion, isOwn, listsOnly, readGates, publishedPath }: ListingHost,
): EntryList {
  const gateHost = { abilities: abilitiesOf(protocolVersion), protocolVersion, isOwn, listsOnly, readGates };
  const host = { gates: new SessionGates(state.customizations, gateHost), isOwn, listsOnly, publishedPath };
  const about = { host, names: clientNames(state), directory: workingDirectoryOf(state) };
  const sessionProblems = problemsOf(state._meta, '');
  const list: EntryList = { entries: [], containers: [], problems: [...sessionProblems], sessionProblems };
  // One by one: a host may list more of them than a call takes arguments.
  const collect = (problems: readonly Problem[]) => {
    for (const problem of problems) list.problems.push(problem);
  };
  const add = (node: AnyCustomization, container: Container | null) => {
    const entry = entryOf(node, container, host);
    list.entries.push(entry);
    collect(entry.problems);
  };
  const [seen, published] = [new Set<string>(), new Set<string>()];
  for (const node of state.customizations ?? []) {
    const isParent = isContainer(node);
    if (!isParent && isRepeated(node, seen)) continue;
    if (!isParent || isEntryToo(node)) add(node, null);
    if (!isParent) continue;
    const container = containerOf(node, about);
    list.containers.push(container);
    if (!isEntryToo(node)) collect(container.problems);
    for (const child of newChildren(node, container, published)) add(child, container);
  }
  return list;
}
