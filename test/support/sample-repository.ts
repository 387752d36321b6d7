/** A repository with one entry of each kind, and an MCP server with secrets that no frame may hold. */

import { join } from 'node:path';
import { makeTree, type Tree } from './host-tree.js';

export interface SampleRepository extends Tree {
  /** Directories of plugin packages, for the host. */
  plugins: string[];
}

/** Values in the files that declare servers and hooks; no frame may hold any of them. */
export const secrets = [
  'run-secret-command',
  '--secret-argument',
  'SECRET_VARIABLE',
  'secret-value',
  'secret.example',
];

const server = {
  command: 'run-secret-command',
  args: ['--secret-argument'],
  env: { SECRET_VARIABLE: 'secret-value' },
};

export function makeSampleRepository(): SampleRepository {
  const tree = makeTree();
  tree.skill('alpha');
  tree.skill('beta', 'user-invocable: false\ndisable-model-invocation: true\n');
  tree.write('.claude/agents/gamma.md', '---\nname: gamma\ndescription: An agent.\n---\nBody.\n');
  tree.write('AGENTS.md', 'Be kind.\n');
  const remote = { url: 'https://secret.example/mcp' };
  tree.write('.mcp.json', JSON.stringify({ mcpServers: { local: server, remote } }, null, 2));
  const manifest = { name: 'pack', version: '1.2.0', mcpServers: { packed: server } };
  tree.write('pack/.claude-plugin/plugin.json', JSON.stringify(manifest, null, 2));
  tree.write('pack/skills/delta/SKILL.md', '---\nname: delta\ndescription: Packed.\n---\nBody.\n');
  return { ...tree, plugins: [join(tree.cwd, 'pack')] };
}
