import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

function scratchWith(...homes: string[]): Scratch {
  const scratch = makeScratch();
  for (const home of homes) mkdirSync(join(scratch.home, home), { recursive: true });
  return scratch;
}

const skillText = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

describe('a switch', () => {
  it('names the tools that keep it', async () => {
    const scratch = scratchWith('.claude', '.codex', '.gemini');
    scratch.write('.claude/skills/deploy/SKILL.md', skillText('deploy'));
    scratch.skill('review');
    expect(await scratch.run(['disable', 'deploy', 'review'])).toMatchObject({
      code: 0,
      stdout:
        'skill deploy: now off in Claude Code\nskill review: now off in Codex; not obeyed yet by Gemini CLI\n',
    });
    expect((await scratch.run(['disable', 'deploy'])).stdout).toBe(
      'skill deploy: already off in Claude Code\n',
    );
    expect((await scratch.run(['reset', 'deploy'])).stdout).toBe(
      'skill deploy: reset, now on in Claude Code\n',
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
    expect((await scratch.run(['reset', 'deploy'])).stdout).toBe(
      'skill deploy: reset, now on in Claude Code, Copilot CLI\n',
    );
    expect(readFileSync(file, 'utf8')).toBe('{"model": "m"}');
  });

  it('is not reported as global because one tool has no other scope', async () => {
    const scratch = scratchWith('.codex', '.gemini');
    scratch.skill('review');
    await scratch.run(['disable', 'review']);
    expect((await scratch.run(['show', 'review'])).stdout).not.toContain('everywhere');
  });

  it('prints its notes whole for every name', async () => {
    const scratch = scratchWith('.copilot');
    scratch.write('.claude/agents/odd.md', '---\nname: "odd\\u001b]0;"\ndescription: Odd.\n---\n');
    const { stderr } = await scratch.run(['disable', './.claude/agents/odd.md']);
    expect(stderr).toContain('odd: Copilot CLI keeps it for all repositories.');
    const unknown = await scratch.run(['disable', 'no\u001b]0;']);
    expect(unknown.stderr).toContain('There is no entry "no". See skillpick list --type all.');
  });

  it('does not name tools that read a copy in another folder', async () => {
    const scratch = scratchWith('.claude', '.codex', '.gemini');
    // The folder is not the skill's name, so this copy is left out of the list, but Codex and Gemini CLI load it.
    scratch.write('.agents/skills/ship/SKILL.md', skillText('deploy'));
    mkdirSync(join(scratch.cwd, '.claude/skills'), { recursive: true });
    symlinkSync('../../.agents/skills/ship', join(scratch.cwd, '.claude/skills/deploy'));
    expect((await scratch.run(['disable', 'deploy'])).stdout).toBe('skill deploy: now off in Claude Code\n');
  });

  it('shows the folder if it differs from the name in the file', async () => {
    const scratch = scratchWith('.claude');
    scratch.write('.claude/skills/security-review/SKILL.md', skillText('harmless'));
    expect((await scratch.run(['disable', 'harmless'])).stdout).toBe(
      'skill harmless (folder security-review): now off in Claude Code\n',
    );
    expect((await scratch.run(['show', 'harmless'])).stdout).toMatch(/folder +security-review/);
  });
});

describe('a folder that a tool does not trust', () => {
  const untrusted = 'Gemini CLI obeys this once it is told to trust this folder';

  it('is mentioned with every switch, and in the list as long as a switch is kept there', async () => {
    const scratch = scratchWith('.gemini');
    scratch.skill('review');
    expect((await scratch.run(['list'])).stderr).toBe('');
    expect((await scratch.run(['disable', 'review'])).stderr).toBe(`skillpick: review: ${untrusted}.\n`);
    expect((await scratch.run(['list'])).stderr).toBe(`skillpick: review: ${untrusted}.\n`);
    expect(await scratch.json(['list', '--json'])).toMatchObject({
      entries: [{ tools: [{ id: 'gemini', enabled: false, note: untrusted }] }],
    });
    expect((await scratch.run(['enable', 'review'])).stderr).toBe(`skillpick: review: ${untrusted}.\n`);
    expect((await scratch.run(['list'])).stderr).toBe('');
  });

  it('is mentioned for Copilot CLI too', async () => {
    const scratch = scratchWith('.copilot');
    scratch.skill('review');
    const { stderr } = await scratch.run(['disable', 'review']);
    expect(stderr).toContain('Copilot CLI obeys this once it is started here and told to trust this folder.');
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
      stdout: expect.stringMatching(
        /^skill second: rejected, still on: the host gives the same id to another/,
      ),
    });
    expect(host.calls('dispatchAction')).toEqual([]);
    expect(await scratch.run(['disable', 'first', '--url', url])).toMatchObject({
      code: 0,
      stdout: 'skill first: now off\n',
    });
  });
});
