import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { OpenView } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import { kinds, showings } from '../../src/picker/state.js';
import { drawScreen } from '../../src/ui/draw-screen.js';
import { layoutFor } from '../../src/ui/screen.js';
import { ascii, bare, colourful, drawnLines, plain, screenOf } from '../support/drawing.js';
import { agent, directory, extras, modelOf, plugin, server, skill } from '../support/picker.js';

const hostile = [
  '\x1b[2J\x1b[3J\x1bc wiped',
  '\x1b]52;c;ZXZpbA==\x07copied',
  '\x1b]8;;https://evil\x07link\x1b]8;;\x07',
  'right\u202eto\u2066left\u200f',
  'zero\u200bwidth\u00adjoin\u2060ed\ufeff',
  'x'.repeat(10_000),
  '日本語'.repeat(200),
  'e\u0301\u0301\u0301\u0301\u0301\u0301marks',
  'line\r\nbreak\u2028and\x00nul\x9b31m',
  '👨‍👩‍👧👨‍👩‍👧',
  '\ud800 lone',
  '',
];

const anyText = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 60 }));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const anyEntry = fc
  .record({
    id: fc.uuid(),
    name: anyText,
    uri: anyText,
    description: maybe(anyText),
    enabled: maybe(fc.boolean()),
    disableUserInvocation: maybe(fc.boolean()),
    problem: maybe(anyText),
    kind: fc.constantFrom(skill, agent),
  })
  .map(({ id, problem, kind, ...fields }) =>
    kind(id, {
      ...fields,
      ...(problem !== undefined && extras({ problems: [{ message: problem, line: 3 }] })),
    }),
  );

const anyContainer = fc
  .record({
    id: fc.uuid(),
    name: anyText,
    children: fc.array(anyEntry, { maxLength: 6 }),
    enabled: fc.boolean(),
    message: anyText,
    clientId: maybe(anyText),
    kind: fc.constantFrom('loading', 'degraded', 'error', 'paused'),
  })
  .map(({ id, children, message, kind, ...fields }) =>
    plugin(id, children, { ...fields, load: { kind, message } }),
  );

const anyServer = fc
  .record({ id: fc.uuid(), name: anyText, message: anyText })
  .map(({ id, name, message }) => server(id, { name, state: { kind: 'error', error: { message } } }));

const anyModel: fc.Arbitrary<Model> = fc
  .record({
    nodes: fc.array(fc.oneof(anyContainer, anyServer), { maxLength: 4 }),
    title: anyText,
    reason: anyText,
    link: fc.constantFrom('live', 'connecting', 'waiting', 'gone'),
    isTemporary: fc.boolean(),
    waitingFor: fc.option(anyText),
    tools: fc.array(anyText, { maxLength: 2 }),
  })
  .map(({ nodes, title, reason, link, ...changes }) => {
    const model = modelOf(nodes, changes);
    const links = { live: {}, connecting: {}, waiting: { retryAtMs: 9_000, reason }, gone: { reason } };
    return {
      ...model,
      session: { ...model.session, title },
      link: { kind: link, ...links[link as keyof typeof links] } as Model['link'],
    };
  });

const anyView: fc.Arbitrary<OpenView> = fc.oneof(
  fc.constant<OpenView>({ type: 'list' }),
  fc.constant<OpenView>({ type: 'help', top: 3, under: { type: 'list' } }),
  fc.constant<OpenView>({ type: 'batch', ids: ['a'] }),
  fc.record({ text: anyText, at: fc.nat(3) }).map(
    ({ text, at }): OpenView => ({
      type: 'chooser',
      at,
      query: { text: 'x', at: 1 },
      choices: [0, 1, 2].map((key) => ({
        key: `${key}`,
        group: text,
        title: `x${text}`,
        note: text,
        isCurrent: key === 1,
      })),
    }),
  ),
  fc.record({ text: anyText, isProblem: fc.boolean(), top: fc.nat(5) }).map(
    ({ text, isProblem, top }): OpenView => ({
      type: 'detail',
      id: text,
      problem: isProblem
        ? { uri: text, line: 2, message: text, code: 'unreadable', severity: 'error' }
        : null,
      top,
      file: { lines: [text, text], isCut: true },
    }),
  ),
);

const anyScreen = fc
  .record({
    model: anyModel,
    view: anyView,
    columns: fc.integer({ min: 40, max: 220 }),
    rows: fc.integer({ min: 10, max: 70 }),
    query: anyText,
    kind: fc.constantFrom(...kinds),
    showing: fc.constantFrom(...showings),
    notice: maybe(anyText),
    isPicking: fc.boolean(),
  })
  .map(({ model, columns, rows, query, notice, isPicking, ...state }) =>
    screenOf(model, {
      size: { columns, rows },
      isPicking,
      state: {
        ...state,
        query: { text: query, at: query.length },
        notice: notice === undefined ? null : { text: notice, tone: 'bad' },
      },
    }),
  );

const withoutJoinedEmoji = (text: string): string =>
  text.replace(/\p{Extended_Pictographic}(\u200d\p{Extended_Pictographic})+/gu, '');

describe('every screen', () => {
  it('has a line for every row but the last, none too wide and none with control characters', () => {
    fc.assert(
      fc.property(anyScreen, fc.constantFrom(plain, ascii, colourful), (screen, theme) => {
        const lines = drawScreen(screen, theme);
        expect(lines).toHaveLength(screen.size.rows - 1);
        for (const line of lines) {
          expect(withoutJoinedEmoji(bare(line))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
          expect(stringWidth(bare(line))).toBeLessThanOrEqual(screen.size.columns);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is a notice if the terminal is too small', () => {
    for (const size of [
      { columns: 39, rows: 24 },
      { columns: 80, rows: 9 },
      { columns: 1, rows: 1 },
    ]) {
      const lines = drawnLines(modelOf([]), { size });
      expect(lines).toHaveLength(1);
      expect(stringWidth(lines[0] ?? '')).toBeLessThanOrEqual(size.columns);
    }
    expect(drawnLines(modelOf([]), { size: { columns: 60, rows: 9 } })).toEqual([
      'skillpick needs 40x10, this is 60x9; esc leaves',
    ]);
  });

  it('is all ASCII with the ASCII theme', () => {
    const model = modelOf([
      plugin('p', [skill('a', { enabled: false }), agent('b', { disableUserInvocation: true })], {
        enabled: false,
      }),
      directory('d', undefined, { load: { kind: 'loading' } }),
      directory('e', [skill('c', extras({ problems: [{ message: 'bad' }] }))], {
        load: { kind: 'error', message: 'boom' },
      }),
      ...['starting', 'ready', 'authRequired', 'error', 'stopped'].map((kind) =>
        server(kind, { state: { kind } }),
      ),
    ]);
    const views: OpenView[] = [
      { type: 'list' },
      { type: 'help', top: 0, under: { type: 'list' } },
      { type: 'batch', ids: ['a'] },
      { type: 'detail', id: 'a', problem: null, top: 0, file: null },
      { type: 'chooser', choices: [], at: 0, query: { text: '', at: 0 } },
      { type: 'chooser', choices: null, at: 0, query: { text: 'x'.repeat(300), at: 150 } },
    ];
    for (const view of views)
      for (const showing of showings)
        for (const link of [{ kind: 'live' }, { kind: 'connecting' }, { kind: 'gone', reason: 'x' }] as const)
          for (const columns of [40, 80, 200]) {
            const size = { columns, rows: 60 };
            const lines = drawnLines(
              { ...model, link, waitingFor: null },
              { size, state: { view, showing, kind: 'all' } },
              ascii,
            );
            for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]*$/);
          }
  });
});

describe('the layout', () => {
  it.each([
    [10, { hasRule: false, detailLines: 0, listHeight: 6 }],
    [13, { hasRule: false, detailLines: 0, listHeight: 9 }],
    [14, { hasRule: true, detailLines: 0, listHeight: 9 }],
    [19, { hasRule: true, detailLines: 0, listHeight: 14 }],
    [20, { hasRule: true, detailLines: 3, listHeight: 12 }],
    [24, { hasRule: true, detailLines: 3, listHeight: 16 }],
    [40, { hasRule: true, detailLines: 4, listHeight: 31 }],
  ])('at %i rows', (rows, expected) => {
    expect(layoutFor({ columns: 80, rows })).toMatchObject({ ...expected, isTooSmall: false });
  });

  it('always has room for five rows of the list', () => {
    for (let rows = 10; rows < 100; rows += 1)
      expect(layoutFor({ columns: 40, rows }).listHeight).toBeGreaterThanOrEqual(5);
  });
});
