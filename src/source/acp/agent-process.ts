/**
 * The process of an agent: starts it without a shell, in a process group of its own, and ends it with everything that it
 * has started. Its input and output are lines.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { SkillpickError } from '../../errors.js';
import type { Io } from '../../io.js';
import { brokenError, endError, startError } from './agent-errors.js';
import { type AgentCommand, programName, programPath } from './command-line.js';
import { acpLimits } from './limits.js';
import { LineSplitter } from './line-splitter.js';
import { isGroupRunning, signalGroup } from './process-group.js';

export interface ProcessEvents {
  line(text: string): void;
  /** Called once: it could not be started, it has ended, or it sends what cannot be read. */
  failed(error: SkillpickError): void;
}

interface ProcessOptions {
  cwd: string;
  /** Receives each line that the agent writes to stderr. */
  trace: ((line: string) => void) | undefined;
}

export class AgentProcess {
  readonly #child: ChildProcess;
  readonly #events: ProcessEvents;
  /** What the agent is called in messages. */
  name: string;
  readonly #hasGroup: boolean;
  /** Resolves once the agent has ended, or could not be started. */
  readonly #ended: Promise<void>;
  readonly #hurry = new AbortController();
  #ending: Promise<void> | undefined;
  #isOver = false;
  #isGone = false;
  #hasFailed = false;

  constructor(command: AgentCommand, { cwd, trace }: ProcessOptions, io: Io, events: ProcessEvents) {
    const [program, ...args] = command;
    this.name = programName(command);
    this.#events = events;
    this.#hasGroup = io.platform !== 'win32';
    // The token of a host is none of the agent's business.
    const { AHP_TOKEN: _secret, ...env } = io.env;
    try {
      this.#child = spawn(programPath(program, io), args, { cwd, env, detached: this.#hasGroup });
    } catch (error) {
      // Some failures are reported at once, such as a command line that is too long.
      throw startError(program, cwd, error as NodeJS.ErrnoException);
    }
    process.on('exit', this.#killAll);
    this.#readOutput();
    this.#readErrors(trace);
    // Writing to an agent that has ended fails; its end is reported instead.
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr])
      stream?.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) => {
        this.#isOver = true;
        process.off('exit', this.#killAll);
        this.#fail(startError(program, cwd, error));
        resolve();
      });
      this.#child.once('exit', (code, signal) => {
        this.#isOver = true;
        this.#look();
        void this.#lastOutput().then(() => {
          this.#fail(endError(this.name, { code, signal }));
          resolve();
        });
      });
    });
  }

  /** Sends a line. An agent that does not read what it is sent is given up. */
  send(text: string): void {
    const { stdin } = this.#child;
    if (this.#hasFailed || !stdin || stdin.destroyed) return;
    stdin.write(`${text}\n`);
    if (stdin.writableLength > acpLimits.unsentBytes)
      this.#fail(brokenError(this.name, 'does not read what it is sent'));
  }

  /** Ends the agent in the background, and reports nothing more. */
  giveUp(): void {
    this.#hasFailed = true;
    void this.#endAll();
  }

  /** Ends the agent. Resolves when nothing of it is left. Hurries once the signal is aborted. */
  end({ signal }: Pick<Io, 'signal'>): Promise<void> {
    this.#hasFailed = true;
    const hurry = () => this.#hurry.abort();
    signal.addEventListener('abort', hurry, { once: true });
    if (signal.aborted) hurry();
    return this.#endAll();
  }

  #endAll(): Promise<void> {
    this.#ending ??= this.#endGroup();
    return this.#ending;
  }

  /** The end of its input asks the agent to leave, then SIGTERM and SIGKILL go to the whole group. */
  async #endGroup(): Promise<void> {
    this.#child.stdin?.end();
    const { endOfInputMs, terminateMs, hurriedTerminateMs } = acpLimits;
    const { signal } = this.#hurry;
    await this.#goneWithin(endOfInputMs, signal);
    if (!this.#look()) this.#signal('SIGTERM');
    const isHurried = signal.aborted;
    await this.#goneWithin(isHurried ? hurriedTerminateMs : terminateMs, isHurried ? undefined : signal);
    this.#killAll();
    process.off('exit', this.#killAll);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  /**
   * Returns true once neither the agent nor what it has started is there. From then on nothing gets a signal: its number
   * may become that of another program.
   */
  #look(): boolean {
    if (this.#isGone || !this.#isOver) return this.#isGone;
    const { pid } = this.#child;
    this.#isGone = !this.#hasGroup || pid === undefined || !isGroupRunning(pid);
    return this.#isGone;
  }

  /** Waits until nothing is left of the agent, for so long at most; not at all once the signal is aborted. */
  async #goneWithin(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const stopped = new Promise<void>((resolve) => {
      waiting.signal.addEventListener('abort', () => resolve(), { once: true });
      if (waiting.signal.aborted) resolve();
    });
    await Promise.race([this.#ended, stopped]);
    while (!waiting.signal.aborted && !this.#look())
      await pause(acpLimits.groupPollMs, undefined, { signal: waiting.signal }).catch(() => {});
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }

  /** Sends a signal to the agent and all that it has started. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (this.#hasGroup) signalGroup(pid, signal);
    else this.#child.kill(signal);
  }

  /** Also runs while this process exits. */
  readonly #killAll = (): void => {
    if (!this.#look()) this.#signal('SIGKILL');
  };

  /** Reports the end of the agent, and ends what is left of it. */
  #fail(error: SkillpickError): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.#events.failed(error);
    }
    void this.#endAll();
  }

  #readOutput(): void {
    const splitter = new LineSplitter(acpLimits.messageBytes);
    const take = (line: string) => {
      if (!this.#hasFailed) this.#events.line(line);
    };
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      if (this.#hasFailed) return;
      const megabytes = acpLimits.messageBytes / 1024 / 1024;
      if (!splitter.push(bytes, take))
        this.#fail(brokenError(this.name, `sends a message of more than ${megabytes} MiB`));
    });
    this.#child.stdout?.on('end', () => splitter.flush(take));
  }

  /** Reads stderr even if it is not traced: a full pipe would stop the agent. */
  #readErrors(trace: ProcessOptions['trace']): void {
    if (trace === undefined) {
      this.#child.stderr?.resume();
      return;
    }
    const splitter = new LineSplitter(acpLimits.messageBytes);
    const take = (line: string) => trace(`agent: ${line.slice(0, acpLimits.tracedChars)}`);
    this.#child.stderr?.on('data', (bytes: Buffer) => splitter.push(bytes, take));
    this.#child.stderr?.on('end', () => splitter.flush(take));
  }

  /** Resolves once the last output was read. What the agent has started may hold its output open for good. */
  #lastOutput(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, acpLimits.lastOutputMs);
      this.#child.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
