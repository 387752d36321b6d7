/** Switches in one scope while another decides, on real hosts. Those before 1.134 keep a flag for the session alone. */

import { expect, test } from 'vitest';
import type { SessionStore } from '../../src/client/index.js';
import { ownEnabled } from '../../src/protocol/index.js';
import { buildCommands, on } from './run-command.js';
import { describeHosts, entry, type Setting } from './setting.js';

const run = buildCommands();

type Kind = readonly [type: string, uriEnd: string];

const plugin: Kind = ['plugin', '/acme-tools'];
const server: Kind = ['mcpServer', '/.mcp.json'];

async function opened(setting: Setting): Promise<SessionStore> {
  return setting.openSession(await setting.connect());
}

/** Whether a session that is opened now has it on. */
async function inNewSession(setting: Setting, [type, uriEnd]: Kind) {
  return ownEnabled(entry((await opened(setting)).getSnapshot(), type, uriEnd));
}

describeHosts('scopes', (setting, version) => {
  const hasScopes = version !== '4.133.0';
  // Older hosts list no MCP servers.
  const kinds = hasScopes ? [plugin, server] : [plugin];

  test.each(kinds)('of a %s: a wider switch is kept while the session decides', async (...kind) => {
    const store = await opened(setting());
    const { id } = entry(store.getSnapshot(), ...kind);
    const expected = (enabled: boolean, decidedIn?: string) =>
      hasScopes && decidedIn !== undefined
        ? { kind: 'confirmed', enabled, decidedIn }
        : { kind: 'confirmed', enabled: hasScopes ? enabled : expect.any(Boolean) };
    expect(await store.toggle(id, false, 'session')).toEqual({ kind: 'confirmed', enabled: false });
    expect(await store.toggle(id, true, 'workspace')).toEqual(expected(false, 'session'));
    await store.reset(id);
    expect(await store.toggle(id, false, 'global')).toEqual(expected(false));
    expect(await store.toggle(id, true, 'session')).toEqual({ kind: 'confirmed', enabled: true });
    expect(await store.toggle(id, false, 'workspace')).toEqual(expected(true, 'session'));
    expect(await store.toggle(id, false, 'global')).toEqual(expected(true, 'session'));
    expect(await inNewSession(setting(), kind)).toBe(!hasScopes);
    const back = await store.reset(id, 'session');
    expect(back).toMatchObject({ kind: 'confirmed', enabled: !hasScopes });
    expect('decidedIn' in back).toBe(hasScopes);
    expect(await store.reset(id)).toEqual({ kind: 'confirmed', enabled: true });
    expect(await inNewSession(setting(), kind)).toBe(true);
  });

  test('a session without a workspace keeps nothing for one', async () => {
    const client = await setting().connect();
    const store = await client.openSession(await client.createSession({}));
    const found = (store.getSnapshot().confirmed.customizations ?? []).find(({ type }) => type === 'plugin');
    if (found === undefined || !hasScopes) return;
    const reason = 'the session has no workspace to keep it for';
    expect(await store.toggle(found.id, false, 'workspace')).toMatchObject({ kind: 'rejected', reason });
  });

  test('commands say what is kept, what still decides, and how long it lasts', async () => {
    const store = await opened(setting());
    const there = on(setting(), store.uri);
    const scope = (name: string) => ['--scope', name, ...there];
    await run(setting(), ['disable', 'plugin:acme-tools', ...scope('session')]);
    const kept = await run(setting(), ['enable', 'plugin:acme-tools', ...scope('workspace')]);
    expect(kept).toMatchObject({ code: 0 });
    const off = await run(setting(), ['disable', 'plugin:acme-tools', '--json', ...scope('global')]);
    const last = await run(setting(), ['disable', 'skill:review', ...scope('global')]);
    expect(last.stdout).toBe('skill review: now off\n');
    expect(last.stderr).toContain(
      'for this session only, and perhaps only until the host next reads its files',
    );
    const { results } = JSON.parse(off.stdout);
    expect(results).toMatchObject([{ wanted: false, scope: 'global', enabled: false, decidedIn: null }]);
    const reset = await run(setting(), ['reset', 'skill:review', ...scope('workspace')]);
    expect(reset.stdout).toBe('skill review: nothing to reset for this workspace, off\n');
    if (hasScopes) {
      // The host has nothing but the default to keep for the workspace, which is on.
      expect(kept.stdout).toBe(
        'plugin acme-tools: already on for this workspace; this session still has it off\n',
      );
      expect(off.stderr).toBe('');
      await run(setting(), ['enable', 'plugin:acme-tools', ...scope('session')]);
      const overruled = await run(setting(), ['disable', 'plugin:acme-tools', ...scope('workspace')]);
      expect(overruled.stdout).toBe(
        'plugin acme-tools: already off for this workspace; this session still has it on\n',
      );
      const back = await run(setting(), ['reset', 'plugin:acme-tools', ...scope('session')]);
      expect(back.stdout).toBe('plugin acme-tools: reset for this session; it is off everywhere\n');
    } else expect(off.stderr).toContain('for this session only');
    await store.reset(entry(store.getSnapshot(), ...plugin).id);
  });
});
