/** The rows of an agent as nodes of a session, with the files they are linked to. */

import { pathOf } from '../../paths.js';
import { hasGates } from '../../protocol/effective.js';
import { listedUri } from '../../protocol/listed-uri.js';
import { type Details, skillpickMeta } from '../../protocol/skillpick-meta.js';
import { sentStanding, type ToolStanding } from '../../protocol/tool-standing.js';
import type { Customization } from '../../protocol/types.js';
import type { AgentRow } from './agent-rows.js';
import { type FileLink, type FileLinks, factsOf, type LinkedEntry } from './file-links.js';
import { whyUnobeyed } from './known-agents.js';
import { acpLimits } from './limits.js';

const noSwitches = 'ACP has no switches';
const byFiles = 'this is by the files';

/** Returns the standing of an entry over ACP, where some tools use skills that are off. */
function standingOverAcp({ node, standing }: LinkedEntry): ToolStanding {
  const note = node.type === 'skill' ? whyUnobeyed(standing.id, standing.why?.text) : undefined;
  const { enabled, isRefused, shadowedBy } = standing;
  if (note === undefined || enabled || isRefused || shadowedBy !== null) return standing;
  return { ...standing, inEffect: true, unobeyedIn: 'global', note };
}

/** Returns the standing of a linked entry, which nothing can change here. */
function linkedStanding(entry: LinkedEntry): ToolStanding {
  const standing = standingOverAcp(entry);
  const { note, switchable, isRefused, unobeyedIn } = standing;
  // The note explains the state, or else why it cannot be switched.
  const explains = note !== null && (isRefused || unobeyedIn !== null);
  const parts = explains ? [note, byFiles] : [noSwitches, byFiles, ...(note === null ? [] : [note])];
  return { ...standing, switchable: [], isFixed: switchable.length === 0, note: parts.join('; ') };
}

/** Returns why the row has no file; null if it has one. */
function noteOf(link: FileLink): string | null {
  if (link.kind === 'one') return null;
  if (link.kind === 'none') return 'not in a folder we look into';
  const paths = link.entries.map(({ node }) => pathOf(node.uri) ?? node.uri);
  const named = paths.slice(0, acpLimits.namedFiles).join(', ');
  const rest = paths.length - acpLimits.namedFiles;
  return `several files have this name, and the agent does not say which it uses: ${named}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** Returns the gates of something of this type as flags, by the rules of the tool. */
function gateFlags(type: string, { standing }: LinkedEntry) {
  if (!hasGates(type)) return {};
  const { userInvocable, modelInvocable } = standing;
  return { disableUserInvocation: !userInvocable, disableModelInvocation: !modelInvocable };
}

function nodeOf(row: AgentRow, id: string, link: FileLink | undefined): Customization {
  const { type, name, description, invoke, details: said } = row;
  const linked = link?.kind === 'one' ? link : undefined;
  const facts = linked && factsOf(linked);
  const note = link === undefined ? null : noteOf(link);
  const details: Details & Record<string, unknown> = {
    ...facts?.details,
    ...(invoke !== null && linked === undefined && { invoke }),
    ...said,
    ...(note !== null && { notes: [note] }),
  };
  const node = {
    ...{ type, id, name, uri: linked?.node.uri ?? listedUri(type, name) },
    ...(linked?.node.range && { range: linked.node.range }),
    ...(description !== null && { description }),
    ...(linked && gateFlags(type, linked)),
    _meta: skillpickMeta({
      details,
      ...(linked?.from && { from: linked.from }),
      ...(linked && { tools: [sentStanding(linkedStanding(linked))] }),
      ...(facts !== undefined && facts.problems.length > 0 && { problems: facts.problems }),
    }),
  };
  // Hosts may list types that are not in the union, and children without a container.
  return node as unknown as Customization;
}

/** A row as it is listed. */
export interface ListedRow {
  readonly row: AgentRow;
  readonly node: Customization;
}

/** Returns an id that none before it has. `counts` has how many there were from the same type and name. */
function freeId({ type, name }: AgentRow, counts: Map<string, number>): string {
  const base = `${type}:${name}`;
  let count = counts.get(base) ?? 0;
  let id: string;
  do {
    count += 1;
    id = count === 1 ? base : `${base}#${count}`;
  } while (count > 1 && counts.has(id));
  counts.set(base, count);
  if (id !== base) counts.set(id, 1);
  return id;
}

/** Returns a node for each row, in the same order. Without links, no files are known. */
export function listRows(rows: readonly AgentRow[], links: FileLinks | undefined): ListedRow[] {
  const counts = new Map<string, number>();
  return rows.map((row) => ({ row, node: nodeOf(row, freeId(row, counts), links?.find(row)) }));
}
