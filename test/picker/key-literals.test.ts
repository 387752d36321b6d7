import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');

const label = String.raw`(?:\^[a-z/\\\]]|esc|escape|enter|tab|backspace|pageup|pagedown|(?:ctrl|alt|shift)\+[a-z/]+)`;
const patterns = [
  new RegExp(String.raw`\s${label}(?=[\s.,;:)'"\x60])`),
  new RegExp(String.raw`['"\x60]${label}(?=[\s.,;:)])`),
  /[\s'"`][of] (?:all|on|off|switches)\b/,
];

const literals = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`?/g;

/** Returns true if a line of code has a text in which a key is written out. */
function namesKey(line: string): boolean {
  const isComment = /^\s*(?:\/?\*|\/\/)/.test(line);
  const texts = line.replace(/\s\/\/ .*$/, '').match(literals) ?? [];
  return !isComment && texts.some((text) => patterns.some((pattern) => pattern.test(text)));
}

/** The host knows nothing of the picker, and the table of keys is where they are written. */
const isExempt = (path: string) => path.startsWith('host') || path.endsWith('bindings.ts');

describe('the names of keys', () => {
  it('are written out in the table alone', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((path) => /\.tsx?$/.test(path) && !isExempt(path))
      .flatMap((path) => readFileSync(join(source, path), 'utf8').split('\n').filter(namesKey));
    expect(found).toEqual([]);
  });

  it.each([
    `say('The host is gone. ^o opens another.')`,
    'return `forgot it. ^y puts them back.`;',
    'say(`Switching a on; ^/ takes it back.`)',
    `'Fix the file, then press ^r.'`,
    `lines.push('  Nothing matches. esc clears the query.');`,
    `lines('enter prints what the cursor is on.')`,
    `' Only some are shown: shift+tab shows others.'`,
    'return [`There is no skill. tab shows other kinds.`];',
    'return `2 on: o on, f off, esc`;',
    'return [`3 shown. o switches all on, f all off, escape goes back.`];',
  ])('are found in %s', (line) => {
    expect(namesKey(line)).toBe(true);
  });

  it.each([
    `case 'enter':`,
    `  27: 'escape',`,
    '/** Esc goes back: `esc` clears the query. */',
    'terminal.enter(); // then `tab` is read',
    `return ctrl ? 'ctrl+' : '';`,
    `  | { type: 'point-tab'; tab: string | null };`,
  ])('are not found in %s', (line) => {
    expect(namesKey(line)).toBe(false);
  });
});
