/** What an MCP server asks for, and who starts it. `describe.ts` says what it does at the moment. */

import { isString } from '../protocol/checks.js';
import type { McpServerState } from '../protocol/types.js';
import type { Entry } from './entries.js';
import type { Fact } from './tool-facts.js';
import { titlesOf } from './tool-names.js';

function stateOf({ node }: Pick<Entry, 'node'>): McpServerState | undefined {
  return node.type === 'mcpServer' ? node.state : undefined;
}

/** Returns how to sign in: skillpick takes no tokens, so that happens elsewhere. */
function signInAt({ kind, resource }: McpServerState): string {
  if (kind !== 'authRequired') return '';
  const servers = resource?.authorization_servers;
  const known = Array.isArray(servers) ? servers.filter(isString) : [];
  const at = known.length === 0 ? '' : `, at ${known.join(' or ')}`;
  return `in the program that runs the session${at}; skillpick handles no tokens`;
}

/** Returns what an MCP server asks for, and how to give it that. */
export function requirementsOf(entry: Pick<Entry, 'node'>): Fact[] {
  const state = stateOf(entry);
  if (state === undefined) return [];
  const { resource, requiredScopes, description } = state;
  const facts = [
    { label: 'resource', text: resource?.resource ?? '' },
    { label: 'permissions', text: requiredScopes?.join(' ') ?? '' },
    { label: 'asks', text: description ?? '' },
    { label: 'sign in', text: signInAt(state) },
  ];
  return facts.filter(({ text }) => text !== '');
}

/** How the servers of a tool are started and looked at, other than by `/mcp`. */
const ownWays: Readonly<Record<string, string | undefined>> = {
  opencode: 'opencode mcp list',
  kilo: 'kilo mcp list',
};

/** Returns who starts a server of skillpick's own host, which starts none, and where to look at it. */
export function starterWords({ tools }: Pick<Entry, 'tools'>): { reason: string; hint: string } {
  const reason = 'skillpick starts and stops no servers; each agent tool does that itself, with its sessions';
  const commands = tools.flatMap(({ id }) => ownWays[id] ?? []);
  const others = titlesOf(tools.filter(({ id }) => ownWays[id] === undefined));
  const ways = [
    ...(others.length === 0 ? [] : [`/mcp in ${others.join(', ')}`]),
    ...commands.map((command) => `the command ${command}`),
  ];
  return { reason, hint: ways.length === 0 ? 'No tool here reads it.' : `Use ${ways.join(', or ')}.` };
}
