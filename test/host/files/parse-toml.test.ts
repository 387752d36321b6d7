import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTomlText } from '../../../src/host/files/parse-toml.js';

const tablesOf = (text: string) => {
  const parsed = parseTomlText(text);
  if ('line' in parsed) throw new Error(parsed.message);
  return parsed.tables;
};

describe('parseTomlText', () => {
  it('reads strings in all four quotes, next to other values', () => {
    const text = `# An agent
name = "review\\u00e9r"   # its name
description = '''
Reads "code" \\n'''
model = 'gpt'
instructions = """
name = "not this"
[nor.this]
line \\
   joined \\"""
"""
limits = [1, "]", { a = "}" }, # comment
  2.5]
since = 1979-05-27 07:32:00Z
on = true
dotted.name = "not this either"
"quoted" = "yes"
[table]
name = "too late"
`;
    expect(tablesOf(text)).toMatchObject({
      name: 'reviewér',
      description: 'Reads "code" \\n',
      model: 'gpt',
      instructions: 'name = "not this"\n[nor.this]\nline joined """\n',
      quoted: 'yes',
    });
  });

  it.each([
    ['name = "a"\noops\n', 2],
    ['name = "a"\nb = "open\n', 2],
    ['a = [1, 2', 1],
    ['a = ]', 1],
    ['a =', 1],
    ['= 1', 1],
  ])('names the line of the mistake in %j', (text, line) => {
    expect(parseTomlText(text)).toMatchObject({ line });
  });

  it('returns any text that is written as a basic string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = JSON.stringify(text).replaceAll('\x7f', '\\u007f');
        expect(tablesOf(`a = ${written}\n`)['a']).toBe(text);
      }),
    );
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'a',
      '=',
      ' ',
      '"',
      "'",
      '"""',
      "'''",
      '[',
      ']',
      '{',
      '}',
      ',',
      '\n',
      '#',
      '\\',
      '.',
      '1',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (parts) => void parseTomlText(parts.join(''))));
  });
});
