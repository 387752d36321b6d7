/**
 * Session state to flat entries and their containers: what is true of each, by the protocol's defaults and the
 * negotiated version. Text stays as it came and is cleaned when drawn. Flags come from first-class fields; what
 * our own host adds is read in `skillpick-meta.ts`.
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

/** What our own host and the protocol's lesser fields say of an entry; of unknown fields, the types are not checked. */
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
  /** Decisions by scope, most specific first, where the host keeps them. */
  readonly enablement: readonly CustomizationEnablement[] | null;
  /** The gates alone; null where the type has none or the negotiated version cannot say. */
  readonly userInvocable: boolean | null;
  readonly modelInvocable: boolean | null;
  readonly from: From | null;
  /** Runtime state of an MCP server, apart from the wish to have it on. */
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
  /** All of them: the session's own, those of containers and those of entries. */
  problems: Problem[];
  /** Those of no node at all. */
  sessionProblems: readonly Problem[];
}

export const noEntries: EntryList = { entries: [], containers: [], problems: [], sessionProblems: [] };

/** Everything in the session's list, in the host's order. */
export function listEntries(
  state: Pick<SessionState, 'customizations' | '_meta'>,
  protocolVersion: string | undefined,
): EntryList {
  const abilities = abilitiesOf(protocolVersion);
  const sessionProblems = problemsOf(state._meta, '');
  const list: EntryList = { entries: [], containers: [], problems: [...sessionProblems], sessionProblems };
  const note = (problems: readonly Problem[]) => {
    for (const problem of problems) list.problems.push(problem);
  };
  const add = (node: AnyCustomization, container: Container | null) => {
    const entry = entryOf(node, container, abilities);
    list.entries.push(entry);
    note(entry.problems);
  };
  for (const node of state.customizations ?? []) {
    if (!isContainer(node)) {
      add(node, null);
      continue;
    }
    const container = containerOf(node);
    list.containers.push(container);
    note(container.problems);
    for (const child of childrenOf(node) ?? []) add(child, container);
  }
  return list;
}
