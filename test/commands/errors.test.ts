import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Ended, makeScratch, type Scratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';

function repository(): Scratch {
  const scratch = makeScratch();
  scratch.skill('one');
  scratch.skill('two');
  mkdirSync(join(scratch.cwd, '.agents/skills/torn'));
  symlinkSync('nowhere', join(scratch.cwd, '.agents/skills/torn/SKILL.md'));
  scratch.write('.claude/skills/two/SKILL.md', '---\nname: two\ndescription: Another two.\n---\nText.\n');
  return scratch;
}

/** One line, or one line for each candidate; never a stack. */
function expectToldPlainly({ stderr, signal }: Ended): void {
  expect(signal).toBeNull();
  expect(stderr).toMatch(/^skillpick: /);
  expect(stderr).not.toMatch(/\n\s+at |Error:|this is a bug/);
  expect(stderr.endsWith('\n')).toBe(true);
}

describe('wrong usage', () => {
  it.each([
    [['list', '--jsno'], "unknown option '--jsno' (Did you mean --json?)"],
    [['lsit'], 'There is no command "lsit". Did you mean list?'],
    [['serch', 'x'], 'There is no command "serch". Did you mean search?'],
    [['show'], "missing required argument 'ref'"],
    [['show', 'a', 'b'], 'too many arguments. Expected 1 argument but got 2.'],
    [['enable'], "missing required argument 'ref'"],
    [['sessions', 'x'], 'There is no command "sessions x". There are rename, archive, close.'],
    [['list', '--url'], "option '--url <url>' argument missing"],
    [['list', '--type', 'thing'], 'It can be skill, agent, prompt'],
    [['disable', 'one', '--scope', 'here'], 'It can be session, workspace, shared, global.'],
    [['list', '--invocable', 'me'], 'It can be user, model, both, none.'],
    [['list', '--timeout', 'soon'], 'It is a whole number of milliseconds'],
    [['search', 'x', '--limit', 'many'], 'It is a whole number.'],
    [['serve', '--port', '99999'], 'It is a port number'],
    [['list', '--scope', 'global'], '--scope cannot be used with list.'],
    [['--scope', 'global', 'list'], '--scope cannot be used with list.'],
    [['list', '--url', 'ws://x', '--host', 'y'], '--url cannot be used with --host.'],
    [['list', '--url', 'not a url'], 'The host URL cannot be read.'],
    [['list', '--url', 'http://127.0.0.1'], 'The host URL has the scheme "http:".'],
    [
      ['list', '--url', 'ws://10.0.0.1', '--token-file', 'token'],
      'A token would travel to ws://10.0.0.1 unencrypted.',
    ],
    [
      ['list', '--url', 'ws://127.0.0.1', '--token-file', 'none'],
      'The token file none cannot be read (ENOENT).',
    ],
    [['list', '--url', 'ws://127.0.0.1', '--token-file', 'empty'], 'empty is empty.'],
    [
      ['list', 'is:foo'],
      'The query has no valid value in is:foo. is: can be on, off, mixed, broken, shadowed.',
    ],
    [
      ['--list', 'x', 'tool:cursor'],
      'The query has no valid value in tool:cursor. tool: can be claude, codex,',
    ],
    [['search', 'type:'], 'The query has no valid value in type:. type: can be skill, agent, prompt,'],
    [['search', 'sort:n'], 'sort: can be place, name, and has no !. To search for this text, type sort\\:n.'],
    [['completion', 'tcsh'], 'There is no completion for "tcsh".'],
    [['new', 'Bad_Name'], 'The name "Bad_Name" must be lowercase'],
    [['new', 'fine', '--body', 'none'], 'The file none cannot be read (ENOENT).'],
    [['list', '-C', 'nowhere'], 'There is no directory'],
  ])('is reported in one line: %j', async (args, message) => {
    const scratch = repository();
    scratch.write('token', 'secret-token');
    scratch.write('empty', '');
    const ended = await scratch.run(args);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expectToldPlainly(ended);
    expect(ended.stderr).toContain(message);
    expect(ended.stderr.split('\n')).toHaveLength(2);
    expect(ended.stderr).not.toContain('secret-token');
  });

  it.each([
    [['list', '--token', 'secret-token']],
    [['list', '--token=secret-token']],
    [['--tkn=secret-token', 'list']],
    [['list', '--url', 'ws://127.0.0.1:1/?tkn=secret-token']],
    [['list', '--url', 'ws://user:secret-token@127.0.0.1:1/']],
    [['list', '--url', 'ws+unix:/tmp/s:/?tkn=secret-token']],
    [['list', '--unknown=secret-token']],
  ])('is refused without repeating the token: %j', async (args) => {
    const ended = await repository().run(args);
    expect(ended.code).toBe(2);
    expectToldPlainly(ended);
    expect(ended.stderr).not.toContain('secret-token');
  });
});

describe('a name that matches nothing or several things', () => {
  it.each([
    [['show', 'zzz'], 'There is no entry "zzz".'],
    [['disable', 'onee'], 'Did you mean:\n  skill:one  file:'],
    [['disable', 'two'], '"two" matches more than one entry:'],
    [['show', 'torn'], '"torn" cannot be read: '],
    [['list', '--in', 'nowhere'], 'This session has no folder or plugin "nowhere". It has: '],
    [['list', '--session', 'zzz'], 'No session matches "zzz". There are:\n  agents:/'],
    [['list', '--session', ''], 'No session matches "".'],
    [['list', '--session', 'agents:/zzz'], 'The host has no session agents:/zzz.'],
    [['list', '--provider', 'nobody'], 'There is no provider "nobody" here. There are: agents'],
    [['list', '--host', 'nobody'], 'No running host is called "nobody". No host has published itself'],
    [['new', 'x', '--in', 'nowhere'], 'This session has no folder "nowhere".'],
  ])('is refused: %j', async (args, message) => {
    const ended = await repository().run(args);
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expectToldPlainly(ended);
    expect(ended.stderr).toContain(message);
  });

  it('lists sessions that share a title by their uris', async () => {
    const host = new ScriptedHost(new ModelSession([]));
    host.sessions.set('copilotcli:/two', new ModelSession([]));
    host.script = (call, peer, proceed) => {
      if (call.method !== 'listSessions') return proceed();
      const items = [...host.sessions.keys()].map((resource) => ({ resource, title: 'the same' }));
      host.answer(peer, call, { items });
    };
    const { url } = await listenDuringTest(host);
    for (const args of [[], ['--session', 'the same'], ['--session', 'SAME']]) {
      const ended = await makeScratch().run(['list', '--url', url, ...args]);
      expect(ended.code).toBe(3);
      expectToldPlainly(ended);
      expect(ended.stderr).toContain('\n  copilotcli:/one  the same\n  copilotcli:/two  the same\n');
    }
  });
});

function listening(answer: (server: Server) => void): Promise<string> {
  const server = createServer();
  answer(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve(`ws://127.0.0.1:${port}`);
    });
    onTestFinished(() => void server.close());
  });
}

describe('an error message', () => {
  const session = () => new ModelSession([directory('skills', [skill('s1'), skill('s2')]), plugin('p', [])]);

  it('says that nothing listens', async () => {
    const ended = await makeScratch().run(['list', '--url', 'ws://127.0.0.1:9']);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toMatch(
      /^skillpick: No agent host answers at ws:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)\./,
    );
  });

  it('says that there is no such local socket', async () => {
    const ended = await makeScratch().run(['list', '--url', 'ws+unix:/nowhere/at/all']);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain('No agent host answers at ws+unix:/nowhere/at/all (ENOENT).');
  });

  it('says that a server stays silent', async () => {
    const url = await listening((server) =>
      server.on('connection', (socket) => socket.on('error', () => {})),
    );
    const ended = await makeScratch().run(['list', '--url', url, '--timeout', '200']);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain(`No agent host answers at ${url}`);
  });

  it('says that a server is not a web server', async () => {
    const url = await listening((server) =>
      server.on('connection', (socket) => socket.on('error', () => {}).end('220 mail ready\r\n\r\n')),
    );
    const ended = await makeScratch().run(['list', '--url', url]);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
  });

  it('names ssh:// only where it can be used', async () => {
    const scratch = makeScratch();
    const forms = 'Use ws://host:port, wss://host:port';
    const named = await scratch.run(['list', '--url', 'box']);
    const fromEnvironment = await scratch.run(['list'], { env: { AHP_URL: 'box' } });
    expect(named.stderr).toContain(`${forms}, ws+unix:/path/to/socket or ssh://host/path-or-port.`);
    expect(fromEnvironment.stderr).toContain(`${forms} or ws+unix:/path/to/socket.`);
  });

  it.each([401, 403])('says that the token is wrong (%i)', async (refusal) => {
    const { url } = await listenDuringTest(new ScriptedHost(session()), { token: 'right', refusal });
    const ended = await makeScratch().run(['list', '--url', url], { env: { AHP_TOKEN: 'wrong-token' } });
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain(`refuses the token (HTTP ${refusal})`);
    expect(ended.stderr).not.toContain('wrong-token');
  });

  it('says that there is no common version', async () => {
    const host = new ScriptedHost(session());
    host.version = '7.0.0';
    const ended = await makeScratch().run(['list', '--url', (await listenDuringTest(host)).url]);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain(
      'This skillpick is older than the host, which supports protocol ^7.0.0 alone',
    );
    expect(ended.stderr).toContain('Update skillpick.');
  });

  it.each(['initialize', 'subscribe', 'listSessions'])('says that %s timed out', async (method) => {
    const host = new ScriptedHost(session());
    host.script = (call, _peer, proceed) => {
      if (call.method !== method) proceed();
    };
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['list', '--url', url, '--timeout', '150']);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain(`The host did not answer ${method} within 0.15 s.`);
  });

  it('says that the connection was lost', async () => {
    const host = new ScriptedHost(session());
    host.script = (call, peer, proceed) => {
      if (call.method === 'listSessions') peer.terminate();
      else proceed();
    };
    const ended = await makeScratch().run(['list', '--url', (await listenDuringTest(host)).url]);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain('The connection ended before listSessions was answered.');
  });

  it.each(['creationFailed', 'failed'])('says why a session failed (%s)', async (lifecycle) => {
    const host = new ScriptedHost(session());
    host.session.fields = { lifecycle, creationError: { message: 'no such model' } };
    const ended = await makeScratch().run(['list', '--url', (await listenDuringTest(host)).url]);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expectToldPlainly(ended);
    expect(ended.stderr).toContain('The host could not start the session: no such model.');
  });

  it('notes containers that never load, and prints the list', async () => {
    const host = new ScriptedHost(
      new ModelSession([directory('d', [skill('s')], { load: { kind: 'loading' } })]),
    );
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['list', '--format', 'names', '--url', url, '--timeout', '300']);
    expect(ended).toMatchObject({
      code: 0,
      stdout: 's\n',
      stderr: 'skillpick: Still loading: the list may be incomplete.\n',
    });
  });

  it.each([[['disable', 'x']], [['agent']], [['mcp', 'stop', 'x']]])(
    'says to %j that there is no session, and uses no temporary one',
    async (words) => {
      const host = new ScriptedHost();
      const ended = await makeScratch().run([...words, '--url', (await listenDuringTest(host)).url]);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expectToldPlainly(ended);
      expect(ended.stderr).toMatch(
        /^skillpick: The host has no session\. Start one in the host, or name it with/,
      );
      expect(host.calls('createSession')).toEqual([]);
    },
  );

  it.each([
    [
      'rejected',
      'skill s1: rejected, still on: not today',
      (host: ScriptedHost) => {
        host.script = (call, peer, proceed) => {
          if (call.method === 'dispatchAction') host.echo(call, peer, 'not today');
          else proceed();
        };
      },
    ],
    [
      'ineffective',
      'skill s1: ineffective, still on: no reason is known',
      (host: ScriptedHost) => {
        host.script = (call, peer, proceed) => {
          if (call.method === 'dispatchAction') host.echo(call, peer);
          else proceed();
        };
      },
    ],
    [
      'unconfirmed',
      'skill s1: not confirmed, still on: ',
      (host: ScriptedHost) => {
        host.script = (call, _peer, proceed) => {
          if (call.method !== 'dispatchAction') proceed();
        };
      },
    ],
  ])('gives the reason of a switch that is %s', async (outcome, line, prepare) => {
    const host = new ScriptedHost(session());
    prepare(host);
    const { url } = await listenDuringTest(host);
    const args = ['--url', url, '--timeout', '300'];
    const ended = await makeScratch().run(['disable', 's1', ...args]);
    expect(ended.code).toBe(1);
    expect(ended.stdout.startsWith(line)).toBe(true);
    const [, reason] = / still on: (.*)/.exec(ended.stdout) ?? [];
    expect(ended.stderr).toBe(`skillpick: The switch did not take effect: ${reason}.\n`);
    const both = await makeScratch().run(['disable', 's1', 's2', '--json', ...args]);
    const { results } = JSON.parse(both.stdout) as { results: { outcome: string; enabled: boolean }[] };
    expect(results.map((result) => [result.outcome, result.enabled])).toEqual([
      [outcome, true],
      [outcome, true],
    ]);
    expect(both.stderr).toBe(`skillpick: 2 of 2 switches did not take effect, first s1: ${reason}.\n`);
  });

  it('contains no escape sequence of a host', async () => {
    const evil = '\u001b[2J\u001b]52;c;aGk=\u0007\u202eevil\nskillpick: a lie';
    const host = new ScriptedHost(
      new ModelSession([directory('d', [skill('s', { name: evil, description: evil })], { name: evil })]),
    );
    host.script = (call, peer, proceed) => {
      if (call.method === 'dispatchAction') host.echo(call, peer, evil);
      else proceed();
    };
    const { url } = await listenDuringTest(host);
    const scratch = makeScratch();
    for (const args of [
      ['list'],
      ['list', '--format', 'tsv'],
      ['list', '--format', 'names'],
      ['disable', 's'],
      ['show', 's'],
      ['show', 'nope'],
      ['doctor'],
      ['search', 'evil'],
      ['list', '--in', 'x'],
    ]) {
      const { stdout, stderr } = await scratch.run([...args, '--url', url]);
      expect(stdout + stderr).not.toMatch(/[\u001b\u0007\u202e]/);
      expect(`\n${stdout}`).not.toContain('\nskillpick: a lie');
    }
  });
});

describe('an error of this machine', () => {
  it('is reported if a directory is in place of the switches file', async () => {
    const scratch = repository();
    mkdirSync(join(scratch.root, 'state/skillpick/switches.json'), { recursive: true });
    expect(await scratch.run(['list'])).toMatchObject({ code: 0 });
    const ended = await scratch.run(['disable', 'one']);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stdout).toMatch(/^skill one: rejected, still on: the switch could not be saved: /);
  });

  it('is reported if the working directory is gone', async () => {
    const scratch = repository();
    const gone = join(scratch.root, 'gone');
    mkdirSync(gone);
    const script = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' '${inject('bin')}' list`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { env: scratch.env, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toBe(
      'skillpick: The working directory is gone. Change into one that exists, or give --cwd an absolute path.\n',
    );
  });

  it.each([
    ['HOME', '/nowhere/at/all'],
    ['SKILLPICK_ROOT', '/nowhere/at/all'],
    ['XDG_STATE_HOME', '/dev/null'],
    ['XDG_RUNTIME_DIR', '/dev/null'],
  ])('is reported if %s leads nowhere', async (name, value) => {
    const { code, stderr } = await repository().run(['list'], { env: { [name]: value } });
    expect({ code, stderr: stderr.replace(/^skillpick: Nothing found.*\n/, '') }).toEqual({
      code: 0,
      stderr: '',
    });
  });

  it('is reported if the directory for the token is a file', async () => {
    const scratch = repository();
    writeFileSync(join(scratch.root, 'run'), '');
    const ended = await scratch.run(['serve']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expectToldPlainly(ended);
    expect(ended.stderr).toContain('The token cannot be written');
  });

  it('is reported if the port is taken', async () => {
    const url = await listening(() => {});
    const ended = await repository().run(['serve', '--port', new URL(url).port]);
    expect(ended.code).toBe(1);
    expectToldPlainly(ended);
    expect(ended.stderr).toContain('cannot be listened on (EADDRINUSE)');
  });
});

it('a temporary session is disposed of after every error', async () => {
  const host = new ScriptedHost();
  const { url } = await listenDuringTest(host);
  const scratch = makeScratch();
  expect(await scratch.run(['list', '--url', url])).toMatchObject({ code: 0 });
  expect(await scratch.run(['show', 'nothing', '--url', url])).toMatchObject({ code: 3 });
  expect(host.calls('createSession')).toHaveLength(2);
  expect(host.calls('disposeSession')).toHaveLength(2);
  expect(host.sessions.size).toBe(0);
});
