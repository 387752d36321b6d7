/** The net changes of a session in words: one line for each entry, with its tools and where the change is kept. */

import { isHeldBack } from '../entries/entry-flags.js';
import { addTo } from '../entries/groups.js';
import { decidedWords, placeWords } from '../entries/scope-words.js';
import { isSaved } from '../entries/switch-lifetime.js';
import { titlesOf } from '../entries/tool-names.js';
import type { ChangedEntry, ToolChange } from '../picker/made-switches.js';
import { onOff } from '../picker/sending.js';
import type { Model } from '../picker/state.js';
import { findTarget, type SwitchTarget } from '../picker/targets.js';
import { cleanLine } from '../text/clean.js';
import { appLimits } from './limits.js';

/** An entry that has changed, and the tools in which it has; none if the host does not report them. */
export interface HeldEntry {
  readonly made: ChangedEntry;
  readonly tools: readonly HeldTool[];
}

type HeldTool = ToolChange & { readonly id: string };

/** Returns what changed in the tools, such as `off in Codex · this repo`, once for those that changed in the same way. */
function toolParts(tools: readonly HeldTool[], standings: SwitchTarget['tools']): string[] {
  const isUnobeyed = ({ id, obeysFrom }: HeldTool) => {
    const standing = standings.find((one) => one.id === id);
    // Another session may not have the standing.
    return standing === undefined ? obeysFrom === 'not-yet' : isHeldBack(standing);
  };
  const same = new Map<string, HeldTool[]>();
  for (const tool of tools) addTo(same, `${tool.after} ${tool.scope} ${isUnobeyed(tool)}`, tool);
  return [...same.values()].map((group) => {
    const { after, scope } = group[0]!;
    const place = scope === null ? '' : ` · ${placeWords(scope)}`;
    const words = `${onOff(after)} in ${titlesOf(group).join(', ')}${place}`;
    return isUnobeyed(group[0]!) ? `switched ${words}, not obeyed yet` : words;
  });
}

/** Returns where a switch is kept that lasts as long as its plugin is published; one from here ends on leaving. */
function brieflyKept({ id }: ChangedEntry, { list, clientId }: Model): string {
  const plugin = findTarget(list, id)?.container ?? list.containers.find((one) => one.id === id);
  return plugin?.clientId === clientId ? 'ended with its plugin' : placeWords('session');
}

/** Returns what changed, and where that is kept if it lasts as long as one would expect. */
function changeText({ made, tools }: HeldEntry, hasLifetime: boolean, model: Model): string {
  const { list, host } = model;
  if (tools.length > 0) return toolParts(tools, findTarget(list, made.id)?.tools ?? []).join('; ');
  if (made.isForSession) return `${onOff(made.after)} · ${brieflyKept(made, model)}`;
  if (hasLifetime && !isSaved(made)) return onOff(made.after);
  const now = findTarget(list, made.id);
  const [decision] = now?.enablement ?? [];
  const isOverruled = made.isDecided === true && decision !== undefined && decision.enabled !== made.after;
  const words = isOverruled ? `; ${decidedWords(decision.kind, decision.enabled, 'still ')}` : '';
  return `${onOff(made.after)} · ${placeWords(made.scope, host)}${words}`;
}

/** Returns the names of the entries; with the folder where two have the same name. */
function namesOf(held: readonly HeldEntry[], { list }: Model): string[] {
  const count = new Map<string, number>();
  for (const { made } of held) count.set(made.name, (count.get(made.name) ?? 0) + 1);
  return held.map(({ made: { id, name } }) => {
    const folder = count.get(name) === 1 ? undefined : findTarget(list, id)?.container?.name;
    return cleanLine(folder === undefined ? name : `${folder}/${name}`);
  });
}

/** Returns one line for each entry; above a bound, one for all others. */
export function changeLines(held: readonly HeldEntry[], hasLifetime: boolean, model: Model): string[] {
  const shown = held.slice(0, appLimits.leavingNames);
  const names = namesOf(shown, model);
  const lines = shown.map((one, index) => `${names[index]}: ${changeText(one, hasLifetime, model)}`);
  const more = held.length - shown.length;
  return more === 0 ? lines : [...lines, `${more} more ${more === 1 ? 'has' : 'have'} changed`];
}
