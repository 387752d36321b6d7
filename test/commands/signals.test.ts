import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { type Call, type Peer, ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

/** A host that does not answer the calls that match; what it holds back can be answered later. */
function stalling(host: ScriptedHost, isHeld: (call: Call) => boolean): { held: Promise<[Call, Peer]> } {
  let hold: (held: [Call, Peer]) => void = () => {};
  const held = new Promise<[Call, Peer]>((resolve) => {
    hold = resolve;
  });
  host.script = (call, peer, proceed) => {
    if (isHeld(call)) hold([call, peer]);
    else proceed();
  };
  return { held };
}

const stalls: [string, string[], (call: Call) => boolean][] = [
  ['the handshake', ['list'], ({ method }) => method === 'initialize'],
  [
    'the root state',
    ['list'],
    ({ method, params }) => method === 'subscribe' && params['channel'] === 'ahp-root://',
  ],
  ['the sessions', ['list'], ({ method }) => method === 'listSessions'],
  [
    'the session',
    ['list'],
    ({ method, params }) => method === 'subscribe' && params['channel'] !== 'ahp-root://',
  ],
  ['an echo', ['disable', 's0'], ({ method }) => method === 'dispatchAction'],
  ['a file', ['show', 's0'], ({ method }) => method === 'resourceRead'],
  ['a list of files', ['show', 's0'], ({ method }) => method === 'resourceList'],
  ['a place to write', ['new', 'x'], ({ method }) => method === 'resourceResolve'],
  ['the sessions to list', ['sessions'], ({ method }) => method === 'listSessions'],
  ['a host to probe', ['hosts'], ({ method }) => method === 'initialize'],
  ['a host to examine', ['doctor'], ({ method }) => method === 'initialize'],
];

describe('a signal ends a command that waits', () => {
  it.each(stalls)('for %s', async (_what, args, isHeld) => {
    const host = new ScriptedHost(new ModelSession(skills(3)));
    const { held } = stalling(host, isHeld);
    const { url } = await listenDuringTest(host);
    const running = makeScratch().start([...args, '--url', url, '--timeout', '60000']);
    await held;
    running.process.kill('SIGINT');
    expect(await running.ended).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('with the code of %s', async (signal, code) => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { held } = stalling(host, ({ method }) => method === 'initialize');
    const running = makeScratch().start(['list', '--url', (await listenDuringTest(host)).url]);
    await held;
    running.process.kill(signal);
    expect(await running.ended).toMatchObject({ code, signal: null });
  });

  it('for a server that accepts and stays silent', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    const connected = new Promise<void>((resolve) => {
      server.on('connection', (socket) => {
        socket.on('error', () => {});
        resolve();
      });
    });
    onTestFinished(() => void server.close());
    const running = makeScratch().start(['list', '--url', `ws://127.0.0.1:${port}`, '--timeout', '60000']);
    await connected;
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null, stderr: '' });
  });

  it('for the rest of standard input', async () => {
    const running = makeScratch().start(['disable', '-'], { input: null });
    // More than fits into a pipe: it is written only when it is read.
    await new Promise((resolve) => running.process.stdin?.write('x\n'.repeat(200_000), resolve));
    running.process.kill('SIGINT');
    expect(await running.ended).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
  });

  it('and leaves no temporary session behind', async () => {
    const host = new ScriptedHost();
    const { held } = stalling(
      host,
      ({ method, params }) => method === 'subscribe' && params['channel'] !== 'ahp-root://',
    );
    const running = makeScratch().start(['list', '--url', (await listenDuringTest(host)).url]);
    await held;
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 143 });
    expect(host.calls('disposeSession')).toHaveLength(1);
    expect(host.sessions.size).toBe(0);
  });

  it('and disposes of a temporary session that was still being created', async () => {
    const host = new ScriptedHost();
    const { held } = stalling(host, ({ method }) => method === 'createSession');
    const running = makeScratch().start(['list', '--url', (await listenDuringTest(host)).url]);
    const [call, peer] = await held;
    const disposed = host.next('disposeSession');
    running.process.kill('SIGTERM');
    host.serve(call, peer);
    await disposed;
    expect(await running.ended).toMatchObject({ code: 143 });
    expect(host.sessions.size).toBe(0);
  });

  it('even if the host does not reply to the disposal', async () => {
    const host = new ScriptedHost();
    const { held } = stalling(
      host,
      ({ method, params }) =>
        method === 'disposeSession' || (method === 'subscribe' && params['channel'] !== 'ahp-root://'),
    );
    const running = makeScratch().start([
      'list',
      '--url',
      (await listenDuringTest(host)).url,
      '--timeout',
      '60000',
    ]);
    await held;
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null });
  });
});
