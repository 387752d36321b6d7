/**
 * JSON-RPC with an agent, one message a line. We ask; what the agent asks is refused, because we offer it nothing. Lines
 * that are no messages are counted: some agents write logs to stdout.
 */

import { SkillpickError } from '../../errors.js';
import type { Io } from '../../io.js';
import { isNumber, isObject, isString, type JsonObject } from '../../protocol/checks.js';
import { ErrorCodes } from '../../protocol/messages.js';
import { brokenError, silentError } from './agent-errors.js';
import { AgentProcess } from './agent-process.js';
import { type AgentCommand, programName } from './command-line.js';
import { acpLimits } from './limits.js';
import { lineOf } from './said.js';

/** What ACP uses where an agent needs a login first. */
const authRequired = -32_000;

/** A request that the agent has refused. */
export class RefusedRequest extends SkillpickError {
  readonly isLoginNeeded: boolean;
  /** The agent's own words. */
  readonly words: string;

  constructor(agent: string, method: string, error: JsonObject) {
    const words = lineOf(error['message']) || 'it gave no reason';
    super('request-failed', `The agent ${agent} refused ${method}: ${words.replace(/\.$/, '')}.`);
    this.isLoginNeeded = error['code'] === authRequired;
    this.words = words;
  }
}

export interface AgentConnectionEvents {
  notification(method: string, params: JsonObject): void;
  /** Called once, after the open requests were rejected: nothing more comes. */
  failed(error: SkillpickError): void;
  unreadable(): void;
}

interface ConnectionOptions {
  cwd: string;
  timeoutMs?: number | undefined;
  trace: ((line: string) => void) | undefined;
  /** Returns a frame in words, for the trace. */
  summarize: (frame: string) => string;
}

interface OpenRequest {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: SkillpickError): void;
}

/** Returns a message; undefined if the line is none. */
function parse(text: string): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

export class AgentConnection {
  readonly #process: AgentProcess;
  /** What the agent is called in messages. */
  #name: string;
  readonly #options: ConnectionOptions;
  readonly #events: AgentConnectionEvents;
  readonly #open = new Map<number, OpenRequest>();
  #requests = 0;
  #unreadable = 0;
  #failure: SkillpickError | undefined;

  constructor(command: AgentCommand, options: ConnectionOptions, io: Io, events: AgentConnectionEvents) {
    this.#name = programName(command);
    this.#options = options;
    this.#events = events;
    this.#process = new AgentProcess(command, options, io, {
      line: (text) => this.#receive(text),
      failed: (error) => this.#fail(error),
    });
  }

  /** Uses the name that the agent gives itself in messages. */
  rename(name: string): void {
    this.#name = name;
    this.#process.name = name;
  }

  /** Resolves to the result. Rejects with a RefusedRequest, or with what is wrong with the agent. */
  request(
    method: string,
    params: JsonObject,
    timeoutMs = this.#options.timeoutMs ?? acpLimits.requestTimeoutMs,
  ): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#requests += 1;
      const id = this.#requests;
      const late = () => {
        this.#open.delete(id);
        reject(silentError(this.#name, method, timeoutMs));
      };
      const timer = setTimeout(late, timeoutMs);
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      };
      this.#open.set(id, { method, resolve: settled(resolve), reject: settled(reject) });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Ends the agent. Nothing is reported any more. */
  close(io: Pick<Io, 'signal'>): Promise<void> {
    this.#failure ??= new SkillpickError('closed', 'The connection was closed here.');
    this.#rejectAll(this.#failure);
    return this.#process.end(io);
  }

  #send(message: JsonObject): void {
    const text = JSON.stringify(message);
    this.#trace('->', text);
    this.#process.send(text);
  }

  #trace(arrow: string, frame: string): void {
    this.#options.trace?.(`${arrow} ${this.#options.summarize(frame)}`);
  }

  #receive(text: string): void {
    this.#trace('<-', text);
    const message = parse(text);
    if (message === undefined) this.#countUnreadable();
    else if (typeof message['method'] === 'string') this.#hear(message['method'], message);
    else this.#settle(message);
  }

  /** Takes a notification. A request is refused. */
  #hear(method: string, { id, params }: JsonObject): void {
    const error = { code: ErrorCodes.MethodNotFound, message: 'skillpick offers nothing to agents' };
    if (id === undefined) this.#events.notification(method, isObject(params) ? params : {});
    else if (isString(id) || isNumber(id) || id === null) this.#send({ jsonrpc: '2.0', id, error });
    else this.#countUnreadable();
  }

  /** Takes the reply to a request, and ignores one that comes too late. */
  #settle({ id, error, result }: JsonObject): void {
    const request = isNumber(id) ? this.#open.get(id) : undefined;
    if (request === undefined) {
      if (!isNumber(id) || id > this.#requests) this.#countUnreadable();
      return;
    }
    this.#open.delete(id as number);
    if (isObject(error)) request.reject(new RefusedRequest(this.#name, request.method, error));
    else request.resolve(result);
  }

  #countUnreadable(): void {
    this.#unreadable += 1;
    this.#events.unreadable();
    if (this.#unreadable <= acpLimits.unreadableLines) return;
    this.#process.giveUp();
    this.#fail(brokenError(this.#name, 'writes lines that are no messages'));
  }

  #fail(error: SkillpickError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#rejectAll(error);
    this.#events.failed(error);
  }

  #rejectAll(error: SkillpickError): void {
    for (const request of this.#open.values()) request.reject(error);
    this.#open.clear();
  }
}
