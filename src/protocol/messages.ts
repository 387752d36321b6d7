/**
 * JSON-RPC 2.0, one message per text frame. Text in, typed message or ProtocolError out, and nothing else is
 * ever thrown; results and parameters are read by whoever knows their method.
 */

import { ProtocolError } from '../errors.js';
import { isDeeperThan, isNumber, isObject, isString, type JsonObject } from './checks.js';
import { protocolLimits } from './limits.js';

/** The id of a JSON-RPC request. */
export type RequestId = number | string;

/** The error of a JSON-RPC response. */
export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** A JSON-RPC message of one frame. */
export type Message =
  | { kind: 'request'; id: RequestId; method: string; params: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'result'; id: RequestId; result: unknown }
  | { kind: 'error'; id: RequestId | null; error: RpcError };

/** Error codes of JSON-RPC and of the protocol. */
export const ErrorCodes = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  SessionNotFound: -32001,
  ProviderNotFound: -32002,
  SessionAlreadyExists: -32003,
  UnsupportedProtocolVersion: -32005,
  AuthRequired: -32007,
  NotFound: -32008,
  PermissionDenied: -32009,
  AlreadyExists: -32010,
  Conflict: -32011,
} as const;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('A frame is not JSON.', { cause });
  }
}

function readId(id: unknown): RequestId | undefined {
  return isString(id) || isNumber(id) ? (id as RequestId) : undefined;
}

function readCall(method: string, frame: JsonObject): Message {
  const params = frame['params'] ?? {};
  if (!isObject(params))
    throw new ProtocolError(`The parameters of "${method.slice(0, 80)}" are not an object.`);
  if (!('id' in frame)) return { kind: 'notification', method, params };
  const id = readId(frame['id']);
  if (id === undefined) throw new ProtocolError('A request has neither a number nor a text as its id.');
  return { kind: 'request', id, method, params };
}

function readError(frame: JsonObject): Message {
  const error = frame['error'];
  if (!isObject(error) || !isNumber(error['code'])) throw new ProtocolError('An error answer has no code.');
  const message = isString(error['message']) ? (error['message'] as string) : `error ${error['code']}`;
  const data = 'data' in error ? { data: error['data'] } : {};
  return {
    kind: 'error',
    id: readId(frame['id']) ?? null,
    error: { code: error['code'] as number, message, ...data },
  };
}

/** True if the text has this character more often than that, in whatever place. */
function hasMoreThan(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Small values take many times their text in memory, so that a large frame full of them is not even parsed. */
function refuseCrowded(text: string): void {
  if (text.length <= protocolLimits.uncountedFrameChars) return;
  const isCrowded =
    hasMoreThan(text, '{', protocolLimits.frameContainers) ||
    hasMoreThan(text, '[', protocolLimits.frameContainers) ||
    hasMoreThan(text, ',', protocolLimits.frameValues);
  if (isCrowded) throw new ProtocolError('A frame holds too many values.');
}

/** A frame's message. Throws ProtocolError, and only that, for anything that is not one. */
export function decodeMessage(text: string): Message {
  refuseCrowded(text);
  const frame = parse(text);
  if (!isObject(frame)) throw new ProtocolError('A frame holds no JSON-RPC message.');
  if (isDeeperThan(frame, protocolLimits.frameDepth)) {
    throw new ProtocolError(`A frame nests deeper than ${protocolLimits.frameDepth} levels.`);
  }
  if (typeof frame['method'] === 'string') return readCall(frame['method'], frame);
  if (isObject(frame['error'])) return readError(frame);
  const id = readId(frame['id']);
  if (id === undefined || !('result' in frame)) throw new ProtocolError('A frame holds no JSON-RPC message.');
  return { kind: 'result', id, result: frame['result'] };
}

/** A message as the text of one frame. */
export function encodeMessage(message: Message): string {
  switch (message.kind) {
    case 'request':
      return JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        method: message.method,
        params: message.params,
      });
    case 'notification':
      return JSON.stringify({ jsonrpc: '2.0', method: message.method, params: message.params });
    case 'result':
      return encodeResult(message.id, JSON.stringify(message.result ?? null));
    case 'error':
      return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: message.error });
  }
}

/** An answer whose result is JSON text already. */
export function encodeResult(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
