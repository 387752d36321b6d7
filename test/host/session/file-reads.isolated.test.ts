import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { discover } from '../../../src/host/discovery/discover.js';
import { Host } from '../../../src/host/host.js';
import { hostLimits } from '../../../src/host/limits.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';

vi.mock('../../../src/host/discovery/discover.js', async (load) => {
  const catalog = await load<typeof import('../../../src/host/discovery/discover.js')>();
  return { ...catalog, discover: vi.fn(catalog.discover) };
});

const homes = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode', '.local/state/skillpick'];

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
  inHome('.gemini/trustedFolders.json', JSON.stringify({ [tree.cwd]: 'TRUST_FOLDER' }));
  inHome('.config/opencode/opencode.json', '{"model": "x"}\n');
  const one = tree.skill('one');
  tree.skill('two');
  mkdirSync(join(tree.cwd, '.claude/skills'), { recursive: true });
  symlinkSync(dirname(one), join(tree.cwd, '.claude/skills/one'));
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
    const newest = Math.max(
      ...files.filter((file) => existsSync(file)).map((file) => statSync(file).ctimeMs),
    );
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

/** A watched session, after the watcher has finished its first reads. */
async function watchedSession(tree: Tree) {
  await isOldEnough(...settingsOf(tree));
  const counted = countedHost(tree);
  const { open } = await connectInProcess(counted.host);
  const store = await open('agents');
  counted.host.watch();
  // The watcher reads again after it is set up, and after the first file in a new directory, so two changes are needed.
  for (const description of ['Is new.', 'Is seen.']) {
    tree.write('.agents/skills/witness/SKILL.md', `---\nname: witness\ndescription: ${description}\n---\n`);
    await vi.waitFor(() => expect(entryNamed(store, 'witness').description).toBe(description), 5_000);
  }
  return { ...counted, store };
}

describe('listing', () => {
  it('opens no file twice', async () => {
    const tree = treeWithTools();
    const { host, reads } = countedHost(tree);
    const { open } = await connectInProcess(host);
    const store = await open('agents');
    expect(entryNamed(store, 'one').tools).toHaveLength(5);
    expect(reads).toEqual([...new Set(reads)]);
    expect(reads).toContain(join(tree.cwd, '.agents/skills/one/SKILL.md'));
    expect(reads).toContain(join(tree.home, '.copilot/config.json'));
  });

  it('opens no settings for sessions that are not opened, except those that declare MCP servers', () => {
    const tree = treeWithTools();
    const { reads } = countedHost(tree);
    const known = (path: string) => isDiscovered(path) || !existsSync(path);
    expect(reads.filter((path) => !known(path)).toSorted()).toEqual(
      [
        '.codex/config.toml',
        '.config/opencode/opencode.json',
        '.copilot/config.json',
        '.copilot/settings.json',
        '.gemini/settings.json',
        // Decides whether the repository's settings may name files of rules.
        '.gemini/trustedFolders.json',
      ].map((path) => join(tree.home, path)),
    );
  });

  it('opens no file again for the sessions of the single tools', async () => {
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
  it.each([
    ['for the first time reads back the five files it wrote and no others', 1, 5],
    ['for a second time reads these files before it writes them, too', 2, 10],
    ['for a third time costs no more than the second', 3, 10],
  ])('%s, and discovers nothing', async (_, times, mostReads) => {
    const tree = treeWithTools();
    const { store, reads, take } = await watchedSession(tree);
    for (let time = 1; time < times; time += 1) await toggle(store, 'one', time % 2 === 0);
    await isOldEnough(...settingsOf(tree));
    take();
    const discoveries = vi.mocked(discover).mock.calls.length;
    const enabled = times % 2 === 0;
    expect(await toggle(store, 'one', enabled)).toMatchObject({ kind: 'confirmed', enabled });
    expect(entryNamed(store, 'one').tools.map((tool) => tool.enabled)).toEqual(Array(5).fill(enabled));
    expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(mostReads);
    take();
    // The watcher reports changes in order, so it has already reported those of the switch.
    const other = join(tree.home, '.claude/settings.json');
    writeFileSync(other, '{"model": "y"}\n');
    await vi.waitFor(() => expect(reads).toEqual([other]), 5_000);
    expect(vi.mocked(discover).mock.calls.length).toBe(discoveries);
  });

  it('reads no more than fifteen files right after another one', async () => {
    const tree = treeWithTools();
    const { store, take } = await watchedSession(tree);
    for (const enabled of [false, true, false, true]) {
      take();
      await toggle(store, 'one', enabled);
      expect(take().length).toBeLessThanOrEqual(15);
    }
  });

  it('is based on what the files hold now, even without a watcher', async () => {
    const tree = treeWithTools();
    const { host } = countedHost(tree);
    const { open } = await connectInProcess(host);
    const store = await open('agents');
    const settings = join(tree.home, '.codex/config.toml');
    writeFileSync(settings, 'model = "y"\n');
    expect(await toggle(store, 'one', false)).toMatchObject({ kind: 'confirmed', enabled: false });
    expect(readFileSync(settings, 'utf8')).toMatch(/^model = "y"\n/);
  });

  it('shows up in the other sessions of the host at once', async () => {
    const tree = treeWithTools();
    const { host } = countedHost(tree);
    const { open } = await connectInProcess(host);
    const [store, single] = [await open('agents'), await open('gemini')];
    await toggle(store, 'one', false);
    await vi.waitFor(() => expect(entryNamed(single, 'one').enabled).toBe(false));
  });

  it('starts to watch the directories that it made', async () => {
    const tree = treeWithTools();
    const { store } = await watchedSession(tree);
    const made = new Promise<void>((resolve) => {
      const watcher = watch(tree.cwd, (_, name) => name === '.gemini' && setImmediate(resolve));
      onTestFinished(() => watcher.close());
    });
    await toggle(store, 'one', false);
    await made;
    tree.write('.gemini/skills/late/SKILL.md', '---\nname: late\ndescription: Comes late.\n---\n');
    await vi.waitFor(() => expect(entryNamed(store, 'late').enabled).toBe(true), 5_000);
  });
});

describe('an edit of one file', () => {
  it('rereads that skill and nothing else', async () => {
    const tree = treeWithTools();
    const { store, reads, take } = await watchedSession(tree);
    await isOldEnough(...settingsOf(tree), join(tree.cwd, '.agents/skills/witness/SKILL.md'));
    // The first read after the witness also reads files that were too new to be trusted before.
    const skill = tree.skill('two', 'version: 1\n');
    await vi.waitFor(() => expect(reads).toContain(skill), 5_000);
    await isOldEnough(skill);
    take();
    tree.write('.agents/skills/two/SKILL.md', '---\nname: two\ndescription: Edited.\n---\n');
    await vi.waitFor(() => expect(entryNamed(store, 'two').description).toBe('Edited.'), 5_000);
    expect(reads).toEqual([skill]);
  });
});

describe('a switch that skillpick keeps itself', () => {
  it.each([
    ['no tool is present', () => makeTree()],
    ['five tools are present', treeWithTools],
  ])('and that another host made shows up where %s', async (_, make) => {
    const tree = make();
    tree.write('.github/prompts/ask.prompt.md', '---\ndescription: Asks.\n---\n');
    const { store } = await watchedSession(tree);
    const other = await connectInProcess(new Host({ environment: tree.environment }));
    const theirs = await other.open('agents');
    for (const enabled of [false, true]) {
      expect(await toggle(theirs, 'ask', enabled)).toMatchObject({ kind: 'confirmed' });
      await vi.waitFor(() => expect(entryNamed(store, 'ask').enabled).toBe(enabled), 5_000);
    }
  });

  it('is not read again by the process that made it', async () => {
    const tree = treeWithTools();
    tree.write('.github/prompts/ask.prompt.md', '---\ndescription: Asks.\n---\n');
    const { store, reads, take } = await watchedSession(tree);
    await isOldEnough(...settingsOf(tree));
    await toggle(store, 'ask', false);
    take();
    const other = join(tree.home, '.claude/settings.json');
    writeFileSync(other, '{"model": "y"}\n');
    await vi.waitFor(() => expect(reads).toEqual([other]), 5_000);
  });
});
