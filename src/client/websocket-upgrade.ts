/** The HTTP request that opens a WebSocket, and the check that the response accepts it. */

import type { Socket } from 'node:net';
import { clientLimits } from './limits.js';

/**
 * The key of the example in RFC 6455, and its hash, which the response must carry. A random key would only protect
 * against a proxy that responds from its cache, and there is none on loopback. To hash it we would have to load
 * `node:crypto`, which takes a seventh of the time that Node takes to start.
 */
const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const accept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

/** Takes the bytes that arrive. They are valid only during the call: the next ones come in the same buffer. */
export interface Intake {
  take(bytes: Buffer): void;
}

const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/;

/** Returns the fields of a response by name, repeated ones joined; undefined if a line is not a header. */
function readHeaders(lines: readonly string[]): Map<string, string> | undefined {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const earlier = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), earlier === undefined ? value.trim() : `${earlier}, ${value.trim()}`);
  }
  return headers;
}

/** Returns true if the response opens a WebSocket without a subprotocol or an extension. */
function isAccepted(response: string): boolean {
  const [status = '', ...lines] = response.split('\r\n');
  const headers = readHeaders(lines);
  if (headers === undefined || !/^HTTP\/1\.1 101 /.test(status)) return false;
  const connection = headers
    .get('connection')
    ?.toLowerCase()
    .split(/[\t ]*,[\t ]*/);
  return (
    connection?.includes('upgrade') === true &&
    headers.get('upgrade')?.toLowerCase() === 'websocket' &&
    headers.get('sec-websocket-accept') === accept &&
    !headers.has('sec-websocket-protocol') &&
    !headers.has('sec-websocket-extensions')
  );
}

/** Asks for the upgrade; resolves to the bytes that came right after the response, or rejects. */
export function upgrade(socket: Socket, intake: Intake, { host, pathname, search }: URL): Promise<Buffer> {
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let response = Buffer.alloc(0);
    const settle = (outcome: Buffer | Error) => {
      socket.off('error', settle).off('close', closed);
      intake.take = () => {};
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    const closed = () => settle(new Error('the host closed the connection'));
    intake.take = (bytes) => {
      response = Buffer.concat([response, bytes]);
      const end = response.indexOf('\r\n\r\n');
      if (end === -1 && response.length < clientLimits.upgradeHeaderBytes) return;
      const isWhole = end !== -1 && end < clientLimits.upgradeHeaderBytes;
      const isFine = isWhole && isAccepted(response.toString('latin1', 0, end));
      settle(isFine ? response.subarray(end + 4) : new Error('the upgrade was refused'));
    };
    socket.on('error', settle).on('close', closed);
  });
}
