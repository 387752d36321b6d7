/** Traces the frames of a connection, one line for each: names, numbers and sizes, never the content. */

import { isObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';
import type { HostConnector } from './connect.js';

type WriteLine = (line: string) => void;

/** Describes a frame without its content. */
export function summarizeFrame(text: string): string {
  const size = `${Buffer.byteLength(text)} B`;
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return `not JSON, ${size}`;
  }
  if (!isObject(frame)) return `not a message, ${size}`;
  const { id, method, error } = frame;
  const number = typeof id === 'number' || typeof id === 'string' ? `#${id} ` : '';
  if (typeof method === 'string') return `${number}${method}${summarizeAction(frame['params'])}, ${size}`;
  const code = isObject(error) && typeof error['code'] === 'number' ? ` ${error['code']}` : '';
  return `${number}${error === undefined ? 'result' : `error${code}`}, ${size}`;
}

/** Returns the type of an action, and its sequence numbers, which show which echo belongs to which action. */
function summarizeAction(params: unknown): string {
  if (!isObject(params)) return '';
  const { action, serverSeq, clientSeq } = params;
  const type = isObject(action) && typeof action['type'] === 'string' ? ` ${action['type']}` : '';
  const sent = typeof clientSeq === 'number' ? ` clientSeq ${clientSeq}` : '';
  const received = typeof serverSeq === 'number' ? ` serverSeq ${serverSeq}` : '';
  return type + sent + received;
}

function tracedTransport(transport: Transport, write: WriteLine): Transport {
  return {
    open: (events) =>
      transport.open({
        frame: (text) => {
          write(`<- ${summarizeFrame(text)}`);
          events.frame(text);
        },
        end: (error) => {
          write(error === undefined ? 'closed' : 'lost');
          events.end(error);
        },
      }),
    send: (text) => {
      write(`-> ${summarizeFrame(text)}`);
      transport.send(text);
    },
    close: () => transport.close(),
  };
}

/** Returns a function that writes lines with the milliseconds since now. */
export function timed(writeLine: WriteLine): WriteLine {
  const startedAtMs = performance.now();
  return (text) => writeLine(`+${Math.round(performance.now() - startedAtMs)} ms ${text}`);
}

/** Returns an `open` that writes one line for each frame, with the milliseconds since the start. */
export function traced(connector: HostConnector, writeLine: WriteLine): HostConnector['open'] {
  const write = timed(writeLine);
  return async (signal) => {
    write(`connecting to ${connector.url ?? 'the embedded host'}`);
    return tracedTransport(await connector.open(signal), write);
  };
}
