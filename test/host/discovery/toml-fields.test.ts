import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTomlStrings } from '../../../src/host/discovery/toml-fields.js';

describe('readTomlStrings', () => {
  it('reads the strings before the first table, in all four quotes', () => {
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
    expect(readTomlStrings(text)).toEqual({
      strings: new Map([
        ['name', 'reviewér'],
        ['description', 'Reads "code" \\n'],
        ['model', 'gpt'],
        ['instructions', 'name = "not this"\n[nor.this]\nline joined """\n'],
        ['quoted', 'yes'],
      ]),
    });
  });

  it.each([
    ['name = "a"\noops\n', 2],
    ['name = "a"\nb = "open\n', 2],
    ['a = [1, 2', 1],
    ['a = ]', 1],
    ['a =', 1],
    ['= 1', 1],
  ])('names the line it does not understand in %j', (text, line) => {
    expect(readTomlStrings(text).finding).toEqual({ code: 'toml-invalid', line, message: 'not valid TOML' });
  });

  it('gives back any text that is written as a basic string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readTomlStrings(`a = ${JSON.stringify(text)}\n`).strings.get('a')).toBe(text);
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
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => void readTomlStrings(parts.join(''))),
    );
  });
});
