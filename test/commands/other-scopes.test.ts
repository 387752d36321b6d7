import { describe, expect, it } from 'vitest';
import { findKeptElsewhere } from '../../src/commands/other-scopes.js';
import type { EndedSwitch } from '../../src/commands/switch-plan.js';
import { SkillpickError } from '../../src/errors.js';
import type { Io } from '../../src/io.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedOwnHost } from '../support/scripted-own-host.js';
import { skills } from '../support/scripted-session.js';

const idle = { entry: { id: 's0' }, wanted: null, outcome: 'unchanged' } as EndedSwitch;
const io = { signal: new AbortController().signal } as Io;

function findWith(error: Error): ReturnType<typeof findKeptElsewhere> {
  const session: Partial<SessionSource> = {
    host: { isOwn: true } as SessionSource['host'],
    plan: () => Promise.reject(error),
  };
  return findKeptElsewhere([idle], { refs: ['s0'], scope: 'workspace' }, session as SessionSource, io);
}

describe('after a reset, asking about other scopes', () => {
  it('leaves out the remark if the host cannot be asked', async () => {
    expect(await findWith(new SkillpickError('connection-lost', 'Lost.'))).toEqual([]);
    await expect(findWith(new Error('a bug'))).rejects.toThrow('a bug');
  });

  it('does not hold back the report', async () => {
    const host = new ScriptedOwnHost(skills(1));
    const asked = new Promise<void>((resolve) => {
      host.script = (call, _, proceed) => (call.method === 'dispatchAction' ? resolve() : proceed());
    });
    const { url } = await listenDuringTest(host);
    const running = makeScratch().start(['reset', 's0', '--url', url, '--timeout', '60000']);
    await asked;
    running.process.kill('SIGINT');
    const stdout = 'skill s0: nothing to reset for this repo, on\n';
    expect(await running.ended).toMatchObject({ code: 130, stdout });
  });

  it('is not done for a quiet command', async () => {
    const host = new ScriptedOwnHost(skills(1));
    const { url } = await listenDuringTest(host);
    expect(await makeScratch().run(['reset', 's0', '--url', url, '--quiet'])).toMatchObject({ code: 0 });
    expect(host.calls('dispatchAction')).toEqual([]);
  });
});
