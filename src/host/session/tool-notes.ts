/** Notes on an entry beyond on and off: which tools ignore a gate, use another entry, or keep the switch elsewhere. */

import type { AnyCustomization } from '../../protocol/types.js';
import type { EntryKind, SwitchState, Tool, ToolScope } from '../tools/index.js';

interface NoteSubject {
  tool: Tool;
  ref: { kind: EntryKind; canonicalPath: string };
  switches: { scopesOf(kind: EntryKind): readonly ToolScope[] };
  state: SwitchState;
  shadowedBy?: string;
  together?: readonly string[];
}

function gateNotes(node: AnyCustomization, { tool }: NoteSubject): string[] {
  if (node.type !== 'skill' && node.type !== 'agent') return [];
  const ignoresUser = node.disableUserInvocation === true && !tool.honours.userGate;
  const ignoresModel = node.disableModelInvocation === true && !tool.honours.modelGate;
  return [
    ...(ignoresUser ? [`${tool.id} ignores the user gate`] : []),
    ...(ignoresModel ? [`${tool.id} ignores the model gate`] : []),
  ];
}

/** A switch made in one repository and kept for all gets a note. */
function scopeNotes({ tool, ref, switches, state }: NoteSubject): string[] {
  const isForAll = state.fixed === undefined && !switches.scopesOf(ref.kind).includes('workspace');
  return isForAll ? [`${tool.title} keeps it for all repositories`] : [];
}

/** A caveat of a file that the tool does not read at all is shown with the tool instead. */
function caveatNotes({ tool, state: { caveat, isUnread } }: NoteSubject): string[] {
  return caveat === undefined || isUnread ? [] : [`${tool.id}: ${caveat}`];
}

/** A switch that other entries obey as well gets a note. */
function sharedNotes({ tool, ref, together = [] }: NoteSubject): string[] {
  const first = together.find((file) => file !== ref.canonicalPath);
  const more = together.length - 2;
  const rest = more > 0 ? ` and ${more} more` : '';
  return first === undefined ? [] : [`${tool.title} switches it together with ${first}${rest}`];
}

/** Returns the notes on an entry that these tools read. */
export function notesOn(node: AnyCustomization, standings: readonly NoteSubject[]): string[] {
  return standings.flatMap((standing) => [
    ...(standing.state.fixed === undefined ? [] : [`${standing.tool.id}: ${standing.state.fixed}`]),
    ...(standing.shadowedBy === undefined ? [] : [`${standing.tool.id} uses ${standing.shadowedBy} instead`]),
    ...sharedNotes(standing),
    ...scopeNotes(standing),
    ...caveatNotes(standing),
    ...gateNotes(node, standing),
  ]);
}

/** For a decision from a time when no present tool read the entry. */
export const strandedNote =
  'off by an earlier switch of skillpick, which no tool obeys: switch it on or reset it';
