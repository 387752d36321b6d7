/** The short way in: a URL and a token to a connected client. */

import { parseAddress } from './address.js';
import { Client, type ClientOptions } from './client.js';
import { hidingTransport, rememberToken } from './hide-token.js';
import { openSocket, type SocketOptions } from './ws-transport.js';

/** Options of `connectToHost`. */
export interface ConnectToHostOptions extends Omit<ClientOptions, 'open'>, Omit<SocketOptions, 'signal'> {
  /** ws://, wss:// or ws+unix:, without a token in it. */
  url: string;
}

/**
 * Connects to the host at this address. The client reconnects after a drop until it is closed.
 *
 * @throws {SkillpickError} if the address is malformed, nothing listens there, the token is wrong, or the host
 * speaks no version that is offered.
 * @example
 * ```ts
 * const client = await connectToHost({ url: 'ws://127.0.0.1:8123', token });
 * const sessions = await client.listSessions();
 * ```
 */
export async function connectToHost({ url, ...options }: ConnectToHostOptions): Promise<Client> {
  const address = parseAddress(url);
  if (options.token !== undefined) rememberToken(options.token);
  const open = async (signal: AbortSignal) =>
    hidingTransport(await openSocket(address, { ...options, signal }));
  return Client.connect({ ...options, open });
}
