/** How Gemini CLI's extensions and MCP servers are switched, which have files of their own. */

import { describe, expect, test } from 'vitest';
import { noFacts } from '../../../src/host/discovery/file-facts.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import type { EntryRef, ToolScope } from '../../../src/host/tools/tool.js';
import { Scene } from './scene.js';

const rules = '~/.gemini/extensions/extension-enablement.json';
const flags = '~/.gemini/mcp-server-enablement.json';
const user = '~/.gemini/settings.json';
const workspace = '.gemini/settings.json';

/** A scene in a folder that Gemini CLI trusts. */
function trusted(): Scene {
  const scene = new Scene();
  scene.write('~/.gemini/trustedFolders.json', JSON.stringify({ [scene.repository]: 'TRUST_FOLDER' }));
  return scene;
}

function refOf(scene: Scene, kind: 'plugin' | 'mcpServer', name: string): EntryRef {
  const isExtension = kind === 'plugin';
  const place = isExtension ? '~/.gemini/extensions' : user;
  const path = scene.path(isExtension ? `${place}/${name}` : place);
  return { kind, name, aliases: [{ place, path }], canonicalPath: path, facts: noFacts };
}

async function turn(scene: Scene, entry: EntryRef, scope: ToolScope, enabled: boolean | undefined) {
  const [outcome] = await scene.switches(gemini).change([{ entry, scope, enabled }]);
  return outcome;
}

const json = (scene: Scene, short: string): unknown => JSON.parse(scene.read(short) ?? 'null');

describe('an extension', () => {
  test.each<[scope: ToolScope, rule: (scene: Scene) => string]>([
    ['workspace', (scene) => `!${scene.repository}/*`],
    ['global', () => '!/*'],
  ])('is switched for %s by a rule', async (scope, rule) => {
    const scene = trusted();
    const entry = refOf(scene, 'plugin', 'one');
    expect(await turn(scene, entry, scope, false)).toHaveProperty('state.enabled', false);
    expect(json(scene, rules)).toEqual({ one: { overrides: [rule(scene)] } });
    expect(await turn(scene, entry, scope, true)).toHaveProperty('state.enabled', true);
    expect(scene.read(rules)).toBeUndefined();
  });

  test('keeps the rule of its installation', async () => {
    const scene = trusted();
    const entry = refOf(scene, 'plugin', 'one');
    const before = JSON.stringify({ one: { overrides: [`${scene.home}/*`] } }, null, 2);
    scene.write(rules, before);
    await turn(scene, entry, 'global', false);
    expect(json(scene, rules)).toEqual({ one: { overrides: [`${scene.home}/*`, '!/*'] } });
    await turn(scene, entry, 'global', true);
    expect(scene.read(rules)).toBe(before);
  });

  test('is switched on here, though it is off everywhere', async () => {
    const scene = trusted();
    const entry = refOf(scene, 'plugin', 'one');
    await turn(scene, entry, 'global', false);
    expect(await turn(scene, entry, 'workspace', true)).toHaveProperty('state.enabled', true);
    expect(json(scene, rules)).toEqual({ one: { overrides: ['!/*', `${scene.repository}/*`] } });
  });

  test('is not switched in a file of rules that Gemini CLI ignores', async () => {
    const scene = trusted();
    scene.write(rules, '{"two": {}}');
    const outcome = await turn(scene, refOf(scene, 'plugin', 'one'), 'global', false);
    expect(outcome).toHaveProperty(
      'refused',
      expect.stringContaining('is not an object with a list "overrides"'),
    );
    expect(scene.read(rules)).toBe('{"two": {}}');
  });

  test('has no switch for everyone', () => {
    const scene = trusted();
    const { targets } = scene.switches(gemini).scopesOf(refOf(scene, 'plugin', 'one'));
    expect([...targets.keys()]).toEqual(['workspace', 'global']);
  });
});

describe('an MCP server', () => {
  test('is switched for all repositories by its name in lower case', async () => {
    const scene = trusted();
    const entry = refOf(scene, 'mcpServer', 'Docs');
    await turn(scene, entry, 'global', false);
    expect(json(scene, flags)).toEqual({ docs: { enabled: false } });
    expect(await turn(scene, entry, 'global', true)).toHaveProperty('state.enabled', true);
    expect(scene.read(flags)).toBeUndefined();
  });

  test('is switched for one repository by its exact name', async () => {
    const scene = trusted();
    const entry = refOf(scene, 'mcpServer', 'Docs');
    await turn(scene, entry, 'workspace', false);
    expect(json(scene, workspace)).toEqual({ mcp: { excluded: ['Docs'] } });
    expect(await turn(scene, entry, 'workspace', true)).toHaveProperty('state.enabled', true);
    expect(scene.read(workspace)).toBeUndefined();
  });

  test('is no longer excluded by the user settings once it is switched on', async () => {
    const scene = trusted();
    scene.write(user, '{"mcp": {"excluded": ["Docs", "other"]}}');
    expect(await turn(scene, refOf(scene, 'mcpServer', 'Docs'), 'global', true)).toHaveProperty(
      'state.enabled',
      true,
    );
    expect(json(scene, user)).toEqual({ mcp: { excluded: ['other'] } });
  });

  test('stays off if a list of allowed servers leaves it out', async () => {
    const scene = trusted();
    scene.write(user, '{"mcp": {"allowed": ["docs"]}}');
    const outcome = await turn(scene, refOf(scene, 'mcpServer', 'Docs'), 'global', true);
    expect(outcome).toEqual({ refused: `${scene.path(user)} keeps it off` });
  });

  test('is not switched if a setting has its name', async () => {
    const scene = trusted();
    const outcome = await turn(scene, refOf(scene, 'mcpServer', 'ide'), 'global', false);
    expect(outcome).toEqual({ refused: 'Gemini CLI has a setting of the same name' });
  });
});
