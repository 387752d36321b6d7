import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lineOfKey,
  parseFrontmatter,
  parseLoosely,
  parseYaml,
} from '../../../src/host/discovery/frontmatter.js';
import { splitFrontmatter } from '../../../src/host/discovery/frontmatter-block.js';
import { parsePlainly } from '../../../src/host/discovery/frontmatter-plain.js';
import { hostLimits } from '../../../src/host/limits.js';

/** Splits this content as if it were read from a file into a larger buffer. */
function split(content: string | Buffer, capacity = 256) {
  const source = Buffer.from(content);
  const bytes = Buffer.alloc(capacity, '\n---\n');
  source.copy(bytes);
  return splitFrontmatter(bytes, source.length);
}

const closed = (block: string, more: object = {}) => ({ kind: 'closed', block, ...more });
const body = { firstLine: 'body' };

describe('splitFrontmatter', () => {
  it.each([
    ['plain', '---\na: 1\n---\nbody', closed('a: 1\n', body)],
    ['byte order mark', '\uFEFF---\na: 1\n---\n', closed('a: 1\n', { hasMark: true })],
    ['CRLF', '---\r\na: 1\r\n---\r\nbody', closed('a: 1\r\n', body)],
    ['closing line at the end of the file', '---\na: 1\n---', closed('a: 1\n')],
    [
      'blanks after the dashes',
      '--- \t\na: 1\n---  \nbody',
      closed('a: 1\n', { ...body, hasBlanks: true, hasBlanksAtEnd: true }),
    ],
    ['empty block', '---\n---\nbody', closed('', body)],
    [
      'dashes that are not a line of their own',
      '---\na: 1\n----\nb: 2\n--- x\n---\n',
      closed('a: 1\n----\nb: 2\n--- x\n'),
    ],
    ['no frontmatter', '# Title\n', { kind: 'none', firstLine: '# Title' }],
    ['empty file', '', { kind: 'none' }],
    ['two dashes', '--', { kind: 'none', firstLine: '--' }],
    ['four dashes', '----\na: 1\n---\n', { kind: 'none', firstLine: '----' }],
    ['a blank line first', '\n---\na: 1\n---\n', { kind: 'none', firstLine: '---' }],
    ['blank lines before the text', '---\n---\n\r\n \t\n  body\nmore', closed('', body)],
    ['a line of unusual blanks', '---\n---\n\f\n\u00a0\nbody', closed('', body)],
    ['a letter of several bytes', '---\n---\n\n\u00e9t\u00e9\n', closed('', { firstLine: '\u00e9t\u00e9' })],
    ['blanks alone', '---\n---\n \n\t', closed('')],
    ['never closed', '---\na: 1\n', { kind: 'open', rest: 'a: 1\n' }],
    ['dashes alone', '---', { kind: 'open', rest: '' }],
    ['UTF-16, little-endian', Buffer.from('\uFEFF---\n', 'utf16le'), { kind: 'utf16' }],
  ])('%s', (_, content, expected) => {
    expect(split(content)).toEqual(expected);
  });

  it('keeps the beginning of a long first line', () => {
    expect(split(`---\n---\n${'x'.repeat(200)}`)).toEqual(
      closed('', { firstLine: 'x'.repeat(hostLimits.firstLineBytes) }),
    );
  });

  it('ignores bytes that an earlier read left in the buffer', () => {
    expect(split('---\na: 1\n', 64)).toEqual({ kind: 'open', rest: 'a: 1\n' });
  });

  it('keeps only the first lines of a block that is never closed', () => {
    const line = 'key: value\n';
    const found = split(`---\n${line.repeat(5_000)}`, hostLimits.frontmatterBytes);
    const count = Math.floor((hostLimits.headBytes - 4) / line.length);
    expect(found).toMatchObject({ kind: 'open', rest: line.repeat(count) });
    expect(split(`---\n${'x'.repeat(60_000)}`, hostLimits.frontmatterBytes)).toMatchObject({
      kind: 'open',
      rest: '',
    });
  });

  it('does not trust a closing line cut off by the end of the buffer', () => {
    const content = '---\na: 1\n---';
    expect(split(content, content.length)).toMatchObject({ kind: 'open' });
  });

  it('distinguishes a block that is not UTF-8 from one with the replacement character', () => {
    const latin1 = Buffer.from('---\na: caf\xe9\n---\n', 'latin1');
    expect(split(latin1)).toMatchObject({ kind: 'closed', isDamaged: true });
    expect(split('---\na: \uFFFD\n---\n')).not.toHaveProperty('isDamaged');
  });
});

const fieldsOf = (block: string) => {
  const parsed = parseFrontmatter(block);
  if ('finding' in parsed) throw new Error(parsed.finding.message);
  return Object.fromEntries(parsed.fields);
};

describe('parseFrontmatter', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['plain words', 'name: a\ndescription: b c\n', { name: 'a', description: 'b c' }],
    ['quoted', "a: \"x: y # z\"\nb: 'it''s'\n", { a: 'x: y # z', b: "it's" }],
    ['escapes', 'a: "x\\ty \\e[31m \\u00e9"\n', { a: 'x\ty \x1b[31m é' }],
    ['folded', 'a: >\n  one\n  two\n\n  three\nb: c\n', { a: 'one two\nthree\n', b: 'c' }],
    ['literal, stripped', 'a: |-\n  one\n   two\n', { a: 'one\n two' }],
    ['on several lines', 'a: one\n  two\n', { a: 'one two' }],
    ['list', 'a:\n  - x\n  - "y"\n', { a: ['x', 'y'] }],
    ['flow list', 'a: [x, "y, z"]\n', { a: ['x', 'y, z'] }],
    ['map', 'a:\n  k: v\n', { a: new Map([['k', 'v']]) }],
    ['comment', '# c\na: b # d\n', { a: 'b' }],
    [
      'numbers and words stay text',
      'a: 1.0\nb: true\nc: 2024-01-01\n',
      { a: '1.0', b: 'true', c: '2024-01-01' },
    ],
    ['CRLF', 'a: b\r\nc: |\r\n  d\r\n  e\r\n', { a: 'b', c: 'd\ne\n' }],
    ['empty value', 'a:\nb: ""\n', { a: null, b: '' }],
    ['nothing', '', {}],
    ['one alias', 'a: &x y\nb: *x\n', { a: 'y', b: 'y' }],
    ['bidirectional marks', 'a: x\u202Ey\n', { a: 'x\u202Ey' }],
    [
      'merge key is an ordinary key',
      'a: &x {k: v}\nb:\n  <<: *x\n',
      {
        a: new Map([['k', 'v']]),
        b: new Map([['<<', new Map([['k', 'v']])]]),
      },
    ],
  ])('%s', (_, block, expected) => {
    expect(fieldsOf(block)).toEqual(expected);
  });

  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...'bcdefgh'.split('').map((key, index) => {
      const before = 'abcdefgh'[index];
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(', ')}]`;
    }),
    '',
  ].join('\n');

  it.each<[string, string, number, RegExp]>([
    ['tab', 'a: b\nc:\n\td: e\n', 4, /tab/],
    ['duplicate key', 'a: b\nc: d\na: e\n', 4, /duplicated mapping key/],
    ['unquoted colon', 'a: b\nc: d: e\n', 3, /needs quotes/],
    ['unclosed quote', 'a: "b\n', 3, /double quoted/],
    ['unclosed list', 'a: [b\n', 3, /flow collection/],
    ['custom tag', 'a: b\nc: !!js/function "x"\n', 3, /unknown tag/],
    ['own tag', 'a: !foo b\n', 2, /unknown tag/],
    ['prototype key', 'a: b\n__proto__:\n  polluted: yes\n', 1, /__proto__/],
    ['prototype key below', 'a:\n  __proto__: b\n', 1, /__proto__/],
    ['alias bomb', bomb, 1, /more than/],
    ['alias of nothing', 'a: *b\n', 2, /alias/],
    ['deep nesting', `a: ${'['.repeat(5000)}\n`, 2, /nesting/],
    ['NUL', 'a: b\0c\n', 2, /null byte/],
    ['escape character', 'a: b\nc: \x1b[31m\n', 3, /non-printable/],
    ['a list', '- a\n- b\n', 1, /key: value/],
    ['a text', 'hello\n', 1, /key: value/],
    ['two documents', 'a: b\n...\nc: d\n', 1, /./],
  ])('refuses %s', (_, block, line, message) => {
    const parsed = parseFrontmatter(block);
    expect(parsed).toMatchObject({ finding: { line, message: expect.stringMatching(message) } });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

const pieces = fc.constantFrom(
  ...[
    'a',
    'Z',
    '0',
    ' ',
    '  ',
    '\t',
    ':',
    ': ',
    ' #',
    '#',
    '-',
    '- ',
    '"',
    "'",
    '\\',
    '[',
    ']',
    '{',
    '}',
    ',',
  ],
  ...['&', '*', '!', '|', '>', '%', '@', '`', '~', '<<', '?', '? ', '=', '.', '(', '/', '$', '---', '...'],
  ...['\n', '\n  ', '\n    ', '\n- ', '\n  - ', '\n  k: ', '\r\n', '\r', 'b: |\n  ', 'b: >-\n  ', 'b:\n'],
  ...['…', 'é', '\u2028', '\u0085', '\ufeff', '\0', '😀', '\ud800', '\u00a0', 'true', 'null', 'name: '],
);
const blocks = fc
  .tuple(fc.constantFrom('', 'k: ', 'k:\n  - ', 'k: >\n  '), fc.array(pieces, { maxLength: 14 }))
  .map(([start, rest]) => `${start}${rest.join('')}\n`);

/** Blocks of the shapes people write, so that most of them are read without the parser. */
const word = fc.stringMatching(/^[a-zA-Z0-9(][a-zA-Z0-9 .,:;#()'"é…*-]{0,20}$/);
const key = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
const usualBlocks = fc
  .array(
    fc.oneof(
      fc.tuple(key, word).map(([k, v]) => `${k}: ${v}\n`),
      fc.tuple(key, word).map(([k, v]) => `${k}: "${v}"\n`),
      fc
        .tuple(key, fc.constantFrom('|', '>', '|-', '>-', '>+'), fc.array(word, { maxLength: 3 }))
        .map(([k, style, lines]) => `${k}: ${style}\n${lines.map((line) => `  ${line}\n`).join('')}`),
      fc.tuple(key, fc.array(word)).map(([k, items]) => `${k}:\n${items.map((i) => `  - ${i}\n`).join('')}`),
      fc
        .tuple(key, fc.array(fc.tuple(key, word)))
        .map(([k, items]) => `${k}:\n${items.map(([a, b]) => `  ${a}: ${b}\n`).join('')}`),
    ),
    { maxLength: 5 },
  )
  .map((lines) => lines.join(''));

describe('parsePlainly', () => {
  it.each([
    ['anything', blocks, 20_000],
    ['what people write', usualBlocks, 10_000],
  ])(
    'returns the same fields as the parser, or undefined: %s',
    (_, arbitrary, numRuns) => {
      let decided = 0;
      fc.assert(
        fc.property(arbitrary, (block) => {
          const fields = parsePlainly(block);
          if (fields === undefined) return;
          decided += 1;
          expect(parseYaml(block)).toEqual({ fields });
        }),
        { numRuns },
      );
      expect(decided).toBeGreaterThan(numRuns / 200);
    },
    60_000,
  );

  it('reads the common forms', () => {
    const block = 'name: a\ndescription: >-\n  b\n  c\nallowed-tools:\n  - Read\nmetadata:\n  version: "1"\n';
    expect(parsePlainly(block)?.get('description')).toBe('b c');
  });
});

describe('parseLoosely', () => {
  it('reads each key by itself', () => {
    const block = [
      'name: deploy',
      'description: Deploys: everything',
      '',
      '  Keywords: a, b',
      'argument-hint: [file] [options]',
      'allowed-tools:',
      '  - Read',
      'quoted: "half: a',
      '',
    ].join('\n');
    expect(Object.fromEntries(parseLoosely(block))).toEqual({
      name: 'deploy',
      description: 'Deploys: everything Keywords: a, b',
      'argument-hint': '[file] [options]',
      'allowed-tools': ['Read'],
      quoted: '"half: a',
    });
  });

  it('keeps the first of two equal keys, and returns nothing for a block with control characters', () => {
    expect(parseLoosely('a: 1\na: 2\n').get('a')).toBe('1');
    expect(parseLoosely('a: x\x1b[31m: y\n').size).toBe(0);
  });

  it('never throws', () => {
    fc.assert(fc.property(blocks, (block) => void parseLoosely(block)));
  });
});

describe('lineOfKey', () => {
  it.each([
    ['name', 2],
    ['b', 4],
    ['missing', 1],
    ['nam', 1],
  ])('%s is in line %i', (name, line) => {
    expect(lineOfKey('name: a\n  b: c\nb : d\n', name)).toBe(line);
  });
});
