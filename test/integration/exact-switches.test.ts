import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SessionStore } from '../../src/client/session-store.js';
import type { ToggleOutcome } from '../../src/client/session-view.js';
import { listEntries } from '../../src/entries/entries.js';
import { Host } from '../../src/host/host.js';
import { connectInProcess, entryNamed } from '../support/client-in-process.js';
import { makeTree, type Tree, trustInGemini } from '../support/host-tree.js';
import { servedHost } from '../support/served-host.js';
import { ownHost } from '../support/standing.js';
import { until } from '../support/until.js';

const toolHomes = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode'];

/** The files with the settings for all repositories, of tools that can also switch in one repository. */
const userSettings = [
  '.claude/settings.json',
  '.copilot/settings.json',
  '.gemini/settings.json',
  '.config/opencode/opencode.json',
];

function treeWithFiveTools(): Tree {
  const tree = makeTree();
  for (const home of toolHomes) mkdirSync(join(tree.home, home), { recursive: true });
  trustInGemini(tree);
  return tree;
}

/** A host that watches its files, and the session over all tools. */
async function openWatched(tree: Tree): Promise<SessionStore> {
  const host = new Host({ environment: tree.environment });
  onTestFinished(() => host.close());
  host.watch();
  const { open } = await connectInProcess(host);
  return open('agents');
}

const written = ({ home }: Tree) => userSettings.filter((file) => existsSync(join(home, file)));

test('quick switches for this repository change nothing for all repositories', async () => {
  const tree = treeWithFiveTools();
  const names = Array.from({ length: 30 }, (_, at) => `skill-${at}`);
  for (const name of names) tree.skill(name);
  const store = await openWatched(tree);
  const ends: Promise<ToggleOutcome>[] = [];
  for (const [at, name] of names.entries()) {
    const { id } = entryNamed(store, name);
    const first = store.toggle(id, false, 'workspace');
    // A third of them wait for the echo, which comes before the update of the tools.
    if (at % 3 === 0) await first;
    ends.push(first, store.toggle(id, true, 'workspace'));
    if (at % 3 === 1) await Promise.all(ends);
    ends.push(store.toggle(id, at % 2 === 0, 'workspace'));
  }
  const outcomes = await Promise.all(ends);
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  expect({ kinds, written: written(tree) }).toEqual({ kinds: ['confirmed'], written: [] });
  await store.refresh();
  expect(names.map((name) => entryNamed(store, name).enabled)).toEqual(names.map((_, at) => at % 2 === 0));
});

test('switches that change each other’s entries are not reported as forgotten', async () => {
  const tree = treeWithFiveTools();
  tree.skill('deploy');
  const twin = '---\nname: deploy\ndescription: Does it too.\n---\n';
  tree.write('.claude/skills/deploy/SKILL.md', twin);
  const store = await openWatched(tree);
  const forgotten: unknown[] = [];
  store.onForgotten((lost) => forgotten.push(lost));
  const [first, second] = listEntries(store.getSnapshot().state, ownHost).entries;
  for (const { id } of [first!, second!, first!]) {
    expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed' });
    expect(await store.toggle(id, true, 'workspace')).toMatchObject({ kind: 'confirmed' });
  }
  await store.toggle(first!.id, false, 'workspace');
  await store.toggle(second!.id, true, 'workspace');
  // The second switch, by name, has changed the first entry as well.
  await store.refresh();
  expect(entryNamed(store, 'deploy').tools.filter(({ enabled }) => enabled)).not.toEqual([]);
  expect(forgotten).toEqual([]);
});

test('entries that a tool switches together by name are all updated at once', async () => {
  const tree = treeWithFiveTools();
  tree.skill('deploy');
  tree.write('.claude/skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Does it too.\n---\n');
  // Nothing is watched here, so the session shows only its own updates.
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const entries = () => listEntries(store.getSnapshot().state, ownHost).entries;
  const inCopilot = () => entries().map(({ tools }) => tools.find(({ id }) => id === 'copilot')?.enabled);
  expect(inCopilot()).toEqual([true, true]);
  await store.toggle(entries()[0]!.id, false, 'workspace');
  await until(store.subscribe, () => inCopilot().every((enabled) => enabled === false));
});

const localSettings = ['.claude/settings.local.json', '.gemini/settings.json', 'opencode.json'];
const localOnes = ({ cwd }: Tree) => localSettings.filter((file) => existsSync(join(cwd, file)));

/** Another vendor's client on a served host, and a skill that Claude Code and opencode read. */
async function greetForeign(tree: Tree) {
  tree.write('.claude/skills/clerk/SKILL.md', '---\nname: clerk\ndescription: Writes.\n---\n');
  const client = await (await servedHost(tree)).greet();
  const session = await client.session();
  const { id } = await client.entry(session, 'clerk');
  return { client, session, id };
}

test('the embedded host identifies itself', async () => {
  const client = await (await servedHost(treeWithFiveTools())).open();
  expect(await client.initialize(['0.9.0'])).toMatchObject({ _meta: { skillpick: {} } });
});

test('a set for one tool changes that tool alone', async () => {
  const tree = treeWithFiveTools();
  const { client, session, id } = await greetForeign(tree);
  const set = [{ tool: 'claude', scope: 'workspace', enabled: false }];
  const echo = await client.toggle(session, { id, enabled: false, _meta: { skillpick: { set } } });
  expect(echo.rejectionReason).toBeUndefined();
  // Another tool still has it on.
  expect(echo.action).toMatchObject({ enablement: [] });
  expect(localOnes(tree)).toEqual(['.claude/settings.local.json']);
  expect((await client.entry(session, 'clerk'))._meta?.skillpick?.['tools']).toMatchObject([
    { id: 'claude', enabled: false },
    { id: 'copilot', enabled: true },
    { id: 'opencode', enabled: true },
  ]);
});

test.each([
  ['a tool that does not read it', [{ tool: 'gemini', scope: 'workspace', enabled: false }], /gemini/],
  ['an unknown tool', [{ tool: 'emacs', scope: 'workspace', enabled: false }], /emacs/],
  ['an unknown scope', [{ scope: 'galaxy', enabled: false }], /galaxy/],
])('a set with %s is refused, and nothing is written', async (_, set, reason) => {
  const tree = treeWithFiveTools();
  const { client, session, id } = await greetForeign(tree);
  const echo = await client.toggle(session, { id, enabled: false, _meta: { skillpick: { set } } });
  expect(echo.rejectionReason).toMatch(reason);
  expect([...localOnes(tree), ...written(tree)]).toEqual([]);
});

test('the list of another vendor’s client is compared with what that client was sent', async () => {
  const tree = treeWithFiveTools();
  tree.skill('shared');
  const { client, session } = await greetForeign(tree);
  const { id } = await client.entry(session, 'shared');
  const off = { kind: 'workspace', enabled: false };
  const toggle = (enablement: object[]) => ({ type: 'session/customizationToggled', id, enablement });
  // Both are sent before the host responds, so Codex is not in the second list.
  const first = client.dispatch(session, toggle([off]));
  const second = client.dispatch(session, toggle([{ ...off, enabled: true }]));
  const echoes = [await client.echo(first), await client.echo(second)];
  expect(echoes.map(({ rejectionReason }) => rejectionReason)).toEqual([undefined, undefined]);
  // Codex alone keeps its switch for all repositories: it is not off everywhere.
  expect(echoes[0]?.action['enablement']).toMatchObject([off]);
  expect(echoes[1]?.action).toMatchObject({ enablement: [] });
  expect(written(tree)).toEqual([]);
});
