/**
 * Hides tokens. A host knows the token of its clients and may repeat it in an error, a reason or a title, so tokens are
 * removed from its frames before they are read, and from messages before they are printed.
 */

import { isObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';

/** Shorter tokens would match ordinary words, in our messages and in the host's data. */
const fewestChars = 4;
const fewestCharsInData = 12;

/** Fields that identify something and hold no text for users: they must not be changed. */
const identifying = new Set([
  ...['jsonrpc', 'id', 'method', 'type', 'kind', 'channel', 'resource', 'uri', 'clientId', 'provider'],
  ...['workingDirectory', 'workingDirectories', 'nextCursor', 'protocolVersion', 'encoding'],
]);

const hexadecimal = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const eitherCase = (hex: string): string =>
  hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Returns a pattern for one character: as it is, percent-encoded, or escaped in JSON. */
function characterPattern(character: string): string {
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const bytes = [...Buffer.from(character)].map((byte) => `%${eitherCase(hexadecimal(byte, 2))}`);
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const escaped = units.map((unit) => `\\\\u${eitherCase(hexadecimal(unit, 4))}`);
  return `(?:\\\\?${plain}|${bytes.join('')}|${escaped.join('')})`;
}

interface Secret {
  /** The usual spellings, which are quick to look for. */
  usual: readonly string[];
  /** Matches every spelling. */
  pattern: RegExp;
}

const secrets = new Map<string, Secret>();

/** Hides this token from now on. */
export function rememberToken(token: string): void {
  if (token.length < fewestChars || secrets.has(token)) return;
  const percent = encodeURIComponent(token);
  const lower = percent.replace(/%../g, (code) => code.toLowerCase());
  const usual = [token, percent, lower, JSON.stringify(token).slice(1, -1)];
  const pattern = new RegExp([...token].map(characterPattern).join(''), 'g');
  secrets.set(token, { usual: [...new Set(usual)], pattern });
}

/** Returns the text without remembered tokens. */
export function hideTokens(text: string): string {
  let hidden = text;
  for (const { pattern } of secrets.values()) hidden = hidden.replace(pattern, '…');
  return hidden;
}

/** Returns a host's text without the tokens that are too long to be ordinary words. */
export function hideTokensInData(text: string): string {
  if (!hasUsualForm(text)) return text;
  let hidden = text;
  for (const [token, { pattern }] of secrets) {
    if (token.length >= fewestCharsInData) hidden = hidden.replace(pattern, '…');
  }
  return hidden;
}

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideTokensInData(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (!isObject(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([key, field]) => [key, identifying.has(key) ? field : hideIn(field)]),
  );
}

const hasUsualForm = (text: string): boolean =>
  [...secrets.values()].some(({ usual }) => usual.some((form) => text.includes(form)));

/** An escaped character could be any. */
const mayHoldToken = (text: string): boolean => text.includes('\\u') || hasUsualForm(text);

function hideInFrame(text: string): string {
  if (!mayHoldToken(text)) return text;
  try {
    return JSON.stringify(hideIn(JSON.parse(text)));
  } catch {
    // Not JSON: the connection skips the frame and repeats nothing of it.
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
