import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { Model, PickerState } from '../../src/picker/state.js';
import { QueryLine } from '../../src/ui/QueryLine.js';
import {
  bare,
  colourful,
  drawnLines,
  drawScreen,
  plain,
  type ScreenChanges,
  screenOf,
} from '../support/drawing.js';
import { embedded, inTools, ownModel } from '../support/own-session.js';
import { directory, extras, modelOf, skill } from '../support/picker.js';

const typed = (text: string, at = text.length): Partial<PickerState> => ({
  query: { text, at },
  focus: 'query',
});
const lineOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes)[1] ?? '';
const drawnLine = (state: Partial<PickerState>) =>
  drawScreen(screenOf(ownModel(), { state }), colourful)[1] ?? '';

describe('the query', () => {
  it('is one line that can be drawn by itself', () => {
    const counts = { on: 1, differ: 1, off: 0, shadowed: 0, broken: 0, unknown: 0 };
    const filters = { kind: 'usual', showing: 'any', order: 'place', hasFocus: false } as const;
    const { lastFrame } = render(
      <QueryLine
        query={{ text: '', at: 0 }}
        {...filters}
        shown={2}
        counts={counts}
        columns={60}
        theme={plain}
      />,
    );
    expect(bare(lastFrame() ?? '')).toBe(' ❯ type to search      skills+agents          2 · 1 differs');
  });

  it('shows the cursor, the end of a long query, and blanks', () => {
    expect(drawnLine(typed('ab', 1))).toContain('a\x1b[7mb\x1b[27m');
    expect(drawnLine(typed('ab '))).toContain('ab \x1b[7m \x1b[27m');
    const long = bare(drawnLine(typed('abcdefghijklmnopqrstuvwxyz'.repeat(5))));
    expect(long).toContain('qrstuvwxyz ');
    expect(long).not.toContain('abcdefghijklmnopqrstuvwxyz'.repeat(3));
  });

  it('has no cursor while the list has the focus', () => {
    expect(drawnLine({})).not.toContain('\x1b[7m');
    expect(drawnLine({})).toContain('\x1b[2mtype to search');
    expect(drawnLine({ ...typed('ab'), focus: 'list' })).not.toContain('\x1b[7m');
    expect(drawnLine({ ...typed('ab'), focus: 'list' })).toContain('ab');
  });

  it.each([
    ['is:off rel', '\x1b[36mis:\x1b[39moff rel'],
    ["!x 'y ^z", "\x1b[36m!\x1b[39mx \x1b[36m'\x1b[39my \x1b[36m^\x1b[39mz"],
    ['unknown:x a!b', 'unknown:x a!b'],
  ])('paints the operators of %s', (text, expected) => {
    expect(drawnLine(typed(text))).toContain(expected);
  });

  it('moves nothing else on its line while the user types', () => {
    const places = ['', 'r', 're', 'rel', 'release'].map((text) =>
      lineOf(ownModel(), { state: typed(text) }).indexOf('skills+agents'),
    );
    expect(new Set(places).size).toBe(1);
  });

  it('takes the place of the usual label and of counts if it is long, but not of the number of matches', () => {
    const text = `release ${'notes '.repeat(8)}of the last`;
    const line = lineOf(ownModel(), { state: typed(text) });
    expect(line).toContain(text);
    expect(line).not.toContain('skills+agents');
    expect(line).toMatch(/ 0$/);
  });

  it('does not take the place of a filter', () => {
    const state = { ...typed(`sort:name ${'x'.repeat(300)}`), kind: 'agents', showing: 'off' } as const;
    expect(lineOf(ownModel(), { state })).toMatch(/x +agents · only off · by name {2}0$/);
  });

  it('is what a list with words is ordered by', () => {
    expect(lineOf(ownModel(), { state: { sort: 'name' } })).toContain('skills+agents · by name');
    expect(lineOf(ownModel(), { state: { ...typed('e'), sort: 'name' } })).not.toContain('by name');
  });
});

describe('the counts', () => {
  const standings = {
    used: { enabled: true },
    half: { enabled: true },
    quiet: { enabled: false },
    lost: { enabled: true, inEffect: false, shadowedBy: 'used' },
    barred: { enabled: true, inEffect: false, isRefused: true },
  };
  const nodes = Object.entries(standings).map(([id, standing]) =>
    skill(
      id,
      extras({
        tools: [{ id: 'claude', ...standing }, ...(id === 'half' ? [{ id: 'codex', enabled: false }] : [])],
      }),
    ),
  );
  const model = modelOf([directory('d', nodes)], { host: embedded });

  it('count every entry once, by the state of its row', () => {
    const lines = drawnLines(model, { size: { columns: 100, rows: 24 } });
    expect(lines[1]).toMatch(/ 5 · 1 differs · 1 off · 1 shadowed · 1 broken$/);
    expect(lines[3]).toMatch(/ 1 on · 1 differs · 1 off · 1 shadowed · 1 broken$/);
  });

  it.each([
    [96, '5 · 1 differs · 1 off · 1 shadowed · 1 broken'],
    [76, '5 · 1 differs · 1 off · 1 broken'],
    [60, '5 · 1 off · 1 broken'],
    [48, '5 · 1 off'],
    [40, '5'],
  ])('show what fits at %i columns, off last', (columns, expected) => {
    expect(lineOf(model, { size: { columns, rows: 24 } })).toMatch(new RegExp(`  ${expected}$`));
  });

  it('count files that were left out as broken', () => {
    expect(lineOf(ownModel())).toMatch(/ 5 · 1 differs · 2 off · 1 broken$/);
  });

  it.each([
    ['on', / skills\+agents · only on +2 · 1 differs$/],
    ['differs', / skills\+agents · only differing +1 · 1 differs$/],
    ['off', / skills\+agents · only off +2 · 2 off$/],
    ['broken', / skills\+agents · only broken +1 · 1 broken$/],
  ] as const)('are beside the filter for %s', (showing, expected) => {
    expect(lineOf(ownModel(), { state: { showing } })).toMatch(expected);
  });

  it('have thousands separated', () => {
    const many = Array.from({ length: 1_234 }, (_, index) => skill(`s${index}`, inTools(['claude'])));
    expect(lineOf(modelOf([directory('d', many)]))).toMatch(/ 1,234$/);
  });
});
