/**
 * Turns the state of a session into a flat list of entries and their containers, by the protocol's defaults and the
 * negotiated version. Texts are not cleaned here, but where they are drawn.
 */

import type { OffBy } from '../protocol/effective.js';
import type { Problem } from '../protocol/problem-codes.js';
import { type From, problemsOf, type ReadDetails, type ToolSwitch } from '../protocol/skillpick-meta.js';
import { childrenOf } from '../protocol/tree.js';
import type {
  AnyCustomization,
  CustomizationEnablement,
  SessionState,
  TextRange,
} from '../protocol/types.js';
import { abilitiesOf } from '../protocol/versions.js';
import { type Container, containerOf, isContainer } from './containers.js';
import { entryOf } from './node-entry.js';

export type { Problem };

/** Details from our own host, and the protocol's fields that only some types have. Unknown fields are not checked. */
export type EntryDetails = ReadDetails;

/** One row's customization. The fields up to `details` are those of the JSON document, under the same names. */
export interface Entry {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly uri: string;
  readonly range: TextRange | null;
  readonly containerId: string | null;
  /** Its own flag. */
  readonly enabled: boolean;
  /** Its own flag and its container's. */
  readonly effectiveEnabled: boolean;
  readonly offBy: OffBy | null;
  /** Decisions by scope, most specific first; null if there are none. */
  readonly enablement: readonly CustomizationEnablement[] | null;
  /** The gates alone; null where the type has none or the negotiated version cannot say. */
  readonly userInvocable: boolean | null;
  readonly modelInvocable: boolean | null;
  readonly from: From | null;
  /** Runtime state of an MCP server, whether it is switched on or not. */
  readonly state: string | null;
  readonly stateMessage: string | null;
  readonly duplicateOf: string | null;
  readonly tools: readonly ToolSwitch[];
  readonly details: EntryDetails;
  /** On in some tools and off in others. */
  readonly isMixed: boolean;
  /** Its switch is kept by skillpick, because no tool has one for it. */
  readonly isKept: boolean;
  readonly problems: readonly Problem[];
  readonly container: Container | null;
  readonly node: AnyCustomization;
}

export interface EntryList {
  entries: Entry[];
  containers: Container[];
  /** Those of the session, of all containers and of all entries. */
  problems: Problem[];
  /** Those of the session as a whole. */
  sessionProblems: readonly Problem[];
}

export const noEntries: EntryList = { entries: [], containers: [], problems: [], sessionProblems: [] };

/** Returns everything that the session lists, in the host's order. */
export function listEntries(
  state: Pick<SessionState, 'customizations' | '_meta'>,
  protocolVersion: string | undefined,
): EntryList {
  const abilities = abilitiesOf(protocolVersion);
  const sessionProblems = problemsOf(state._meta, '');
  const list: EntryList = { entries: [], containers: [], problems: [...sessionProblems], sessionProblems };
  // One by one: a host may list more of them than a call takes arguments.
  const collect = (problems: readonly Problem[]) => {
    for (const problem of problems) list.problems.push(problem);
  };
  const add = (node: AnyCustomization, container: Container | null) => {
    const entry = entryOf(node, container, abilities);
    list.entries.push(entry);
    collect(entry.problems);
  };
  for (const node of state.customizations ?? []) {
    if (!isContainer(node)) {
      add(node, null);
      continue;
    }
    const container = containerOf(node);
    list.containers.push(container);
    collect(container.problems);
    for (const child of childrenOf(node) ?? []) add(child, container);
  }
  return list;
}
