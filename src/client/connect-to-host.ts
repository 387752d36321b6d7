/** Connects to a host by URL and token, in one call. */

import { rememberToken } from '../tokens.js';
import { parseAddress } from './address.js';
import { Client, type ClientOptions } from './client.js';
import { hidingTransport } from './hide-token.js';
import { openSocket, type SocketOptions } from './ws-transport.js';

/** Options of `connectToHost`. */
export interface ConnectToHostOptions extends Omit<ClientOptions, 'open'>, Omit<SocketOptions, 'signal'> {
  /** ws://, wss:// or ws+unix:, without a token in it. */
  url: string;
}

/** Connects to the host at this address, and reconnects after drops until `close`. */
export async function connectToHost({ url, ...options }: ConnectToHostOptions): Promise<Client> {
  const address = parseAddress(url);
  if (options.token !== undefined) rememberToken(options.token);
  const open = async (signal: AbortSignal) =>
    hidingTransport(await openSocket(address, { ...options, signal }));
  return Client.connect({ ...options, open });
}
