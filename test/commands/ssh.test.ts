import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';
import { itWithSshd, type Sshd } from '../support/sshd.js';

const token = 'a-very-secret-token';

/** A scripted host on a port, or on a socket of this name. */
async function hostBehind(sshd: Sshd, name?: string) {
  const host = new ScriptedHost(new ModelSession(skills(2)));
  const listening = await listenDuringTest(host, {
    ...(name !== undefined && { path: join(sshd.directory, name) }),
    token,
  });
  const target = name === undefined ? `/${listening.port}` : encodeURI(join(sshd.directory, name));
  return { host, listening, url: `ssh://box${target}` };
}

describe('--url ssh://', () => {
  for (const [what, name] of [
    ['a port', undefined],
    ['a socket', 'a b.sock'],
  ] as const)
    itWithSshd(`reaches ${what}, lists and switches, and leaves nothing behind`, async (sshd) => {
      const scratch = makeScratch();
      const { url } = await hostBehind(sshd, name);
      const env = { ...sshd.env, AHP_TOKEN: token };
      const listed = await scratch.run(['list', '--json', '--url', url], { env });
      expect(listed).toMatchObject({ code: 0, stderr: '' });
      const { host, entries } = JSON.parse(listed.stdout) as { host: object; entries: { name: string }[] };
      expect(host).toMatchObject({ kind: 'url', url });
      expect(entries.map((entry) => entry.name)).toEqual(['s0', 's1']);
      const switched = await scratch.run(['disable', 's0', '--url', url], { env });
      expect(switched).toMatchObject({ code: 0, stdout: expect.stringContaining('s0: now off') });
      expect(sshd.started().map(({ variables }) => variables)).toEqual(['', '']);
      await sshd.allEnded();
      expect(sshd.tunnels()).toEqual([]);
    });

  itWithSshd('is one command for a host of ours on a socket, without a token', async (sshd) => {
    const scratch = makeScratch();
    scratch.skill('one');
    const socket = join(scratch.root, 'skillpick.sock');
    await serveIn(scratch, ['--socket', socket]);
    const { stdout, stderr } = await scratch.run(
      ['list', '--format', 'names', '--url', `ssh://box${socket}`],
      {
        env: sshd.env,
      },
    );
    expect({ stdout, stderr }).toEqual({ stdout: 'one\n', stderr: '' });
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    itWithSshd(`ends the tunnel on ${signal}`, async (sshd) => {
      const { url, host } = await hostBehind(sshd);
      const env = { ...sshd.env, AHP_TOKEN: token };
      const followed = host.next('subscribe');
      const running = makeScratch().start(['watch', '--url', url], { env });
      await followed;
      expect(sshd.started()).toHaveLength(1);
      running.process.kill(signal);
      expect(await running.ended).toMatchObject({ stderr: '', signal: null });
      await sshd.allEnded();
      expect(sshd.tunnels()).toEqual([]);
    });

  itWithSshd('opens another tunnel after a drop', async (sshd) => {
    const { url, listening } = await hostBehind(sshd);
    const running = makeScratch().start(['watch', '--url', url], { env: { ...sshd.env, AHP_TOKEN: token } });
    await running.until(() => running.lines.length > 0);
    const again = listening.nextUpgrade();
    sshd.hangUp();
    await again;
    expect(sshd.started()).toHaveLength(2);
    running.process.kill('SIGTERM');
    await running.ended;
    await sshd.allEnded();
  });

  itWithSshd('is listed with the time that ssh takes to log in', async (sshd) => {
    const { url } = await hostBehind(sshd);
    // Longer than a host has to respond.
    sshd.configure('Match exec "sleep 2.2"');
    const env = { ...sshd.env, AHP_TOKEN: token };
    const { hosts } = (await makeScratch().json(['hosts', '--json', '--url', url], { env })) as {
      hosts: object[];
    };
    expect(hosts[1]).toMatchObject({ name: '--url', url, state: 'answers', sessions: 1 });
  });

  itWithSshd('is logged in to once by doctor, for the session and for the list of hosts', async (sshd) => {
    const { url } = await hostBehind(sshd);
    const env = { ...sshd.env, AHP_TOKEN: token };
    expect(await makeScratch().json(['doctor', '--json', '--url', url], { env })).toMatchObject({
      ok: true,
      host: { url },
      hosts: [{ name: 'embedded' }, { name: '--url', kind: 'url', url, state: 'answers', sessions: 1 }],
    });
    expect(sshd.started()).toHaveLength(1);
    await sshd.allEnded();
  });

  itWithSshd('does not mind what the user has configured for other connections', async (sshd) => {
    const { url } = await hostBehind(sshd);
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void busy.close());
    const { port } = busy.address() as { port: number };
    const shared = `ControlMaster auto
      ControlPath ${sshd.directory}/control
      ControlPersist yes`;
    sshd.configure(shared);
    execFileSync(join(sshd.directory, 'bin/ssh'), ['-M', '-N', '-f', 'box'], { stdio: 'ignore' });
    onTestFinished(() => sshd.hangUp());
    // The check of the server was the first.
    await expect.poll(() => sshd.logins()).toBe(2);
    sshd.configure(`${shared}
      RemoteCommand false
      RequestTTY force
      ExitOnForwardFailure yes
      PermitLocalCommand yes
      LocalCommand touch ${sshd.directory}/local
      LocalForward 127.0.0.1:${port} 127.0.0.1:1`);
    const env = { ...sshd.env, AHP_TOKEN: token };
    expect(await makeScratch().run(['list', '--url', url], { env })).toMatchObject({ code: 0, stderr: '' });
    await sshd.allEnded();
    await expect.poll(() => sshd.logins()).toBe(3);
    expect(readdirSync(sshd.directory)).not.toContain('local');
  });

  for (const line of [
    'ClearAllForwardings yes',
    'ForkAfterAuthentication yes',
    'IgnoreUnknown UseKeychain\n UseKeychain yes',
  ])
    itWithSshd(`works and ends with the configuration ${JSON.stringify(line)}`, async (sshd) => {
      const { url } = await hostBehind(sshd);
      sshd.configure(line);
      onTestFinished(() => sshd.hangUp());
      const env = { ...sshd.env, AHP_TOKEN: token };
      expect(await makeScratch().run(['list', '--url', url], { env })).toMatchObject({ code: 0, stderr: '' });
      await sshd.allEnded();
      expect(spawnSync('pgrep', ['-f', `ssh -F ${sshd.directory}`]).stdout.toString()).toBe('');
    });
});

describe('--url ssh:// fails in one line', () => {
  type Prepare = (sshd: Sshd) => Promise<string> | string;
  const cases: [what: string, prepare: Prepare, line: RegExp][] = [
    [
      'for a machine with another key',
      (sshd) => {
        writeFileSync(join(sshd.directory, 'known'), `box ssh-ed25519 ${'A'.repeat(68)}\n`);
        return 'ssh://box/1';
      },
      /^skillpick: ssh does not trust box: Host key verification failed\. Log in once with: ssh box$/,
    ],
    [
      'for a machine that is not known yet',
      (sshd) => {
        writeFileSync(join(sshd.directory, 'known'), '');
        return 'ssh://ada@box/1';
      },
      /^skillpick: ssh does not trust box: Host key verification failed\. Log in once with: ssh ada@box$/,
    ],
    [
      'for a key that the machine does not know',
      (sshd) => {
        writeFileSync(join(sshd.directory, 'authorized'), '');
        return 'ssh://box/1';
      },
      /^skillpick: box refuses the login: \S+: Permission denied \(publickey\)\. ssh could not ask for a password here\. Try: ssh box$/,
    ],
    [
      'for a key with a passphrase, if there is no terminal to ask on',
      (sshd) => {
        sshd.configure(`IdentityFile ${sshd.directory}/locked-key\nIdentitiesOnly yes`);
        writeFileSync(join(sshd.directory, 'key'), '');
        return 'ssh://box/1';
      },
      /^skillpick: box refuses the login: \S+: Permission denied \(publickey\)\. ssh could not ask/,
    ],
    [
      'for a port on which no ssh listens',
      () => 'ssh://box:1/1',
      /^skillpick: The tunnel to box has failed: ssh: connect to host \S+ port 1: Connection refused\. Try: ssh -p 1 box$/,
    ],
    [
      'for a port on which nothing listens there',
      () => 'ssh://box/1',
      /^skillpick: No agent host answers at ssh:\/\/box\/1 \(connect failed: Connection refused\)\. Start the host there/,
    ],
    [
      'for a socket that does not exist there',
      () => 'ssh://box/no/such.sock',
      /^skillpick: No agent host answers at ssh:\/\/box\/no\/such\.sock \(connect failed: .+\)\. Start/,
    ],
    [
      'for a wrong token',
      async (sshd) => (await hostBehind(sshd)).url,
      /^skillpick: The host at ssh:\/\/box\/\d+ refuses the token \(HTTP 403\)\. /,
    ],
  ];
  for (const [what, prepare, line] of cases)
    itWithSshd(what, async (sshd) => {
      const url = await prepare(sshd);
      const { code, stdout, stderr } = await makeScratch().run(['list', '--url', url], { env: sshd.env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.trimEnd()).toMatch(line);
      await sshd.allEnded();
      expect(sshd.tunnels()).toEqual([]);
    });

  itWithSshd('also if a helper of ssh stays', async (sshd) => {
    const pidFile = join(sshd.directory, 'helper');
    const helper = join(sshd.directory, 'helper.sh');
    writeFileSync(helper, `trap '' HUP TERM\necho $$ > ${pidFile}\necho no way >&2\nexec sleep 1000`);
    sshd.configure(`ProxyCommand sh ${helper}`);
    onTestFinished(() => void process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL'));
    const { code, stderr } = await makeScratch().run(['list', '--timeout', '1000', '--url', 'ssh://box/1'], {
      env: sshd.env,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^skillpick: ssh has not reached box within 1 s|^skillpick: The tunnel to box/);
    await sshd.allEnded();
    expect(sshd.tunnels()).toEqual([]);
  });

  itWithSshd('and hosts shows it as the reason', async (sshd) => {
    writeFileSync(join(sshd.directory, 'known'), '');
    const { hosts } = (await makeScratch().json(['hosts', '--json', '--url', 'ssh://box/1'], {
      env: sshd.env,
    })) as { hosts: object[] };
    expect(hosts[1]).toMatchObject({
      name: '--url',
      state: 'refused',
      reason: expect.stringContaining('not trust'),
    });
  });

  it('without ssh', async () => {
    const scratch = makeScratch();
    const empty = join(scratch.root, 'empty');
    mkdirSync(empty);
    expect(
      await scratch.run(['list', '--url', 'ssh://box/1'], { env: { PATH: empty, TMPDIR: empty } }),
    ).toEqual({
      ...{ code: 1, signal: null, stdout: '' },
      stderr: 'skillpick: There is no ssh on this machine. Install OpenSSH, and check PATH.\n',
    });
    expect(readdirSync(empty)).toEqual([]);
  });
});

describe('no ssh is started', () => {
  /** A scratch with an `ssh` that leaves a mark. */
  function marked(): { scratch: Scratch; env: { PATH: string }; isMarked: () => boolean } {
    const scratch = makeScratch();
    const mark = join(scratch.root, 'mark');
    mkdirSync(join(scratch.root, 'bin'));
    writeFileSync(join(scratch.root, 'bin/ssh'), `#!/bin/sh\ntouch '${mark}'; exit 1`, { mode: 0o755 });
    const env = { PATH: `${scratch.root}/bin:${process.env['PATH']}` };
    return { scratch, env, isMarked: () => existsSync(mark) };
  }

  it('but the one of PATH for a good URL', async () => {
    const { scratch, env, isMarked } = marked();
    const { code, stderr } = await scratch.run(['list', '--url', 'ssh://box/1'], { env });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'skillpick: The tunnel to box has failed: it ended without a word. Try: ssh box\n',
    });
    expect(isMarked()).toBe(true);
  });

  const usage = 'Use ssh://[user@]host[:port]/path/of/socket, or ssh://[user@]host[:port]/port.';

  it.each([
    ['ssh://-oProxyCommand=reboot/1', `has a host that starts with "-". ${usage}`],
    ['ssh://-x@box/1', `has a user that starts with "-". ${usage}`],
    ['ssh://box/-x', `has a path that starts with "-". ${usage}`],
    ['ssh://box', `names no socket and no port. ${usage}`],
    [
      'ssh://ada:S3cret@box/1',
      'carries a password, where others can read it. Leave it out of the URL: ssh asks for it.',
    ],
  ])('for %s', async (url, problem) => {
    const { scratch, env, isMarked } = marked();
    const { code, stdout, stderr } = await scratch.run(['list', '--url', url], { env });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `skillpick: The ssh URL ${problem}\n`,
    });
    expect(isMarked()).toBe(false);
  });

  it('for AHP_URL', async () => {
    const { scratch, env, isMarked } = marked();
    const withUrl = { env: { ...env, AHP_URL: 'ssh://box/1' } };
    expect(await scratch.run(['list'], withUrl)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^skillpick: AHP_URL names an ssh:\/\/ address, .+ Name it on the command line/,
      ),
    });
    const { hosts } = (await scratch.json(['hosts', '--json'], withUrl)) as { hosts: object[] };
    expect(hosts[1]).toMatchObject({ name: 'AHP_URL', state: 'refused' });
    expect(isMarked()).toBe(false);
  });
});
