/** Starts an ACP agent, opens a session in it, and waits until the agent has listed what it has. */

import { SkillpickError } from '../../errors.js';
import type { Io } from '../../io.js';
import { listedUri } from '../../protocol/listed-uri.js';
import type { ConnectOptions } from '../connect-options.js';
import type { SessionNeeds } from '../open-session.js';
import { showing, withSeconds } from '../progress.js';
import type { SessionSource } from '../session-source.js';
import { summarizeFrame, timed } from '../trace.js';
import { atMost, unlessAborted, until } from '../waiting.js';
import { AgentConnection } from './agent-connection.js';
import { type AgentFacts, initialize, newSession } from './agent-handshake.js';
import { AgentSession } from './agent-session.js';
import { agentSource } from './agent-source.js';
import { type AgentCommand, programName, readAgentCommand } from './command-line.js';
import { toolOfAgent } from './known-agents.js';
import { acpLimits } from './limits.js';
import { openToolFiles } from './tool-files.js';

/** Waits until the agent has listed something and then adds nothing for a moment, or for a bounded time. */
async function untilListed(session: AgentSession, io: Pick<Io, 'signal'>): Promise<void> {
  const isOver = () => session.failure !== undefined;
  const listed = () => session.hasLists || isOver();
  await until(session.subscribe, listed, acpLimits.listTimeoutMs, io);
  const endsAtMs = performance.now() + acpLimits.listTimeoutMs;
  let seen = -1;
  while (seen !== session.changes && performance.now() < endsAtMs) {
    seen = session.changes;
    await until(session.subscribe, () => session.changes !== seen || isOver(), acpLimits.quietMs, io);
    if (isOver()) return;
  }
}

interface MadeSession {
  readonly facts: AgentFacts;
  readonly id: string;
}

/** Asks the agent to take the session back, if it can. There is less time once the process is asked to end. */
async function dispose(
  connection: AgentConnection,
  { facts: { disposal }, id }: MadeSession,
  ending: Pick<Io, 'signal'>,
): Promise<void> {
  if (disposal === null) return;
  const { disposeTimeoutMs, hurriedDisposeMs } = acpLimits;
  const asking = connection.request(disposal, { sessionId: id }, disposeTimeoutMs).catch(() => {});
  await unlessAborted(ending, atMost(disposeTimeoutMs, asking)).catch(() => atMost(hurriedDisposeMs, asking));
}

/** The session of the embedded host, or why there is none. */
interface ReadFiles {
  readonly files?: SessionSource;
  readonly problem?: string;
}

/** An agent's list is worth showing without files. */
async function readFiles(opening: Promise<SessionSource>): Promise<ReadFiles> {
  try {
    return { files: await opening };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: error.message };
  }
}

class OpeningAgent {
  readonly #command: AgentCommand;
  readonly #options: ConnectOptions;
  readonly #directory: string;
  readonly #io: Io;
  /** With the signal that leaves no time to end the agent in peace. */
  readonly #ending: Pick<Io, 'signal'>;
  readonly #session = new AgentSession();
  readonly #connection: AgentConnection;
  #files: Promise<ReadFiles> | undefined;
  #made: MadeSession | undefined;

  constructor(command: AgentCommand, options: ConnectOptions, io: Io) {
    const { cwd = io.cwd, timeoutMs, trace, ending = io.signal } = options;
    this.#command = command;
    this.#options = { ...options, cwd };
    this.#directory = cwd;
    this.#io = io;
    this.#ending = { signal: ending };
    const events = {
      notification: (method: string, params: Record<string, unknown>) => this.#session.notify(method, params),
      failed: (error: SkillpickError) => this.#session.fail(error),
      unreadable: () => this.#session.countUnreadable(),
    };
    const tracing = { trace: trace && timed(trace), summarize: summarizeFrame };
    this.#connection = new AgentConnection(command, { cwd, timeoutMs, ...tracing }, io, events);
  }

  async open(): Promise<SessionSource> {
    const directory = this.#directory;
    const facts = await initialize(this.#connection, this.#command);
    this.#options.connected?.();
    const tool = toolOfAgent(facts.name);
    // The files are read while the agent makes the session.
    this.#files = tool === null ? undefined : readFiles(openToolFiles(tool, this.#options, this.#io));
    // It is awaited below, unless the agent fails first.
    this.#files?.catch(() => {});
    const { id, reply } = await newSession(this.#connection, facts, this.#command, directory);
    this.#made = { facts, id };
    this.#session.open(id, reply);
    await untilListed(this.#session, this.#io);
    // An agent that is gone before it has listed anything has failed; what another has listed is worth showing.
    if (this.#session.failure !== undefined && !this.#session.hasLists) throw this.#session.failure;
    const { files, problem } = (await this.#files) ?? {};
    return agentSource({
      uri: listedUri('session', id),
      setting: { facts, directory, filesProblem: problem },
      session: this.#session,
      files,
      close: () => this.close(),
    });
  }

  async close(): Promise<void> {
    const closingFiles = this.#files?.then(({ files }) => files?.close()).catch(() => {});
    await showing(this.#options, withSeconds(`Ending ${programName(this.#command)}`), async () => {
      if (this.#made !== undefined) await dispose(this.#connection, this.#made, this.#ending);
      await Promise.all([closingFiles, this.#connection.close(this.#ending)]);
    });
  }
}

/** Opens a session of the agent that the command line starts. */
export async function openAgent(
  line: string,
  options: ConnectOptions,
  io: Io,
  { check }: SessionNeeds,
): Promise<SessionSource> {
  const command = readAgentCommand(line, io);
  check?.({ host: { isOwn: false }, agents: [] });
  const opening = new OpeningAgent(command, options, io);
  try {
    const waiting = withSeconds(`Waiting for ${programName(command)}`);
    return await showing(options, waiting, () => unlessAborted(io, opening.open()));
  } catch (error) {
    await opening.close();
    throw error;
  }
}
