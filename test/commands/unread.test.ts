import { describe, expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, type ModelNode, ModelSession, plugin, skill } from '../support/scripted-session.js';

type Fields = Partial<ModelNode>;

/** A host with a plugin whose children it does not list. If it reads them, it does so after the first snapshot. */
async function hostOf(fields: Fields, reads: ModelNode | null = null): Promise<string[]> {
  const { children: _, ...unread } = plugin('acme', [], fields);
  const host = new ScriptedHost(new ModelSession([directory('d', [skill('deploy')]), unread]));
  host.script = (call, _peer, proceed) => {
    proceed();
    if (reads === null || call.method !== 'subscribe' || call.params['channel'] !== SESSION) return;
    host.session.customizations[1] = reads;
    host.emit(SESSION, { type: 'session/customizationUpdated', customization: reads });
  };
  return ['--url', (await listenDuringTest(host)).url];
}

const incomplete = 'skillpick: The host has not read acme yet: the list may be incomplete.\n';
const soon = ['--timeout', '300'];

describe('a container that the host has not read yet', () => {
  const read = plugin('acme', [skill('relay', { description: 'Hand work on.' })]);

  it.each([
    [['list', '--format', 'names'], 'deploy\nrelay\n'],
    [['search', 'hand', 'work', '--json'], '"name":"relay"'],
    [['show', 'relay', '--json'], '"name":"relay"'],
    [['disable', 'relay'], 'skill relay: now off'],
  ])('is waited for by %j', async (args, text) => {
    const { stdout, stderr, code } = await makeScratch().run([...args, ...(await hostOf({}, read))]);
    expect({ stderr: stderr.includes('not read'), code }).toEqual({ stderr: false, code: 0 });
    expect(stdout).toContain(text);
  });

  it.each([
    [['list', '--format', 'names'], 'deploy\n', 0],
    [['search', 'deploy'], 'deploy', 0],
    [['enable', 'deploy'], 'deploy', 0],
    [['show', 'relay'], '', 3],
  ])('is named by %j if it is not read in time', async (args, text, exitCode) => {
    const host = await hostOf({});
    const { stdout, stderr, code } = await makeScratch().run([...args, ...host, ...soon]);
    expect(stdout).toContain(text);
    expect({ note: stderr.includes(incomplete), code }).toEqual({ note: true, code: exitCode });
  });

  it('does not keep show from reading a file of another one', async () => {
    const { stdout, stderr, code } = await makeScratch().run(['show', 'deploy', ...(await hostOf({}))]);
    expect({ stderr, code }).toEqual({ stderr: incomplete, code: 0 });
    expect(stdout).toContain('deploy  skill');
  });

  it('is null in the document', async () => {
    const { containers } = (await makeScratch().json(['list', '--json', ...(await hostOf({})), ...soon])) as {
      containers: { name: string; children: number | null }[];
    };
    expect(containers.map(({ name, children }) => [name, children])).toEqual([
      ['d', 1],
      ['acme', null],
    ]);
  });
});

// The command would fail by its own test's time limit, because nothing ends such a wait sooner.
it.each(['loaded', 'degraded', 'error'])('a container that ended as %s is not waited for', async (kind) => {
  const host = await hostOf({ load: { kind, message: 'No manifest.' } });
  const args = ['list', '--format', 'names', ...host, '--timeout', '600000'];
  const { stdout, stderr, code } = await makeScratch().run(args);
  expect({ stdout, stderr, code }).toEqual({ stdout: 'deploy\n', stderr: '', code: 0 });
});

it('what the host sent and nobody can read is noted in the words of the picker', async () => {
  const wrong = skill('b', { enabled: 'off' as never });
  const host = new ScriptedHost(new ModelSession([directory('d', [skill('a'), wrong])]));
  const args = ['list', '--format', 'names', '--url', (await listenDuringTest(host)).url];
  const { stdout, stderr } = await makeScratch().run(args);
  expect({ stdout, stderr }).toEqual({
    stdout: 'a\nb\n',
    stderr: 'skillpick: 1 message or entry could not be read, so the list may be incomplete.\n',
  });
});
