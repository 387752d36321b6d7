import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { trustInGemini } from '../support/host-tree.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

/** A repository and a home with a skill each, which Codex and Gemini CLI read. */
function repository(): Scratch {
  const scratch = makeScratch();
  for (const tool of ['.codex', '.gemini']) mkdirSync(join(scratch.home, tool));
  trustInGemini(scratch);
  scratch.skill('lint');
  scratch.write('../home/.agents/skills/far/SKILL.md', '---\nname: far\ndescription: Is far.\n---\n');
  return scratch;
}

describe('a refused switch', () => {
  it('names the scope that works, and the other tools that were not switched', async () => {
    const { code, stdout } = await repository().run(['disable', 'far', '--tool', 'codex,gemini']);
    expect(code).toBe(1);
    expect(stdout).toBe(
      'skill far: rejected, still on: Codex only switches it for all repositories (--scope global); not switched in Gemini CLI either\n',
    );
  });

  it('offers no other scope because of a broken file', async () => {
    const scratch = repository();
    scratch.write('.gemini/settings.json', '');
    const { code, stdout } = await scratch.run(['disable', 'lint', '--tool', 'gemini']);
    expect(code).toBe(1);
    expect(stdout).toContain('it is empty and needs at least {}');
    expect(stdout).not.toContain('--scope');
  });
});

describe('another host with several sessions', () => {
  it.each([
    [['disable', 'a', '--scope', 'shared']],
    [['disable', 'a', '--tool', 'codex']],
    [['list', '--tool', 'codex']],
    [['show', 'a', '--tool', 'codex']],
    [['search', 'a', '--tool', 'codex']],
  ])('is not asked to choose one for %j, which it cannot do', async (args) => {
    const session = () => new ModelSession([directory('d', [skill('a')])]);
    const host = new ScriptedHost(session());
    host.sessions.set('copilotcli:/two', session());
    const { url } = await listenDuringTest(host);
    expect(await makeScratch().run([...args, '--url', url])).toMatchObject({ code: 2, stdout: '' });
  });
});
