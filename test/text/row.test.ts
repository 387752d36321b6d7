import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { drawHeader, drawRow, type HeaderModel, nameColumnsFor, type RowModel } from '../../src/text/row.js';
import { createTheme } from '../../src/text/theme.js';

const plain = createTheme({ color: 'none', attributes: false }, false);
const ascii = createTheme({ color: 'none', attributes: false }, true);
const colourful = createTheme({ color: '256', attributes: true }, false);
const wide = { columns: 95, nameColumns: 17 };

function row(changes: Partial<RowModel> = {}): RowModel {
  return {
    enabled: 'on',
    user: 'lit',
    model: 'lit',
    name: [{ text: 'release-notes', isMatched: false }],
    description: 'Draft release notes from commits since the last tag',
    isDim: false,
    isSelected: false,
    ...changes,
  };
}

const named = (text: string) => [{ text, isMatched: false }];

function header(changes: Partial<HeaderModel> = {}): HeaderModel {
  return {
    name: '.agents/skills',
    type: 'directory',
    version: null,
    from: 'repo',
    enabled: true,
    load: null,
    message: null,
    children: 5,
    counts: ['4 on', '1 off'],
    isSelected: false,
    ...changes,
  };
}

describe('drawRow', () => {
  it.each([
    [
      row({ name: named('harmless'), folder: 'security-review' }),
      '   ● on       user model   harmless           folder security-review  Draft release notes from…',
    ],
    [
      row({ enabled: 'off', isDim: true, caveat: 'Gemini CLI obeys this once it trusts this folder' }),
      '   ○ off      user model   release-notes      Gemini CLI obeys this once it trusts this folder…',
    ],
    [
      row({ isSelected: true }),
      ' ▌ ● on       user model   release-notes      Draft release notes from commits since the last …',
    ],
    [
      row({
        enabled: 'off',
        model: 'dark',
        name: named('release-check'),
        description: 'Run the release checklist',
        isDim: true,
      }),
      '   ○ off      user  ·      release-check      Run the release checklist',
    ],
    [
      row({
        enabled: 'off-with-container',
        user: 'dark',
        name: named('relay'),
        description: 'Hand work to a sub-agent',
        isDim: true,
      }),
      '   ◌ off       ·   model   relay              Hand work to a sub-agent',
    ],
    [
      row({ enabled: 'mixed', user: 'unknown', model: 'unknown', mark: 'pending', description: null }),
      '  …◐ mixed     –    –      release-notes',
    ],
    [row({ mark: 'changed', description: 'x' }), '  *● on       user model   release-notes      x'],
    [
      row({
        name: named('db'),
        server: { state: 'authRequired', message: 'insufficientScope [w]' },
        description: null,
      }),
      '   ● on       user model   db                 ! auth: insufficientScope [w]',
    ],
    [
      row({ name: named('db'), server: { state: 'constructor', message: null }, description: 'd' }),
      '   ● on       user model   db                 constructor  d',
    ],
    [row({ name: named(''), description: null }), '   ● on       user model   (no name)'],
  ])('draws the wide layout %#', (model, expected) => {
    expect(drawRow(model, wide, plain)).toBe(expected.padEnd(95));
  });

  it('puts the container at the right end of a ranked row', () => {
    const drawn = drawRow(row({ container: 'acme-tools' }), wide, plain);
    expect(drawn).toMatch(/Draft release notes from commits sin… {2}acme-tools$/);
    expect(drawn).toHaveLength(95);
  });

  it.each([
    [row(), '   ●UM release-notes'],
    [row({ enabled: 'off', model: 'dark', isSelected: true }), ' ▌ ○U· release-notes'],
    [row({ user: 'unknown', model: 'unknown', mark: 'pending' }), '  …●–– release-notes'],
  ])('draws the compact layout %#', (model, expected) => {
    expect(drawRow(model, { columns: 59, nameColumns: 17 }, plain)).toBe(expected.padEnd(59));
  });

  it('has ASCII forms', () => {
    expect(drawRow(row({ isSelected: true, model: 'dark', mark: 'pending' }), wide, ascii)).toMatch(
      /^ >~\+ on {7}user {2}\. {6}release-notes/,
    );
    expect(drawRow(row({ name: named('a-very-long-name-indeed') }), wide, ascii)).toContain(
      'a-very-long-na...  Draft',
    );
  });

  it('draws each combination of badges differently without colour', () => {
    const drawn = (['on', 'off', 'off-with-container', 'mixed', 'shadowed', 'refused'] as const).flatMap(
      (enabled) =>
        (['lit', 'dark', 'unknown'] as const).flatMap((user) =>
          (['lit', 'dark', 'unknown'] as const).flatMap((model) =>
            [59, 92].map((columns) =>
              drawRow(row({ enabled, user, model }), { columns, nameColumns: 17 }, plain),
            ),
          ),
        ),
    );
    expect(new Set(drawn).size).toBe(108);
  });

  it('underlines the matched letters, also of a name that is cut', () => {
    const name = [
      { text: 'release-', isMatched: false },
      { text: 'notes', isMatched: true },
      { text: '-for-the-whole-team', isMatched: false },
    ];
    const attributes = createTheme({ color: 'none', attributes: true }, false);
    expect(drawRow(row({ name }), wide, attributes)).toContain(
      'release-\x1b[1m\x1b[4mnotes\x1b[22m\x1b[24m-fo…  Draft',
    );
    expect(drawRow(row({ name }), { columns: 92, nameColumns: 12 }, attributes)).toContain(
      'release-\x1b[1m\x1b[4mnot\x1b[22m\x1b[24m…  Draft',
    );
    expect(drawRow(row({ name, isDim: true }), wide, attributes)).toContain(
      '\x1b[2m\x1b[4mnotes\x1b[22m\x1b[24m',
    );
  });

  it('keeps matches in names that need cleaning, or drops them if they no longer fit', () => {
    const attributes = createTheme({ color: 'none', attributes: true }, false);
    const decomposed = [
      { text: 'cafe\u0301', isMatched: true },
      { text: '\u202e-menu', isMatched: false },
    ];
    expect(drawRow(row({ name: decomposed }), wide, attributes)).toContain(
      '\x1b[1m\x1b[4mcafé\x1b[22m\x1b[24m-menu',
    );
    const split = [
      { text: 'cafe', isMatched: true },
      { text: '\u0301-menu', isMatched: false },
    ];
    expect(drawRow(row({ name: split }), wide, attributes)).toContain('café-menu');
    const uncomposed = [
      { text: 'x', isMatched: true },
      { text: '\u0302yz', isMatched: false },
    ];
    expect(drawRow(row({ name: uncomposed }), wide, attributes)).toContain('x\u0302yz');
  });

  it('never splits an emoji between matched and other letters', () => {
    const attributes = createTheme({ color: 'none', attributes: true }, false);
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const drawn = (...texts: string[]) =>
      drawRow(
        row({ name: texts.map((text, index) => ({ text, isMatched: index === 1 })) }),
        wide,
        attributes,
      );
    expect(drawn('a-', family, '-b')).toContain(`a-\x1b[1m\x1b[4m${family}\x1b[22m\x1b[24m-b`);
    expect(drawn('a-\u{1f468}\u200d', '\u{1f469}', '\u200d\u{1f467}-b')).toContain(`a-${family}-b`);
    expect(drawn('a-\u{1f44d}', '\u{1f3fd}', '-b')).toContain('a-\u{1f44d}\u{1f3fd}-b');
    expect(drawn('a-\u{1f1ef}', '\u{1f1f5}', '-b')).toContain('a-\u{1f1ef}\u{1f1f5}-b');
  });

  it('lets no control characters through', () => {
    const evil = 'a\x1b[2J\x1b]52;c;AAAA\x07\n\u202eb';
    const model = row({
      name: named(evil),
      description: evil,
      container: evil,
      server: { state: evil, message: evil },
    });
    expect(drawRow(model, wide, plain)).toMatch(/^[^\p{Cc}\p{Cf}]*$/u);
  });

  it('is exactly as wide as asked', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 80 }));
    const pieces = fc.array(fc.record({ text, isMatched: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(
        pieces,
        text,
        text,
        fc.integer({ min: 0, max: 130 }),
        fc.boolean(),
        (name, first, second, columns, isDim) => {
          const model = row({ name, description: first, container: second, isDim, isSelected: !isDim });
          const layout = { columns, nameColumns: nameColumnsFor(columns, 30) };
          expect(stringWidth(drawRow(model, layout, colourful))).toBe(columns);
        },
      ),
    );
  });
});

describe('nameColumnsFor', () => {
  it.each([
    [100, 5, 12],
    [100, 20, 20],
    [100, 60, 35],
  ])('%i columns, widest name %i', (columns, widest, expected) => {
    expect(nameColumnsFor(columns, widest)).toBe(expected);
  });
});

describe('drawHeader', () => {
  it.each([
    [header(), `   .agents/skills  repo${' '.repeat(57)}4 on · 1 off`],
    [
      header({ name: 'acme-tools', type: 'plugin', version: '1.2.0', from: null, enabled: false }),
      '   acme-tools  plugin 1.2.0 · off',
    ],
    [header({ isSelected: true, mark: 'pending', counts: [] }), ' ▌….agents/skills  repo'],
    [header({ children: null, counts: [] }), '   .agents/skills  repo · not read yet'],
    [header({ children: 0, counts: [], load: 'loaded' }), '   .agents/skills  repo · empty'],
    [header({ children: null, counts: [], load: 'loading' }), '   .agents/skills  repo · ↻ loading'],
    [
      header({
        counts: [],
        load: 'degraded',
        message: '1 of 13 could\nnot be read',
      }),
      '   .agents/skills  repo · ! degraded: 1 of 13 could not be read',
    ],
    [
      header({ counts: [], children: null, load: 'error', message: 'boom' }),
      '   .agents/skills  repo · ✗ error: boom',
    ],
    [header({ counts: [], load: 'paused' }), '   .agents/skills  repo · paused'],
    [header({ counts: [], publisher: 'from vscode-1' }), '   .agents/skills  repo · from vscode-1'],
  ])('draws %#', (model, expected) => {
    expect(drawHeader(model, 92, plain)).toBe(expected.padEnd(92));
  });

  it('is exactly as wide as asked', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 120 }), (name, message, columns) => {
        const model = header({ name, load: 'error', message });
        expect(stringWidth(drawHeader(model, columns, colourful))).toBe(columns);
      }),
    );
  });
});
