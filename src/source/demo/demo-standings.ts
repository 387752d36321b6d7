/** The standing of the demo's entries in each tool, derived from the settings, as skillpick's own host reports it. */

import { hasGates } from '../../protocol/effective.js';
import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import { type DecidingSetting, type SentStanding, sentStanding } from '../../protocol/tool-standing.js';
import { toolTitle } from '../../protocol/tool-titles.js';
import type { DemoTool, Peculiarity } from './demo-entry.js';
import type { DemoSettings } from './demo-settings.js';
import { type DemoItem, type DemoWorld, isGlobalOnly, settingPlace } from './demo-world.js';
import { formOf } from './setting-forms.js';

/** What decides whether an item is on in a tool. */
export interface DemoDecision {
  readonly scope: ToolScope;
  readonly enabled: boolean;
}

/** Returns the most specific decision, from a scope on; undefined if there is none. */
export function decisionIn(
  item: DemoItem,
  tool: DemoTool,
  settings: DemoSettings,
  from: ToolScope = 'workspace',
): DemoDecision | undefined {
  for (const scope of toolScopes.slice(toolScopes.indexOf(from))) {
    const enabled = settings.get(settingPlace(item, tool, scope));
    if (enabled !== undefined) return { scope, enabled };
  }
  return undefined;
}

const peculiarity = ({ entry }: DemoItem, tool: DemoTool): Peculiarity => entry?.inTool?.[tool] ?? {};

/** Returns why a tool has no switch for an item; undefined if it has one. */
export function whyFixed(item: DemoItem, tool: DemoTool): string | undefined {
  const { fixed } = peculiarity(item, tool);
  if (fixed !== undefined || formOf(tool, item.type) !== undefined) return fixed;
  return `${toolTitle(tool)} has no switch for ${kindWords[item.type] ?? `a ${item.type}`}`;
}

const kindWords: Readonly<Record<string, string>> = {
  agent: 'agents',
  command: 'commands',
  hook: 'hooks',
  prompt: 'prompts',
  rule: 'rules',
  plugin: 'plugins',
};

/** Returns why a tool does not load an item; undefined if it does. */
export function whyNotLoaded(item: DemoItem, tool: DemoTool): string | undefined {
  const { refused } = peculiarity(item, tool);
  return refused === undefined ? undefined : `${toolTitle(tool)} does not load it: ${refused}`;
}

/** Returns the scopes in which an item can be switched in a tool. */
export function switchableIn(item: DemoItem, tool: DemoTool): readonly ToolScope[] {
  if (whyFixed(item, tool) !== undefined || whyNotLoaded(item, tool) !== undefined) return [];
  return isGlobalOnly(item, tool) ? ['global'] : toolScopes;
}

/** Returns why a tool does not switch an item for this repository; undefined if it does. */
export function whyGlobal(item: DemoItem, tool: DemoTool): string | undefined {
  if (!isGlobalOnly(item, tool)) return undefined;
  const what = item.type === 'skill' ? 'it by name,' : (kindWords[item.type] ?? 'it');
  return `${toolTitle(tool)} only switches ${what} for all repositories`;
}

/** Returns the plugin of an entry as an item, if the tool has a switch for it. */
function pluginOf({ entry, place }: DemoItem, tool: DemoTool, world: DemoWorld): DemoItem | undefined {
  if (entry === undefined || place?.type !== 'plugin') return undefined;
  const plugin = world.item(place);
  return plugin?.tools.includes(tool) ? plugin : undefined;
}

const isOn = (item: DemoItem, tool: DemoTool, settings: DemoSettings): boolean =>
  peculiarity(item, tool).heldBy !== undefined || (decisionIn(item, tool, settings)?.enabled ?? true);

/** The entry that a tool uses instead; with `isEither`, it uses one of the two. */
interface Shadow {
  readonly by: DemoItem;
  readonly isEither: boolean;
}

/** Claude Code prefers the user's skills, Codex keeps all of a name, opencode uses any, and the others the first. */
function shadowOf(item: DemoItem, tool: DemoTool, world: DemoWorld): Shadow | undefined {
  const all = world.namesakes(item, tool);
  if (all.length < 2 || tool === 'codex') return undefined;
  const other = all.find(({ id }) => id !== item.id)!;
  if (tool === 'opencode') return { by: other, isEither: true };
  const isUsers = ({ place }: DemoItem) => place?.from === 'user';
  const winner = (tool === 'claude' && item.type === 'skill' ? all.find(isUsers) : undefined) ?? all[0]!;
  return winner.id === item.id ? undefined : { by: winner, isEither: false };
}

/** Returns how the user invokes it. */
function invokeIn({ type, name, place, entry }: DemoItem, tool: DemoTool): string | null {
  if (entry === undefined || !['skill', 'command', 'prompt'].includes(type)) return null;
  const full = place?.type === 'plugin' ? `${place.name}:${name}` : name;
  return `${tool === 'codex' ? '$' : '/'}${full}`;
}

/** Returns the setting that keeps a skill on. */
const holdingSetting = (file: string, name: string): DecidingSetting => ({
  file,
  line: 3,
  text: `skillOverrides.${name} = "on"`,
});

/** Returns the setting that decides. */
function whyIn(item: DemoItem, tool: DemoTool, settings: DemoSettings): DecidingSetting | null {
  const { heldBy } = peculiarity(item, tool);
  const decision = decisionIn(item, tool, settings);
  if (heldBy !== undefined) return holdingSetting(heldBy, item.name);
  if (decision === undefined) return null;
  return settings.describe(settingPlace(item, tool, decision.scope)) ?? null;
}

/** Returns the standing of an item in one tool. */
export function standingIn(item: DemoItem, tool: DemoTool, world: DemoWorld): SentStanding {
  const { settings } = world;
  const { unobeyed, ungated } = peculiarity(item, tool);
  const plugin = pluginOf(item, tool, world);
  const isPluginOn = plugin === undefined || isOn(plugin, tool, settings);
  const enabled = isOn(item, tool, settings) && isPluginOn;
  const shadow = shadowOf(item, tool, world);
  const refused = whyNotLoaded(item, tool);
  const isHeld = unobeyed !== undefined && !enabled;
  const isUsed = refused === undefined && (shadow === undefined || shadow.isEither);
  const isGated = hasGates(item.type) && ungated === undefined;
  const notes = [
    refused ?? whyFixed(item, tool),
    whyGlobal(item, tool),
    isHeld ? unobeyed : undefined,
    ungated,
  ];
  return sentStanding({
    id: tool,
    enabled,
    inEffect: isUsed && (enabled || isHeld),
    shadowedBy: shadow?.by.id ?? null,
    isRefused: refused !== undefined,
    unobeyedIn: isHeld ? 'workspace' : null,
    userInvocable: !(isGated && item.entry?.noUser),
    modelInvocable: !(isGated && item.entry?.noModel),
    invoke: invokeIn(item, tool),
    why: whyIn(isPluginOn ? item : plugin, tool, settings),
    switchable: switchableIn(item, tool),
    isFixed: whyFixed(item, tool) !== undefined,
    note: notes.filter((note) => note !== undefined).join('; ') || null,
  });
}
