import { describe, expect, it } from 'vitest';
import { makeScratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { type Call, type Peer, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

type State = Record<string, unknown> & { kind: string };

/** A host with one server, which does with a request what the test says. */
async function start(before: State, handle: (host: ScriptedHost, call: Call, peer: Peer) => void) {
  const server = { type: 'mcpServer', id: 'm', name: 'files', uri: 'file:///m', state: before };
  const host = new ScriptedHost(new ModelSession([server, directory('d', [skill('files')])]));
  host.script = (call, peer, proceed) =>
    call.method === 'dispatchAction' ? handle(host, call, peer) : proceed();
  const { url } = await listenDuringTest(host);
  const run = (...words: string[]) => makeScratch().run(['mcp', ...words, '--url', url, '--timeout', '3000']);
  return { host, run };
}

function become(host: ScriptedHost, state: State): void {
  host.session.find('m')!['state'] = state;
}

/** Takes the request as hosts do, and reports later what became of it. */
const takes =
  (...states: State[]) =>
  (host: ScriptedHost, call: Call, peer: Peer) => {
    const { type } = call.params['action'] as { type: string };
    become(host, { kind: type.includes('Start') ? 'starting' : 'stopped' });
    host.echo(call, peer);
    for (const state of states) {
      become(host, state);
      host.emit(SESSION, { type: 'session/mcpServerStateChanged', id: 'm', state });
    }
  };

describe('mcp', () => {
  it('starts a server, waits until it is ready, and asks for nothing that is so already', async () => {
    const { host, run } = await start({ kind: 'stopped' }, takes({ kind: 'ready' }));
    expect(await run('start', 'files')).toEqual({
      code: 0,
      signal: null,
      stdout: 'MCP server files: now running\n',
      stderr: '',
    });
    expect(host.calls('dispatchAction').map(({ params }) => params)).toMatchObject([
      { channel: SESSION, action: { type: 'session/mcpServerStartRequested', id: 'm' } },
    ]);
    expect(await run('start', 'files')).toMatchObject({
      code: 0,
      stdout: 'MCP server files: already running\n',
    });
    expect(host.calls('dispatchAction')).toHaveLength(1);
  });

  it('stops a server and prints a document', async () => {
    const { run } = await start({ kind: 'ready' }, takes());
    const { code, stdout } = await run('stop', 'files', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'skillpick.mcp/1',
      host: { kind: 'url' },
      session: { uri: SESSION },
      action: 'stop',
      outcome: 'changed',
      entry: { type: 'mcpServer', name: 'files', state: 'stopped' },
    });
  });

  it('prints no entry for a server that the host no longer lists once it has stopped', async () => {
    const { run } = await start({ kind: 'ready' }, (host, call, peer) => {
      host.session.customizations = [directory('d', [])];
      host.echo(call, peer);
    });
    const { code, stdout } = await run('stop', 'files', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ action: 'stop', outcome: 'changed', entry: null });
  });

  it.each([
    ['start', 'stopped', 'started'],
    ['stop', 'ready', 'stopped'],
  ])(
    'does not claim success of a %s if the host no longer says whether the server runs',
    async (verb, kind, done) => {
      const { run } = await start({ kind }, (host, call, peer) => {
        delete host.session.find('m')!['state'];
        host.echo(call, peer);
      });
      const { code, stdout, stderr } = await run(verb, 'files');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`skillpick: files was to be ${done}, but the host does not say whether it runs.\n`);
    },
  );

  it('does not ask again for a server that is starting, and waits a bounded time', async () => {
    const { host, run } = await start({ kind: 'starting' }, takes({ kind: 'ready' }));
    const { code, stderr } = await run('start', 'files');
    expect(code).toBe(1);
    expect(stderr).toContain('files is still starting.');
    expect(host.calls('dispatchAction')).toEqual([]);
  });

  it('reports a server that fails again at once', async () => {
    const { run } = await start(
      { kind: 'error' },
      takes({ kind: 'error', error: { message: 'no such file' } }),
    );
    expect(await run('start', 'files')).toMatchObject({
      code: 1,
      stderr:
        'skillpick: files was not started. It failed: no such file. The host’s own log may have more.\n',
    });
  });

  it('reports a server that stops again', async () => {
    const { host, run } = await start({ kind: 'stopped' }, takes());
    const usual = host.script;
    host.script = (call, peer, proceed) => {
      usual(call, peer, proceed);
      if (call.method !== 'subscribe' || host.calls('dispatchAction').length === 0) return;
      become(host, { kind: 'stopped' });
      host.emit(SESSION, { type: 'session/mcpServerStateChanged', id: 'm', state: { kind: 'stopped' } });
    };
    expect(await run('start', 'files')).toMatchObject({
      code: 1,
      stderr: 'skillpick: files was not started. It is stopped. The host’s own log may have more.\n',
    });
  });

  it.each([
    [
      takes({ kind: 'error', error: { message: 'no such command' } }),
      'files was not started. It failed: no such command. The host’s own log may have more.',
    ],
    [
      takes({ kind: 'authRequired', resource: { resource: 'https://x' }, requiredScopes: ['read'] }),
      'files was not started. It needs you to sign in. resource: https://x. permissions: read. sign in: in the program that runs the session; skillpick handles no tokens.',
    ],
    [takes(), 'files is still starting. The host may start it with the next message to the session;'],
  ])('fails if the server does not become ready: %#', async (handle, message) => {
    const { run } = await start({ kind: 'stopped' }, handle);
    const { code, stdout, stderr } = await run('start', 'files');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`skillpick: ${message}`);
  });

  it.each([
    ['start', 'stopped', 'echoes', 'the host took the request, but nothing changed'],
    ['stop', 'ready', 'echoes', 'the host took the request, but nothing changed'],
    ['start', 'stopped', 'is silent', 'the host did not respond'],
    ['stop', 'ready', 'refuses', 'the host refused: no'],
  ])('fails if the host does not %s a server that is %s and %s', async (verb, kind, what, reason) => {
    const { run } = await start({ kind }, (host, call, peer) => {
      if (what !== 'is silent') host.echo(call, peer, what === 'refuses' ? 'no' : undefined);
    });
    const { code, stdout, stderr } = await run(verb, 'files');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const done = verb === 'start' ? 'started' : 'stopped';
    expect(stderr).toBe(`skillpick: files was not ${done}: ${reason}. It is ${kind}.\n`);
  });

  it('does not ask for a server that is off, nor before the first message of the session', async () => {
    const { host, run } = await start({ kind: 'stopped' }, takes({ kind: 'ready' }));
    host.session.find('m')!.enablement = [{ kind: 'global', enabled: false }];
    expect((await run('start', 'files')).stderr).toContain('skillpick: files is off. Switch it on first');
    delete host.session.find('m')!.enablement;
    host.session.fields['lifecycle'] = 'creating';
    const { code, stderr } = await run('start', 'files');
    expect(code).toBe(1);
    expect(stderr).toContain('files was not started: the session has had no message yet.');
    expect(host.calls('dispatchAction')).toEqual([]);
  });

  it('names servers only', async () => {
    const { run } = await start({ kind: 'stopped' }, takes());
    for (const verb of ['start', 'stop'])
      expect(await run(verb, 'skill:files')).toMatchObject({
        code: 3,
        stdout: '',
        stderr: 'skillpick: files is a skill, not an MCP server. See skillpick list --type mcp.\n',
      });
    expect((await run('stop', 'filse')).stderr).toContain(
      'skillpick: There is no entry "filse". Did you mean:\n',
    );
    expect(await run('restart', 'files')).toMatchObject({
      code: 2,
      stderr: 'skillpick: There is no command "mcp restart". There are start and stop.\n',
    });
  });

  it('is refused on our own host, in this process and behind a socket', async () => {
    const scratch = makeScratch();
    scratch.write('.mcp.json', '{"mcpServers":{"files":{"command":"node"}}}');
    const { args } = await serveIn(scratch);
    for (const where of [[], args]) {
      const { code, stdout, stderr } = await scratch.run(['mcp', 'start', 'files', ...where]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(
        'skillpick: files was not touched: skillpick starts and stops no servers; each agent tool does that itself',
      );
    }
  });
});
