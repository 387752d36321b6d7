import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { entryOf } from '../../../src/entries/node-entry.js';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { Host } from '../../../src/host/host.js';
import { ToolKeeper } from '../../../src/host/session/tool-keeper.js';
import { Workspace } from '../../../src/host/session/workspace.js';
import { codex } from '../../../src/host/tools/codex.js';
import { walk } from '../../../src/protocol/tree.js';
import type { AnyCustomization } from '../../../src/protocol/types.js';
import { abilitiesOf } from '../../../src/protocol/versions.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, run, type Tree } from '../../support/host-tree.js';

function treeWith(...tools: string[]): Tree {
  const tree = makeTree();
  for (const tool of tools) mkdirSync(join(tree.home, tool), { recursive: true });
  return tree;
}

async function openSession(tree: Tree, provider = 'agents'): Promise<SessionStore> {
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  return open(provider);
}

/** The node of this name, containers included. */
function nodeNamed(store: SessionStore, name: string): AnyCustomization {
  const { customizations } = store.getSnapshot().state;
  const found = [...walk(customizations)].find(({ node }) => node.name === name);
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  return found.node;
}

/** The notes as the picker shows them. */
const notesOf = (store: SessionStore, name: string): unknown =>
  entryOf(nodeNamed(store, name), null, abilitiesOf('0.9.0')).details['notes'];

test.each([
  ['switched on', (store: SessionStore, id: string) => store.toggle(id, true, 'workspace')],
  ['reset', (store: SessionStore, id: string) => store.reset(id)],
  ['reset in its scope', (store: SessionStore, id: string) => store.reset(id, 'workspace')],
])(
  'a directory that skillpick switched off can be %s after a tool that reads it is installed',
  async (_, takeBack) => {
    const tree = treeWith();
    tree.skill('shared');
    const before = await openSession(tree);
    const { id } = nodeNamed(before, '.agents/skills');
    expect(await before.toggle(id, false, 'workspace')).toEqual({ kind: 'confirmed', enabled: false });
    mkdirSync(join(tree.home, '.codex'));
    const store = await openSession(tree);
    expect(entryNamed(store, 'shared').offBy).toBe('container');
    expect(notesOf(store, '.agents/skills')).toEqual([expect.stringContaining('switch it on or reset it')]);
    expect(await store.toggle(id, false, 'global')).toMatchObject({ kind: 'rejected', enabled: false });
    expect(await takeBack(store, id)).toEqual({ kind: 'confirmed', enabled: true });
    expect(entryNamed(await openSession(tree), 'shared').effectiveEnabled).toBe(true);
    expect(notesOf(await openSession(tree), '.agents/skills')).toBeUndefined();
  },
);

test('an agent that skillpick switched off can be reset after a tool without a switch for it is installed', async () => {
  const tree = treeWith();
  tree.write('.codex/agents/helper.toml', 'name = "helper"\ndescription = "Helps."\n');
  const before = await openSession(tree);
  const { id } = nodeNamed(before, 'helper');
  await before.toggle(id, false, 'workspace');
  mkdirSync(join(tree.home, '.codex'));
  const store = await openSession(tree);
  expect(entryNamed(store, 'helper').enabled).toBe(false);
  expect(await store.reset(id)).toEqual({ kind: 'confirmed', enabled: true });
});

test.each([
  ['a tool is present', ['.claude']],
  ['no tool is present', []],
])('an entry that skillpick keeps has a note that no tool obeys it, if %s', async (_, tools) => {
  const tree = treeWith(...tools);
  tree.skill('unread');
  tree.write('.mcp.json', '{"mcpServers":{"server":{"command":"x"}}}');
  tree.write('CLAUDE.md', 'Be kind.');
  tree.write('.github/hooks/h.json', '{"hooks":{"Stop":[]}}');
  tree.write('.github/prompts/ask.prompt.md', '---\ndescription: Asks.\n---\n');
  const store = await openSession(tree);
  expect(notesOf(store, 'unread')).toEqual(['kept by skillpick; no tool reads it']);
  for (const name of ['server', 'CLAUDE.md', 'h:Stop', 'ask', '.github/hooks']) {
    expect(notesOf(store, name), name).toEqual(['kept by skillpick; no tool obeys it']);
    const outcome = await store.toggle(nodeNamed(store, name).id, false, 'workspace');
    expect(outcome, name).toEqual({ kind: 'confirmed', enabled: false });
  }
});

test('an entry has a note if its tool keeps switches for all repositories', async () => {
  const tree = treeWith('.codex', '.copilot', '.gemini');
  tree.skill('shared');
  tree.write('.github/agents/scout.md', '---\nname: scout\ndescription: Looks around.\n---\n');
  const store = await openSession(tree);
  expect(notesOf(store, 'shared')).toEqual(['Codex keeps it for all repositories']);
  expect(notesOf(store, 'scout')).toEqual(['Copilot CLI keeps it for all repositories']);
  expect(notesOf(await openSession(tree, 'codex'), 'shared')).toEqual([
    'Codex keeps it for all repositories',
  ]);
});

test('an entry that one of the tools cannot switch is switched in none', async () => {
  const tree = treeWith('.codex', '.copilot', '.gemini');
  tree.skill('shared');
  tree.skill('other');
  tree.write('.gemini/settings.json', '{ broken');
  const store = await openSession(tree);
  const outcome = await store.toggle(entryNamed(store, 'shared').id, false, 'workspace');
  expect(outcome).toMatchObject({ kind: 'rejected', enabled: true });
  expect('reason' in outcome && outcome.reason).toMatch(/^Gemini CLI: .*line 1, column/);
  expect(entryNamed(await openSession(tree), 'shared').tools.map(({ enabled }) => enabled)).toEqual([
    true,
    true,
    true,
  ]);
  expect(existsSync(join(tree.home, '.codex/config.toml'))).toBe(false);
});

test('an entry is switched in no tool if one tool’s file cannot be written after all', async () => {
  const tree = treeWith('.codex', '.copilot');
  tree.skill('shared');
  // A lock is not checked before it is taken.
  const lock = tree.write('.github/copilot/settings.local.json.lock', '');
  rmSync(lock);
  run('mkfifo', [lock], '/');
  const store = await openSession(tree);
  const outcome = await store.toggle(entryNamed(store, 'shared').id, false, 'workspace');
  expect(outcome).toMatchObject({
    kind: 'rejected',
    reason: expect.stringMatching(/^Copilot CLI: the lock .* is not a file$/),
  });
  expect(existsSync(join(tree.home, '.codex/config.toml'))).toBe(false);
  expect(entryNamed(store, 'shared')).toMatchObject({ enabled: true, isMixed: false });
});

test('a name is switched exactly as it is, with its leading and trailing blanks', async () => {
  const tree = treeWith('.config/opencode');
  tree.write('.opencode/skills/one/SKILL.md', '---\nname: " pad "\ndescription: One.\n---\n');
  tree.write('.opencode/skills/two/SKILL.md', '---\nname: pad\ndescription: Two.\n---\n');
  const store = await openSession(tree);
  const { customizations } = store.getSnapshot().state;
  const found = [...walk(customizations)].find(({ node }) => node.uri.endsWith('/one/SKILL.md'));
  expect(await store.toggle(found?.node.id ?? '', false, 'workspace')).toMatchObject({ kind: 'confirmed' });
  const written = JSON.parse(readFileSync(join(tree.cwd, 'opencode.json'), 'utf8'));
  expect(written).toEqual({ permission: { skill: { ' pad ': 'deny' } } });
});

describe('entries that a tool switches together', () => {
  function skill(tree: Tree, path: string, name: string): string {
    return tree.write(`${path}/SKILL.md`, `---\nname: ${name}\ndescription: ${path}.\n---\n`);
  }

  test.each<[name: string, home: string, title: string, one: [string, string], two: [string, string]]>([
    [
      'the same name',
      '.config/opencode',
      'opencode',
      ['.agents/skills/lint', 'lint'],
      ['.opencode/skills/lint', 'lint'],
    ],
    [
      'the same folder',
      '.claude',
      'Claude Code',
      ['.claude/skills/lint', 'first'],
      ['../home/.claude/skills/lint', 'second'],
    ],
    [
      'names that differ only in case',
      '.gemini',
      'Gemini CLI',
      ['.gemini/skills/a', 'lint'],
      ['.gemini/skills/b', 'Lint'],
    ],
    [
      'names that differ only in a sign that becomes a hyphen',
      '.gemini',
      'Gemini CLI',
      ['.gemini/skills/a', 'a-b'],
      ['.gemini/skills/b', 'a:b'],
    ],
    [
      'names that differ only in a blank that becomes a hyphen',
      '.copilot',
      'Copilot CLI',
      ['.github/skills/a', 'a-b'],
      ['.github/skills/b', 'a b'],
    ],
  ])('have notes that name each other: %s', async (_, home, title, one, two) => {
    const tree = treeWith(home);
    const files = [skill(tree, ...one), skill(tree, ...two)] as const;
    skill(tree, join(dirname(one[0]), 'other'), 'other');
    const store = await openSession(tree);
    const notes = [one[1], two[1]].map((name, at) => {
      const { customizations } = store.getSnapshot().state;
      const found = [...walk(customizations)].find(({ node }) => node.uri === fileUri(files[at] ?? ''));
      expect(found?.node.name).toBe(name);
      return entryOf(found!.node, null, abilitiesOf('0.9.0')).details['notes'];
    });
    expect(notes[0]).toContain(`${title} switches it together with ${files[1]}`);
    expect(notes[1]).toContain(`${title} switches it together with ${files[0]}`);
    expect(JSON.stringify(notesOf(store, 'other') ?? [])).not.toContain('together');
  });
});

test.each(['', 'claude', 'no-such-tool'])(
  'a switch in the tool "%s", which does not read the entry, is refused',
  async (tool) => {
    const tree = treeWith('.codex');
    tree.skill('shared');
    const workspace = new Workspace(tree.environment, {});
    const keeper = new ToolKeeper(workspace, [codex]);
    const { node } = [...walk(workspace.catalog.containers)].find(({ node: { name } }) => name === 'shared')!;
    const change = { node, set: [{ tool, scope: 'global', enabled: false } as const] };
    expect((await keeper.change([change])).get(change)).toBe(`no tool "${tool}" reads it here`);
  },
);
