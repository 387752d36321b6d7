import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/entries/entries.js';
import { factsOf } from '../../src/entries/facts.js';
import { requirementsOf, starterWords } from '../../src/entries/server-words.js';
import { modelOf, plugin, server } from '../support/picker.js';
import { standing } from '../support/standing.js';

const serverIn = (state: object): Entry => modelOf([plugin('d', [server('m', { state })])]).list.entries[0]!;

describe('an MCP server that needs a sign-in', () => {
  const state = {
    kind: 'authRequired',
    reason: 'insufficientScope',
    resource: {
      resource: 'https://x',
      scopes_supported: ['all'],
      authorization_servers: ['https://login', 7],
    },
    requiredScopes: ['w'],
    description: 'to write',
  };

  it('names the scopes it asks for, not those it only supports, and where to sign in', () => {
    const needs = [
      { label: 'resource', text: 'https://x' },
      { label: 'permissions', text: 'w' },
      { label: 'asks', text: 'to write' },
      {
        label: 'sign in',
        text: 'in the program that runs the session, at https://login; skillpick handles no tokens',
      },
    ];
    expect(requirementsOf(serverIn(state))).toEqual(needs);
    expect(factsOf(serverIn(state), [])).toEqual(expect.arrayContaining(needs));
  });

  it.each([
    [{ kind: 'authRequired', resource: { resource: 'https://x', authorization_servers: 'no list' } }],
    [{ kind: 'authRequired', resource: { resource: 'https://x' } }],
  ])('needs no address for that: %j', (given) => {
    expect(requirementsOf(serverIn(given)).at(-1)).toEqual({
      label: 'sign in',
      text: 'in the program that runs the session; skillpick handles no tokens',
    });
  });

  it('is the only one that asks for anything', () => {
    expect(requirementsOf(serverIn({ kind: 'ready' }))).toEqual([]);
    expect(requirementsOf(serverIn({ kind: 'x', resource: 7 }))).toEqual([]);
  });
});

describe('a server that each tool starts itself', () => {
  const hintFor = (...ids: string[]) => starterWords({ tools: ids.map((id) => standing(id)) }).hint;

  it.each([
    [['claude', 'codex'], 'Use /mcp in Claude Code, Codex.'],
    [['opencode'], 'Use the command opencode mcp list.'],
    [
      ['claude', 'opencode', 'kilo'],
      'Use /mcp in Claude Code, or the command opencode mcp list, or the command kilo mcp list.',
    ],
    [[], 'No tool here reads it.'],
  ])('is looked at in %j', (ids, hint) => expect(hintFor(...ids)).toBe(hint));
});
