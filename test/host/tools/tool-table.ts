/** What one tool does with everything in a scene, found by discovery and not by a process. */

import { discover } from '../../../src/host/discovery/discover.js';
import { findRefs } from '../../../src/host/session/entry-refs.js';
import { standingOf } from '../../../src/host/session/standings.js';
import { makeTable } from '../../../src/host/session/tool-table.js';
import { SettingsCache } from '../../../src/host/tools/settings-cache.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { ToolSwitches } from '../../../src/host/tools/tool-switches.js';
import { readStandings, type ToolStanding } from '../../../src/protocol/tool-standing.js';
import type { Scene } from './scene.js';

/** Returns the standing of each entry in the tool, by kind and name, such as `skill lint`. */
export function standingsIn(scene: Scene, tool: Tool): Map<string, ToolStanding> {
  const settings = new SettingsCache(scene.environment);
  const readSettings = (path: string) => settings.textOf(path);
  const catalog = discover(scene.environment, { readSettings });
  const table = makeTable(new ToolSwitches(tool, scene.environment, settings), findRefs(catalog));
  return new Map(
    [...table.values()].map((entry) => {
      const [standing] = readStandings([standingOf(entry)]);
      return [`${entry.ref.kind} ${entry.ref.name}`, standing!];
    }),
  );
}

/** Returns the entries of a kind that the tool really uses. */
export function usedIn(scene: Scene, tool: Tool, kind: string): string[] {
  return [...standingsIn(scene, tool)]
    .filter(([key, { inEffect }]) => inEffect && key.startsWith(`${kind} `))
    .map(([key]) => key.slice(kind.length + 1))
    .sort();
}
