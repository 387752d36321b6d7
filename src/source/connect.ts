/**
 * Connects to the host that the options name, or to the embedded host in this process. Never connects to a running
 * editor unless it is named.
 */

import { Client, type ClientOptions } from '../client/client.js';
import type { TimeLimit } from '../client/connection.js';
import { clientLimits } from '../client/limits.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import type { Transport } from '../protocol/transport.js';
import type { URI } from '../protocol/types.js';
import { version } from '../version.js';
import type { ConnectOptions } from './connect-options.js';
import { sourceLimits } from './limits.js';
import { showing, withSeconds } from './progress.js';
import type { SessionSource } from './session-source.js';
import { urlConnector } from './socket.js';
import { unlessAborted } from './waiting.js';

/** A host that speaks AHP. */
export type HostChoice = { kind: 'embedded' } | { kind: 'demo' } | { kind: 'url' | 'name'; text: string };

/** Where sessions come from: a host, or an ACP agent. */
export type SourceChoice = HostChoice | { kind: 'acp'; text: string };

export interface HostInfo {
  /** `embedded`, `demo`, `url`, or the type that a host has published. */
  kind: string;
  name: string;
  url: string | null;
}

/** Opens transports to one host. */
export interface HostConnector {
  kind: string;
  url: string | null;
  /** The name of the host, if it is not the one that the host gives itself. */
  name?: string;
  /** The session to open, unless the options name one. */
  session?: URI;
  open(signal: AbortSignal): Promise<Transport>;
  /** Returns the session with what this kind of host does in its own way. */
  adapt?(source: SessionSource): SessionSource;
  /** Returns the error with what is known of this host; the same error if that is nothing. */
  explain?(error: unknown): unknown;
  watch?(): void;
  reread?(): Promise<void>;
  close?(): Promise<void>;
}

export interface HostConnection extends Pick<HostConnector, 'session' | 'adapt' | 'explain'> {
  client: Client;
  host: HostInfo;
  /** The time of the command, counted from the start of connecting. */
  time: CommandTime;
  /** Starts to follow the disk; only the embedded host has to be asked. */
  watch(): void;
  /** Reads the disk again; other hosts than the embedded one do that by themselves. */
  reread(): Promise<void>;
  close(): Promise<void>;
}

/** The time that a command gives its host for several requests together. */
class CommandTime implements TimeLimit {
  readonly totalMs: number;
  readonly #endsAtMs: number;
  /** True while each request is bounded by its own timeout alone. */
  isLifted = false;

  constructor(totalMs: number) {
    this.totalMs = totalMs;
    this.#endsAtMs = monotonicMs() + totalMs;
  }

  leftMs(): number {
    return this.isLifted ? Number.POSITIVE_INFINITY : Math.max(0, this.#endsAtMs - monotonicMs());
  }
}

/** Decides which host is used: --demo, --url, --host, --local, AHP_URL, in this order, else the embedded host. */
export function chooseHost(
  { demo, url, host, local }: Pick<ConnectOptions, 'demo' | 'url' | 'host' | 'local'>,
  { env }: Pick<Io, 'env'>,
): HostChoice {
  if (demo) return { kind: 'demo' };
  if (url !== undefined) return { kind: 'url', text: url };
  if (host !== undefined) return { kind: 'name', text: host };
  const fromEnvironment = local ? undefined : env['AHP_URL'];
  return fromEnvironment ? { kind: 'url', text: fromEnvironment } : { kind: 'embedded' };
}

/** Decides where sessions come from: --acp goes before every host. */
export function chooseSource(
  { acp, ...options }: Parameters<typeof chooseHost>[0] & Pick<ConnectOptions, 'acp'>,
  io: Pick<Io, 'env'>,
): SourceChoice {
  return acp === undefined ? chooseHost(options, io) : { kind: 'acp', text: acp };
}

export const isSshUrl = (url: string): boolean => url.slice(0, 4).toLowerCase() === 'ssh:';

/** Starts ssh only for a URL of the command line: what a repository puts into the environment must start nothing. */
async function sshConnector(url: string, options: ConnectOptions, io: Io): Promise<HostConnector> {
  if (url !== options.url) {
    throw new SkillpickError(
      'bad-url',
      'AHP_URL names an ssh:// address, for which a program would be started.',
      {
        hint: 'Name it on the command line instead.',
      },
    );
  }
  return (await import('./ssh/ssh-connector.js')).sshConnector(url, options, io);
}

/** Returns the connector to this host. The code for each kind is loaded only when it is used. */
export async function connectorTo(
  choice: HostChoice,
  options: ConnectOptions,
  io: Io,
): Promise<HostConnector> {
  if (choice.kind === 'embedded') return (await import('./embedded.js')).embeddedConnector(options, io);
  if (choice.kind === 'demo') return (await import('./demo/demo-connector.js')).demoConnector(io);
  if (choice.kind === 'url' && isSshUrl(choice.text)) return sshConnector(choice.text, options, io);
  if (choice.kind === 'url') return urlConnector(choice.text, options, io);
  return (await import('./named-host.js')).namedConnector(choice.text, options, io);
}

/** The embedded host gets more time: it always replies, but may have to wait for the locks of other processes. */
function timeoutsFor({ kind }: HostConnector, { timeoutMs }: ConnectOptions): Partial<ClientOptions> {
  if (timeoutMs === undefined) return {};
  const requestTimeoutMs =
    kind === 'embedded' ? Math.max(timeoutMs, clientLimits.requestTimeoutMs) : timeoutMs;
  return { requestTimeoutMs, echoTimeoutMs: timeoutMs };
}

/** Connects through this connector. Stops waiting as soon as the process is asked to end. */
export async function connectThrough(
  connector: HostConnector,
  options: ConnectOptions,
  io: Io,
  attempts?: number,
): Promise<HostConnection> {
  const { trace } = options;
  const openTransport = trace ? (await import('./trace.js')).traced(connector, trace) : connector.open;
  let transport: Transport | undefined;
  const open = async (signal: AbortSignal) => {
    transport = await openTransport(AbortSignal.any([signal, io.signal]));
    return transport;
  };
  const time = new CommandTime(options.timeoutMs ?? sourceLimits.commandTimeoutMs);
  const connecting = Client.connect({
    ...timeoutsFor(connector, options),
    reconnectAttempts: attempts,
    clientInfo: { name: 'skillpick', version, title: 'skillpick' },
    open,
    timeLimit: time,
  });
  try {
    const client = await unlessAborted(io, connecting);
    const name = connector.name ?? client.serverInfo?.name ?? 'agent host';
    const { session, adapt, explain } = connector;
    return {
      client,
      ...(session !== undefined && { session }),
      ...(adapt && { adapt }),
      ...(explain && { explain }),
      host: { kind: connector.kind, name, url: connector.url },
      time,
      watch: () => connector.watch?.(),
      reread: async () => connector.reread?.(),
      close: async () => {
        await client.close();
        await connector.close?.();
      },
    };
  } catch (error) {
    connecting.then((client) => client.close()).catch(() => {});
    // Close the transport at once: the client would wait for the host.
    transport?.close();
    await connector.close?.();
    throw connector.explain?.(error) ?? error;
  }
}

/** Connects to the chosen host. `attempts` bounds the reconnects after a drop; without it there is no bound. */
export async function connect(options: ConnectOptions, io: Io, attempts?: number): Promise<HostConnection> {
  const connector = await connectorTo(chooseHost(options, io), options, io);
  const connecting = () => connectThrough(connector, options, io, attempts);
  if (connector.url === null) return connecting();
  return showing(options, withSeconds(`Connecting to ${connector.url}`), connecting);
}
