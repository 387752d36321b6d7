import { describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/protocol/switch-result.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { type AskedSwitch, type MadeSwitch, ScriptedOwnHost } from '../support/scripted-own-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';
import { standing, toolResult } from '../support/standing.js';

const meta = (tools: ToolStanding[]) => ({ _meta: { skillpick: { tools } } });
const off = (id: string, changes: Partial<ToolStanding> = {}) => standing(id, { enabled: false, ...changes });
const codex = standing('codex', { switchable: ['global'] });
const onlyGlobal = 'it only switches for all repositories';
const leftOut = toolResult('codex', { outcome: 'left-out', scope: null, reason: onlyGlobal });
const inClaude = toolResult('claude', {
  file: '/repo/.claude/settings.local.json',
  obeysFrom: 'next-prompt',
});

const made = (results: ToolResult[], tools: ToolStanding[], also: string[] = []): MadeSwitch => ({
  result: { batch: 'b1', tools: results, also },
  tools,
});

const usual = () => made([inClaude, leftOut], [off('claude'), codex]);

/** Runs commands on a host with the skills `deploy`, on, and `mixed`. */
async function commands(make: (asked: AskedSwitch) => MadeSwitch = usual) {
  const host = new ScriptedOwnHost(
    [
      directory('.claude/skills', [
        skill('deploy', meta([standing('claude'), codex])),
        skill('mixed', meta([standing('claude'), off('codex')])),
        skill('away', meta([off('claude')])),
      ]),
      plugin('acme', [skill('packed', meta([off('claude')]))], meta([off('claude')])),
    ],
    make,
  );
  const { url } = await listenDuringTest(host);
  const scratch = makeScratch();
  return {
    host,
    run: (...args: string[]) => scratch.run([...args, '--url', url]),
    json: (...args: string[]) => scratch.json([...args, '--json', '--url', url]),
  };
}

describe('a switch over several tools', () => {
  it('names what was done in each tool, and when running sessions obey', async () => {
    const { run, host } = await commands();
    expect(await run('disable', 'deploy')).toEqual({
      code: 0,
      signal: null,
      stdout: `skill deploy: now off in Claude Code for this repo, /repo/.claude/settings.local.json; still on in Codex: ${onlyGlobal} (--scope global)\n`,
      stderr: 'skillpick: Claude Code obeys with the next prompt.\n',
    });
    expect(host.asked).toEqual([
      { id: 'deploy', set: [{ scope: 'workspace', enabled: false }], batch: expect.any(String) },
    ]);
  });

  it('has each tool in its document', async () => {
    const { json } = await commands();
    expect(await json('disable', 'deploy')).toEqual({
      schema: 'skillpick.switch/1',
      results: [
        {
          id: 'deploy',
          type: 'skill',
          name: 'deploy',
          uri: 'file:///skills/deploy/SKILL.md',
          wanted: false,
          outcome: 'changed',
          enabled: true,
          effectiveEnabled: true,
          scope: 'workspace',
          enablement: null,
          decidedIn: null,
          reason: null,
          tools: [
            {
              id: 'claude',
              outcome: 'changed',
              inEffect: false,
              scope: 'workspace',
              file: '/repo/.claude/settings.local.json',
              reason: null,
              removed: [],
            },
            {
              id: 'codex',
              outcome: 'left-out',
              inEffect: true,
              scope: null,
              file: null,
              reason: onlyGlobal,
              removed: [],
            },
          ],
          also: [],
          batch: 'b1',
        },
      ],
    });
  });

  it('fails with --strict if a tool that was left out differs', async () => {
    const { run } = await commands();
    const { code, stdout, stderr } = await run('disable', 'deploy', '--strict');
    expect({ code, isDone: stdout.startsWith('skill deploy: now off in Claude Code') }).toEqual({
      code: 1,
      isDone: true,
    });
    expect(stderr).toContain('skillpick: deploy is still on in Codex.\n');
    const agreed = await commands(() => made([inClaude, leftOut], [off('claude'), off('codex')]));
    expect(await agreed.run('disable', 'deploy', '--strict')).toMatchObject({ code: 0 });
  });

  it('is unchanged if no tool had to change', async () => {
    const unchanged = toolResult('claude', { outcome: 'unchanged', scope: null });
    const { run, json } = await commands(() => ({
      result: { batch: null, tools: [unchanged], also: [] },
      tools: [off('claude')],
    }));
    expect(await run('disable', 'away', '--scope', 'global')).toMatchObject({
      code: 0,
      stdout: 'skill away: already off in Claude Code\n',
      stderr: '',
    });
    expect(await json('disable', 'away', '--scope', 'global')).toMatchObject({
      results: [{ outcome: 'unchanged', batch: null }],
    });
  });

  it('is not sent if every tool has the value already', async () => {
    const { json, host } = await commands();
    expect(await json('disable', 'away')).toMatchObject({
      results: [{ outcome: 'unchanged', tools: [{ id: 'claude', outcome: 'unchanged' }], batch: null }],
    });
    expect(host.asked).toEqual([]);
  });

  it('is sent for what is off with its plugin, because only the host knows its own switch', async () => {
    const { run, host } = await commands(() => made([inClaude], [off('claude')]));
    expect((await run('enable', 'packed')).stderr).toContain(
      'skillpick: packed stays off as long as its plugin acme is off.\n',
    );
    await run('disable', 'packed');
    expect(host.asked.map(({ set }) => set[0]?.enabled)).toEqual([true, false]);
  });

  it('toggles what is on in some tools to on in all', async () => {
    const { run, host } = await commands(() => made([inClaude], [standing('claude'), standing('codex')]));
    expect((await run('toggle', 'mixed', 'deploy')).code).toBe(0);
    expect(host.asked.map(({ id, set }) => [id, set[0]?.enabled])).toEqual([
      ['mixed', true],
      ['deploy', false],
    ]);
  });

  it('is refused as a whole if the host refuses it', async () => {
    const { run } = await commands(() => 'Codex only switches it for all repositories');
    expect(await run('disable', 'deploy')).toMatchObject({
      code: 1,
      stdout:
        'skill deploy: rejected, still on: Codex only switches it for all repositories (--scope global)\n',
    });
  });
});

describe('a switch in chosen tools', () => {
  it('asks for those alone, and reports the state there', async () => {
    const { json, host } = await commands(() => made([inClaude], [off('claude'), codex]));
    expect(await json('disable', 'deploy', '--tool', 'claude')).toMatchObject({
      results: [{ outcome: 'changed', enabled: false, effectiveEnabled: false }],
    });
    expect(host.asked.map(({ set }) => set)).toEqual([
      [{ tool: 'claude', scope: 'workspace', enabled: false }],
    ]);
  });

  it('toggles the state in those tools', async () => {
    const { run, host } = await commands(() => made([], [standing('claude'), standing('codex')]));
    await run('toggle', 'mixed', '--tool', 'claude');
    await run('toggle', 'mixed', '--tool', 'codex');
    expect(host.asked.map(({ set }) => set[0])).toEqual([
      { tool: 'claude', scope: 'workspace', enabled: false },
      { tool: 'codex', scope: 'workspace', enabled: false },
    ]);
  });

  it('names only what they read', async () => {
    const { run, host } = await commands();
    expect(await run('disable', 'away', '--tool', 'codex')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no entry "away" that Codex reads.'),
    });
    expect(host.asked).toEqual([]);
  });

  it('lets the host refuse a tool that does not read it', async () => {
    const { run, host } = await commands(() => 'no tool "codex" reads it here');
    expect(await run('disable', 'away', '--tool', 'claude,codex')).toMatchObject({ code: 1 });
    expect(host.asked).toHaveLength(1);
  });
});

describe('the scope of a switch', () => {
  it.each([
    [[], 'workspace'],
    [['--scope', 'shared'], 'shared'],
    [['--scope', 'global'], 'global'],
  ])('with %j is %s, for a reset too', async (args, scope) => {
    const { run, host } = await commands();
    await run('disable', 'deploy', ...args);
    await run('reset', 'deploy', ...args);
    expect(host.asked.map(({ set }) => set)).toEqual([
      [{ scope, enabled: false }],
      [{ scope, enabled: null }],
    ]);
  });

  it('cannot be shared on another host', async () => {
    const { url } = await listenDuringTest(
      new ScriptedHost(new ModelSession([directory('d', [skill('a')])])),
    );
    expect(await makeScratch().run(['disable', 'a', '--scope', 'shared', '--url', url])).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'skillpick: This host has no switches that a repository shares. Only the embedded host writes them.\n',
    });
  });
});

describe('a reset', () => {
  it('names what it removed', async () => {
    const setting = { file: '/repo/.claude/settings.local.json', text: 'skillOverrides.deploy = "off"' };
    const removed = { ...inClaude, removed: [setting] };
    const { run } = await commands(() => made([removed], [standing('claude'), codex]));
    expect((await run('reset', 'deploy')).stdout).toBe(
      'skill deploy: reset, now on in Claude Code, Codex; removed skillOverrides.deploy = "off" from /repo/.claude/settings.local.json (Claude Code)\n',
    );
  });

  it('says so if there was nothing', async () => {
    const unchanged = toolResult('claude', { outcome: 'unchanged', scope: null });
    const { run } = await commands(() => ({
      result: { batch: null, tools: [unchanged], also: [] },
      tools: [off('claude')],
    }));
    expect(await run('reset', 'away')).toMatchObject({
      code: 0,
      stdout: 'skill away: nothing to reset for this repo, off in Claude Code\n',
    });
  });
});
