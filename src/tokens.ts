/**
 * Remembers the tokens that this process has sent to hosts, and removes them from text. All output passes through here,
 * because a host may repeat its token in an error or a title.
 */

/** Shorter tokens would match ordinary words: in our own messages, and in the data of a host. */
const fewestChars = 4;
const fewestCharsInData = 12;

interface Secret {
  /** The usual spellings, which are quick to search for. */
  usual: readonly string[];
  /** Matches every spelling. */
  pattern: RegExp;
}

const secrets = new Map<string, Secret>();

const hexadecimal = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const eitherCase = (hex: string): string =>
  hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Returns a pattern for one character: as it is, percent-encoded, or escaped in JSON. */
function characterPattern(character: string): string {
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const bytes = [...Buffer.from(character)].map((byte) => `%${eitherCase(hexadecimal(byte, 2))}`);
  const escaped = character.split('').map((unit) => `\\\\u${eitherCase(hexadecimal(unit.charCodeAt(0), 4))}`);
  return `(?:\\\\?${plain}|${bytes.join('')}|${escaped.join('')})`;
}

/** Hides this token from now on. */
export function rememberToken(token: string): void {
  if (token.length < fewestChars || secrets.has(token)) return;
  const percent = encodeURIComponent(token);
  const lower = percent.replace(/%../g, (code) => code.toLowerCase());
  const usual = [token, percent, lower, JSON.stringify(token).slice(1, -1)];
  const pattern = new RegExp([...token].map(characterPattern).join(''), 'g');
  secrets.set(token, { usual: [...new Set(usual)], pattern });
}

/** Returns a message without the tokens that have at least so many characters. */
export function hideTokens(text: string, minChars = fewestChars): string {
  let hidden = text;
  for (const [token, { pattern }] of secrets) {
    if (token.length >= minChars) hidden = hidden.replace(pattern, '…');
  }
  return hidden;
}

/** Returns the data of a host without the tokens that are too long to be ordinary words. */
export function hideTokensInData(text: string): string {
  return hasUsualSpelling(text) ? hideTokens(text, fewestCharsInData) : text;
}

const hasUsualSpelling = (text: string): boolean =>
  [...secrets.values()].some(({ usual }) => usual.some((spelling) => text.includes(spelling)));

/** Returns true if a JSON text may contain a token: an escaped character may be part of one. */
export const mayHoldToken = (json: string): boolean => json.includes('\\u') || hasUsualSpelling(json);
