import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { entryOf } from '../../../src/entries/node-entry.js';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { Host } from '../../../src/host/host.js';
import { ToolKeeper } from '../../../src/host/session/tool-keeper.js';
import { Workspace } from '../../../src/host/session/workspace.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { walk } from '../../../src/protocol/tree.js';
import type { AnyCustomization } from '../../../src/protocol/types.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, run, type Tree, trustInGemini } from '../../support/host-tree.js';

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
  entryOf(nodeNamed(store, name), null, { isOwn: true }).details['notes'];

test.each<[string, string[], string[]]>([
  ['a tool is present', ['.claude'], []],
  ['no tool is present', [], ['server', 'CLAUDE.md']],
])('an entry that skillpick keeps has a note that no tool reads it, if %s', async (_, tools, more) => {
  const tree = treeWith(...tools);
  tree.skill('unread');
  tree.write('.mcp.json', '{"mcpServers":{"server":{"command":"x"}}}');
  tree.write('CLAUDE.md', 'Be kind.');
  tree.write('.github/hooks/h.json', '{"hooks":{"Stop":[]}}');
  tree.write('.github/prompts/ask.prompt.md', '---\ndescription: Asks.\n---\n');
  const store = await openSession(tree);
  for (const name of ['unread', ...more, 'h:Stop', 'ask']) {
    expect(notesOf(store, name), name).toEqual(['kept by skillpick; no tool reads it']);
    const outcome = await store.toggle(nodeNamed(store, name).id, false, 'workspace');
    expect(outcome, name).toMatchObject({ kind: 'confirmed', enabled: false });
  }
});

test('a switch of a rule or a hook is refused with the reasons of the tools that read it', async () => {
  const tree = treeWith('.claude', '.codex', '.copilot');
  tree.write('CLAUDE.md', 'Be kind.');
  tree.write('AGENTS.md', 'Be kind.');
  mkdirSync(join(tree.home, '.copilot/hooks'), { recursive: true });
  writeFileSync(join(tree.home, '.copilot/hooks/h.json'), '{"hooks":{"Stop":[]}}');
  const store = await openSession(tree);
  const reasonFor = async (name: string) => {
    const outcome = await store.toggle(nodeNamed(store, name).id, false, 'workspace');
    return outcome.kind === 'rejected' ? outcome.reason : outcome.kind;
  };
  const notRules = 'skillpick does not switch rules';
  expect(await reasonFor('AGENTS.md')).toBe(notRules);
  expect(await reasonFor('CLAUDE.md')).toBe(
    `Claude Code excludes rules by "claudeMdExcludes", which skillpick does not read; ${notRules}`,
  );
  expect(await reasonFor('h:Stop')).toBe('skillpick does not switch hooks');
  expect(nodeNamed(store, 'AGENTS.md').enabled).toBe(true);
});

test('a tool that keeps switches for all repositories only is left out of a switch for one', async () => {
  const tree = treeWith('.codex', '.copilot', '.gemini');
  const path = join(tree.home, '.agents/skills/own/SKILL.md');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '---\nname: own\ndescription: Is mine.\n---\n');
  const store = await openSession(tree);
  await store.toggle(entryNamed(store, 'own').id, false, 'workspace');
  const standing = () => Object.fromEntries(entryNamed(store, 'own').tools.map((tool) => [tool.id, tool]));
  await expect.poll(() => standing()['gemini']?.enabled).toBe(false);
  expect(standing()['codex']).toMatchObject({
    enabled: true,
    switchable: ['global'],
    note: 'Codex only switches it for all repositories',
  });
  expect(existsSync(join(tree.home, '.codex/config.toml'))).toBe(false);
});

test('a switch that leaves out every tool is refused', async () => {
  const tree = treeWith('.copilot');
  tree.write('.github/agents/scout.agent.md', '---\nname: scout\ndescription: Looks around.\n---\n');
  const store = await openSession(tree);
  const { id } = entryNamed(store, 'scout');
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({
    kind: 'rejected',
    reason: 'Copilot CLI only switches agents for all repositories',
  });
  expect(await store.toggle(id, false, 'global')).toMatchObject({ kind: 'confirmed', enabled: false });
});

test('a directory is switched through its entries', async () => {
  const tree = treeWith('.codex', '.claude');
  tree.skill('one');
  tree.skill('two');
  const store = await openSession(tree);
  const { id } = nodeNamed(store, '.agents/skills');
  const flags = () => ['one', 'two'].map((name) => entryNamed(store, name).enabled);
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  await expect.poll(flags).toEqual([false, false]);
  await store.toggle(entryNamed(store, 'two').id, true, 'workspace');
  await expect.poll(() => nodeNamed(store, '.agents/skills').enabled).toBe(true);
  expect(flags()).toEqual([false, true]);
});

test('a directory is switched through its entries, also those that no tool reads', async () => {
  const tree = treeWith('.claude');
  tree.skill('unread');
  const store = await openSession(tree);
  const { id } = nodeNamed(store, '.agents/skills');
  expect(notesOf(store, '.agents/skills')).toBeUndefined();
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  await expect.poll(() => entryNamed(store, 'unread').enabled).toBe(false);
  expect(entryNamed(store, 'unread').offBy).toBe('self');
  await store.toggle(entryNamed(store, 'unread').id, true, 'workspace');
  expect(entryNamed(store, 'unread').effectiveEnabled).toBe(true);
  await expect.poll(() => nodeNamed(store, '.agents/skills').enabled).toBe(true);
});

test('an empty directory cannot be switched', async () => {
  const tree = treeWith('.claude');
  mkdirSync(join(tree.cwd, '.claude/agents'), { recursive: true });
  const store = await openSession(tree);
  const { id, enabled } = nodeNamed(store, '.claude/agents');
  expect(enabled).toBe(true);
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({
    kind: 'rejected',
    reason: 'it holds nothing to switch',
  });
  expect(await store.reset(id, 'workspace')).toMatchObject({ kind: 'confirmed' });
});

test('a switch that an older version stored for a directory does not count, and is removed by a reset', async () => {
  const tree = treeWith('.claude');
  tree.skill('unread');
  const directory = fileUri(join(tree.cwd, '.agents/skills'));
  const path = join(tree.home, '.local/state/skillpick/switches.json');
  const workspaces = { [fileUri(tree.cwd)]: { [directory]: false } };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ version: 1, global: {}, workspaces }));
  const store = await openSession(tree);
  expect(nodeNamed(store, '.agents/skills').enabled).toBe(true);
  expect(entryNamed(store, 'unread').effectiveEnabled).toBe(true);
  const { id } = nodeNamed(store, '.agents/skills');
  expect(await store.reset(id, 'workspace')).toMatchObject({
    kind: 'confirmed',
    result: { own: { outcome: 'changed', removed: [{ file: path }] } },
  });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ workspaces: {} });
});

test('an entry is off if it is off in the only tool that loads it', async () => {
  const tree = treeWith('.codex', '.copilot');
  tree.write('.agents/skills/long/SKILL.md', `---\nname: long\ndescription: ${'x'.repeat(1100)}\n---\n`);
  const store = await openSession(tree);
  const { id } = entryNamed(store, 'long');
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  await expect.poll(() => entryNamed(store, 'long')).toMatchObject({ enabled: false, isMixed: false });
  expect(entryNamed(store, 'long').tools).toMatchObject([
    { id: 'codex', enabled: false },
    { id: 'copilot', enabled: true, isRefused: true },
  ]);
});

test('an entry that one of the tools cannot switch is switched in none', async () => {
  const tree = treeWith('.codex', '.copilot', '.gemini');
  trustInGemini(tree);
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
  expect(written).toMatchObject({ permission: { skill: { ' pad ': 'deny' } } });
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
      return entryOf(found!.node, null, { isOwn: true })
        .tools.map(({ note }) => note)
        .join();
    });
    expect(notes[0]).toContain(`${title} switches it together with ${files[1]}`);
    expect(notes[1]).toContain(`${title} switches it together with ${files[0]}`);
    expect(JSON.stringify(entryNamed(store, 'other').tools)).not.toContain('together');
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
    const change = { node, set: [{ tool, scope: 'global', enabled: false } as const], batch: 'b' };
    expect((await keeper.change([change])).get(change)).toBe(`no tool "${tool}" reads it here`);
  },
);
