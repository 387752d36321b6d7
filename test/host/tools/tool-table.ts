/** What one tool does with everything in a scene, found by discovery and not by a process. */

import { discover } from '../../../src/host/discovery/discover.js';
import { findRefs } from '../../../src/host/session/entry-refs.js';
import { standingOf } from '../../../src/host/session/standings.js';
import { type EntryInTool, makeTable } from '../../../src/host/session/tool-table.js';
import { SettingsCache } from '../../../src/host/tools/settings-cache.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { ToolSwitches } from '../../../src/host/tools/tool-switches.js';
import { readStandings, type ToolStanding } from '../../../src/protocol/tool-standing.js';
import type { Scene } from './scene.js';

function tableOf(scene: Scene, tool: Tool): EntryInTool[] {
  const settings = new SettingsCache(scene.environment);
  const readSettings = (path: string) => settings.textOf(path);
  const catalog = discover(scene.environment, { readSettings });
  return [...makeTable(new ToolSwitches(tool, scene.environment, settings), findRefs(catalog)).values()];
}

const standingIn = (entry: EntryInTool): ToolStanding => readStandings([standingOf(entry)])[0]!;

/** Returns the standing of each entry in the tool, by the path of its file. */
export function standingsOf(scene: Scene, tool: Tool): [path: string, ToolStanding][] {
  return tableOf(scene, tool).map((entry) => [entry.ref.canonicalPath, standingIn(entry)]);
}

/** Returns the standing of each entry in the tool, by kind and name, such as `skill lint`. */
export function standingsIn(scene: Scene, tool: Tool): Map<string, ToolStanding> {
  return new Map(
    tableOf(scene, tool).map((entry) => [`${entry.ref.kind} ${entry.ref.name}`, standingIn(entry)]),
  );
}

/** Returns the entries of a kind that the tool really uses. */
export function usedIn(scene: Scene, tool: Tool, kind: string): string[] {
  return [...standingsIn(scene, tool)]
    .filter(([key, { inEffect }]) => inEffect && key.startsWith(`${kind} `))
    .map(([key]) => key.slice(kind.length + 1))
    .sort();
}
