import { describe, expect, it, vi } from 'vitest';
import { PickerStore } from '../../src/app/picker-store.js';
import { monotonicMs } from '../../src/monotonic.js';
import type { Effect } from '../../src/picker/intents.js';
import type { OpenView } from '../../src/picker/open-view.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { Size } from '../../src/text/ability.js';
import { layoutOf } from '../../src/ui/screen.js';
import { directory, extras, modelOf, skill, stateOf } from '../support/picker.js';
import { standing } from '../support/standing.js';

interface Given {
  model?: Model;
  state?: Partial<PickerState>;
  size?: Size;
  isPicking?: boolean;
  isSpoken?: boolean;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => skill(`s${index}`));
const listed = (count: number) => modelOf([directory('d', names(count))]);

function storeOf({
  model = listed(30),
  state = {},
  size = { columns: 80, rows: 24 },
  isPicking = false,
  isSpoken = false,
}: Given = {}) {
  const effects: Effect[] = [];
  const store = new PickerStore({
    state: stateOf(state),
    model,
    size,
    isPicking,
    isSpoken,
    now: monotonicMs,
    perform: (effect) => effects.push(effect),
  });
  return { store, effects };
}

const nextFrame = (store: PickerStore): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe(() => {
      stop();
      resolve();
    });
  });

describe('the screen', () => {
  it('is the same object until something changes', () => {
    const { store } = storeOf();
    const before = store.getSnapshot();
    expect(store.getSnapshot()).toBe(before);
    store.dispatch({ type: 'move', by: 1 });
    expect(store.getSnapshot()).not.toBe(before);
  });

  it('keeps its rows while only the cursor moves', () => {
    const { store } = storeOf();
    const { rows } = store.getSnapshot();
    store.dispatch({ type: 'move', by: 1 });
    store.setModel({ ...store.model, link: { kind: 'connecting' } });
    expect(store.getSnapshot().rows).toBe(rows);
    store.dispatch({ type: 'insert', text: 's' });
    expect(store.getSnapshot().rows).not.toBe(rows);
  });

  it('builds its rows again when the host’s list changes, and keeps the cursor on its entry', () => {
    const { store } = storeOf();
    store.dispatch({ type: 'move', by: 3 });
    store.setModel(modelOf([directory('d', [skill('new'), ...names(30)])]));
    expect(store.state.cursor).toEqual({ id: 's3', index: 5 });
  });

  /** The rows on screen; the one with the cursor is marked. */
  const shownRows = (store: PickerStore) => {
    const { rows, state, size } = store.getSnapshot();
    const marked = rows.rows.map(({ id }, index) => (index === state.cursor.index ? `▌${id}` : id));
    return marked.slice(state.top, state.top + layoutOf({ size, state }).listHeight);
  };

  const arrivals: [name: string, nodes: ReturnType<typeof names>][] = [
    ['a few rows arrive above', [skill('new1'), skill('new2'), ...names(60)]],
    [
      'more rows than fit arrive above',
      [...Array.from({ length: 40 }, (_, at) => skill(`n${at}`)), ...names(60)],
    ],
    ['rows above go away', names(60).slice(4)],
    ['rows arrive below', [...names(60), skill('new1')]],
  ];

  it.each(arrivals)('shows the same rows of a scrolled list when %s', (_name, nodes) => {
    const { store } = storeOf({ model: listed(60) });
    store.dispatch({ type: 'move', by: 40 });
    store.dispatch({ type: 'move', by: -7 });
    const before = shownRows(store);
    expect(before.indexOf('▌s33')).toBeGreaterThan(3);
    store.setModel(modelOf([directory('d', nodes)]));
    expect(store.state.cursor.id).toBe('s33');
    expect(shownRows(store)).toEqual(before);
  });

  it('shows rows that arrive above while the list is not scrolled', () => {
    const { store } = storeOf({ model: listed(60) });
    store.dispatch({ type: 'move', by: 3 });
    store.setModel(modelOf([directory('d', [skill('new1'), ...names(60)])]));
    expect(store.state.top).toBe(0);
    expect(shownRows(store)[1]).toBe('new1');
    expect(shownRows(store)).toContain('▌s3');
  });

  it('keeps the cursor visible when the terminal shrinks', () => {
    const { store } = storeOf();
    store.dispatch({ type: 'move', by: 13 });
    store.setSize({ columns: 80, rows: 10 });
    const { cursor, top } = store.state;
    expect(cursor.id).toBe('s13');
    expect(cursor.index - top).toBeLessThan(6);
  });
});

describe('the tools of the host', () => {
  const inTools = extras({ tools: [standing('claude'), standing('codex')] });
  const model = modelOf([directory('d', [skill('a', inTools)])], { tools: ['claude', 'codex'] });

  it('that are gone take their tab and their cell along, although the list is the same', () => {
    for (const chosen of [{ tab: 'codex' }, { tool: 'codex' }]) {
      const { store } = storeOf({ model, state: chosen });
      store.setModel({ ...model, tools: ['claude'] });
      expect(store.state).toMatchObject({ tab: null, tool: null, cursor: { id: 'a' } });
    }
  });
});

describe('the preview', () => {
  it.each([
    [{ columns: 110, rows: 24 }, false],
    [{ columns: 109, rows: 24 }, true],
    [{ columns: 110, rows: 13 }, true],
  ])('is hidden by its key if there is room for it: %o', (size, stays) => {
    const { store, effects } = storeOf({ size });
    store.dispatch({ type: 'preview' });
    expect([store.state.hasPreview, effects.length]).toEqual([stays, stays ? 0 : 1]);
  });

  it('can be shown again in a terminal that has room for it', () => {
    const { store } = storeOf({ size: { columns: 110, rows: 24 }, state: { hasPreview: false } });
    store.dispatch({ type: 'preview' });
    expect(store.state.hasPreview).toBe(true);
  });
});

describe('frames', () => {
  it('are drawn once for all keys that arrive together', async () => {
    const { store } = storeOf();
    const listener = vi.fn();
    store.subscribe(listener);
    for (const text of 'release notes') store.dispatch({ type: 'insert', text });
    expect(listener).not.toHaveBeenCalled();
    await nextFrame(store);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.state.query.text).toBe('release notes');
  });

  it('are also drawn when time passes, and never after stop', async () => {
    const { store } = storeOf();
    store.tick();
    await nextFrame(store);
    const listener = vi.fn();
    store.subscribe(listener);
    store.tick();
    store.stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('effects', () => {
  it('are performed after the state is set', () => {
    const seen: string[] = [];
    const { store } = storeOf();
    const late = new PickerStore({
      state: stateOf(),
      model: store.model,
      size: { columns: 80, rows: 24 },
      isPicking: false,
      now: () => 0,
      perform: () => seen.push(late.state.view.type),
    });
    late.dispatch({ type: 'choose' });
    expect(seen).toEqual(['chooser']);
  });

  it('are not performed if the terminal is too small, except for leaving', () => {
    const { store, effects } = storeOf({ size: { columns: 29, rows: 24 } });
    store.dispatch({ type: 'toggle' });
    expect(effects).toEqual([]);
    store.dispatch({ type: 'back' });
    expect(effects).toEqual([{ type: 'leave', code: 0 }]);
  });

  it('are performed in a small terminal for a screen reader', () => {
    const { store, effects } = storeOf({ size: { columns: 20, rows: 4 }, isSpoken: true });
    store.dispatch({ type: 'toggle' });
    expect(effects).toMatchObject([{ type: 'switch' }]);
  });

  it('of Esc while choosing are to exit with 130', () => {
    const { store, effects } = storeOf({ isPicking: true });
    store.dispatch({ type: 'back' });
    expect(effects).toEqual([{ type: 'leave', code: 130 }]);
  });
});

describe('views that scroll', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const detail: OpenView = { type: 'detail', id: 's0', problem: null, top: 0 };
  const withLines = (some: string[]) => ({ id: 's0', file: { lines: some, isCut: false } });
  const help: OpenView = { type: 'help', at: 0, top: 0, under: { type: 'list' } };

  it.each([
    ['the detail view', detail, 'top'],
    ['the lines of the help', help, 'at'],
  ])('stop at the end, and go back at once: %s', (_name, view, field) => {
    const { store } = storeOf({ state: { view, file: withLines(lines) } });
    const place = () => (store.state.view as unknown as Record<string, number>)[field];
    store.dispatch({ type: 'last' });
    const last = place() ?? 0;
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThan(1_000);
    store.dispatch({ type: 'page', by: 1 });
    expect(place()).toBe(last);
    store.dispatch({ type: 'move', by: -1 });
    expect(place()).toBe(last - 1);
  });

  it('do not scroll what fits', () => {
    const state = { view: detail, file: withLines(['one line']) };
    const { store } = storeOf({ state, size: { columns: 80, rows: 60 } });
    store.dispatch({ type: 'last' });
    expect(store.state.view).toMatchObject({ top: 0 });
  });
});

describe('a reply that was typed before its question was drawn', () => {
  it('to a batch is ignored', async () => {
    const { store, effects } = storeOf();
    const all = { type: 'batch-all', enabled: false } as const;
    store.dispatch({ type: 'batch' });
    store.dispatch(all);
    expect([store.state.view.type, effects]).toEqual(['batch', []]);
    await nextFrame(store);
    store.dispatch(all);
    expect([store.state.view.type, effects]).toMatchObject(['list', [{ type: 'switch' }]]);
  });

  it('about a tool is ignored, also that to the next question', async () => {
    const tools = ['codex', 'qwen'].map((id) => ({ id, enabled: true, switchable: ['global'] }));
    const host = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true } as const;
    const model = modelOf([directory('d', [skill('a', extras({ tools }))])], { host });
    const { store, effects } = storeOf({ model, state: { scope: 'workspace' } });
    const asked = () => (store.state.view.type === 'consent' ? store.state.view.asked : null);
    const once = { type: 'consent', answer: 'once' } as const;
    store.dispatch({ type: 'move', by: 1 });
    store.dispatch({ type: 'toggle' });
    store.dispatch(once);
    expect(asked()).toEqual(['codex', 'qwen']);
    await nextFrame(store);
    store.dispatch(once);
    store.dispatch(once);
    expect([asked(), effects]).toEqual([['qwen'], []]);
    await nextFrame(store);
    store.dispatch(once);
    expect([asked(), effects]).toMatchObject([null, [{ type: 'switch' }]]);
  });
});
