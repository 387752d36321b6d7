/** The home, or a directory above it, as the repository: a switch for it must not count in all repositories. */

import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { findRefs } from '../../../src/host/session/entry-refs.js';
import { makeTable } from '../../../src/host/session/tool-table.js';
import { tools } from '../../../src/host/tools/all-tools.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { Scene, SceneSwitches } from './scene.js';
import { standingsIn } from './tool-table.js';

/** Working directories, each with the directory that is a Git repository. */
const places = [
  ['the home', '../home', undefined],
  ['a folder below a home with Git', '../home/project', '~/.git'],
  ['a folder below a Git repository that contains the home', '../home/project', '../.git'],
] as const;

/** What the user has for all repositories, and another repository in the home. */
function sceneIn(cwd: string, git: string | undefined): Scene {
  const scene = new Scene({ cwd });
  if (git !== undefined) mkdirSync(scene.path(git));
  mkdirSync(scene.path('~/other/.git'), { recursive: true });
  for (const folder of ['.agents', '.claude', '.copilot', '.qwen', '.config/opencode', '.config/kilo'])
    scene.write(`~/${folder}/skills/lint/SKILL.md`, '---\nname: lint\ndescription: Lints.\n---\n');
  scene.write('~/.codex/config.toml', '[mcp_servers.docs]\ncommand = "docs"\n');
  scene.write('~/.gemini/extensions/kit/gemini-extension.json', '{"name":"kit","version":"1.0.0"}');
  scene.write('~/.qwen/extensions/kit/qwen-extension.json', '{"name":"kit","version":"1.0.0"}');
  return scene;
}

/** Returns what the tool has on in another repository. */
function enabledElsewhere(scene: Scene, tool: Tool): string[] {
  const environment = { ...scene.environment, cwd: scene.path('~/other') };
  const table = makeTable(new SceneSwitches(tool, environment), findRefs(discover(environment)));
  return [...table.values()].filter(({ state }) => state.enabled).map(({ id }) => id);
}

/** Switches off all that the tool can switch off for the working directory alone. */
async function switchOffHere({ environment }: Scene, tool: Tool): Promise<void> {
  const switches = new SceneSwitches(tool, environment);
  const refs = [...makeTable(switches, findRefs(discover(environment))).values()].map(({ ref }) => ref);
  for (const entry of refs) {
    const kept = switches.keptIn(entry, 'workspace');
    if (typeof kept !== 'string') await switches.change([{ entry, scope: kept.scope, enabled: false }]);
  }
}

describe.each(places)('in %s', (_, cwd, git) => {
  test.each(tools.map((tool) => [tool.title, tool] as const))(
    'a switch of %s counts in no other repository',
    async (_title, tool) => {
      const scene = sceneIn(cwd, git);
      const before = enabledElsewhere(scene, tool);
      expect(before).not.toEqual([]);
      await switchOffHere(scene, tool);
      expect(enabledElsewhere(scene, tool)).toEqual(before);
    },
  );

  test('Codex switches what is the user’s for all repositories', () => {
    const standings = standingsIn(sceneIn(cwd, git), codex);
    for (const key of ['skill lint', 'mcpServer docs'])
      expect(standings.get(key), key).toMatchObject({ switchable: ['global'] });
  });
});
