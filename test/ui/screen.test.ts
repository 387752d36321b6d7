import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { orders } from '../../src/entries/query-values.js';
import type { OpenView } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import { kinds, showings } from '../../src/picker/state.js';
import { layoutFor } from '../../src/ui/screen.js';
import { ascii, bare, colourful, drawnLines, drawScreen, plain, screenOf } from '../support/drawing.js';
import { withoutEmoji } from '../support/emoji.js';
import { embedded, ownModel } from '../support/own-session.js';
import { agent, directory, extras, modelOf, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

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
    tools: fc.subarray(['claude', 'codex', 'qwen']),
    kind: fc.constantFrom(skill, agent),
  })
  .map(({ id, problem, kind, tools, ...fields }) =>
    kind(id, {
      ...fields,
      ...extras({
        tools: tools.map((tool) => standing(tool, { enabled: fields.enabled !== false })),
        ...(problem !== undefined && { problems: [{ message: problem, line: 3 }] }),
      }),
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
    broken: fc.array(anyText, { maxLength: 2 }),
  })
  .map(({ id, children, message, kind, broken, ...fields }) => {
    const problems = broken.map((text) => ({ uri: text, message: text, line: 2, severity: 'error' }));
    return plugin(id, children, { ...fields, load: { kind, message }, ...extras({ problems }) });
  });

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
    tools: fc.oneof(fc.array(anyText, { maxLength: 3 }), fc.subarray(['claude', 'codex', 'qwen'])),
    isOwn: fc.boolean(),
    isLoading: fc.boolean(),
    filesRead: fc.option(fc.nat()),
    limit: fc.option(anyText),
  })
  .map(({ nodes, title, reason, link, isOwn, ...changes }) => {
    const model = modelOf(nodes, { ...changes, ...(isOwn && { host: embedded }) });
    const links = { live: {}, connecting: {}, waiting: { retryAtMs: 9_000, reason }, gone: { reason } };
    return {
      ...model,
      session: { ...model.session, title },
      link: { kind: link, ...links[link as keyof typeof links] } as Model['link'],
    };
  });

const anyView: fc.Arbitrary<OpenView> = fc.oneof(
  fc.constant<OpenView>({ type: 'list' }),
  fc.constant<OpenView>({ type: 'help', at: 2, top: 3, under: { type: 'list' } }),
  fc.constant<OpenView>({ type: 'batch', ids: ['a'] }),
  anyText.map(
    (text): OpenView => ({
      type: 'consent',
      made: [],
      notice: null,
      asked: [text],
      about: new Map([[text, [text, text]]]),
      allowed: [],
      always: [],
      under: { type: 'list' },
    }),
  ),
  fc.record({ text: anyText, key: fc.constantFrom('0', '1', null) }).map(
    ({ text, key: chosen }): OpenView => ({
      type: 'chooser',
      key: chosen,
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
    }),
  ),
);

const anyScreen = fc
  .record({
    model: anyModel,
    view: anyView,
    columns: fc.integer({ min: 30, max: 220 }),
    rows: fc.integer({ min: 6, max: 70 }),
    query: anyText,
    kind: fc.constantFrom(...kinds),
    showing: fc.constantFrom(...showings),
    sort: fc.constantFrom(...orders),
    focus: fc.constantFrom('list', 'query'),
    tab: fc.constantFrom(null, 'claude'),
    tool: fc.constantFrom(null, 'codex'),
    scope: fc.constantFrom('workspace', 'global'),
    hasPreview: fc.boolean(),
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

describe('every screen', () => {
  it('has a line for every row, none too wide and none with control characters', () => {
    fc.assert(
      fc.property(anyScreen, fc.constantFrom(plain, ascii, colourful), (screen, theme) => {
        const lines = drawScreen(screen, theme);
        expect(lines).toHaveLength(screen.size.rows);
        for (const line of lines) {
          expect(withoutEmoji(bare(line))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
          expect(stringWidth(bare(line))).toBeLessThanOrEqual(screen.size.columns);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is a notice if the terminal is too small', () => {
    for (const size of [
      { columns: 29, rows: 24 },
      { columns: 80, rows: 5 },
      { columns: 1, rows: 1 },
    ]) {
      const lines = drawnLines(modelOf([]), { size });
      expect(lines).toHaveLength(size.rows);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(size.columns);
    }
    expect(drawnLines(modelOf([]), { size: { columns: 60, rows: 5 } }).slice(0, 2)).toEqual([
      'skillpick needs 30x6, this is 60x5; esc leaves',
      '',
    ]);
  });

  it('ends at the same column in the title, the query line, the headings and the rows', () => {
    for (const columns of [60, 80, 109, 160]) {
      const state = { scope: 'workspace', hasPreview: false } as const;
      const lines = drawnLines(ownModel(), { size: { columns, rows: 24 }, state }).slice(0, 4);
      for (const line of [lines[0], lines[1], lines[3]]) expect(stringWidth(line ?? '')).toBe(columns - 1);
    }
  });

  it('is all ASCII with the ASCII theme', () => {
    const nodes = [
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
    ];
    const model = modelOf(nodes, { tools: ['claude', 'codex'] });
    const views: OpenView[] = [
      { type: 'list' },
      { type: 'help', at: 0, top: 0, under: { type: 'list' } },
      { type: 'batch', ids: ['a'] },
      { type: 'detail', id: 'a', problem: null, top: 0 },
      { type: 'chooser', choices: [], key: null, query: { text: '', at: 0 } },
      { type: 'chooser', choices: null, key: null, query: { text: 'x'.repeat(300), at: 150 } },
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
    [6, { hasHeads: false, detailLines: 0, listHeight: 3 }],
    [13, { hasHeads: false, detailLines: 0, listHeight: 10 }],
    [14, { hasHeads: true, detailLines: 0, listHeight: 9 }],
    [19, { hasHeads: true, detailLines: 0, listHeight: 14 }],
    [20, { hasHeads: true, detailLines: 3, listHeight: 11 }],
    [24, { hasHeads: true, detailLines: 3, listHeight: 15 }],
    [40, { hasHeads: true, detailLines: 4, listHeight: 30 }],
  ])('at %i rows', (rows, expected) => {
    expect(layoutFor({ columns: 80, rows }, true)).toMatchObject({ ...expected, isTooSmall: false });
  });

  it.each([
    [109, 40, true, 0, 4],
    [110, 40, true, 38, 0],
    [120, 40, true, 42, 0],
    [120, 40, false, 0, 4],
    [120, 13, true, 0, 0],
  ])(
    'at %i columns and %i rows, with a preview: %s',
    (columns, rows, hasPreview, previewColumns, detailLines) => {
      const layout = layoutFor({ columns, rows }, hasPreview);
      expect(layout).toMatchObject({ previewColumns, detailLines });
      expect(layout.listColumns).toBe(previewColumns === 0 ? columns : columns - previewColumns - 1);
    },
  );
});

describe('the whole screen', () => {
  const state = { scope: 'workspace' } as const;

  it('looks like this', () => {
    expect(drawnLines(ownModel(), { size: { columns: 80, rows: 20 }, state })).toEqual([
      ' skillpick  my-repo   [All 5]  Claude Code 1  Codex 1  opencode 0  this repo ^s',
      ' ❯ type to search            skills+agents     5 · 1 differs · 2 off · 1 broken',
      '                          user model  cl cx oc',
      '   .agents/skills · this repo                      1 differs · 1 off · 1 broken',
      ' ▌ ◐ release-notes        user model     ●  ○   Draft release notes from commi…',
      '   ○ release-check        user  ·        ○  ○   Run the checklist',
      '   ✗ relay-setup          SKILL.md:4  description is missing',
      '   .claude/agents · yours                                                  1 on',
      '   ● planner       agent  user model  ●         Plans first',
      '   acme-tools · plugin 1.2.0 · off                                        1 off',
      '   ◌ relay                 ·   model  ◌         Hand work over',
      '',
      '',
      '',
      ` ${'─'.repeat(78)}`,
      ' release-notes · skill · .agents/skills',
      ' Draft release notes from commits since the last tag',
      ' On in Codex, off in opencode. You can ask for it. The model may use it by its…',
      '',
      ' space switch  ←→ tool  ^x all shown  enter open  ? help  esc leave',
    ]);
  });

  it('looks like this at 40 columns', () => {
    expect(drawnLines(ownModel(), { size: { columns: 40, rows: 10 }, state })).toEqual([
      ' skillpick [All 5]         this repo ^s',
      ' ❯ search        skills+agents        5',
      '   .agents/skills · this repo',
      ' ▌ ◐ release-notes    UM     ●  ○',
      '   ○ release-check    U·     ○  ○',
      '   ✗ relay-setup      description is m…',
      '   .claude/agents · yours          1 on',
      '   ● planner       a  UM  ●',
      '   acme-tools · off               1 off',
      ' space switch  ? help  esc leave',
    ]);
  });

  it('has the preview beside the list from 110 columns on', () => {
    const lines = drawnLines(ownModel(), { size: { columns: 110, rows: 20 }, state });
    expect(lines[2]).toMatch(/^ +user model {2}cl cx oc +│ release-notes$/);
    expect(lines.slice(2, -2).every((line) => line.charAt(71) === '│')).toBe(true);
    expect(lines[1]).not.toContain('│');
    expect(lines.at(-2)).toBe('');
  });

  it('asks about all repositories under the list, or over its last rows', () => {
    const view = {
      type: 'consent',
      made: [],
      notice: null,
      asked: ['codex'],
      about: new Map([['codex', ['deploy', 'ship']]]),
      allowed: [],
      always: [],
      under: { type: 'list' },
    } as const;
    for (const size of [
      { columns: 80, rows: 24 },
      { columns: 50, rows: 16 },
      { columns: 40, rows: 10 },
    ]) {
      const lines = drawnLines(ownModel(), { size, state: { ...state, view } });
      expect(lines).toHaveLength(size.rows);
      const text = lines.slice(-6).join(' ').replace(/\s+/g, ' ');
      expect(text).toMatch(/Codex can do this only for all repositories: .*deploy, ship/);
      expect(text).toMatch(/o once a always l leave/);
    }
  });

  it('asks about a batch in the place of the message', () => {
    const view = { type: 'batch', ids: ['release-notes', 'relay'] } as const;
    const lines = drawnLines(ownModel(), { state: { ...state, view } });
    expect(lines).toHaveLength(24);
    expect(lines.at(-2)).toMatch(/^ 2 shown .*o all on, f all off/);
  });
});
