import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesLimits } from '../../src/entries/limits.js';
import { literalQuery, parseQuery, type Query } from '../../src/entries/query.js';
import { readQuery } from '../../src/entries/read-query.js';
import { wordsOf } from '../../src/entries/words.js';

/** A query in short: words with the mark of their kind, and every field that differs from an empty query. */
function short(query: Query): Record<string, unknown> {
  const marks = { fuzzy: '~', exact: '=', prefix: '^' };
  const inShort = (words: Query['words']) => words.map(({ text, match }) => marks[match] + text);
  const { text: _text, plain: _plain, hasWords: _hasWords, isEmpty: _isEmpty, ...fields } = query;
  const shown = { ...fields, words: inShort(query.words), excluded: inShort(query.excluded) };
  const isUsual = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => !isUsual(value)));
}

describe('words', () => {
  it.each([
    ['', {}],
    ['  -_,. ', {}],
    ['Release NOTES', { words: ['~release', '~notes'] }],
    ['release_notes', { words: ['~release', '~notes'] }],
    ["it's", { words: ['~it', '~s'] }],
    ['5" disk', { words: ['~5', '~disk'] }],
    ['a!b^c', { words: ['~a', '~b', '~c'] }],
    ["'Release-Notes", { words: ['=release-notes'] }],
    ['"two words"', { words: ['=two words'] }],
    ['\'"two words" more', { words: ['=two words', '~more'] }],
    ['"two\nwords"', { words: ['=two words'] }],
    ['"not closed', { words: ['=not closed'] }],
    ['"a"b', { words: ['=a', '~b'] }],
    ['"say \\"hi\\""', { words: ['=say "hi"'] }],
    ['^Rel', { words: ['^rel'] }],
    ['^"two words"', { words: ['^two words'] }],
    ['!Note', { excluded: ['=note'] }],
    ["!'note", { excluded: ['=note'] }],
    ['!^note', { excluded: ['^note'] }],
    ['!"two words" a', { words: ['~a'], excluded: ['=two words'] }],
    ['! \' ^ " "', {}],
    ['a ! b', { words: ['~a', '~b'] }],
    ["cafe\u0301 'CAFE\u0301", { words: ['~café', '=café'] }],
  ])('of %j', (text, expected) => {
    expect(short(parseQuery(text))).toEqual(expected);
  });
});

describe('operators', () => {
  it.each([
    ['is:on', { states: ['on'] }],
    ['IS:Off', { states: ['off'] }],
    ['is:mixed is:shadowed', { states: ['mixed', 'shadowed'] }],
    ['!is:broken', { notStates: ['broken'] }],
    ['tool:claude', { tools: ['claude'] }],
    ['tool:CX', { tools: ['codex'] }],
    ['tool:co', { tools: ['copilot'] }],
    ['tool:cod', { tools: ['codex'] }],
    ['tool:claudecode', { tools: ['claude'] }],
    ['tool:"Claude Code"', { tools: ['claude'] }],
    ['tool:GeminiC', { tools: ['gemini'] }],
    ['tool:c', { tools: ['claude', 'codex', 'copilot'] }],
    ['tool:oc,qw tool:ki', { tools: ['opencode', 'qwen', 'kilo'] }],
    ['!tool:ge', { notTools: ['gemini'] }],
    ['type:skill', { types: ['skill'] }],
    ['type:Agents', { types: ['agent'] }],
    ['type:mcpserver', { types: ['mcpServer'] }],
    ['type:mcp', { types: ['mcpServer'] }],
    ['type:directories', { types: ['directory'] }],
    ['type:prompt,rule type:hook', { types: ['prompt', 'rule', 'hook'] }],
    ['type:all', { types: ['all'] }],
    ['!type:command,plugin', { notTypes: ['command', 'plugin'] }],
    ['in:Acme', { folders: ['acme'] }],
    ['in:"two words" in:b', { folders: ['two words', 'b'] }],
    ['in:a,b', { folders: ['a,b'] }],
    ['!in:.claude/skills', { notFolders: ['.claude/skills'] }],
    ['sort:name', { sort: 'name' }],
    ['sort:name sort:Place', { sort: 'place' }],
    ['rel is:on notes', { words: ['~rel', '~notes'], states: ['on'] }],
  ])('of %j', (text, expected) => {
    expect(short(parseQuery(text))).toEqual(expected);
  });

  it.each([
    ['skill:deploy', ['~skill', '~deploy']],
    ['file:///w/x', ['~file', '~w', '~x']],
    ['this:on', ['~this', '~on']],
    ['is\\:on', ['~is', '~on']],
    ['\\!x', ['~x']],
    ["\\'x", ['~x']],
    ['\\^x', ['~x']],
    ['\\"x y', ['~x', '~y']],
    ["'\\!x", ['=!x']],
    ["'is\\:on", ['=is:on']],
    ["'is:on", ['=is:on']],
    ["'a\\\\b", ['=a\\b']],
    ["'a\\b", ['=a\\b']],
  ])('are not in %j, which has words', (text, words) => {
    expect(short(parseQuery(text))).toEqual({ words });
  });

  it.each([
    'is:',
    'is:o',
    'is:SHAD',
    'tool:',
    'type:',
    'type:a',
    'type:directorie',
    'in:',
    'in:""',
    'sort:n',
    '!is:',
  ])('have no effect while they are typed: %s', (text) => {
    expect(short(parseQuery(text))).toEqual({ unfinished: [text] });
  });

  it.each([
    'is:foo',
    'is:onn',
    'is:on,off',
    'tool:cursor',
    'type:skilll',
    'type:skill,foo',
    'sort:size',
    '!sort:name',
  ])('are unknown and have no effect: %s', (text) => {
    expect(short(parseQuery(`${text} a`))).toEqual({ words: ['~a'], unknown: [text] });
  });

  it('apply as far as a list of values is complete', () => {
    expect(short(parseQuery('type:skill,a'))).toEqual({ types: ['skill'], unfinished: ['type:skill,a'] });
  });
});

describe('a query', () => {
  it.each([
    ['', true, false],
    ['"', true, false],
    ['- ,', true, false],
    ['a', false, true],
    ['^a', false, true],
    ['!a', false, false],
    ['is:on', false, false],
    ['is:o', false, false],
    ['is:foo', false, false],
    ['sort:name', false, false],
    ['tool:cl', false, false],
    ['type:all', false, false],
  ])('%j is empty: %s; has words: %s', (text, isEmpty, hasWords) => {
    expect(parseQuery(text)).toMatchObject({ isEmpty, hasWords });
  });

  it.each([
    ['/w/a  b.md', '/w/a  b.md'],
    ['is:on /w/a  b.md', ' /w/a  b.md'],
    ['C:\\w\\x', 'C:\\w\\x'],
    ['is\\:on', 'is:on'],
  ])('%j has the plain part %j', (text, plain) => {
    expect(parseQuery(text).plain).toBe(plain);
  });

  it('is read up to its limit', () => {
    const { text, words } = parseQuery(`${'a'.repeat(entriesLimits.queryLength)}b`);
    expect([text.length, words[0]?.text.length]).toEqual([
      entriesLimits.queryLength,
      entriesLimits.queryLength,
    ]);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      '!',
      "'",
      '^',
      '"',
      '\\',
      ':',
      ',',
      ' ',
      'is:',
      'tool:',
      'type:',
      'in:',
      'sort:',
      'on',
      'name',
      'é',
      'x',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  const escaped = (literal: string) => literal.replace(/[!'^:"\\]/g, '\\$&');

  it('can be parsed', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const query = parseQuery(typed);
        expect(query.hasWords).toBe(query.words.length > 0);
        for (const word of [...query.words, ...query.excluded]) expect(word.text.trim()).not.toBe('');
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be searched for by escaping it', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const { words, excluded, unfinished, unknown, sort } = parseQuery(escaped(typed));
        expect(words.map((word) => word.text)).toEqual(wordsOf(typed));
        expect([excluded, unfinished, unknown, sort]).toEqual([[], [], [], null]);
        const blanks = typed.replace(/\s/g, ' ');
        if (blanks.trim() !== '')
          expect(parseQuery(`"${escaped(typed)}"`).words).toEqual(parseQuery(`'"${escaped(blanks)}"`).words);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the words of a literal query if it has no operators', () => {
    fc.assert(
      fc.property(text, (typed) => {
        fc.pre(!/[!'^"\\:]/.test(typed));
        expect(parseQuery(typed)).toEqual(literalQuery(typed));
        expect(literalQuery(typed).words.map((word) => word.text)).toEqual(wordsOf(typed));
      }),
    );
  });
});

describe('the query of a script', () => {
  it('is the same if it is complete', () => {
    expect(readQuery('rel is:on')).toEqual(parseQuery('rel is:on'));
  });

  it.each([
    ['is:foo', 'is: can be on, off, mixed, broken, shadowed. To search for this text, type is\\:foo.'],
    ['x is:o', 'is: can be on, off, mixed, broken, shadowed. To search for this text, type is\\:o.'],
    ['!TOOL:x', /^tool: can be claude, codex, .* type \\!TOOL\\:x\.$/],
    ['type:', /^type: can be skill, agent, .*, all\./],
    ['in:', /^in: takes a part of the name or path of a folder or plugin\./],
    ['!sort:name', /^sort: can be place, name, and has no !\./],
  ])('cannot have %s', (text, hint) => {
    expect(() => readQuery(text)).toThrow(
      expect.objectContaining({
        code: 'bad-usage',
        message: `The query has no valid value in ${text.split(' ').at(-1)}.`,
        hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
      }),
    );
  });
});
