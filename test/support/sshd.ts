/**
 * A real sshd on loopback, for this user alone: with keys, a configuration and a port of its own. Where none can be
 * started, the test prints why, and does nothing.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { it, onTestFinished, vi } from 'vitest';

export interface Sshd {
  directory: string;
  port: number;
  /** The environment in which `ssh` uses this configuration and no other; the machine is called `box`. */
  env: { PATH: string; TMPDIR: string };
  /** Adds lines to the configuration of ssh, which count more than those that are there. */
  configure(lines: string): void;
  /** The processes of ssh that were started so far, and what their environment had of ours. */
  started(): { pid: number; variables: string }[];
  /** The directories of the sockets of tunnels. */
  tunnels(): string[];
  /** Resolves once none of them runs any more. */
  allEnded(): Promise<void>;
  /** Ends every connection; the server goes on. */
  hangUp(): void;
}

const path = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(':')];

function find(name: string): string | undefined {
  const candidates = path.map((directory) => join(directory, name));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A process that has ended, but was not waited for, does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // Without /proc, only the signal counts.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/self');
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function makeKey(file: string, ...options: string[]): string {
  execFileSync('ssh-keygen', [
    '-q',
    '-t',
    'ed25519',
    '-f',
    file,
    ...(options.length > 0 ? options : ['-N', '']),
  ]);
  return readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2).join(' ');
}

/** The passphrase of the second key, which is not used unless a test says so. */
export const passphrase = 'open sesame';

function writeConfiguration(directory: string, port: number): void {
  const file = (name: string) => join(directory, name);
  const hostKey = makeKey(file('host-key'));
  const keys = [makeKey(file('key')), makeKey(file('locked-key'), '-N', passphrase)];
  writeFileSync(file('authorized'), `${keys.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(file('known'), `box ${hostKey}\n`);
  const server = `Port ${port}
    ListenAddress 127.0.0.1
    HostKey ${file('host-key')}
    PidFile none
    AuthorizedKeysFile ${file('authorized')}
    StrictModes no
    UsePAM no
    PasswordAuthentication no
    KbdInteractiveAuthentication no`;
  writeFileSync(file('sshd_config'), server);
  const usual = `Host *
    HostName 127.0.0.1
    HostKeyAlias box
    Port ${port}
    IdentityFile ${file('key')}
    IdentitiesOnly yes
    IdentityAgent none
    UserKnownHostsFile ${file('known')}
    GlobalKnownHostsFile none`;
  writeFileSync(file('usual_config'), usual);
  writeFileSync(file('ssh_config'), `Include ${file('usual_config')}`);
}

/** Puts a command `ssh` first in PATH that notes its process and becomes the real one. */
function writeCommand(directory: string, ssh: string): void {
  for (const name of ['bin', 'tmp']) mkdirSync(join(directory, name));
  const script = `#!/bin/sh
    echo "$$ \${AHP_TOKEN-}" >> '${directory}/started'
    exec '${ssh}' -F '${directory}/ssh_config' "$@"`;
  writeFileSync(join(directory, 'bin/ssh'), script, { mode: 0o755 });
}

function stop(server: ChildProcess, directory: string): void {
  server.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}

/** Starts the server, or returns why it cannot be started. */
async function startSshd(): Promise<Sshd | string> {
  const [ssh, sshd] = ['ssh', 'sshd'].map(find);
  if (ssh === undefined || find('ssh-keygen') === undefined) return 'ssh is not installed';
  if (sshd === undefined) return 'sshd is not installed';
  // Where sshd runs as root, it wants this directory, which the service would make.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const directory = mkdtempSync(join(tmpdir(), 'skillpick-sshd-'));
  const port = await freePort();
  writeConfiguration(directory, port);
  writeCommand(directory, ssh);
  let said = '';
  const server = spawn(sshd, ['-D', '-e', '-f', join(directory, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  onTestFinished(() => stop(server, directory));
  const listening = new Promise<boolean>((resolve) => {
    server.once('close', () => resolve(false));
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Server listening')) resolve(true);
    });
  });
  if (!(await listening)) return `sshd does not start: ${said.trim()}`;
  const login = spawnSync(ssh, ['-F', join(directory, 'ssh_config'), '-o', 'BatchMode=yes', 'box', 'true']);
  if (login.status !== 0) return `${userInfo().username} cannot log in: ${String(login.stderr).trim()}`;
  const startedFile = join(directory, 'started');
  const started = () =>
    (existsSync(startedFile) ? readFileSync(startedFile, 'utf8').trim().split('\n') : []).map((line) => {
      const [pid, variables = ''] = line.split(' ');
      return { pid: Number(pid), variables };
    });
  return {
    directory,
    port,
    env: { PATH: `${join(directory, 'bin')}:${process.env['PATH']}`, TMPDIR: join(directory, 'tmp') },
    tunnels: () => readdirSync(join(directory, 'tmp')),
    configure: (lines) =>
      writeFileSync(join(directory, 'ssh_config'), `${lines}\nInclude ${join(directory, 'usual_config')}`),
    started,
    allEnded: () =>
      vi.waitUntil(() => started().every(({ pid }) => !isRunning(pid)), { timeout: 10_000 }).then(() => {}),
    hangUp: () => {
      const children = spawnSync('pgrep', ['-P', String(server.pid)]).stdout.toString();
      for (const pid of children.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
    },
  };
}

/** A test that needs sshd. */
export function itWithSshd(name: string, run: (sshd: Sshd) => Promise<void>): void {
  it(name, async () => {
    const sshd = await startSshd();
    if (typeof sshd === 'string') process.stdout.write(`not run: ${name}: ${sshd}\n`);
    else await run(sshd);
  });
}
