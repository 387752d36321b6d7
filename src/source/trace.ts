/** `--debug`: what goes over the wire, one line a frame on stderr. Names, numbers and sizes; never what is in it. */

import { hideTokens } from '../client/hide-token.js';
import type { Io } from '../io.js';
import { isObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';
import { cleanLine } from '../text/clean.js';
import { sourceLimits } from './limits.js';

type Tell = (text: string) => void;

/** What a frame is, without its content. */
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
  if (typeof method === 'string') return `${number}${method}${actionOf(frame['params'])}, ${size}`;
  const code = isObject(error) && typeof error['code'] === 'number' ? ` ${error['code']}` : '';
  return `${number}${error === undefined ? 'result' : `error${code}`}, ${size}`;
}

/** Actions are told apart by their type, and their echoes by the numbers they carry. */
function actionOf(params: unknown): string {
  if (!isObject(params)) return '';
  const { action, serverSeq, clientSeq } = params;
  const type = isObject(action) && typeof action['type'] === 'string' ? ` ${action['type']}` : '';
  const numbers = [
    ...(typeof clientSeq === 'number' ? [` clientSeq ${clientSeq}`] : []),
    ...(typeof serverSeq === 'number' ? [` serverSeq ${serverSeq}`] : []),
  ];
  return type + numbers.join('');
}

/** Tells the milliseconds since the start with every line. */
export function wireTeller(io: Pick<Io, 'stderr'>, now: () => number): Tell {
  const startedAtMs = now();
  return (text) => {
    const elapsed = `+${Math.round(now() - startedAtMs)} ms`;
    io.stderr.write(`skillpick: ${elapsed} ${cleanLine(hideTokens(text), sourceLimits.debugLineChars)}\n`);
  };
}

/** The transport, with every frame told. */
export function toldTransport(transport: Transport, tell: Tell): Transport {
  return {
    open: (events) =>
      transport.open({
        frame: (text) => {
          tell(`<- ${summarizeFrame(text)}`);
          events.frame(text);
        },
        end: (error) => {
          tell(error === undefined ? 'closed' : 'lost');
          events.end(error);
        },
      }),
    send: (text) => {
      tell(`-> ${summarizeFrame(text)}`);
      transport.send(text);
    },
    close: () => transport.close(),
  };
}
