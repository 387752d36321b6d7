/**
 * The strings at the top of a TOML file, before its first table: all that is shown of a Codex agent. Not a TOML
 * parser: other values are stepped over, and the first thing not understood is a finding with its line.
 */

import type { Finding } from './problems.js';

export interface TomlFields {
  strings: Map<string, string>;
  finding?: Finding;
}

const blank = /(?:[ \t\r\n]|#[^\n]*)*/y;
const assignment = /([A-Za-z0-9_-]+|"[^"\\\n]*"|'[^'\n]*')([ \t]*\.[ \t]*[\w"'-]+)*[ \t]*=[ \t]*/y;
const quoted =
  /"""(?:\r?\n)?((?:[^\\"]|\\[\s\S]|"(?!""))*"{0,2})"""|'''(?:\r?\n)?((?:[^']|'(?!''))*'{0,2})'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;
const simple = /[^\s[\]{},#"']+(?: [\d:.]+\S*)?/y;

const escapes: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b' };

function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|[ \t]*\r?\n\s*|([\s\S]))/g,
    (_, short, long, one) => {
      const code = Number.parseInt(short ?? long ?? '', 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
      return one === undefined ? '' : (escapes[one] ?? one);
    },
  );
}

class TomlReader {
  private at = 0;

  constructor(readonly text: string) {}

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.at = pattern.lastIndex;
    return match;
  }

  peek(): string | undefined {
    this.match(blank);
    return this.text[this.at];
  }

  get line(): number {
    return this.text.slice(0, this.at).split('\n').length;
  }

  string(): string | undefined {
    const match = this.match(quoted);
    if (match === undefined) return undefined;
    const escaped = match[1] ?? match[3];
    return escaped === undefined ? (match[2] ?? match[4] ?? '') : decodeEscapes(escaped);
  }

  /** Steps over any other value; false if it is not understood. */
  skip(): boolean {
    let depth = 0;
    do {
      const next = this.peek();
      if (next === undefined) return false;
      if ('[{'.includes(next)) depth += 1;
      else if (']}'.includes(next)) depth -= 1;
      if (depth < 0) return false;
      if ('[]{},='.includes(next)) this.at += 1;
      else if (this.string() === undefined && this.match(simple) === undefined) return false;
    } while (depth > 0);
    return true;
  }
}

/** The string values of a TOML file's top table. */
export function readTomlStrings(text: string): TomlFields {
  const reader = new TomlReader(text);
  const strings = new Map<string, string>();
  for (let next = reader.peek(); next !== undefined && next !== '['; next = reader.peek()) {
    const key = reader.match(assignment);
    const value = key && reader.string();
    if (key?.[1] === undefined || (value === undefined && !reader.skip())) {
      return { strings, finding: { code: 'toml-invalid', line: reader.line, message: 'not valid TOML' } };
    }
    const isDotted = key[2] !== undefined;
    if (value !== undefined && !isDotted) strings.set(key[1].replace(/^["']|["']$/g, ''), value);
  }
  return { strings };
}
