/** The standing of an entry in each tool that reads it, as clients get it. */

import { hasGates } from '../../protocol/effective.js';
import type { ToolScope } from '../../protocol/scopes.js';
import { type SentStanding, sentStanding, whereLoaded } from '../../protocol/tool-standing.js';
import type { Keeping } from '../tools/scope-keeping.js';
import { notLoaded } from './plan-switch.js';
import { type EntryInTool, isPluginOn } from './tool-table.js';

/** True if the settings have it on, those of its plugin included. */
const isOn = (entry: EntryInTool): boolean => entry.state.enabled && isPluginOn(entry, 'enabled');

/** True if it is on in a tool that loads it, or in any if none does. */
export function isOnAnywhere(inTools: readonly EntryInTool[]): boolean {
  const tools = inTools.map((entry) => ({ enabled: isOn(entry), isRefused: entry.refused !== undefined }));
  return whereLoaded(tools).some(({ enabled }) => enabled);
}

/** True if the settings that the tool obeys have it on. */
const isObeyedOn = (entry: EntryInTool): boolean => entry.state.obeyed && isPluginOn(entry, 'obeyed');

/** True if the tool really uses it. */
function isInEffect(entry: EntryInTool): boolean {
  const { refused, shadowedBy, isEither } = entry;
  const isUsed = shadowedBy === undefined || isEither === true;
  return refused === undefined && isUsed && isObeyedOn(entry);
}

/** Returns the scope of the switch that the tool does not obey; null if it does. Only a repository's is not obeyed. */
function unobeyedIn(entry: EntryInTool): ToolScope | null {
  if (isOn(entry) === isObeyedOn(entry)) return null;
  const held = entry.state.enabled === entry.state.obeyed ? entry.plugin : entry;
  return held?.state.scope === 'shared' ? 'shared' : 'workspace';
}

/** Why there is no switch for this repository, or none at all. */
function scopeReasons({ targets, reasons }: Keeping): string[] {
  const { workspace } = reasons;
  if (targets.size === 0) return Object.values(reasons);
  return workspace === undefined ? [] : [workspace];
}

/** Remarks on the entry in this tool, in the order of their importance. */
function* notesOn(entry: EntryInTool, keeping: Keeping, gateNote: string | undefined): Iterable<string> {
  const { tool, ref, refused, state, plugin, homonym, together, switches } = entry;
  if (refused !== undefined) yield notLoaded(tool, refused);
  if (homonym !== undefined) {
    const form = tool.invoke(ref, switches.reading.context) ?? 'its name';
    yield `${form} alone invokes neither this one nor ${homonym.ref.canonicalPath}`;
  }
  if (state.fixed !== undefined) yield state.fixed;
  else yield* scopeReasons(keeping);
  if (state.caveat !== undefined) yield state.caveat;
  if (plugin?.state.caveat !== undefined) yield plugin.state.caveat;
  if (gateNote !== undefined) yield gateNote;
  const [other] = together;
  const rest = together.length > 1 ? ` and ${together.length - 1} more` : '';
  if (other !== undefined && state.fixed === undefined)
    yield `${tool.title} switches it together with ${other.ref.canonicalPath}${rest}`;
}

/** Returns the standing of an entry in one tool. */
export function standingOf(entry: EntryInTool): SentStanding {
  const { tool, ref, state, shadowedBy, homonym, switches, plugin, refused } = entry;
  const { context } = switches.reading;
  const isGated = hasGates(ref.kind);
  const gates = isGated ? tool.gatesOf(ref, context) : undefined;
  const isOffWithPlugin = plugin !== undefined && !plugin.state.enabled;
  const keeping = switches.scopesOf(ref);
  const notes = [...new Set(notesOn(entry, keeping, gates?.note))];
  return sentStanding({
    id: tool.id,
    enabled: isOn(entry),
    inEffect: isInEffect(entry),
    shadowedBy: shadowedBy?.id ?? null,
    isRefused: refused !== undefined,
    unobeyedIn: unobeyedIn(entry),
    userInvocable: gates?.user !== false && state.userInvocable !== false,
    modelInvocable: gates?.model !== false && state.modelInvocable !== false,
    invoke: (homonym === undefined ? tool.invoke(ref, context) : undefined) ?? null,
    why: switches.settingOf(isOffWithPlugin ? plugin.ref : ref) ?? null,
    switchable: refused === undefined ? [...keeping.targets.keys()] : [],
    isFixed: state.fixed !== undefined,
    note: notes.length === 0 ? null : notes.join('; '),
  });
}
