/** Removes tokens from the frames of a host, which knows the token that it was sent and may repeat it in any text. */

import { isObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';
import { hideTokensInData, mayHoldToken } from '../tokens.js';

/** Fields that identify something and hold no text for users: they must not be changed. */
const identifying = new Set([
  ...['jsonrpc', 'id', 'method', 'type', 'kind', 'channel', 'resource', 'uri', 'clientId', 'provider'],
  ...['workingDirectory', 'workingDirectories', 'nextCursor', 'protocolVersion', 'encoding'],
]);

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideTokensInData(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (!isObject(value)) return value;
  const hideField = ([key, field]: [string, unknown]) => [key, identifying.has(key) ? field : hideIn(field)];
  return Object.fromEntries(Object.entries(value).map(hideField));
}

function hideInFrame(text: string): string {
  if (!mayHoldToken(text)) return text;
  try {
    return JSON.stringify(hideIn(JSON.parse(text)));
  } catch {
    // Not JSON: the connection skips the frame and shows nothing of it.
    return text;
  }
}

/** Returns the transport with tokens hidden in every frame of the host. */
export function hidingTransport(transport: Transport): Transport {
  return {
    open: (events) =>
      transport.open({
        frame: (text) => events.frame(hideInFrame(text)),
        end: (error) => events.end(error),
      }),
    send: (text) => transport.send(text),
    close: () => transport.close(),
  };
}
