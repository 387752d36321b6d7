/**
 * JSON-RPC 2.0, one message per text frame. Results and parameters stay unread here: the code that knows the method
 * reads them.
 */

import { ProtocolError } from '../errors.js';
import { isDeeperThan, isNumber, isObject, isString, type JsonObject } from './checks.js';
import { protocolLimits } from './limits.js';

/** The id of a request. */
export type RequestId = number | string;

/** Why a request failed. */
export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** One JSON-RPC message. */
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

function readId(id: unknown): RequestId | undefined {
  return isString(id) || isNumber(id) ? id : undefined;
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

function readError(id: unknown, error: JsonObject): Message {
  const { code } = error;
  if (!isNumber(code)) throw new ProtocolError('An error response has no code.');
  const message = isString(error['message']) ? error['message'] : `error ${code}`;
  const data = 'data' in error && { data: error['data'] };
  return { kind: 'error', id: readId(id) ?? null, error: { code, message, ...data } };
}

/** Returns true if the text has more than `most` of this character, inside strings or not. */
function hasMoreThan(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Refuses a large frame full of small values before parsing it: they would take many times the memory of the text. */
function refuseCrowded(text: string): void {
  if (text.length <= protocolLimits.uncountedFrameChars) return;
  const isCrowded =
    hasMoreThan(text, '{', protocolLimits.frameContainers) ||
    hasMoreThan(text, '[', protocolLimits.frameContainers) ||
    hasMoreThan(text, ',', protocolLimits.frameValues);
  if (isCrowded) throw new ProtocolError('A frame holds too many values.');
}

/** Returns the message in a frame. Throws a ProtocolError, and nothing else, if there is none. */
export function decodeMessage(text: string): Message {
  refuseCrowded(text);
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('A frame is not JSON.', { cause });
  }
  if (!isObject(frame)) throw new ProtocolError('A frame holds no JSON-RPC message.');
  if (isDeeperThan(frame, protocolLimits.frameDepth)) {
    throw new ProtocolError(`A frame nests deeper than ${protocolLimits.frameDepth} levels.`);
  }
  if (isString(frame['method'])) return readCall(frame['method'], frame);
  if (isObject(frame['error'])) return readError(frame['id'], frame['error']);
  const id = readId(frame['id']);
  if (id === undefined || !('result' in frame)) throw new ProtocolError('A frame holds no JSON-RPC message.');
  return { kind: 'result', id, result: frame['result'] };
}

/** Returns the frame that carries a message. */
export function encodeMessage(message: Message): string {
  if (message.kind === 'result') return encodeResult(message.id, JSON.stringify(message.result ?? null));
  const { kind: _kind, ...fields } = message;
  return JSON.stringify({ jsonrpc: '2.0', ...fields });
}

/** Returns the frame of a response; `result` is JSON text already. */
export function encodeResult(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
