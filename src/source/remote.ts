/** The way to a host over a socket. */

import { type Address, parseAddress, showAddress } from '../client/address.js';
import { hidingTransport, rememberToken } from '../client/hide-token.js';
import { clientLimits } from '../client/limits.js';
import { isLocalAddress, openLoopbackSocket } from '../client/loopback-socket.js';
import { readToken } from '../client/token.js';
import type { SocketOptions } from '../client/ws-transport.js';
import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import type { Transport } from '../protocol/transport.js';
import type { HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';

export interface HostTarget {
  url: string;
  token: string | undefined;
  kind: string;
}

/** Opens the quick way where there is one. Where that fails, ws tries once more and tells what is wrong. */
async function openTransport(address: Address, options: SocketOptions): Promise<Transport> {
  const startedAtMs = monotonicMs();
  const plain = isLocalAddress(address) ? await openLoopbackSocket(address, options) : undefined;
  if (plain !== undefined) return plain;
  const { openSocket } = await import('../client/ws-transport.js');
  const timeoutMs = options.connectTimeoutMs ?? clientLimits.connectTimeoutMs;
  const leftMs = Math.ceil(timeoutMs - (monotonicMs() - startedAtMs));
  return openSocket(address, { ...options, connectTimeoutMs: Math.max(1, leftMs) });
}

export function wayToTarget(
  { url, token, kind }: HostTarget,
  { insecure, timeoutMs }: ConnectOptions,
): HostConnector {
  const address = parseAddress(url);
  if (token !== undefined) rememberToken(token);
  const options: SocketOptions = {
    ...(token !== undefined && { token }),
    ...(insecure && { insecure }),
    ...(timeoutMs !== undefined && { connectTimeoutMs: timeoutMs }),
  };
  return {
    kind,
    url: showAddress(address),
    open: async (signal) => {
      const transport = await openTransport(address, { ...options, signal });
      return token === undefined ? transport : hidingTransport(transport);
    },
  };
}

/** The way to the host at this URL, with the token from file or environment. */
export function wayToUrl(url: string, options: ConnectOptions, { env }: Io): HostConnector {
  const { tokenFile } = options;
  const token = readToken({ env, ...(tokenFile !== undefined && { tokenFile }) });
  return wayToTarget({ url, token, kind: 'url' }, options);
}
