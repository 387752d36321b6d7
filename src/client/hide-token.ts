/** Removes tokens from the frames of a host: it knows the token it was given and may repeat it in any text. */

import { isObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';
import { hideTokensInData, mayHoldToken } from '../tokens.js';

/** Fields that tell things apart: changing one would make it another thing. No text for people is in them. */
const identifying = new Set([
  ...['jsonrpc', 'id', 'method', 'type', 'kind', 'channel', 'resource', 'uri', 'clientId', 'provider'],
  ...['workingDirectory', 'workingDirectories', 'nextCursor', 'protocolVersion', 'encoding'],
]);

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideTokensInData(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (!isObject(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([key, field]) => [key, identifying.has(key) ? field : hideIn(field)]),
  );
}

function hideInFrame(text: string): string {
  if (!mayHoldToken(text)) return text;
  try {
    return JSON.stringify(hideIn(JSON.parse(text)));
  } catch {
    // Not JSON: whoever reads it finds that out and repeats nothing of it.
    return text;
  }
}

/** Returns the transport with every token hidden in what the host says. */
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
