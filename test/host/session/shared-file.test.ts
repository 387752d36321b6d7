/** A tool may obey a file of another tool, so a switch in one changes the other, too. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SwitchRequest } from '../../../src/client/index.js';
import type { SessionStore } from '../../../src/client/session-store.js';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import type { SwitchResult } from '../../../src/protocol/switch-result.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';
import { ownHost } from '../../support/standing.js';

function put(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function openStore({ environment }: Tree): Promise<SessionStore> {
  const { open } = await connectInProcess(new Host({ environment }));
  return open('agents');
}

/** A repository in which opencode and Kilo are present. */
function treeOfFamily(): Tree {
  const tree = makeTree();
  for (const home of ['.config/opencode', '.config/kilo'])
    mkdirSync(join(tree.home, home), { recursive: true });
  return tree;
}

const statesOf = (store: SessionStore) =>
  Object.fromEntries(entryNamed(store, 'lint').tools.map(({ id, enabled }) => [id, enabled]));

/** Finds an entry or a container by the end of its address. */
function idAt(store: SessionStore, path: string): string {
  const { entries, containers } = listEntries(store.getSnapshot().state, ownHost);
  return [...entries, ...containers].find(({ uri }) => uri.endsWith(path))!.id;
}

const off = (id: string, tools?: string[]): SwitchRequest => ({
  ...{ id, enabled: false, scope: 'workspace' },
  ...(tools && { tools }),
});

/** Returns what was done for each switch, which has to be what the plan said. */
async function switchAsPlanned(store: SessionStore, batch: SwitchRequest[]): Promise<SwitchResult[]> {
  const plan = await store.plan(batch);
  const results = (await Promise.all(store.switch(batch))).map((outcome) => {
    if (outcome.kind !== 'confirmed') throw new Error(JSON.stringify(outcome));
    return outcome.result!;
  });
  const asPlanned = results.map(({ tools, also }) => ({
    tools: tools.map(({ id, file }) => ({ id, file, outcome: 'planned' })),
    also,
  }));
  expect(plan).toMatchObject({ kind: 'confirmed', result: { planned: asPlanned } });
  return results;
}

describe('Kilo obeys opencode.json of a repository', () => {
  test('a switch in both tools leaves no file behind once it is taken back', async () => {
    const tree = treeOfFamily();
    tree.skill('lint');
    const store = await openStore(tree);
    const { id } = entryNamed(store, 'lint');
    expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
    await expect.poll(() => statesOf(store)).toEqual({ opencode: false, kilo: false });
    expect(await store.toggle(id, true, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: true });
    await expect.poll(() => statesOf(store)).toEqual({ opencode: true, kilo: true });
    const files = ['opencode.json', '.kilo/kilo.jsonc'].map((file) => join(tree.cwd, file));
    expect(files.filter((file) => existsSync(file))).toEqual([]);
  });

  test('a switch in opencode alone names Kilo, and shows it off at once', async () => {
    const tree = treeOfFamily();
    tree.skill('lint');
    const store = await openStore(tree);
    const [result] = await switchAsPlanned(store, [off(entryNamed(store, 'lint').id, ['opencode'])]);
    const file = join(tree.cwd, 'opencode.json');
    expect(readFileSync(file, 'utf8')).toContain('"lint": "deny"');
    expect(result?.tools).toMatchObject([
      { id: 'opencode', outcome: 'changed', file },
      { id: 'kilo', outcome: 'changed', file, reason: 'Kilo obeys opencode.json, too' },
    ]);
    expect(result?.also).toEqual([]);
    await expect.poll(() => statesOf(store)).toEqual({ opencode: false, kilo: false });
    const undone = await store.undo(result?.batch ?? '');
    expect(undone).toMatchObject({
      result: {
        switches: [
          { id: 'opencode', outcome: 'changed', reason: null },
          { id: 'kilo', outcome: 'changed', file, reason: 'Kilo obeys opencode.json, too' },
        ],
        also: [],
      },
    });
    await expect.poll(() => statesOf(store)).toEqual({ opencode: true, kilo: true });
  });

  test('a switch of entries of opencode names those of Kilo, each with its own', async () => {
    const tree = treeOfFamily();
    for (const folder of ['.opencode', '.kilo']) {
      tree.write(`${folder}/skills/lint/SKILL.md`, '---\nname: lint\ndescription: Lints.\n---\n');
      tree.write(`${folder}/agents/scout.md`, '---\ndescription: Looks around.\n---\nLook.\n');
    }
    const store = await openStore(tree);
    const files = ['skills/lint/SKILL.md', 'agents/scout.md'];
    const batch = files.map((file) => off(idAt(store, `.opencode/${file}`)));
    const results = await switchAsPlanned(store, batch);
    expect(results.map(({ tools }) => tools.map(({ id }) => id))).toEqual([['opencode'], ['opencode']]);
    const ofKilo = files.map((file) => join(tree.cwd, '.kilo', file));
    expect(results.map(({ also }) => also)).toEqual(ofKilo.map((file) => [file]));
    const undone = await store.undo(results[0]?.batch ?? '');
    if (undone.kind !== 'confirmed') throw new Error(undone.reason);
    expect(undone.result.switches.map(({ id }) => id)).toEqual(['opencode', 'opencode']);
    expect(undone.result.also.toSorted()).toEqual(ofKilo.toSorted());
  });

  test('a switch on makes no file for Kilo, if only a file of opencode has it off', async () => {
    const tree = treeOfFamily();
    tree.skill('lint');
    tree.write('opencode.json', '{ "permission": { "skill": { "lint": "deny" } } }\n');
    const store = await openStore(tree);
    const { id } = entryNamed(store, 'lint');
    const [result] = await switchAsPlanned(store, [{ id, enabled: true, scope: 'workspace' }]);
    expect(result?.tools.map((tool) => tool.id)).toEqual(['opencode', 'kilo']);
    expect(existsSync(join(tree.cwd, '.kilo/kilo.jsonc'))).toBe(false);
  });

  test('a switch names no entry that a stronger setting keeps as it was', async () => {
    const tree = treeOfFamily();
    for (const folder of ['.opencode', '.kilo'])
      tree.write(`${folder}/skills/lint/SKILL.md`, '---\nname: lint\ndescription: Lints.\n---\n');
    tree.write('.kilo/kilo.json', '{"permission": {"skill": {"lint": "allow"}}}');
    const store = await openStore(tree);
    const [result] = await switchAsPlanned(store, [off(idAt(store, '.opencode/skills/lint/SKILL.md'))]);
    expect(result?.also).toEqual([]);
  });
});

test('Copilot CLI obeys the settings of Claude Code for plugins, so its own plugin of the name is named', async () => {
  const tree = makeTree();
  const [inClaude, inCopilot] = ['.claude/plugins/cache/kit', '.copilot/installed-plugins/kit'].map(
    (folder) => join(tree.home, folder),
  ) as [string, string];
  for (const directory of [inClaude, inCopilot])
    put(join(directory, '.claude-plugin/plugin.json'), '{"name":"kit","version":"1.0.0"}');
  const plugins = { 'kit@far': [{ scope: 'user', installPath: inClaude }] };
  put(join(tree.home, '.claude/plugins/installed_plugins.json'), JSON.stringify({ version: 2, plugins }));
  put(join(tree.home, '.claude/settings.json'), '{"enabledPlugins":{"kit@far":true}}');
  const installed = { name: 'kit', marketplace: 'far', enabled: true, cache_path: inCopilot };
  const config = { trustedFolders: [tree.cwd], installedPlugins: [installed] };
  put(join(tree.home, '.copilot/config.json'), JSON.stringify(config));
  const store = await openStore(tree);
  const [result] = await switchAsPlanned(store, [off(idAt(store, 'cache/kit'))]);
  expect(result?.tools).toMatchObject([
    { id: 'claude', outcome: 'changed', file: join(tree.cwd, '.claude/settings.local.json') },
  ]);
  expect(result?.also).toEqual([inCopilot]);
});

test.each([
  ['workspace', 'counts for everyone who has this repository'],
  ['shared', null],
] as const)('a switch in the one file of a repository says whom it counts for: %s', async (scope, reason) => {
  const tree = treeOfFamily();
  tree.skill('lint');
  const store = await openStore(tree);
  const { id } = entryNamed(store, 'lint');
  const [result] = await switchAsPlanned(store, [{ id, enabled: false, scope, tools: ['opencode'] }]);
  expect(result?.tools[0]).toMatchObject({ id: 'opencode', reason });
});

const everyone = 'counts for everyone who has this repository';

test.each([
  ['a file that it made, which is removed', undefined, null],
  ['a file of the repository, which stays', '{ "permission": { "skill": { "lint": "deny" } } }', everyone],
])('a switch that takes the setting out of %s', async (_, text, reason) => {
  const tree = makeTree();
  mkdirSync(join(tree.home, '.config/opencode'), { recursive: true });
  tree.skill('lint');
  if (text !== undefined) tree.write('opencode.json', text);
  const store = await openStore(tree);
  const { id } = entryNamed(store, 'lint');
  const request = { id, scope: 'workspace', tools: ['opencode'] } as const;
  if (text === undefined) await switchAsPlanned(store, [{ ...request, enabled: false }]);
  const on = [{ ...request, enabled: true }];
  const plan = await store.plan(on);
  expect(plan).toMatchObject({ result: { planned: [{ tools: [{ id: 'opencode', reason }] }] } });
  const [result] = await switchAsPlanned(store, on);
  expect(result?.tools[0]).toMatchObject({ id: 'opencode', outcome: 'changed', reason });
  expect(existsSync(join(tree.cwd, 'opencode.json'))).toBe(text !== undefined);
});
