/**
 * An ACP agent that does what a test says. Its process is a pipe to here, so the test sees every message and can make it
 * do what a good agent would not: leave, stall, write rubbish, or stay when it should end.
 */

import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { listDocument } from '../../src/output/document.js';
import { shellLine } from '../../src/shell-words.js';
import { bundleScript } from './bundle.js';
import { makeScratch, type Scratch } from './command.js';
import { Conditions } from './conditions.js';
import { makeDirectory } from './host-tree.js';

export type AgentRole = 'agent' | 'child';

/** How a process was started. */
interface StartedProcess {
  readonly pid: number;
  readonly role: AgentRole;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command line had after `agent`. */
  readonly words: readonly string[];
}

/** What a process of the agent reports. */
export type AgentReport =
  | { type: 'start'; started: StartedProcess }
  | { type: 'line'; line: string }
  | { type: 'end-of-input' | 'sigterm' };

/** What a process of the agent is made to do. */
export type AgentAct =
  | { type: 'stdout' | 'stderr'; text: string }
  /** Writes it again and again, for as long as somebody reads it. */
  | { type: 'flood'; text: string }
  | { type: 'exit'; code: number }
  | { type: 'kill' | 'close-stdout' | 'stop-reading' | 'start-child' };

export interface Message {
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string };
}

/** The agent does not reply. */
export const silence = Symbol('silence');

/** The agent refuses. */
export class Refusal {
  readonly error: { code: number; message: string };

  constructor(code: number, message: string) {
    this.error = { code, message };
  }
}

export type Reply = Record<string, unknown> | Refusal | typeof silence;

/** What makes a process of the agent end by itself. */
type Ending = 'end-of-input' | 'sigterm';

export interface AgentScript {
  /** The name that the agent gives itself. */
  name?: string;
  /** By method, instead of the usual replies. */
  replies?: Record<string, Reply>;
  /** Sends what comes before the reply to `session/new`. */
  early?(agent: ScriptedAgent): void;
  /** Sends what comes right after the reply to `session/new`. */
  listing?(agent: ScriptedAgent): void;
  /** What the agent and its children do not end by. */
  ignores?: readonly Ending[];
}

/** One process of the agent: the agent itself, or one that it has started. */
export interface AgentProcess extends StartedProcess {
  /** The end of its input and the signals that it got, in order. */
  readonly endings: Ending[];
  hasEnded: boolean;
}

export const sessionId = 'session-1';

/** The name of a command, or a whole command. */
export type CommandItem = string | Record<string, unknown>;

/** Returns an update with these commands. */
export const commands = (...list: readonly CommandItem[]) => {
  const command = (name: string) => ({ name, description: `Does ${name}.` });
  const availableCommands = list.map((item) => (typeof item === 'string' ? command(item) : item));
  return { sessionUpdate: 'available_commands_update', availableCommands };
};

export class ScriptedAgent {
  /** The text for `--acp`. */
  readonly commandLine: string;
  /** Every message that it got, in order. */
  readonly received: Message[] = [];
  /** Every process that was started, in order. */
  readonly processes: AgentProcess[] = [];
  readonly script: AgentScript;
  readonly #conditions = new Conditions();
  #socket: Socket | undefined;

  constructor(commandLine: string, script: AgentScript) {
    this.commandLine = commandLine;
    this.script = script;
  }

  /** The methods that it was asked for, in order. */
  get methods(): string[] {
    return this.received.flatMap(({ method }) => (method === undefined ? [] : [method]));
  }

  /** True once it was started and nothing of it is left. */
  get isGone(): boolean {
    return this.processes.length > 0 && this.processes.every(({ hasEnded }) => hasEnded);
  }

  /** Returns the parameters of the last request for this method. */
  paramsOf(method: string): Message['params'] {
    return this.received.findLast((message) => message.method === method)?.params;
  }

  /** Resolves as soon as the condition holds; it is checked now and after everything that happens to the agent. */
  until(holds: () => boolean): Promise<void> {
    return this.#conditions.until(holds, () => (this.isGone ? new Error('The agent has ended.') : undefined));
  }

  send(message: Message): void {
    this.sendRaw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Writes the text to stdout. */
  sendRaw(text: string): void {
    this.act({ type: 'stdout', text });
  }

  writeError(text: string): void {
    this.act({ type: 'stderr', text });
  }

  update(update: Record<string, unknown>, session = sessionId): void {
    this.send({ method: 'session/update', params: { sessionId: session, update } });
  }

  exit(code: number): void {
    this.act({ type: 'exit', code });
  }

  act(act: AgentAct): void {
    this.#socket?.write(`${JSON.stringify(act)}\n`);
  }

  /** Takes the connection of a process that was started. */
  connect(socket: Socket): void {
    let child: AgentProcess | undefined;
    const act = (todo: AgentAct) => socket.write(`${JSON.stringify(todo)}\n`);
    const lines = createInterface({ input: socket });
    // Readline repeats the errors of its input, such as a write to a process that has ended.
    lines.on('error', () => {});
    lines.on('line', (text) => {
      const event = JSON.parse(text) as AgentReport;
      if (event.type === 'start') {
        child = { ...event.started, endings: [], hasEnded: false };
        this.processes.push(child);
        if (child.role === 'agent') this.#socket = socket;
      } else if (event.type === 'line') this.#receive(event.line);
      else {
        child?.endings.push(event.type);
        const code = event.type === 'sigterm' ? 143 : 0;
        if (!this.script.ignores?.includes(event.type)) act({ type: 'exit', code });
      }
      this.#conditions.check();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (child !== undefined) child.hasEnded = true;
      this.#conditions.check();
    });
  }

  #receive(line: string): void {
    const message = JSON.parse(line) as Message;
    this.received.push(message);
    const { id, method } = message;
    if (method === undefined || id === undefined) return;
    if (method === 'session/new') this.script.early?.(this);
    this.#reply(id, this.script.replies?.[method] ?? this.#usualReply(method));
    if (method === 'session/new') this.script.listing?.(this);
  }

  #reply(id: NonNullable<Message['id']> | null, reply: Reply): void {
    if (reply === silence) return;
    this.send(reply instanceof Refusal ? { id, error: reply.error } : { id, result: reply });
  }

  #usualReply(method: string): Reply {
    const agentInfo = { name: this.script.name ?? 'scripted', version: '1.2.3' };
    if (method === 'initialize') return { protocolVersion: 1, agentInfo, agentCapabilities: {} };
    if (method === 'session/new') return { sessionId };
    return method.startsWith('session/') ? {} : new Refusal(-32_601, 'There is no such method.');
  }
}

/** Makes an agent for this test. Its command line starts it. */
export async function scriptedAgent(script: AgentScript = {}): Promise<ScriptedAgent> {
  const bundled = await bundleScript('scripted-agent');
  const path = join(makeDirectory(), 'agent');
  const agent = new ScriptedAgent(shellLine([process.execPath, bundled.path, path]), script);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    agent.connect(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    bundled.remove();
  });
  return agent;
}

export type ListDocument = ReturnType<typeof listDocument>;

/** Returns what `list --json` prints of an agent. */
export async function listOf(
  agent: ScriptedAgent,
  args: readonly string[] = [],
  scratch: Scratch = makeScratch(),
): Promise<ListDocument> {
  const { stdout, stderr } = await scratch.run(['list', '--json', '--acp', agent.commandLine, ...args]);
  if (stdout === '') throw new Error(`It has printed no list.\n${stderr}`);
  return JSON.parse(stdout) as ListDocument;
}

/** Returns what `list --json` prints of an agent with this script. */
export const listed = async (script: AgentScript): Promise<ListDocument> =>
  listOf(await scriptedAgent(script));
