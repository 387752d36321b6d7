import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/app/model-builder.js';
import type { DetailView, OpenView } from '../../src/picker/open-view.js';
import { kinds, type LinkView, type Model, type PickerState, showings } from '../../src/picker/state.js';
import { setScopes } from '../../src/protocol/scopes.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { detailLines } from '../../src/ui/detail-lines.js';
import { previewLines, previewOf } from '../../src/ui/Preview.js';
import { spokenLines } from '../../src/ui/spoken-lines.js';
import { textOf } from '../../src/ui/view-lines.js';
import { startDemo } from '../support/demo-session.js';
import { bare, drawScreen, plain, type ScreenChanges, screenOf } from '../support/drawing.js';
import { nodesInEveryState } from '../support/every-state.js';
import { insideWords } from '../support/inside-words.js';
import { ownModel } from '../support/own-session.js';

const size = { columns: 200, rows: 100 };
const list: OpenView = { type: 'list' };
const query = { text: '', at: 0 };
const links: LinkView[] = [
  { kind: 'connecting' },
  { kind: 'waiting', retryAtMs: 5_000, reason: 'the connection ended' },
  { kind: 'gone', reason: 'it was closed' },
];

const own = (): Model => {
  const problems = [{ message: 'torn', uri: 'file:///home/me/.codex/config.toml', line: 3 }];
  return ownModel({ tools: ['claude', 'codex'] }, nodesInEveryState, { problems });
};

let source: SessionSource;
let demo: Model;

beforeAll(async () => {
  source = (await startDemo()).source;
  demo = new ModelBuilder(source, { filter: { types: ['skill', 'agent'] } }, { home: '/home/me' }).build();
});

afterAll(() => source.close());

const stateIn = ({ state, ...changes }: ScreenChanges): ScreenChanges => ({
  size,
  ...changes,
  state: { scope: 'workspace', ...state },
});

/** Returns the lines of a screen, as they are drawn and as they are said. */
function linesOf(model: Model, changes: ScreenChanges = {}): string[] {
  const screen = screenOf(model, stateIn(changes));
  return [...drawScreen(screen, plain).map(bare), ...spokenLines(screen)];
}

/** Returns the preview of each row, and what is said of the row and its cells. */
function linesOfRows(model: Model): string[] {
  const { rows } = screenOf(model, { size, state: { kind: 'all' } }).rows;
  return rows.flatMap(({ id }, index) => {
    const at = (tool: string | null) =>
      screenOf(model, stateIn({ state: { kind: 'all', hasPreview: true, cursor: { id, index }, tool } }));
    const preview = previewLines(previewOf(at(null), plain));
    return [...preview.map(bare), ...[null, ...model.tools].flatMap((tool) => spokenLines(at(tool)))];
  });
}

function linesOfDetails(model: Model): string[] {
  const { entries, containers, problems } = model.list;
  const shown = [
    ...[...entries, ...containers].map(({ id }) => ({ id, problem: null })),
    ...problems.map((problem) => ({ id: '\0', problem })),
  ];
  return shown.flatMap((one) => {
    const view: DetailView = { type: 'detail', ...one, top: 0 };
    const file = { id: one.id, file: { lines: [], isCut: true, files: ['x'] } };
    const screen = screenOf(model, stateIn({ state: { view, file } }));
    return [...detailLines(screen, view).map(textOf), ...spokenLines(screen)];
  });
}

function linesOfQuestions(model: Model): string[] {
  const ids = model.list.entries.map(({ id }) => id);
  const consent = { type: 'consent', made: [], notice: null, allowed: [], always: [], under: list } as const;
  const about = new Map(model.tools.map((tool) => [tool, ['a', 'b']]));
  const views: OpenView[] = [
    { type: 'batch', ids },
    { type: 'batch', ids, folder: 'd' },
    ...model.tools.map((tool) => ({ ...consent, asked: [tool], about })),
    { type: 'chooser', choices: null, key: null, query },
    { type: 'chooser', choices: [], key: null, query },
    { type: 'help', at: 0, top: 0, under: list },
  ];
  return views.flatMap((view) => linesOf(model, { state: { view } }));
}

function linesOfLists(model: Model): string[] {
  const states: Partial<PickerState>[] = [
    ...kinds.map((kind) => ({ kind })),
    ...showings.map((showing) => ({ showing })),
    ...model.tools.map((tab) => ({ tab })),
    ...setScopes.map((scope) => ({ scope })),
    { query: { text: 'no such thing', at: 0 } },
    { sort: 'name' },
  ];
  return [
    ...states.flatMap((state) => linesOf(model, { state })),
    ...links.flatMap((link) => linesOf({ ...model, link })),
    ...linesOf({ ...model, isLoading: true, filesRead: 7 }),
    ...linesOf(model, { isPicking: true }),
    ...linesOf({ ...model, list: { ...model.list, entries: [], containers: [] } }),
    ...linesOf(model, { size: { columns: 40, rows: 10 } }),
    ...linesOf(model, { size: { columns: 20, rows: 3 } }),
  ];
}

const models: [name: string, model: () => Model][] = [
  ['a session of this machine', own],
  ['the demo', () => demo],
];

const parts: [name: string, lines: (model: Model) => string[]][] = [
  ['lists', linesOfLists],
  ['rows with their preview', linesOfRows],
  ['details', linesOfDetails],
  ['questions, chooser and help', linesOfQuestions],
];

describe.each(models)('on the screens of %s', (_name, model) => {
  it.each(parts)('%s have no word of the protocol', (_part, lines) => {
    const found = lines(model());
    expect(found.filter((line) => line.trim() !== '').length).toBeGreaterThan(50);
    expect([...new Set(found.filter((line) => insideWords.test(line)))]).toEqual([]);
  });
});
