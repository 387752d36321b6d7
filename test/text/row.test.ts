import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { drawHeads } from '../../src/text/cells.js';
import { type BrokenRow, drawBroken, drawRow, type RowModel } from '../../src/text/row.js';
import { columnsFor, type RowColumns } from '../../src/text/row-columns.js';
import { createTheme } from '../../src/text/theme.js';

const plain = createTheme({ color: 'none', attributes: false }, false);
const ascii = createTheme({ color: 'none', attributes: false }, true);
const attributes = createTheme({ color: 'none', attributes: true }, false);
const colourful = createTheme({ color: '16', attributes: true }, false);

const at = (columns: number, tools = 0): RowColumns =>
  columnsFor({ columns, widestName: 14, widestType: 5, tools });
const usual = at(80, 3);

function row(changes: Partial<RowModel> = {}): RowModel {
  return {
    enabled: 'on',
    user: 'lit',
    model: 'lit',
    name: [{ text: 'release-notes', isMatched: false }],
    type: '',
    cells: [],
    chosenCell: null,
    notes: [],
    description: [{ text: 'Draft release notes from commits', isMatched: false }],
    isDim: false,
    hasDimSign: false,
    isSelected: false,
    ...changes,
  };
}

const named = (text: string) => [{ text, isMatched: false }];
const on = { sign: 'on', isFixed: false } as const;
const off = { sign: 'off', isFixed: false } as const;

describe('a short note in a row without a description', () => {
  const notes = [
    { text: 'selected', style: 'strong', isShort: true },
    { text: 'no tool here reads it', style: 'plain' },
  ] as const;

  it.each([
    ['planner', 28, 16, '   ● planner selected a  UM'],
    ['code-planner', 28, 16, '   ● code-planner     a  UM'],
    ['code-planner', 40, 14, '   ● code-planner   a  UM  selected'],
  ])('is beside the name, or at the end, if there is room: %s, %i', (name, width, widestName, line) => {
    const columns = columnsFor({ columns: width, widestName, widestType: 1, tools: 0 });
    const drawn = drawRow(row({ name: named(name), type: 'agent', notes }), columns, plain);
    expect(drawn.trimEnd()).toBe(line);
    expect(stringWidth(drawn)).toBe(width);
  });

  it('is before the description if there is one', () => {
    const drawn = drawRow(row({ name: named('planner'), notes: notes.slice(0, 1) }), at(80), plain);
    expect(drawn).toMatch(/^ {3}● planner +user model {2}selected {2}Draft/);
  });
});

describe('drawRow', () => {
  it.each([
    [
      'cells, and a gap where a tool does not read it',
      row({ isSelected: true, cells: [on, null, off] }),
      ' ▌ ● release-notes         user model  ●     ○   Draft release notes from comm…',
    ],
    [
      'the type, and what the user may not invoke',
      row({ name: named('planner'), type: 'agent', user: 'dark', cells: [null, null, null] }),
      '   ● planner        agent   ·   model            Draft release notes from comm…',
    ],
    [
      'what is off, and what the model may not use',
      row({ enabled: 'off', model: 'dark', isDim: true, description: named('x') }),
      '   ○ release-notes         user  ·               x',
    ],
    [
      'a mark, and gates that are not known',
      row({ enabled: 'mixed', user: 'unknown', model: 'unknown', mark: 'pending', description: [] }),
      '  …◐ release-notes          –    –',
    ],
    [
      'another mark, and an entry without a name',
      row({ name: named(''), mark: 'changed', description: [] }),
      '  *● (no name)             user model',
    ],
    [
      'notes before the description',
      row({
        notes: [
          { text: 'folder x', style: 'plain', isWarning: true },
          { text: '✓ ready', style: 'good' },
        ],
        description: named('d'),
      }),
      '   ● release-notes         user model            ! folder x  ✓ ready  d',
    ],
    [
      'a note that ends one column before the row',
      row({ notes: [{ text: 'x'.repeat(29), style: 'plain' }], description: [] }),
      `   ● release-notes         user model            ${'x'.repeat(29)}`,
    ],
    [
      'a name that is cut in the middle',
      row({ name: named('release-notes-of-all'), description: [] }),
      '   ● release…of-all        user model',
    ],
  ])('shows %s', (_what, model, expected) => {
    expect(drawRow(model, usual, plain)).toBe(expected.padEnd(80));
  });

  it('has a word for the state from 100 columns on', () => {
    const drawn = drawRow(row({ enabled: 'shadowed', description: [] }), at(100), plain);
    expect(drawn).toBe('   ≠ shadowed release-notes         user model'.padEnd(100));
  });

  it('has short badges and no description below 60 columns', () => {
    expect(drawRow(row({ enabled: 'off', model: 'dark', type: 'agent' }), at(50), plain)).toBe(
      '   ○ release-notes  a  U·'.padEnd(50),
    );
  });

  it('puts the folder at the right end if the description keeps 20 columns', () => {
    const model = row({
      folder: 'acme-tools',
      description: named('Draft release notes from commits of today'),
    });
    expect(drawRow(model, at(80), plain)).toMatch(/Draft release notes from co… {2}acme-tools $/);
    expect(drawRow(model, at(76, 5), plain)).not.toContain('acme');
  });

  it('has ASCII forms', () => {
    const model = row({ isSelected: true, model: 'dark', mark: 'pending', cells: [on, off, null] });
    expect(drawRow(model, usual, ascii)).toMatch(/^ >~\+ release-notes {9}user {2}\. {5}\+ {2}- {5}/);
  });

  it('shows the chosen cell inverse, and in brackets where nothing can be inverse', () => {
    const model = row({ cells: [on, null, off], chosenCell: 2 });
    expect(drawRow(model, usual, attributes)).toContain('\x1b[7m○ \x1b[27m');
    expect(drawRow(model, usual, plain)).toContain('●    [○]  Draft');
    expect(drawRow({ ...model, chosenCell: 1 }, usual, attributes)).toContain('\x1b[7m  \x1b[27m');
  });

  it('dims a cell that cannot be switched', () => {
    const model = row({ cells: [{ sign: 'on', isFixed: true }, on, on] });
    expect(drawRow(model, usual, colourful)).toContain('\x1b[2m ● \x1b[22m\x1b[32m ● \x1b[39m');
  });

  it('draws each combination of badges differently without colour', () => {
    const gates = ['lit', 'dark', 'unknown'] as const;
    const states = ['on', 'off', 'off-with-container', 'mixed', 'shadowed', 'refused'] as const;
    const drawn = states.flatMap((enabled) =>
      gates.flatMap((user) =>
        gates.flatMap((model) =>
          [59, 92].map((columns) => drawRow(row({ enabled, user, model }), at(columns), plain)),
        ),
      ),
    );
    expect(new Set(drawn).size).toBe(108);
  });

  it('underlines the matched letters, also of a row that is off', () => {
    const name = [
      { text: 'release-', isMatched: false },
      { text: 'notes', isMatched: true },
    ];
    expect(drawRow(row({ name }), usual, attributes)).toContain(
      '\x1b[1mrelease-\x1b[22m\x1b[1m\x1b[4mnotes\x1b[22m\x1b[24m',
    );
    expect(drawRow(row({ name, isDim: true }), usual, attributes)).toContain(
      '\x1b[2m\x1b[4mnotes\x1b[22m\x1b[24m',
    );
    const description = [
      { text: 'Draft ', isMatched: false },
      { text: 'notes', isMatched: true },
    ];
    expect(drawRow(row({ description }), usual, attributes)).toContain(
      '\x1b[2mDraft \x1b[22m\x1b[1m\x1b[4mnotes',
    );
  });

  it('never splits an emoji between matched and other letters', () => {
    const attributes = createTheme({ color: 'none', attributes: true }, false);
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const drawn = (...texts: string[]) =>
      drawRow(
        row({ name: texts.map((text, index) => ({ text, isMatched: index === 1 })) }),
        columnsFor({ columns: 95, widestName: 17, widestType: 0, tools: 0 }),
        attributes,
      );
    expect(drawn('a-', family, '-b')).toContain(
      `\x1b[1ma-\x1b[22m\x1b[1m\x1b[4m${family}\x1b[22m\x1b[24m\x1b[1m-b`,
    );
    expect(drawn('a-\u{1f468}\u200d', '\u{1f469}', '\u200d\u{1f467}-b')).toContain(`a-${family}-b`);
    expect(drawn('a-\u{1f44d}', '\u{1f3fd}', '-b')).toContain('a-\u{1f44d}\u{1f3fd}-b');
    expect(drawn('a-\u{1f1ef}', '\u{1f1f5}', '-b')).toContain('a-\u{1f1ef}\u{1f1f5}-b');
  });

  it('lets no control characters through', () => {
    const evil = 'a\x1b[2J\x1b]52;c;AAAA\x07\n\u202eb';
    const model = row({
      name: named(evil),
      type: evil,
      description: named(evil),
      folder: evil,
      notes: [{ text: evil, style: 'warn' }],
    });
    expect(drawRow(model, at(120), plain)).toMatch(/^[^\p{Cc}\p{Cf}]*$/u);
  });

  it('is exactly as wide as asked', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 80 }));
    const pieces = fc.array(fc.record({ text, isMatched: fc.boolean() }), { maxLength: 4 });
    const columns = fc.integer({ min: 0, max: 130 });
    fc.assert(
      fc.property(
        pieces,
        text,
        text,
        columns,
        fc.nat(7),
        fc.boolean(),
        (name, first, second, width, tools, isDim) => {
          const model = row({
            name,
            description: named(first),
            folder: second,
            notes: [{ text: second, style: 'plain', isWarning: true }],
            cells: Array.from({ length: tools }, () => on),
            chosenCell: tools - 1,
            isDim,
            isSelected: !isDim,
          });
          const list = columnsFor({ columns: width, widestName: 30, widestType: 5, tools });
          const cells = model.cells.slice(0, list.cells);
          expect(stringWidth(drawRow({ ...model, cells }, list, colourful))).toBe(width);
        },
      ),
    );
  });
});

describe('drawBroken', () => {
  const broken = (changes: Partial<BrokenRow> = {}): BrokenRow => ({
    name: 'relay-setup',
    place: 'SKILL.md:4',
    message: 'description is missing',
    isError: true,
    isSelected: false,
    ...changes,
  });

  it.each([
    [
      'a file that was left out',
      broken(),
      usual,
      '   ✗ relay-setup           SKILL.md:4  description is missing',
    ],
    [
      'a warning',
      broken({ isError: false }),
      usual,
      '   ! relay-setup           SKILL.md:4  description is missing',
    ],
    [
      'the word in a wide list',
      broken({ isSelected: true }),
      at(100),
      ' ▌ ✗ broken   relay-setup           SKILL.md:4  description is missing',
    ],
    [
      'a problem without a place',
      broken({ name: '', place: '' }),
      usual,
      '   ✗                       description is missing',
    ],
  ])('shows %s', (_what, model, columns, expected) => {
    expect(drawBroken(model, columns, plain)).toBe(expected.padEnd(columns.columns));
  });

  it('is red as a whole if the file was left out, and only signed if it is a warning', () => {
    expect(drawBroken(broken(), usual, colourful)).toContain('\x1b[31mdescription is missing\x1b[39m');
    const warning = drawBroken(broken({ isError: false }), usual, colourful);
    expect(warning).toContain('\x1b[33m! \x1b[39m');
    expect(warning).not.toMatch(/\x1b\[3\dmdescription/);
  });

  it('is exactly as wide as asked, whatever is in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 0, max: 130 }), (name, place, message, columns) => {
        const drawn = drawBroken(broken({ name, place, message }), at(columns, 2), plain);
        expect(stringWidth(drawn)).toBe(columns);
        expect(drawn).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe('drawHeads', () => {
  it('are above the badges and the cells', () => {
    expect(drawHeads(['cl', 'cx', 'co'], null, usual, plain)).toBe(
      '                           user model  cl cx co'.padEnd(80),
    );
    expect(drawHeads(['cl', 'cx', 'co'], null, at(50, 3), plain)).toMatch(/^ {23}UM {2}cl cx co *$/);
  });

  it('show the chosen tool', () => {
    expect(drawHeads(['cl', 'cx', 'co'], 1, usual, attributes)).toContain('\x1b[1mcx\x1b[22m');
  });
});
