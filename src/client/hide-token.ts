/**
 * Keeps tokens out of what is shown. A host knows the token it was given and may repeat it, in an error, a reason or a
 * title: its frames are cleaned of it before anybody reads them, and messages once more before they are printed.
 */

import { isObject } from '../protocol/checks.js';
import type { Transport } from '../protocol/transport.js';

/** Shorter ones would be found in ordinary words: in our own messages, and in what a host sends. */
const fewestChars = 4;
const fewestCharsInData = 12;

/** Fields that tell things apart: changing one would make it another thing. No text for people is in them. */
const identifying = new Set([
  ...['jsonrpc', 'id', 'method', 'type', 'kind', 'channel', 'resource', 'uri', 'clientId', 'provider'],
  ...['workingDirectory', 'workingDirectories', 'nextCursor', 'protocolVersion', 'encoding'],
]);

const hexadecimal = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const eitherCase = (hex: string): string =>
  hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** A pattern for one character as it is, percent-encoded, or escaped in JSON. */
function characterPattern(character: string): string {
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const bytes = [...Buffer.from(character)].map((byte) => `%${eitherCase(hexadecimal(byte, 2))}`);
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const escaped = units.map((unit) => `\\\\u${eitherCase(hexadecimal(unit, 4))}`);
  return `(?:\\\\?${plain}|${bytes.join('')}|${escaped.join('')})`;
}

/** A token that was given to a host. */
interface Secret {
  /** The ways in which it is usually written; looking for these is quick. */
  usual: readonly string[];
  /** Matches it in every way. */
  pattern: RegExp;
}

const secrets = new Map<string, Secret>();

/** From now on this token is not shown. */
export function rememberToken(token: string): void {
  if (token.length < fewestChars || secrets.has(token)) return;
  const percent = encodeURIComponent(token);
  const lower = percent.replace(/%../g, (code) => code.toLowerCase());
  const usual = [token, percent, lower, JSON.stringify(token).slice(1, -1)];
  const pattern = new RegExp([...token].map(characterPattern).join(''), 'g');
  secrets.set(token, { usual: [...new Set(usual)], pattern });
}

/** Returns the text without the tokens that were given to hosts. */
export function hideTokens(text: string): string {
  let hidden = text;
  for (const { pattern } of secrets.values()) hidden = hidden.replace(pattern, '…');
  return hidden;
}

/** Returns data of a host without tokens that are long enough to be told from its words. */
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

/** True if a token is there in a usual spelling. */
const hasUsualForm = (text: string): boolean =>
  [...secrets.values()].some(({ usual }) => usual.some((form) => text.includes(form)));

/** A letter that is escaped could be any. */
const mayHoldToken = (text: string): boolean => text.includes('\\u') || hasUsualForm(text);

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
