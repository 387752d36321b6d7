import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';
import { ownHost } from '../../support/standing.js';

const skill = (name: string, fields = '') => `---\nname: ${name}\ndescription: Does ${name}.\n${fields}---\n`;

/** A repository whose skills are read by different tools, all of which are on this machine. */
function treeWithTools(...tools: string[]): Tree {
  const tree = makeTree();
  for (const tool of tools) mkdirSync(join(tree.home, tool), { recursive: true });
  if (tools.includes('.gemini')) {
    const trusted = JSON.stringify({ [tree.cwd]: 'TRUST_FOLDER' });
    writeFileSync(join(tree.home, '.gemini/trustedFolders.json'), trusted);
  }
  tree.write('.agents/skills/shared/SKILL.md', skill('shared'));
  tree.write('.claude/skills/clerk/SKILL.md', skill('clerk', 'user-invocable: false\n'));
  tree.write('.claude/agents/scout.md', '---\nname: scout\ndescription: Looks around.\n---\n');
  return tree;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('there is a session for everything and one for each tool on the machine', async () => {
  const tree = treeWithTools('.claude', '.gemini');
  const { client } = await connectInProcess(new Host({ environment: tree.environment }));
  const providers = (await client.listSessions()).map(({ provider }) => provider);
  expect(providers).toEqual(['agents', 'claude', 'gemini']);
});

test('a tool’s session shows what the tool reads and nothing else', async () => {
  const tree = treeWithTools('.claude', '.codex');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const names = async (provider: string) => {
    const { customizations = [] } = (await open(provider)).getSnapshot().state;
    return customizations
      .flatMap((entry) => ('children' in entry ? (entry.children ?? []) : []))
      .map(({ name }) => name);
  };
  expect(await names('claude')).toEqual(['clerk', 'scout']);
  expect(await names('codex')).toEqual(['shared']);
});

test('a home that is a repository is still the home for the tools', async () => {
  const tree = makeTree();
  mkdirSync(join(tree.home, '.git'));
  const file = join(tree.home, '.gemini/skills/mine/SKILL.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, skill('mine'));
  const cwd = join(tree.home, 'work');
  mkdirSync(cwd);
  const { open } = await connectInProcess(new Host({ environment: { ...tree.environment, cwd } }));
  expect(entryNamed(await open('gemini'), 'mine').enabled).toBe(true);
  expect(entryNamed(await open('agents'), 'mine').tools).toMatchObject([{ id: 'gemini', inEffect: true }]);
});

test('a tool’s session keeps the directories it looks into, empty or broken, with their problems', async () => {
  const tree = treeWithTools('.claude', '.gemini');
  rmSync(join(tree.cwd, '.claude'), { recursive: true });
  tree.write('.claude/skills/bad/SKILL.md', 'no frontmatter');
  mkdirSync(join(tree.cwd, '.claude/agents'));
  tree.write('.claude/rules/kind.md', 'Be kind.');
  mkdirSync(join(tree.cwd, '.gemini/skills'), { recursive: true });
  mkdirSync(join(tree.cwd, 'sub/.gemini/skills'), { recursive: true });
  const environment = { ...tree.environment, cwd: join(tree.cwd, 'sub') };
  const { client, open } = await connectInProcess(new Host({ environment }));
  const containers = async (provider: string) =>
    listEntries((await open(provider)).getSnapshot().state, ownHost).containers;
  const claude = await containers('claude');
  expect(claude.map(({ name }) => name)).toEqual(['.claude/skills', '.claude/agents', '.claude/rules']);
  expect(claude[0]).toMatchObject({ load: 'degraded', problems: [{ message: expect.any(String) }] });
  // Gemini CLI looks in the working directory alone.
  expect((await containers('gemini')).map(({ name }) => name)).toEqual(['sub/.gemini/skills']);
  const agent = client.root.getSnapshot().root.agents.find(({ provider }) => provider === 'gemini');
  expect(agent?.customizations?.map(({ name }) => name)).toEqual(['sub/.gemini/skills']);
});

test('a switch in a tool’s session is written where the tool keeps it, and taken back without a trace', async () => {
  const tree = treeWithTools('.claude');
  const settings = join(tree.cwd, '.claude/settings.local.json');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('claude');
  const off = await store.toggle(entryNamed(store, 'clerk').id, false, 'workspace');
  expect(off).toMatchObject({ kind: 'confirmed', enabled: false });
  expect(readJson(settings)).toEqual({ skillOverrides: { clerk: 'off' } });
  expect(await store.toggle(entryNamed(store, 'clerk').id, true, 'workspace')).toMatchObject({
    kind: 'confirmed',
  });
  expect(existsSync(settings) ? readJson(settings) : {}).toEqual({});
});

test('switching in the session of everything switches every tool that reads the entry', async () => {
  const tree = treeWithTools('.codex', '.gemini');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  expect(entryNamed(store, 'shared').tools).toMatchObject([
    { id: 'codex', enabled: true },
    { id: 'gemini', enabled: true },
  ]);
  const { id } = entryNamed(store, 'shared');
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  await expect
    .poll(() => entryNamed(store, 'shared').tools.map(({ enabled }) => enabled))
    .toEqual([false, false]);
  expect(readFileSync(join(tree.home, '.codex/config.toml'), 'utf8')).toContain('enabled = false');
  expect(readJson(join(tree.cwd, '.gemini/settings.json')).skills.disabled).toEqual(['shared']);
  await store.reset(id);
  await expect
    .poll(() => entryNamed(store, 'shared').tools.map(({ enabled }) => enabled))
    .toEqual([true, true]);
});

test('tools with different scopes are all switched, each in the scope it has, and all back again', async () => {
  const tree = treeWithTools('.codex', '.copilot', '.gemini');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const { id } = entryNamed(store, 'shared');
  const flags = () => entryNamed(store, 'shared').tools.map(({ enabled }) => enabled);
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  await expect.poll(flags).toEqual([false, false, false]);
  expect(existsSync(join(tree.home, '.copilot/settings.json'))).toBe(false);
  expect(await store.toggle(id, true, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: true });
  await expect.poll(flags).toEqual([true, true, true]);
});

test('an entry that is on in one tool and off in another is mixed until one switch makes them agree', async () => {
  const tree = treeWithTools('.codex', '.gemini');
  const gemini = join(tree.cwd, '.gemini/settings.json');
  mkdirSync(dirname(gemini), { recursive: true });
  writeFileSync(gemini, '{"skills":{"disabled":["shared"]}}');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  expect(entryNamed(store, 'shared')).toMatchObject({ isMixed: true, enabled: true });
  const { id } = entryNamed(store, 'shared');
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed' });
  await expect.poll(() => entryNamed(store, 'shared').isMixed).toBe(false);
  expect(entryNamed(store, 'shared').enabled).toBe(false);
});

test('the switch of an entry that no tool reads is kept by skillpick, and has a note', async () => {
  const tree = treeWithTools('.gemini');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const scout = entryNamed(store, 'scout');
  expect(scout.details['notes']).toEqual(['kept by skillpick; no tool reads it']);
  expect(await store.toggle(scout.id, false, 'workspace')).toMatchObject({
    kind: 'confirmed',
    enabled: false,
  });
});

test('the standing of an entry has a note about a gate that the tool ignores', async () => {
  const tree = treeWithTools('.gemini');
  tree.write('.gemini/skills/quiet/SKILL.md', skill('quiet', 'user-invocable: false\n'));
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  expect(entryNamed(await open('gemini'), 'quiet').tools).toMatchObject([
    { userInvocable: true, note: 'Gemini CLI ignores user-invocable' },
  ]);
});

test.each([
  ['a switch for one session', 'clerk', 'session', /not for one session/],
  ['an agent of a tool that does not load it', 'helper', 'workspace', /do not trust its directory/],
] as const)('%s is refused with the reason', async (_name, entry, scope, reason) => {
  const tree = treeWithTools('.claude', '.codex');
  tree.write('.codex/agents/helper.toml', 'name = "helper"\ndescription = "Helps."\n');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const outcome = await store.toggle(entryNamed(store, entry).id, false, scope);
  expect(outcome).toMatchObject({ kind: 'rejected', enabled: true });
  expect('reason' in outcome && outcome.reason).toMatch(reason);
});

test('a settings file that cannot be read is never touched, and is a problem', async () => {
  const tree = treeWithTools('.claude');
  const settings = tree.write('.claude/settings.local.json', '{ "skillOverrides": {');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('claude');
  const outcome = await store.toggle(entryNamed(store, 'clerk').id, false, 'workspace');
  expect(outcome.kind).toBe('rejected');
  expect(readFileSync(settings, 'utf8')).toBe('{ "skillOverrides": {');
  expect(store.getSnapshot().state._meta).toMatchObject({ skillpick: { problems: [{ line: 1 }] } });
});

test('a switch made in the tool itself shows up', async () => {
  const tree = treeWithTools('.claude');
  const host = new Host({ environment: tree.environment });
  const { client, open } = await connectInProcess(host);
  const store = await open('claude');
  host.watch();
  mkdirSync(join(tree.cwd, '.claude'), { recursive: true });
  writeFileSync(join(tree.cwd, '.claude/settings.local.json'), '{"skillOverrides":{"clerk":"off"}}');
  await expect.poll(() => entryNamed(store, 'clerk').enabled, { timeout: 5_000 }).toBe(false);
  await client.close();
  await host.close();
});

test('Gemini CLI reads its extensions, and with a home of its own nothing of the user’s', async () => {
  const tree = makeTree();
  const write = (home: string, path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const own = join(tree.cwd, '../gemini-home');
  for (const home of [tree.home, own]) {
    const mark = home === own ? 'own' : 'user';
    write(home, '.gemini/extensions/acme/gemini-extension.json', '{"name": "acme", "version": "1.0.0"}');
    write(home, `.gemini/extensions/acme/skills/${mark}-extra/SKILL.md`, skill(`${mark}-extra`));
    write(home, `.agents/skills/${mark}-shared/SKILL.md`, skill(`${mark}-shared`));
  }
  const names = async (env: Record<string, string>) => {
    const { open } = await connectInProcess(new Host({ environment: { ...tree.environment, env } }));
    const store = await open('gemini');
    return listEntries(store.getSnapshot().state, ownHost).entries.map(({ name }) => name);
  };
  expect(await names({})).toEqual(['user-shared', 'user-extra']);
  expect(await names({ GEMINI_CLI_HOME: own })).toEqual(['own-shared', 'own-extra']);
});

test('Claude Code’s session calls a skill by its folder, as Claude Code does', async () => {
  const tree = treeWithTools('.claude');
  tree.write('.claude/skills/folder/SKILL.md', skill('other'));
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const [claude, everything] = [await open('claude'), await open('agents')];
  expect(entryNamed(claude, 'folder').id).toBe(entryNamed(everything, 'other').id);
});

test('the session of all tools shows problems with files that no container holds', async () => {
  const tree = treeWithTools('.claude');
  tree.write('.mcp.json', '{torn');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const problemsOf = async (provider: string) =>
    listEntries((await open(provider)).getSnapshot().state, ownHost).sessionProblems.map(({ uri }) => uri);
  expect(await problemsOf('agents')).toEqual([expect.stringMatching(/\.mcp\.json$/)]);
  expect(await problemsOf('claude')).toEqual([]);
});

test('a name that two skills of Codex share invokes neither, as long as both are on', async () => {
  const tree = treeWithTools('.codex');
  const path = join(tree.home, '.agents/skills/shared/SKILL.md');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, skill('shared'));
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const standings = () =>
    listEntries(store.getSnapshot().state, ownHost)
      .entries.filter(({ name }) => name === 'shared')
      .map(({ tools }) => tools[0]);
  const [first, second] = standings();
  expect([first?.invoke, second?.invoke]).toEqual([null, null]);
  expect(first?.note).toContain(`$shared alone invokes neither this one nor ${path}`);
  await store.toggle(entryNamed(store, 'shared').id, false, 'workspace');
  await expect.poll(() => standings().map((one) => one?.invoke)).toEqual(['$shared', '$shared']);
});
