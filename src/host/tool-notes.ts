/** What is to be said of an entry beyond on and off: who keeps the switch, who ignores what, who uses another. */

import type { AnyCustomization } from '../protocol/types.js';
import type { SwitchState, Tool } from './tools/index.js';

interface Noted {
  tool: Tool;
  state: SwitchState;
  shadowedBy?: string;
}

function gateNotes(node: AnyCustomization, { tool }: Noted): string[] {
  if (node.type !== 'skill' && node.type !== 'agent') return [];
  const ignoresUser = node.disableUserInvocation === true && !tool.honours.userGate;
  const ignoresModel = node.disableModelInvocation === true && !tool.honours.modelGate;
  return [
    ...(ignoresUser ? [`${tool.id} ignores the user gate`] : []),
    ...(ignoresModel ? [`${tool.id} ignores the model gate`] : []),
  ];
}

/** Sentences for the details; `isOurs` where skillpick keeps what nobody else does. */
export function notesOn(node: AnyCustomization, standings: readonly Noted[], isOurs: boolean): string[] {
  const notes = standings.flatMap((standing) => [
    ...(standing.state.fixed === undefined ? [] : [`${standing.tool.id}: ${standing.state.fixed}`]),
    ...(standing.shadowedBy === undefined ? [] : [`${standing.tool.id} uses ${standing.shadowedBy} instead`]),
    ...gateNotes(node, standing),
  ]);
  const isKept = isOurs && standings.length === 0 && (node.type === 'skill' || node.type === 'agent');
  return isKept ? ['kept by skillpick; no tool reads it'] : notes;
}
