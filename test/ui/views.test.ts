import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { remedyFor } from '../../src/entries/remedies.js';
import { bindings, keyLabel } from '../../src/picker/bindings.js';
import type { Choice, OpenView } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import { wrapLine, wrapText } from '../../src/ui/view-lines.js';
import { ascii, drawnLines, type ScreenChanges } from '../support/drawing.js';
import { directory, extras, modelOf, plugin, server, skill } from '../support/picker.js';

const tall = { columns: 80, rows: 60 };

function body(model: Model, view: OpenView, changes: ScreenChanges = {}): string[] {
  const lines = drawnLines(model, { size: tall, ...changes, state: { view } }).slice(1, -1);
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

type Detail = Extract<OpenView, { type: 'detail' }>;
const detail = (id: string, changes: Partial<Detail> = {}): OpenView => ({
  type: 'detail',
  id,
  problem: null,
  top: 0,
  file: { lines: ['# Title', '', 'Text.'], isCut: false },
  ...changes,
});

describe('the detail view', () => {
  const model = modelOf([
    directory(
      'd',
      [
        skill('a', {
          description: 'Does a.',
          enabled: false,
          range: { start: { line: 4, character: 0 }, end: { line: 5, character: 0 } },
          ...extras({ details: { license: 'MIT' }, problems: [{ message: 'odd', line: 2 }] }),
        }),
      ],
      extras({
        problems: [
          {
            uri: 'file:///repo/d/x/SKILL.md',
            line: 2,
            message: 'name must equal the directory name',
            code: 'name-not-folder',
          },
        ],
      }),
    ),
    server('m', {
      state: {
        kind: 'authRequired',
        reason: 'expired',
        resource: { resource: 'https://x' },
        requiredScopes: ['w'],
      },
    }),
  ]);

  it('shows all facts of an entry, then its file', () => {
    const text = body(model, detail('a')).join('\n');
    for (const part of [
      'a, skill in d, off',
      'Does a.',
      'MIT',
      'line 2: odd',
      'file:///repo/a:5',
      '# Title',
      'Text.',
    ])
      expect(text).toContain(part);
    expect(text.indexOf('MIT')).toBeLessThan(text.indexOf('# Title'));
  });

  it('shows the requirements of an MCP server', () => {
    const text = body(model, detail('m', { file: { problem: 'Its file is not shown.' } })).join('\n');
    for (const part of ['expired [w]', 'https://x', 'Its file is not shown.']) expect(text).toContain(part);
  });

  it('shows a container and its problems with their remedies', () => {
    const text = body(model, detail('d')).join('\n');
    for (const part of [
      'd, directory of skills, on',
      'name must equal the directory name',
      'Give the directory and the field',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Reading its file');
  });

  const problem = {
    uri: 'file:///x/SKILL.md',
    line: 7,
    message: 'description is missing',
    code: 'description-missing',
    severity: 'error',
  } as const;

  it('shows a problem with its line, its remedy and its file', () => {
    const size = { columns: 120, rows: 60 };
    expect(body(model, detail('\0d\0', { problem }), { size })).toEqual([
      '  A problem',
      '',
      '  problem         description is missing',
      '  line            7',
      `  remedy          ${remedyFor(problem)}`,
      '  file            file:///x/SKILL.md',
      '',
      '  # Title',
      '',
      '  Text.',
    ]);
  });

  it('shows the remedy of each problem of a container next to it', () => {
    const lines = body(model, detail('d'));
    const at = lines.indexOf('  problem         name must equal the directory name');
    expect(lines.slice(at, at + 4)).toEqual([
      lines[at],
      '  line            2',
      `  remedy          ${remedyFor({ code: 'name-not-folder' })}`,
      '  file            file:///repo/d/x/SKILL.md',
    ]);
  });

  it('shows no remedy for a problem that has none', () => {
    const unknown = { ...problem, line: null, message: 'boom', code: null };
    const lines = body(model, detail('\0d\0', { problem: unknown }));
    expect(lines.slice(0, 4)).toEqual([
      '  A problem',
      '',
      '  problem         boom',
      '  file            file:///x/SKILL.md',
    ]);
  });

  it('shows that the file is being read, that the entry is gone, and that the file is cut', () => {
    expect(body(model, detail('a', { file: null })).join('\n')).toContain('Reading its file.');
    expect(body(model, detail('zz')).join('\n')).toContain('It is no longer there.');
    expect(body(model, detail('a', { file: { lines: ['x'], isCut: true } })).at(-1)).toBe(
      '  The rest is not shown.',
    );
  });

  it('wraps long lines, and shows the part that is scrolled to', () => {
    const long = 'word '.repeat(40).trim();
    const lines = body(
      modelOf([directory('d', [skill('b')])]),
      detail('b', { file: { lines: [`  ${long}`], isCut: false } }),
    );
    expect(lines.slice(-3).every((line) => line.startsWith('    word'))).toBe(true);
    const all = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    const scrolled = body(model, detail('a', { top: 100, file: { lines: all, isCut: false } }));
    expect(scrolled).toHaveLength(57);
    expect(scrolled[0]).toMatch(/^ {2}line \d+$/);
  });

  it('is up to date after the list or the width changed', () => {
    const view = detail('a');
    expect(body(model, view).join('\n')).toContain('a, skill in d, off');
    expect(body(modelOf([plugin('p', [skill('a')])]), view).join('\n')).toContain('a, skill in p, on');
    const narrow = body(model, detail('d'), { size: { columns: 40, rows: 60 } });
    for (const line of narrow) expect(stringWidth(line)).toBeLessThan(40);
  });
});

describe('the chooser', () => {
  const choice = (title: string, changes: Partial<Choice> = {}): Choice => ({
    key: title,
    group: 'Sessions of x',
    title,
    note: 'idle',
    isCurrent: false,
    ...changes,
  });
  const choices = [
    choice('one', { isCurrent: true }),
    choice('second'),
    choice('editor', { group: 'Running hosts' }),
  ];
  const chooser = (changes: Partial<Extract<OpenView, { type: 'chooser' }>> = {}): OpenView => ({
    type: 'chooser',
    choices,
    at: 1,
    query: { text: '', at: 0 },
    ...changes,
  });

  it('lists the choices under their groups', () => {
    expect(body(modelOf([]), chooser())).toEqual([
      ' ❯  type to search',
      '',
      '  Sessions of x',
      '    one      (open)  idle',
      ' ▌  second   idle',
      '  Running hosts',
      '    editor   idle',
    ]);
  });

  it('shows that it is loading, and that nothing matches', () => {
    expect(body(modelOf([]), chooser({ choices: null })).at(-1)).toBe('  Looking for sessions and hosts.');
    const query = { text: 'zzz', at: 3 };
    expect(body(modelOf([]), chooser({ query })).at(-1)).toBe('  Nothing matches. esc clears the query.');
  });

  it('cuts a long heading with the ellipsis of the theme', () => {
    const view = chooser({ choices: [choice('one', { group: 'x'.repeat(99) })] });
    const lines = drawnLines(modelOf([]), { state: { view } }, ascii);
    expect(lines[3]).toMatch(/^ {2}x+\.\.\.$/);
  });

  it('keeps the selected choice visible', () => {
    const many = Array.from({ length: 90 }, (_, index) => choice(`session-${index}`));
    for (const at of [0, 40, 89]) {
      const lines = body(modelOf([]), chooser({ choices: many, at }), { size: { columns: 60, rows: 14 } });
      expect(lines.find((line) => line.includes('▌'))).toContain(`session-${at} `);
    }
  });
});

describe('the help', () => {
  const help: OpenView = { type: 'help', top: 0, under: { type: 'list' } };
  const editing = bindings.filter(({ intent }) => intent.type === 'edit');

  it('names every key except those known from shells', () => {
    const lines = body(modelOf([]), help);
    const text = lines.join('\n');
    for (const { keys, help: words } of bindings.filter((binding) => !editing.includes(binding)))
      expect(
        lines.some((line) => line.trim().startsWith(keys.map(keyLabel).join(', ')) && line.endsWith(words)),
      ).toBe(true);
    for (const { keys } of editing) {
      const [key = ''] = keys;
      if (key.startsWith('ctrl+')) expect(text).toContain(keyLabel(key));
    }
  });

  it.each([40, 60, 80, 200])('is uncut at %i columns', (columns) => {
    const lines = body(modelOf([]), help, { size: { columns, rows: 120 } });
    expect(lines.join('\n')).not.toMatch(/…$/m);
    expect(lines.join(' ')).toMatch(/where\s+switches\s+are\s+kept/);
  });

  it('leaves out keys that do nothing while choosing', () => {
    const text = body(modelOf([]), help, { isPicking: true }).join('\n');
    expect(text).toContain('enter prints what the cursor is on');
    expect(text).not.toMatch(/switch everything|take back|put back/);
  });
});

describe('wrapping', () => {
  it.each([
    ['short', 10, ['short']],
    ['one two three', 7, ['one two', 'three']],
    ['  indented text here', 12, ['  indented', '  text here']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['日本語日本語', 5, ['日本', '語日', '本語']],
    ['', 5, ['']],
  ])('%s at %i', (text, columns, lines) => {
    expect(wrapLine(text, columns)).toEqual(lines);
  });

  it('loses nothing and is never too wide', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 8, max: 40 }),
        (text, columns) => {
          const lines = wrapText(text, columns);
          for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
          expect(lines.join('').replaceAll(' ', '')).toBe(
            wrapText(text, 1_000_000).join('').replaceAll(' ', ''),
          );
        },
      ),
    );
  });
});
