/**
 * One tunnel: an ssh process that forwards a socket of ours to another machine. The socket is in a fresh directory that
 * nobody else can enter. Both go with the tunnel, and with this process.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { oneLine } from '../../client/host-message.js';
import { SkillpickError } from '../../errors.js';
import type { Io } from '../../io.js';
import { monotonicMs } from '../../monotonic.js';
import { sourceLimits } from '../limits.js';
import { sshArguments } from './ssh-command.js';
import { endError, slowError, startError } from './ssh-errors.js';
import type { SshAddress } from './ssh-url.js';

export interface TunnelOptions {
  /** Lets ssh ask on the terminal. It then takes the time that its user takes. */
  isAsking: boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Returns true if the process has a terminal on which ssh could ask. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY));
    return true;
  } catch {
    return false;
  }
}

/** Makes a directory for the socket. A path with these characters could not be given to ssh. */
function makeSocketDirectory(): string {
  const parent = tmpdir();
  if (/[:%$\\\p{Cc}]/u.test(parent) || Buffer.byteLength(parent) > sourceLimits.socketParentBytes) {
    throw new SkillpickError('ssh-failed', `ssh cannot have its socket below ${oneLine(parent)}.`, {
      hint: 'Set TMPDIR to a short path with plain characters.',
    });
  }
  return mkdtempSync(join(parent, 'skillpick-ssh-'));
}

export class SshTunnel {
  /** The local end. */
  readonly socket: string;
  /** Resolves once ssh has ended. */
  readonly ended: Promise<void>;
  readonly #address: SshAddress;
  readonly #options: TunnelOptions;
  readonly #directory: string;
  readonly #process: ChildProcess;
  #failure: SkillpickError | undefined;
  #hasEnded = false;
  #words = '';

  /** Starts ssh, and waits until the socket is there. Rejects with what ssh says if it ends instead. */
  static async open(address: SshAddress, options: TunnelOptions, io: Pick<Io, 'env'>): Promise<SshTunnel> {
    const tunnel = new SshTunnel(address, options, io);
    try {
      await tunnel.#ready();
      return tunnel;
    } catch (error) {
      await tunnel.close();
      throw error;
    }
  }

  private constructor(address: SshAddress, options: TunnelOptions, { env }: Pick<Io, 'env'>) {
    this.#address = address;
    this.#options = options;
    this.#directory = makeSocketDirectory();
    this.socket = join(this.#directory, 's');
    // Commands in the user's configuration of ssh need not know the token.
    const { AHP_TOKEN: _secret, ...others } = env;
    this.#process = spawn('ssh', sshArguments(address, this.socket, options), {
      stdio: ['ignore', 'ignore', 'pipe'],
      // The working directory may be gone, which would look as if ssh was missing.
      ...{ env: others, cwd: '/' },
    });
    process.on('exit', this.#leave);
    this.#process.stderr?.on('data', (bytes: Buffer) => this.#read(String(bytes)));
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        this.#leave();
        resolve();
      };
      this.#process.once('error', (error) => {
        this.#failure = startError(error);
        end();
      });
      this.#process.once('exit', () => this.#closeWords());
      this.#process.once('close', end);
    });
  }

  get isOpen(): boolean {
    return !this.#hasEnded;
  }

  /** The last line that ssh has written. */
  get lastWords(): string {
    const lines = this.#words.split('\n').map((line) => oneLine(line).trim());
    return lines.findLast((line) => line !== '') ?? '';
  }

  /** Why the tunnel does not work: the end of ssh. */
  get failure(): SkillpickError | undefined {
    if (!this.#hasEnded) return undefined;
    return this.#failure ?? endError(this.#address, this.lastWords, this.#options.isAsking);
  }

  /** Ends ssh and removes the socket; resolves when ssh has ended. */
  async close(): Promise<void> {
    this.#leave();
    const force = setTimeout(() => this.#process.kill('SIGKILL'), sourceLimits.tunnelCloseMs);
    await this.ended;
    clearTimeout(force);
  }

  async #ready(): Promise<void> {
    const { isAsking, timeoutMs, signal } = this.#options;
    const endsAtMs = isAsking ? Number.POSITIVE_INFINITY : monotonicMs() + timeoutMs;
    while (!existsSync(this.socket)) {
      if (signal.aborted) throw new SkillpickError('closed', 'The connection was closed here.');
      if (this.failure !== undefined) throw this.failure;
      if (monotonicMs() > endsAtMs) throw slowError(this.#address, this.lastWords, timeoutMs);
      await Promise.race([pause(sourceLimits.tunnelPollMs), this.ended]);
    }
  }

  #read(text: string): void {
    this.#words = (this.#words + text).slice(-sourceLimits.tunnelWordsChars);
  }

  /** Stops to read after the last words: a helper of ssh, such as a ProxyCommand, may keep the pipe open for good. */
  #closeWords(): void {
    const force = setTimeout(() => this.#process.stderr?.destroy(), sourceLimits.tunnelWordsMs);
    this.#process.once('close', () => clearTimeout(force));
  }

  /** Also runs while the process exits. */
  readonly #leave = (): void => {
    process.off('exit', this.#leave);
    this.#process.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  };
}
