import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { type Call, type Peer, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession } from '../support/scripted-session.js';

interface Listed {
  uri: string;
  title: string;
  status: string[];
}

describe('on a host of our own', () => {
  it('a session is renamed, archived and closed, each only once', async () => {
    const scratch = makeScratch();
    const { args } = await serveIn(scratch);
    const listed = async () =>
      ((await scratch.json(['sessions', '--json', ...args])) as { sessions: Listed[] }).sessions.find(
        ({ uri }) => uri.startsWith('agents:/'),
      );
    const { uri, title } = (await listed())!;
    const renamed = await scratch.json(['sessions', 'rename', uri, ' Better title ', '--json', ...args]);
    expect(renamed).toMatchObject({
      schema: 'skillpick.session/1',
      host: { kind: 'url' },
      action: 'rename',
      outcome: 'changed',
      session: { uri, provider: 'agents', title: 'Better title' },
    });
    expect(title).not.toBe('Better title');
    expect((await listed())?.title).toBe('Better title');
    const again = await scratch.run(['sessions', 'rename', uri, 'Better title', ...args]);
    expect(again).toMatchObject({ code: 0, stdout: `session ${uri}: already called Better title\n` });
    const archive = () => scratch.run(['sessions', 'archive', 'better title', ...args]);
    expect(await archive()).toMatchObject({ code: 0, stdout: 'session Better title: now archived\n' });
    expect(await archive()).toMatchObject({ code: 0, stdout: 'session Better title: already archived\n' });
    expect((await listed())?.status).toContain('archived');
    const close = () => scratch.run(['sessions', 'close', uri, ...args]);
    expect(await close()).toMatchObject({
      code: 0,
      stdout: 'session Better title: now closed\n',
      stderr: '',
    });
    expect(await listed()).toBeUndefined();
    expect(await close()).toMatchObject({ code: 3, stdout: '' });
  });

  it('a session that is named by nobody and was closed leaves the choice among the others', async () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch.home, '.claude'));
    mkdirSync(join(scratch.home, '.codex'));
    const { args } = await serveIn(scratch);
    const list = () => scratch.run(['list', ...args]);
    expect(await list()).toMatchObject({ code: 0 });
    const { sessions } = (await scratch.json(['sessions', '--json', ...args])) as { sessions: Listed[] };
    const { uri } = sessions.find((one) => one.uri.startsWith('agents:/'))!;
    expect(await scratch.run(['sessions', 'close', uri, ...args])).toMatchObject({ code: 0 });
    const { code, stderr } = await list();
    expect(code).toBe(3);
    expect(stderr).toContain('The host has several sessions:');
    expect(stderr).toContain('claude:/');
    expect(stderr).toContain('codex:/');
  });

  it('a new session takes the place of the last one once something is to be changed, and stays', async () => {
    const scratch = makeScratch();
    scratch.skill('lint');
    const { args } = await serveIn(scratch);
    const listed = async () => {
      const { sessions } = (await scratch.json(['sessions', '--json', ...args])) as { sessions: Listed[] };
      return sessions.map(({ uri }) => uri);
    };
    const closeLast = async () => scratch.run(['sessions', 'close', (await listed())[0]!, ...args]);
    expect(await closeLast()).toMatchObject({ code: 0 });
    expect(await scratch.run(['sessions', ...args])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'skillpick: There are no sessions.\n',
    });
    expect(await scratch.run(['list', '--format', 'names', ...args])).toMatchObject({ stdout: 'lint\n' });
    expect(await listed()).toEqual([]);
    const disable = ['disable', 'lint', '--scope', 'session', ...args];
    expect(await scratch.run(disable)).toMatchObject({ code: 0 });
    expect(await listed()).toHaveLength(1);
    expect(await scratch.run(['list', '--off', '--format', 'names', ...args])).toMatchObject({
      stdout: 'lint\n',
      stderr: '',
    });
  });

  it('no session is left by what only reads, plans or is refused', async () => {
    const scratch = makeScratch();
    scratch.skill('lint');
    const { args } = await serveIn(scratch);
    const { sessions } = (await scratch.json(['sessions', '--json', ...args])) as { sessions: Listed[] };
    await scratch.run(['sessions', 'close', sessions[0]!.uri, ...args]);
    expect(await scratch.run(['agent', ...args])).toMatchObject({ code: 0, stdout: 'the default\n' });
    expect(await scratch.run(['agent', '--none', '-n', ...args])).toMatchObject({ code: 0 });
    expect(await scratch.run(['disable', 'lint', '-n', ...args])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('lint: would be switched off'),
    });
    expect(await scratch.run(['mcp', 'start', 'lint', ...args])).toMatchObject({ code: 3 });
    expect(await scratch.json(['sessions', '--json', ...args])).toMatchObject({ sessions: [] });
  });

  it.each(['rename', 'archive', 'close'])('in this process, %s is refused', async (verb) => {
    const args = verb === 'rename' ? ['agents', 'x'] : ['agents'];
    const { code, stdout, stderr } = await makeScratch().run(['sessions', verb, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^skillpick: A session of the embedded host cannot be .*: it lasts as long as/);
  });
});

it.each([
  [['renam', 'x'], 'There is no command "sessions renam". Did you mean rename?'],
  [['open', 'x'], 'There is no command "sessions open". There are rename, archive, close.'],
  [['archive'], 'sessions archive needs a session.'],
  [['rename', 'x'], 'A session needs a title.'],
  [['rename', 'x', ' '], 'A session needs a title.'],
  [['rename', 'x', 'a\u001b[31mb'], 'The title must be one line of plain text.'],
  [['rename', 'x', 'a\nb'], 'The title must be one line of plain text.'],
  [['rename', 'x', 'x'.repeat(301)], 'The title is longer than 300 characters.'],
  [['close', 'x', 'y'], 'There are too many words after close.'],
  [['close', 'x', '--session', 'y'], '--session cannot be used with sessions close.'],
])('refuses %j', async (words, message) => {
  const { code, stdout, stderr } = await makeScratch().run([
    'sessions',
    ...words,
    '--url',
    'ws://127.0.0.1:9',
  ]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`skillpick: ${message}`);
});

describe('on another host', () => {
  type Answer = (call: Call, peer: Peer, proceed: () => void) => void;

  /** A host that lists these sessions by title, and answers as the test says. */
  async function start(titles: readonly string[], answer: Answer) {
    const host = new ScriptedHost();
    const uris = titles.map((_title, at) => `copilotcli:/session-${at}`);
    for (const [at, uri] of uris.entries()) {
      const session = new ModelSession([directory('d', [])]);
      session.fields['title'] = titles[at];
      host.sessions.set(uri, session);
    }
    host.script = (call, peer, proceed) => {
      const items = [...host.sessions].map(([resource, { fields }]) => ({ resource, ...fields }));
      if (call.method === 'listSessions') host.answer(peer, call, { items });
      else answer(call, peer, proceed);
    };
    const { url } = await listenDuringTest(host);
    const run = (...words: string[]) => makeScratch().run(['sessions', ...words, '--url', url]);
    return { host, uris, run };
  }

  const only =
    (handle: Answer): Answer =>
    (call, peer, proceed) =>
      call.method === 'dispatchAction' ? handle(call, peer, proceed) : proceed();

  it.each([
    ['takes the request and does nothing', 'the host took the request, but nothing changed.'],
    ['refuses', 'the host refused: not now.'],
    ['says nothing', 'the host did not respond.'],
  ])('fails if the host %s', async (what, reason) => {
    const { host, run } = await start(
      ['One'],
      only((call, peer) => {
        if (what === 'refuses') host.echo(call, peer, 'not now.');
        else if (what.startsWith('takes')) host.echo(call, peer);
      }),
    );
    for (const [verb, past, ...more] of [
      ['rename', 'renamed', 'Two'],
      ['archive', 'archived'],
    ] as const) {
      const { code, stdout, stderr } = await run(verb, 'One', ...more);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`skillpick: The session was not ${past}: ${reason} \n`.replace(' \n', '\n'));
    }
  });

  it('fails if the list does not show the new title', async () => {
    const { host, uris, run } = await start(
      ['One'],
      only((call, peer) => {
        const session = host.sessions.get(uris[0]!)!;
        session.state = () => ({ lifecycle: 'ready', title: 'Two', customizations: [] });
        host.echo(call, peer);
      }),
    );
    const { code, stderr } = await run('rename', 'One', 'Two');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'skillpick: The host did it, but its list of sessions does not show it.\n',
    });
  });

  /** The host with one session that it does not list. */
  async function startUnlisted(handle: Answer) {
    const started = await start([], handle);
    const { host } = started;
    host.sessions.set(SESSION, new ModelSession([]));
    const hidden = host.script;
    host.script = (call, peer, proceed) =>
      call.method === 'listSessions' ? host.answer(peer, call, { items: [] }) : hidden(call, peer, proceed);
    return started;
  }

  it('renames a session that is in no list, by its uri', async () => {
    const { host, run } = await startUnlisted((call, peer, proceed) => {
      if (call.method !== 'dispatchAction') return proceed();
      host.session.fields['title'] = 'Two';
      host.echo(call, peer);
    });
    expect(await run('rename', SESSION, 'Two')).toMatchObject({
      code: 0,
      stdout: `session ${SESSION}: now called Two\n`,
    });
  });

  it('archives no session that is in no list', async () => {
    const { host, run } = await startUnlisted((_call, _peer, proceed) => proceed());
    const { code, stdout, stderr } = await run('archive', SESSION);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'The session was not archived: it is not in the list of the host, which may drop it',
    );
    expect(host.calls('dispatchAction')).toEqual([]);
  });

  it('closes nothing that is named by a part of its title, or by two', async () => {
    const { host, uris, run } = await start(['One', 'One', 'Third one'], (_call, _peer, proceed) =>
      proceed(),
    );
    const ambiguous = await run('close', 'one');
    expect(ambiguous).toMatchObject({ code: 3, stdout: '' });
    expect(ambiguous.stderr).toBe(
      `skillpick: More than one session matches "one":\n  ${uris[0]}  One\n  ${uris[1]}  One\nName it by its uri.\n`,
    );
    const part = await run('close', 'third');
    expect(part).toMatchObject({ code: 3, stdout: '' });
    expect(part.stderr).toContain('No session is called exactly "third".');
    expect(host.calls('disposeSession')).toEqual([]);
    expect(await run('close', 'THIRD one')).toMatchObject({ code: 0 });
    expect([...host.sessions.keys()]).toEqual(uris.slice(0, 2));
  });

  it('does not report a session as closed that is still there', async () => {
    const { host, run } = await start(['One'], (call, peer, proceed) => {
      if (call.method === 'disposeSession') host.answer(peer, call, null);
      else proceed();
    });
    const { code, stdout, stderr } = await run('close', 'One');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('The session was not closed: the host took the request, but it is still there.');
  });
});
