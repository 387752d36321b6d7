import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { trustInGemini } from '../support/host-tree.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

function scratchWith(...homes: string[]): Scratch {
  const scratch = makeScratch();
  for (const home of homes) mkdirSync(join(scratch.home, home), { recursive: true });
  if (homes.includes('.gemini')) trustInGemini(scratch);
  return scratch;
}

const skillText = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

describe('a switch', () => {
  it('names the tools and the files that keep it', async () => {
    const scratch = scratchWith('.claude', '.gemini');
    scratch.write('.claude/skills/deploy/SKILL.md', skillText('deploy'));
    const say = async (...args: string[]) => (await scratch.run(args)).stdout;
    expect(await say('disable', 'deploy')).toBe(
      'skill deploy: now off in Claude Code for this repo, .claude/settings.local.json (new)\n',
    );
    expect(await say('disable', 'deploy')).toBe('skill deploy: already off in Claude Code\n');
    expect(await say('reset', 'deploy')).toMatch(
      /^skill deploy: reset, now on in Claude Code; removed .* from \.claude\/settings\.local\.json \(Claude Code\)\n$/,
    );
    expect(await say('reset', 'deploy')).toBe(
      'skill deploy: nothing to reset for this repo, on in Claude Code\n',
    );
  });

  it('with --scope global is made even if the entry is off in this repository already', async () => {
    const scratch = scratchWith('.codex', '.gemini');
    scratch.skill('review');
    await scratch.run(['disable', 'review']);
    expect(await scratch.run(['disable', 'review', '--scope', 'global'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(scratch.home, '.gemini/settings.json'), 'utf8')).toContain('review');
  });

  it('is reset if only some tools keep it', async () => {
    const scratch = scratchWith('.claude', '.copilot');
    scratch.write('.claude/skills/deploy/SKILL.md', skillText('deploy'));
    const file = scratch.write(
      '.claude/settings.local.json',
      '{"model": "m", "skillOverrides": {"deploy": "on"}}',
    );
    expect((await scratch.run(['reset', 'deploy'])).stdout).toMatch(
      /^skill deploy: reset, now on in Claude Code, Copilot CLI; removed /,
    );
    expect(readFileSync(file, 'utf8')).toBe('{"model": "m"}');
  });

  it('prints its reason whole for every name', async () => {
    const scratch = scratchWith('.claude');
    const unknown = await scratch.run(['disable', 'no\u001b]0;']);
    expect(unknown.stderr).toContain('There is no entry "no". See skillpick list --type all.');
  });

  it('shows the folder if it differs from the name in the file', async () => {
    const scratch = scratchWith('.claude');
    scratch.write('.claude/skills/security-review/SKILL.md', skillText('harmless'));
    expect((await scratch.run(['disable', 'harmless'])).stdout).toMatch(
      /^skill harmless \(folder security-review\): now off in Claude Code for this repo, /,
    );
    expect((await scratch.run(['show', 'harmless'])).stdout).toMatch(/folder +security-review/);
  });
});

describe('a folder that a tool does not trust', () => {
  it('keeps a skill of the repository from being switched there, and says why', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.gemini'));
    scratch.skill('review');
    expect((await scratch.run(['disable', 'review'])).stdout).toBe(
      'skill review: rejected, nothing changed: Gemini CLI does not load it: this folder is not trusted\n',
    );
    expect(await scratch.json(['list', '--json'])).toMatchObject({
      entries: [{ effectiveEnabled: false, tools: [{ id: 'gemini', enabled: true, inEffect: false }] }],
    });
  });
});

describe('a switch that failed', () => {
  it('prints its reason for every name', async () => {
    const nodes = ['a', 'b'].map((id) => skill(id, { name: `${id}\u001b]0;`, uri: `file:///${id}` }));
    const host = new ScriptedHost(new ModelSession([directory('d', nodes)]));
    host.script = (call, peer, proceed) => {
      if (call.method === 'dispatchAction') host.echo(call, peer, 'not today');
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const { stderr } = await makeScratch().run(['disable', 'a', 'b', '--url', url]);
    expect(stderr).toBe('skillpick: 2 of 2 switches did not take effect, first a: not today.\n');
  });
});

describe('entries with the same id', () => {
  const twins = () =>
    new ModelSession([
      directory('d', [skill('x', { name: 'first', uri: 'file:///d/first/SKILL.md' })]),
      directory('e', [skill('x', { name: 'second', uri: 'file:///e/second/SKILL.md' })]),
    ]);

  it('are switched only if the host would switch the right one', async () => {
    const host = new ScriptedHost(twins());
    const { url } = await listenDuringTest(host);
    const scratch = makeScratch();
    const second = await scratch.run(['disable', 'second', '--url', url]);
    expect(second).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^skill second: rejected, still on: another entry has the same id/),
    });
    expect(host.calls('dispatchAction')).toEqual([]);
    expect(await scratch.run(['disable', 'first', '--url', url])).toMatchObject({
      code: 0,
      stdout: 'skill first: now off\n',
    });
  });
});
