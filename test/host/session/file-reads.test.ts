import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { Host } from '../../../src/host/host.js';
import { hostLimits } from '../../../src/host/limits.js';
import { makeTree, type Tree } from '../../support/host-tree.js';
import { connectInProcess, entryNamed } from '../../support/in-process.js';

const homes = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode'];

/** A repository that all five tools read, with settings in each of their homes. */
function treeWithTools(): Tree {
  const tree = makeTree();
  for (const home of homes) mkdirSync(join(tree.home, home), { recursive: true });
  const inHome = (path: string, text: string) => writeFileSync(join(tree.home, path), text);
  inHome('.claude/settings.json', '{"model": "x"}\n');
  inHome('.codex/config.toml', 'model = "x"\n');
  inHome('.copilot/settings.json', '{"theme": "x"}\n');
  inHome('.copilot/config.json', '{}\n');
  inHome('.gemini/settings.json', '{"ui": {}}\n');
  inHome('.config/opencode/opencode.json', '{"model": "x"}\n');
  tree.skill('one');
  tree.skill('two');
  tree.write('.claude/skills/three/SKILL.md', '---\nname: three\ndescription: Does three.\n---\n');
  tree.write('.claude/agents/scout.md', '---\nname: scout\ndescription: Looks.\n---\n');
  tree.write('.mcp.json', '{"mcpServers": {"server": {"command": "x"}}}');
  tree.write('CLAUDE.md', 'Be kind.');
  return tree;
}

/** A host whose reads are counted. */
function countedHost(tree: Tree) {
  const reads: string[] = [];
  const environment = { ...tree.environment, onRead: (path: string) => reads.push(path) };
  const host = new Host({ environment });
  onTestFinished(() => host.close());
  const take = () => reads.splice(0);
  return { host, reads, take };
}

const isDiscovered = (path: string) => /\.md$|\.mcp\.json$/.test(path);

/** Resolves when a change to the file could no longer have the same time as the last one. */
const isOldEnough = (...files: string[]) =>
  vi.waitFor(() => {
    const newest = Math.max(...files.filter((file) => existsSync(file)).map((file) => statSync(file).ctimeMs));
    expect(Date.now() - newest).toBeGreaterThan(hostLimits.timestampMs);
  });

const settingsOf = ({ cwd, home }: Tree) => [
  ...['.claude/settings.json', '.codex/config.toml', '.copilot/settings.json', '.copilot/config.json'].map(
    (path) => join(home, path),
  ),
  ...['.gemini/settings.json', '.config/opencode/opencode.json'].map((path) => join(home, path)),
  ...['.claude/settings.local.json', '.github/copilot/settings.local.json', '.gemini/settings.json'].map(
    (path) => join(cwd, path),
  ),
  join(cwd, 'opencode.json'),
];

const toggle = (store: SessionStore, name: string, enabled: boolean) =>
  store.toggle(entryNamed(store, name).id, enabled, 'workspace');

/** A session that is watched, after all that watching has looked at. */
async function watchedSession(tree: Tree) {
  await isOldEnough(...settingsOf(tree));
  const counted = countedHost(tree);
  const { open, client } = await connectInProcess(counted.host);
  const store = await open('agents');
  counted.host.watch();
  // The watcher looks once at everything after it was set up; a new file shows that this is over.
  tree.write('.agents/skills/witness/SKILL.md', '---\nname: witness\ndescription: Is seen.\n---\n');
  await vi.waitFor(() => expect(entryNamed(store, 'witness').enabled).toBe(true), 5_000);
  return { ...counted, store, open, client };
}

describe('listing', () => {
  it('opens no file twice', async () => {
    const tree = treeWithTools();
    const { host, reads } = countedHost(tree);
    const { open } = await connectInProcess(host);
    const store = await open('agents');
    expect(entryNamed(store, 'one').tools).toHaveLength(4);
    expect(reads).toEqual([...new Set(reads)]);
    expect(reads).toContain(join(tree.cwd, '.agents/skills/one/SKILL.md'));
    expect(reads).toContain(join(tree.home, '.copilot/config.json'));
  });

  it('opens none for sessions that nobody opens', () => {
    const tree = treeWithTools();
    const { reads } = countedHost(tree);
    const known = (path: string) => isDiscovered(path) || basename(path) === 'switches.json';
    expect(reads.filter((path) => !known(path))).toEqual([]);
  });

  it('opens none again for the sessions of the single tools', async () => {
    const tree = treeWithTools();
    const { host, take } = countedHost(tree);
    const { open } = await connectInProcess(host);
    await open('agents');
    take();
    for (const provider of ['claude', 'codex', 'copilot', 'gemini', 'opencode']) await open(provider);
    expect(take()).toEqual([]);
  });
});

describe('a switch in five tools', () => {
  it('reads back what it wrote and nothing else, and discovers nothing', async () => {
    const tree = treeWithTools();
    const { store, take, reads } = await watchedSession(tree);
    for (const enabled of [false, true, false]) {
      await isOldEnough(...settingsOf(tree));
      take();
      expect(await toggle(store, 'one', enabled)).toEqual({ kind: 'confirmed', enabled });
      const written = take();
      expect(written.length, written.join('\n')).toBeLessThanOrEqual(8);
      // What the watcher reports of the switch comes before what it reports of this.
      const other = join(tree.home, '.claude/settings.json');
      writeFileSync(other, `{"model": "${enabled}"}\n`);
      await vi.waitFor(() => expect(reads).toEqual([other]), 5_000);
    }
  });

  it('stays below the bar right after another one', async () => {
    const tree = treeWithTools();
    const { store, take } = await watchedSession(tree);
    for (const enabled of [false, true, false, true]) {
      take();
      await toggle(store, 'one', enabled);
      expect(take().length).toBeLessThanOrEqual(15);
    }
  });
});
