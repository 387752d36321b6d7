/**
 * From the options to a connected client. A host that was named is used; without one it is the embedded host, in
 * this process. A running editor is never connected to unasked.
 */

import { Client, type ClientOptions } from '../client/client.js';
import { clientLimits } from '../client/limits.js';
import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import type { Transport } from '../protocol/transport.js';
import { version } from '../version.js';
import type { ConnectOptions } from './connect-options.js';
import { sourceLimits } from './limits.js';
import { wayToUrl } from './remote.js';
import { CommandTime } from './time-limit.js';
import { unlessAborted } from './waiting.js';

export interface HostInfo {
  /** `embedded`, or what kind of host it says it is. */
  kind: string;
  name: string;
  url: string | null;
}

export interface Connected {
  client: Client;
  host: HostInfo;
  /** Runs from the start of connecting. */
  time: CommandTime;
  /** Starts to follow the disk; only the embedded host needs to be told. */
  watch(): void;
  close(): Promise<void>;
}

/** A host that was found or named: how to open a transport to it, and what to call it. */
export interface HostConnector {
  kind: string;
  url: string | null;
  open(signal: AbortSignal): Promise<Transport>;
  watch?(): void;
  close?(): Promise<void>;
}

const clientInfo = { name: 'skillpick', version, title: 'skillpick' };

/** The host in this process always answers, though it may wait for locks of other processes first. */
function timeoutsFor({ kind }: HostConnector, timeoutMs: number): Partial<ClientOptions> {
  const requestTimeoutMs =
    kind === 'embedded' ? Math.max(timeoutMs, clientLimits.requestTimeoutMs) : timeoutMs;
  return { requestTimeoutMs, echoTimeoutMs: timeoutMs };
}

function settings(
  way: HostConnector,
  { timeoutMs }: ConnectOptions,
  attempts: number | undefined,
): Omit<ClientOptions, 'open'> {
  return {
    clientInfo,
    ...(timeoutMs !== undefined && timeoutsFor(way, timeoutMs)),
    ...(attempts !== undefined && { reconnectAttempts: attempts }),
  };
}

/** The host that is meant, by its address or by a name; null for the one in this process. */
export function hostMeant(
  { url, host, local }: ConnectOptions,
  { env }: Pick<Io, 'env'>,
): { by: 'url' | 'name'; text: string } | null {
  if (url !== undefined) return { by: 'url', text: url };
  if (host !== undefined) return { by: 'name', text: host };
  const usual = local ? undefined : env['AHP_URL'];
  return usual ? { by: 'url', text: usual } : null;
}

/** The way to the host the options name. */
export async function findWay(options: ConnectOptions, io: Io): Promise<HostConnector> {
  const meant = hostMeant(options, io);
  if (meant === null) {
    const { wayToEmbedded } = await import('./embedded.js');
    return wayToEmbedded(options, io);
  }
  if (meant.by === 'url') return wayToUrl(meant.text, options, io);
  const { wayToNamed } = await import('./named-host.js');
  return wayToNamed(meant.text, options, io);
}

async function withTelling(way: HostConnector, io: Io): Promise<HostConnector['open']> {
  const { toldTransport, wireTeller } = await import('./trace.js');
  const tell = wireTeller(io, monotonicMs);
  return async (signal) => {
    tell(`connecting to ${way.url ?? 'the embedded host'}`);
    return toldTransport(await way.open(signal), tell);
  };
}

/** Connects this way. Whoever is asked to end meanwhile does not wait for it. */
export async function connectBy(
  way: HostConnector,
  options: ConnectOptions,
  io: Io,
  attempts?: number,
): Promise<Connected> {
  const openWay = options.debug ? await withTelling(way, io) : way.open;
  let transport: Transport | undefined;
  const open = async (signal: AbortSignal) => {
    transport = await openWay(AbortSignal.any([signal, io.signal]));
    return transport;
  };
  const time = new CommandTime(options.timeoutMs ?? sourceLimits.commandTimeoutMs);
  const connecting = Client.connect({ ...settings(way, options, attempts), open, timeLimit: time });
  try {
    const client = await unlessAborted(io, connecting);
    const name = way.kind === 'embedded' ? 'skillpick' : (client.serverInfo?.name ?? 'agent host');
    return {
      client,
      host: { kind: way.kind, name, url: way.url },
      time,
      watch: () => way.watch?.(),
      close: async () => {
        await client.close();
        await way.close?.();
      },
    };
  } catch (error) {
    connecting.then((client) => client.close()).catch(() => {});
    // A host that was given up on half-way is not waited for.
    transport?.close();
    await way.close?.();
    throw error;
  }
}

/** Connects to the host the options name. `attempts` bounds the tries after a drop; without it there is no end. */
export async function connect(options: ConnectOptions, io: Io, attempts?: number): Promise<Connected> {
  return connectBy(await findWay(options, io), options, io, attempts);
}

/** Returns true if the host is skillpick's own, in this process or served from another. */
export function isOwnHost({ client }: Pick<Connected, 'client'>): boolean {
  return client.isOwnHost;
}
