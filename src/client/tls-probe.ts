/**
 * Finds out whether a port speaks TLS, after it did not answer a plain request as a host does. Servers differ in what they
 * do with such a request: some answer with HTTP 400, some with an alert, and Node closes the connection. So the port is
 * asked for TLS. Nothing else is sent, and nothing is trusted.
 */

import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** Returns true if the server at this address takes part in a TLS handshake, even if it refuses ours. */
export function speaksTls(
  { hostname, port }: URL,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || 80), rejectUnauthorized: false },
      ...(isIP(host) === 0 && { servername: host }),
    });
    const settle = (isTls: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(isTls);
    };
    const giveUp = () => settle(false);
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    socket.once('secureConnect', () => settle(true));
    // Only a server that speaks TLS sends an alert.
    socket.on('error', ({ message }) => settle(/\balert\b/.test(message)));
    socket.once('close', giveUp);
  });
}
