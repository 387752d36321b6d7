/** A scratch home, user data folder, repository and plugin with one entry of every kind, all made by the test. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Scene {
  root: string;
  home: string;
  userData: string;
  workspace: string;
  plugin: string;
  remove(): void;
}

const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: What ${name} is for.\n${more}---\n\n# ${name}\n`;

const workspaceFiles: Record<string, string> = {
  '.github/skills/release-notes/SKILL.md': skill('release-notes'),
  '.github/skills/review/SKILL.md': skill('review', 'disable-model-invocation: true\n'),
  '.agents/skills/triage/SKILL.md': skill('triage', 'user-invocable: false\n'),
  '.github/agents/planner.agent.md': '---\nname: planner\ndescription: Plans the work.\n---\n\nPlan first.\n',
  '.github/instructions/style.instructions.md': '---\napplyTo: "**/*.ts"\n---\n\nShort functions.\n',
  '.github/hooks/notify.json': JSON.stringify({
    version: 1,
    hooks: { sessionStart: [{ type: 'command', bash: 'true' }] },
  }),
  '.mcp.json': JSON.stringify({ mcpServers: { files: { command: 'node', args: ['-e', '0'] } } }),
};

const pluginFiles: Record<string, string> = {
  'plugin.json': JSON.stringify({ name: 'acme-tools', version: '1.2.0', description: 'Tools of Acme.' }),
  'skills/relay/SKILL.md': skill('relay'),
  'agents/helper.agent.md': '---\nname: helper\ndescription: Helps.\n---\n\nHelp.\n',
};

/** Writes a file and the folders above it. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The path of a socket is limited to about a hundred characters, and some systems' temporary folder takes half. */
const scratchBase = process.platform === 'win32' ? tmpdir() : '/tmp';

export function makeScene(): Scene {
  const root = realpathSync(mkdtempSync(join(scratchBase, 'skillpick-interop-')));
  const scene = {
    root,
    home: join(root, 'home'),
    userData: join(root, 'config', 'Code'),
    workspace: join(root, 'workspace'),
    plugin: join(root, 'acme-tools'),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
  for (const [path, text] of Object.entries(workspaceFiles)) write(join(scene.workspace, path), text);
  for (const [path, text] of Object.entries(pluginFiles)) write(join(scene.plugin, path), text);
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', scene.workspace]);
  return scene;
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
