/** Connectors to hosts behind a socket. */

import { type Address, parseAddress, showAddress, urlHint } from '../client/address.js';
import { hidingTransport } from '../client/hide-token.js';
import { clientLimits } from '../client/limits.js';
import { isLocalAddress, openLoopbackSocket } from '../client/loopback-socket.js';
import { readToken } from '../client/token.js';
import type { SocketOptions } from '../client/ws-transport.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import type { Transport } from '../protocol/transport.js';
import { rememberToken } from '../tokens.js';
import type { HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';

/** Opens a transport that hides the token in what arrives. */
export async function openTransport(address: Address, options: SocketOptions): Promise<Transport> {
  const transport = await openPlainTransport(address, options);
  return options.token === undefined ? transport : hidingTransport(transport);
}

/** Tries the plain loopback socket first, which loads quickly. If it fails, ws tries once more and reports why. */
async function openPlainTransport(address: Address, options: SocketOptions): Promise<Transport> {
  const startedAtMs = monotonicMs();
  const plain = isLocalAddress(address) ? await openLoopbackSocket(address, options) : undefined;
  if (plain !== undefined) return plain;
  const { openSocket } = await import('../client/ws-transport.js');
  const timeoutMs = options.connectTimeoutMs ?? clientLimits.connectTimeoutMs;
  const leftMs = Math.ceil(timeoutMs - (monotonicMs() - startedAtMs));
  return openSocket(address, { ...options, connectTimeoutMs: Math.max(1, leftMs) });
}

export function socketConnector(
  { url, token, kind }: { url: string; token: string | undefined; kind: string },
  { insecure, timeoutMs }: ConnectOptions,
): HostConnector {
  const address = parseAddress(url);
  if (token !== undefined) rememberToken(token);
  const options: SocketOptions = { token, insecure, connectTimeoutMs: timeoutMs };
  return {
    kind,
    url: showAddress(address),
    open: (signal) => openTransport(address, { ...options, signal }),
  };
}

/** Returns the error for a URL, with ssh:// among the forms that can be used. */
function withSsh(error: unknown): unknown {
  if (!(error instanceof SkillpickError) || error.code !== 'bad-url') return error;
  return new SkillpickError('bad-url', error.message, { hint: urlHint('ssh://host/path-or-port') });
}

/** Returns the connector to this url, with the token from the token file or AHP_TOKEN. */
export function urlConnector(url: string, options: ConnectOptions, { env }: Io): HostConnector {
  const token = readToken({ env, tokenFile: options.tokenFile });
  try {
    return socketConnector({ url, token, kind: 'url' }, options);
  } catch (error) {
    // AHP_URL cannot name an ssh:// address.
    throw url === options.url ? withSsh(error) : error;
  }
}
