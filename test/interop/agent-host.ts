/**
 * Runs VS Code's agent host on a free loopback port, with its own home and user data. Each host leads its own process
 * group, which ends with the test.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type HostVersion, type PreparedHost, prepare } from './host-cache.js';
import { entryPoint } from './host-entry.js';

export { type HostVersion, hostVersions } from './host-cache.js';

export interface HostOptions {
  version: HostVersion;
  home: string;
  userData: string;
  token: string;
  /** Also publishes the endpoint entry and the socket of an editor. */
  editor?: boolean;
  /** Makes it speak another version of the protocol than its own. */
  speaks?: string;
}

export interface AgentHost {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** Asks it to end, and makes it end if it does not. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it at once and starts another on the same port, with the same token and user data. */
  restart(): Promise<void>;
}

interface Launch extends HostOptions, PreparedHost {
  port: number;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;
const keptEnvironment = ['PATH', 'LANG', 'SystemRoot', 'PATHEXT', 'COMSPEC'];

/** Replaces the editor, which runs the host in a process with a port to its parent. */
const editorPort = `
import { EventEmitter } from 'node:events';
if (process.argv.includes('--type=agentHost'))
  process.parentPort = Object.assign(new EventEmitter(), { postMessage() {}, start() {} });
`;

const running = new Set<ChildProcess>();

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid!, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A host that is killed leaves its temporary files and sockets behind: they go with its home. */
const temporaryIn = (home: string) => join(home, 'tmp');

/** Only what a process needs to run: no sign-in of the person who runs the tests may reach the host. */
function environment({ directory, home, port, token, speaks }: Launch): NodeJS.ProcessEnv {
  const kept = keptEnvironment.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const language = { userLocale: 'en', osLocale: 'en', resolvedLanguage: 'en', locale: 'en' };
  const defaultMessagesFile = join(directory, 'out', 'nls.messages.json');
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporaryIn(home),
    TEMP: temporaryIn(home),
    TMP: temporaryIn(home),
    VSCODE_ESM_ENTRYPOINT: entryPoint(directory, speaks),
    VSCODE_NLS_CONFIG: JSON.stringify({ ...language, availableLanguages: {}, defaultMessagesFile }),
    // Its output arrives over the channel, with the line that reports the port.
    VSCODE_PIPE_LOGGING: 'true',
    VSCODE_VERBOSE_LOGGING: 'true',
    VSCODE_HANDLES_UNCAUGHT_ERRORS: 'true',
    // The host checks every few seconds whether this process is alive, and ends with it.
    VSCODE_PARENT_PID: String(process.pid),
    VSCODE_AGENT_HOST_HOST: '127.0.0.1',
    VSCODE_AGENT_HOST_PORT: String(port),
    VSCODE_AGENT_HOST_CONNECTION_TOKEN: token,
  };
}

function spawnHost(launch: Launch): ChildProcess {
  const { directory, node, home, userData, editor } = launch;
  for (const folder of [temporaryIn(home), userData]) mkdirSync(folder, { recursive: true });
  const logs = join(userData, 'logs');
  const preload = `--import=data:text/javascript,${encodeURIComponent(editorPort)}`;
  const child = fork(
    join(directory, 'out', 'bootstrap-fork.js'),
    ['--type=agentHost', '--logsPath', logs, '--user-data-dir', userData, '--telemetry-level', 'off'],
    {
      cwd: home,
      env: environment(launch),
      execPath: node,
      execArgv: editor ? [preload] : [],
      silent: true,
      detached: true,
    },
  );
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    endGroup(child, 'SIGKILL');
  });
  return child;
}

/** Resolves when the host reports that it listens; rejects with its last output if it fails. */
function listening(child: ChildProcess): Promise<void> {
  let words = '';
  const note = (text: unknown) => {
    words = `${words}${text}\n`.slice(-4_000);
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The agent host ${what}:\n${words}`));
    const timer = setTimeout(() => fail('does not listen'), startTimeoutMs);
    child.once('exit', (code, signal) => fail(`ended with ${signal ?? code}`));
    child.once('error', reject);
    child.on('message', (message) => {
      note(JSON.stringify(message));
      if (!JSON.stringify(message).includes('Agent host server listening')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function launched(launch: Launch): Promise<ChildProcess> {
  const child = spawnHost(launch);
  try {
    await listening(child);
    return child;
  } catch (error) {
    await ended(child, 'SIGKILL');
    throw error;
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  endGroup(child, signal);
  const timer = setTimeout(() => endGroup(child, 'SIGKILL'), stopTimeoutMs);
  await exit;
  clearTimeout(timer);
}

/** Starts a host; it listens when this resolves. */
export async function start(options: HostOptions): Promise<AgentHost> {
  const launch = { ...options, ...(await prepare(options.version)), port: await freePort() };
  let child = await launched(launch);
  return {
    url: `ws://127.0.0.1:${launch.port}`,
    token: options.token,
    get pid() {
      return child.pid!;
    },
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
    async restart() {
      await ended(child, 'SIGKILL');
      child = await launched(launch);
    },
  };
}
