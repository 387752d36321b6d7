import { mkdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';
import { ageEntry, publishEntry, publishedToken as token } from '../support/endpoint-entries.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

interface Hosts {
  hosts: {
    number: number | null;
    name: string;
    state: string;
    reason: string | null;
    directories: string[];
    sessions: number | null;
  }[];
  distrusted: { file: string; reason: string }[];
}

/** A process id that no process has. */
const gonePid = 2 ** 22 - 7;

describe('hosts', () => {
  it('prints which hosts answer, are gone or refuse, and never a token', async () => {
    const scratch = makeScratch();
    const host = new ScriptedHost(new ModelSession(skills(1)));
    const { url } = await listenDuringTest(host, { token });
    publishEntry(scratch, 'good', url);
    publishEntry(scratch, 'gone', url, gonePid);
    publishEntry(scratch, 'silent', 'ws://127.0.0.1:9');
    ageEntry(scratch, 'silent');
    publishEntry(scratch, 'open-to-all', url, process.pid, 0o644);
    const ended = await scratch.run(['hosts', '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const { hosts, distrusted } = JSON.parse(ended.stdout) as Hosts;
    const printed = hosts.map(({ number, name, state, reason, sessions }) => ({
      number,
      name,
      state,
      reason,
      sessions,
    }));
    expect(printed).toEqual([
      { number: null, name: 'embedded', state: 'answers', reason: null, sessions: expect.any(Number) },
      {
        number: null,
        name: 'skillpick',
        state: 'stale',
        reason: `process ${gonePid} is gone`,
        sessions: null,
      },
      { number: 1, name: 'skillpick', state: 'answers', reason: null, sessions: 1 },
      {
        number: 2,
        name: 'skillpick',
        state: 'refused',
        reason: expect.stringContaining('ECONNREFUSED'),
        sessions: null,
      },
    ]);
    expect(distrusted).toEqual([
      { file: expect.stringContaining('open-to-all.json'), reason: expect.stringContaining('mode 600') },
    ]);
    const text = await scratch.run(['hosts']);
    // The entry that a host of ours left behind is removed once it was reported.
    expect(text.stdout.split('\n')).toHaveLength(4);
    expect(text.stdout).not.toContain('is gone');
    expect(text.stderr).toContain('open-to-all.json is not trusted: it is open to others');
    expect(ended.stdout + text.stdout + text.stderr).not.toContain(token);
  });

  it('tries AHP_URL, and prints no address that contains a token', async () => {
    const scratch = makeScratch();
    const { url } = await listenDuringTest(new ScriptedHost(new ModelSession([])), { token: 'right' });
    const refused = (await scratch.json(['hosts', '--json'], { env: { AHP_URL: url } })) as Hosts;
    expect(refused.hosts[1]).toMatchObject({
      name: 'AHP_URL',
      state: 'refused',
      reason: expect.stringContaining('HTTP 403'),
    });
    const answers = (await scratch.json(['hosts', '--json'], {
      env: { AHP_URL: url, AHP_TOKEN: 'right' },
    })) as Hosts;
    expect(answers.hosts[1]).toMatchObject({ name: 'AHP_URL', state: 'answers', url });
    const exposed = await scratch.run(['hosts'], { env: { AHP_URL: `${url}/?tkn=${token}` } });
    expect(exposed.stdout).toContain('The host URL carries a token');
    expect(exposed.stdout + exposed.stderr).not.toContain(token);
  });

  it('does not wait for a silent host', async () => {
    const scratch = makeScratch();
    const host = new ScriptedHost();
    host.script = () => {};
    const { url } = await listenDuringTest(host);
    const { hosts } = (await scratch.json(['hosts', '--json', '--url', url, '--timeout', '1000'])) as Hosts;
    expect(hosts[1]).toMatchObject({
      name: '--url',
      state: 'refused',
      reason: expect.stringContaining('did not answer initialize'),
    });
  });

  it('lists the host that serve published, and --host finds it by number, name and process', async () => {
    const scratch = makeScratch();
    scratch.skill('one');
    const served_ = await serveIn(scratch);
    const { hosts } = (await scratch.json(['hosts', '--json'])) as Hosts;
    expect(hosts[1]).toMatchObject({ number: 1, state: 'answers', directories: [`file://${scratch.cwd}`] });
    for (const name of ['1', 'skillpick', String(served_.pid)]) {
      const { host } = (await scratch.json(['list', '--json', '--host', name], { cwd: scratch.home })) as {
        host: object;
      };
      expect(host).toMatchObject({ url: served_.url, name: 'skillpick' });
    }
    served_.running.process.kill('SIGTERM');
    expect(await served_.running.ended).toMatchObject({ code: 143 });
    expect(((await scratch.json(['hosts', '--json'])) as Hosts).hosts).toHaveLength(1);
  });

  it('refuses a name that several hosts share', async () => {
    const scratch = makeScratch();
    publishEntry(scratch, 'a', 'ws://127.0.0.1:9');
    publishEntry(scratch, 'b', 'ws://127.0.0.1:9');
    for (const name of ['a', 'b']) ageEntry(scratch, name);
    const { code, stderr } = await scratch.run(['list', '--host', 'skillpick']);
    expect(code).toBe(3);
    expect(stderr).toContain('More than one running host is called "skillpick". There are: 1 skillpick (pid');
    expect(await scratch.run(['list', '--host', 'b'])).toMatchObject({ code: 1 });
  });
});

describe('a host that published itself moments ago', () => {
  /** Publishes a host that does not answer the calls that match. */
  async function publishSilent(scratch: Scratch, isHeld: (method: string) => boolean) {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.script = (call, _peer, proceed) => {
      if (!isHeld(call.method)) proceed();
    };
    const { url } = await listenDuringTest(host, { token });
    publishEntry(scratch, 'young', url);
  }

  it.each([
    ['does not accept', undefined, 'ECONNREFUSED'],
    ['does not answer initialize', 'initialize', 'did not answer initialize'],
    ['does not answer listSessions', 'listSessions', 'did not answer listSessions'],
  ])('is starting if it %s, and refuses or stays silent once it is older', async (_what, held, reason) => {
    const scratch = makeScratch();
    if (held === undefined) publishEntry(scratch, 'young', 'ws://127.0.0.1:9');
    else await publishSilent(scratch, (method) => method === held);
    const args = ['hosts', '--json', '--timeout', '500'];
    const report = { number: 1, reason: expect.stringContaining(reason), sessions: null };
    expect(((await scratch.json(args)) as Hosts).hosts[1]).toMatchObject({ ...report, state: 'starting' });
    const { hosts } = (await scratch.json(['doctor', '--json', '--timeout', '500'])) as Hosts;
    expect(hosts[1]).toMatchObject({ state: 'starting' });
    ageEntry(scratch, 'young');
    expect(((await scratch.json(args)) as Hosts).hosts[1]).toMatchObject({ ...report, state: 'refused' });
  });

  it('refuses if it refuses the token', async () => {
    const scratch = makeScratch();
    const { url } = await listenDuringTest(new ScriptedHost(), { token: 'another' });
    publishEntry(scratch, 'young', url);
    expect(((await scratch.json(['hosts', '--json'])) as Hosts).hosts[1]).toMatchObject({ state: 'refused' });
  });

  it('is waited for by --host', async () => {
    const scratch = makeScratch();
    const http = createHttpServer();
    await listenDuringTest(new ScriptedHost(new ModelSession(skills(1))), { token, server: http });
    let attempts = 0;
    const front = createServer((socket) => {
      attempts += 1;
      if (attempts < 6) socket.destroy();
      else http.emit('connection', socket);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void front.close());
    publishEntry(scratch, 'young', `ws://127.0.0.1:${(front.address() as AddressInfo).port}`);
    const { code, stdout } = await scratch.run(['list', '--host', 'young', '--format', 'names']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 's0\n' });
    // One try to connect makes several connections, also one to see whether the port speaks TLS.
    expect(attempts).toBeGreaterThan(5);
  });

  it('is reported as starting by --host if that takes longer than the time for connecting', async () => {
    const scratch = makeScratch();
    publishEntry(scratch, 'young', 'ws://127.0.0.1:9');
    const run = () => scratch.run(['list', '--host', 'young', '--timeout', '400']);
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^skillpick: The host skillpick \(pid \d+\) is still starting: No agent host answers at .*ECONNREFUSED\)\. Try/,
      ),
    });
    ageEntry(scratch, 'young');
    expect((await run()).stderr).toMatch(/^skillpick: No agent host answers at /);
  });

  it('is reported as starting by --host if it does not answer', async () => {
    const scratch = makeScratch();
    await publishSilent(scratch, (method) => method === 'listSessions');
    const { code, stderr } = await scratch.run(['list', '--host', 'young', '--timeout', '400']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is still starting: The host did not answer listSessions within/);
  });
});

describe('serve', () => {
  it('prints its address without the token, and removes its files at the end', async () => {
    const scratch = makeScratch();
    const running = scratch.start(['serve']);
    await running.until(() => running.stderr.includes('Ctrl+C'));
    expect(running.stdout).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\n$/);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, signal: null });
    expect((await scratch.run(['hosts'])).stdout.split('\n')).toHaveLength(2);
  });

  it('refuses clients without the token', async () => {
    const scratch = makeScratch();
    const { url } = await serveIn(scratch);
    const { code, stderr } = await scratch.run(['list', '--url', url]);
    expect(code).toBe(1);
    expect(stderr).toContain('refuses the token (HTTP 401)');
  });
});

describe('sessions', () => {
  it('lists the sessions of the embedded host', async () => {
    const scratch = makeScratch();
    const document = (await scratch.json(['sessions', '--json'])) as { sessions: object[] };
    expect(document).toMatchObject({ schema: 'skillpick.sessions/1', host: { kind: 'embedded' } });
    expect(document.sessions[0]).toMatchObject({
      uri: expect.stringMatching(/^agents:\//),
      provider: 'agents',
      title: 'repo',
      directory: `file://${scratch.cwd}`,
      status: ['idle'],
    });
    const described = ['uri', 'provider', 'title', 'status', 'directory', 'modifiedAtMs', 'agent'];
    expect(Object.keys(document.sessions[0]!)).toEqual(described);
    const { stdout } = await scratch.run(['sessions']);
    expect(stdout).toMatch(/^agents:\/\S+ {2}agents {2}idle {2}\d+ s {2}repo {2}\//);
  });

  it('explains why a host may list none', async () => {
    const { url } = await listenDuringTest(new ScriptedHost());
    expect(await makeScratch().run(['sessions', '--url', url])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'skillpick: There are no sessions; one without a turn is in no list.\n',
    });
  });

  it('a command on a served skillpick host uses the session of all tools, as on the embedded host', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.codex'));
    scratch.skill('one');
    const { args } = await serveIn(scratch);
    const providerOf = async (...more: string[]) =>
      ((await scratch.json(['list', '--json', ...args, ...more])) as { session: { provider: string } })
        .session.provider;
    expect(await providerOf()).toBe('agents');
    expect(await providerOf('--provider', 'codex')).toBe('codex');
  });

  it('a command uses the only session, or the only one of the working directory', async () => {
    const scratch = makeScratch();
    const host = new ScriptedHost();
    const directories: Record<string, string> = {
      'copilotcli:/elsewhere': 'file:///elsewhere',
      'copilotcli:/here': `file://${scratch.cwd}/`,
    };
    host.script = (call, peer, proceed) => {
      if (call.method !== 'listSessions') return proceed();
      const items = [...host.sessions.keys()].map((resource) => ({
        resource,
        workingDirectory: directories[resource],
      }));
      host.answer(peer, call, { items });
    };
    const { url } = await listenDuringTest(host);
    const chosen = async (...args: string[]) =>
      ((await scratch.json(['list', '--json', '--url', url, ...args])) as { session: { uri: string } })
        .session.uri;
    host.sessions.set('copilotcli:/elsewhere', new ModelSession([]));
    expect(await chosen()).toBe('copilotcli:/elsewhere');
    host.sessions.set('copilotcli:/here', new ModelSession([]));
    expect(await chosen()).toBe('copilotcli:/here');
    expect(await chosen('--session', 'else')).toBe('copilotcli:/elsewhere');
    expect(await chosen('--session', 'copilotcli:/elsewhere')).toBe('copilotcli:/elsewhere');
  });
});
