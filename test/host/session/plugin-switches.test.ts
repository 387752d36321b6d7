import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function putPackage(directory: string): void {
  put(join(directory, '.claude-plugin/plugin.json'), '{"name":"acme"}');
  put(join(directory, 'skills/lint/SKILL.md'), '---\nname: lint\ndescription: Lints.\n---\n');
  put(join(directory, 'agents/scout.md'), '---\nname: scout\ndescription: Looks around.\n---\n');
}

/** A plugin that Claude Code has installed, with its flag in the user settings. */
function treeWithPlugin(enabled?: boolean): Tree {
  const tree = makeTree();
  const directory = join(tree.home, 'packages/acme');
  putPackage(directory);
  const plugins = { 'acme@market': [{ scope: 'user', installPath: directory }] };
  put(join(tree.home, '.claude/plugins/installed_plugins.json'), JSON.stringify({ version: 2, plugins }));
  const enabledPlugins = enabled === undefined ? {} : { 'acme@market': enabled };
  put(join(tree.home, '.claude/settings.json'), JSON.stringify({ enabledPlugins, model: 'x' }));
  return tree;
}

async function openSession(tree: Tree, provider: string): Promise<SessionStore> {
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  return open(provider);
}

/** The skill of the plugin. Claude Code calls it by the name of the plugin, too. */
const skillOf = (store: SessionStore) => {
  const { entries } = listEntries(store.getSnapshot().state, { protocolVersion: '0.9.0', isOwn: true });
  return entries.find(({ name }) => name === 'lint' || name === 'acme:lint')!;
};
const agentOf = (store: SessionStore) => {
  const { entries } = listEntries(store.getSnapshot().state, { protocolVersion: '0.9.0', isOwn: true });
  return entries.find(({ name }) => name === 'scout' || name === 'acme:scout')!;
};
const pluginOf = (store: SessionStore) => skillOf(store).container!;
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const sessions = [['claude'], ['agents']] as const;

test.each(sessions)(
  'a plugin that is off in Claude Code is shown off with its entries in %s',
  async (provider) => {
    for (const [setting, isOn] of [
      [true, true],
      [false, false],
      [undefined, false],
    ] as const) {
      const store = await openSession(treeWithPlugin(setting), provider);
      expect(pluginOf(store).enabled).toBe(isOn);
      for (const entry of [skillOf(store), agentOf(store)]) {
        const { effectiveEnabled, offBy, tools } = entry;
        expect({ effectiveEnabled, offBy }).toEqual({
          effectiveEnabled: isOn,
          offBy: isOn ? null : 'container',
        });
        expect(tools).toMatchObject([{ id: 'claude', enabled: isOn, inEffect: isOn }]);
      }
    }
  },
);

test.each(sessions)('a plugin is switched in the settings of Claude Code from %s', async (provider) => {
  const tree = treeWithPlugin(true);
  const [user, local] = [
    join(tree.home, '.claude/settings.json'),
    join(tree.cwd, '.claude/settings.local.json'),
  ];
  const before = readFileSync(user, 'utf8');
  const store = await openSession(tree, provider);
  const { id } = pluginOf(store);

  expect(await store.toggle(id, false, 'global')).toMatchObject({ kind: 'confirmed', enabled: false });
  expect(readFileSync(user, 'utf8')).toBe(before.replace('true', 'false'));
  await expect.poll(() => skillOf(store).tools).toMatchObject([{ id: 'claude', enabled: false }]);
  expect(await store.toggle(id, true, 'global')).toMatchObject({ kind: 'confirmed', enabled: true });
  expect(readFileSync(user, 'utf8')).toBe(before);

  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  expect(readJson(local)).toEqual({ enabledPlugins: { 'acme@market': false } });
  expect(readFileSync(user, 'utf8')).toBe(before);
  expect(await store.reset(id, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: true });
  expect(pluginOf(await openSession(tree, provider)).enabled).toBe(true);
});

test('a skill of a plugin cannot be switched alone, but the plugin can', async () => {
  const store = await openSession(treeWithPlugin(true), 'agents');
  const outcome = await store.toggle(skillOf(store).id, false, 'global');
  expect('reason' in outcome && outcome.reason).toMatch(/only together, with the plugin/);
  expect(await store.toggle(pluginOf(store).id, false, 'global')).toMatchObject({ kind: 'confirmed' });
});

test('a settings file that skillpick only reads counts for plugins too, even against our decision', async () => {
  const tree = treeWithPlugin(true);
  put(join(tree.cwd, '.claude/settings.json'), '{"enabledPlugins":{"acme@market":false}}');
  const store = await openSession(tree, 'agents');
  const { id } = pluginOf(store);
  expect(pluginOf(store).enabled).toBe(false);
  const outcome = await store.toggle(id, false, 'global');
  expect(outcome).toMatchObject({ kind: 'confirmed', enabled: false });
  const refused = await store.toggle(id, true, 'global');
  expect(refused).toMatchObject({ kind: 'rejected', enabled: false });
  expect('reason' in refused && refused.reason).toContain('.claude/settings.json keeps it off');
});

test.each(['gemini', 'qwen'])(
  'an extension of %s is not switched through its skills if its switch cannot be written',
  async (tool) => {
    const tree = makeTree();
    const home = join(tree.home, `.${tool}`);
    put(join(home, `extensions/kit/${tool}-extension.json`), '{"name":"kit","version":"1.0.0"}');
    put(join(home, 'extensions/kit/skills/lint/SKILL.md'), '---\nname: lint\ndescription: Lints.\n---\n');
    const rules = join(home, 'extensions/extension-enablement.json');
    put(rules, '{"kit": 5}');
    const store = await openSession(tree, 'agents');
    const { id, tools } = pluginOf(store);
    expect(tools).toMatchObject([{ id: tool, switchable: [], isFixed: false }]);
    const outcome = await store.toggle(id, false, 'workspace');
    expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringContaining(rules) });
  },
);
