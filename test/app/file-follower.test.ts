import { describe, expect, it } from 'vitest';
import { FileFollower } from '../../src/app/file-follower.js';
import { PickerStore } from '../../src/app/picker-store.js';
import type { FileText } from '../../src/picker/open-view.js';
import type { PickerState } from '../../src/picker/state.js';
import type { Size } from '../../src/text/ability.js';
import { directory, extras, modelOf, skill, stateOf } from '../support/picker.js';

const problem = { uri: 'file:///x/SKILL.md', line: 2, message: 'bad' };
const nodes = (names: string) => [...names].map((id) => skill(id));
const listed = (names: string) => modelOf([directory('d', nodes(names), extras({ problems: [problem] }))]);

const file: FileText = { lines: ['text'], isCut: false };
const wide: Size = { columns: 120, rows: 30 };

/** A reader on a store, whose reads end when the test lets them. */
function start(size = wide, state: Partial<PickerState> = {}) {
  const store = new PickerStore({
    state: stateOf(state),
    model: listed('abcdef'),
    size,
    isPicking: false,
    now: () => 0,
    perform: () => {},
  });
  const asked: string[] = [];
  const problems: unknown[] = [];
  const failures: unknown[] = [];
  const held: { resolve(file: FileText | undefined): void; reject(error: unknown): void }[] = [];
  const reader = new FileFollower({
    screen: store.getSnapshot,
    read: (id, about) => {
      asked.push(id);
      problems.push(about);
      return new Promise((resolve, reject) => held.push({ resolve, reject }));
    },
    done: (id, text) => store.dispatch({ type: 'file-read', id, file: text }),
    failed: (error) => failures.push(error),
  });
  const move = (by: number) => {
    store.dispatch({ type: 'move', by });
    reader.follow();
  };
  /** Ends the oldest read, and lets the reader go on. */
  const end = async (text: FileText | null = file) => {
    held.shift()?.resolve(text ?? undefined);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, reader, asked, problems, failures, held, move, end };
}

describe('the preview', () => {
  it('is the file of the row with the cursor, read once', async () => {
    const { store, reader, asked, end } = start();
    reader.follow();
    await end();
    reader.follow();
    expect(asked).toEqual(['a']);
    expect(store.state.file).toEqual({ id: 'a', file });
  });

  it('reads one file at a time, and skips the rows that were passed meanwhile', async () => {
    const { store, reader, asked, move, end } = start();
    reader.follow();
    for (let count = 0; count < 4; count += 1) move(1);
    expect(asked).toEqual(['a']);
    await end();
    expect(asked).toEqual(['a', 'e']);
    await end();
    expect([asked.length, store.state.file?.id]).toEqual([2, 'e']);
  });

  it('is read again after the list has changed', async () => {
    const { store, reader, asked, end } = start();
    reader.follow();
    await end();
    store.setModel(listed('abc'));
    reader.follow();
    expect(asked).toEqual(['a', 'a']);
    store.setModel({ ...store.model, link: { kind: 'connecting' } });
    await end();
    reader.follow();
    expect(asked).toHaveLength(2);
  });

  it('is read again if the list changes while it is read', async () => {
    const { store, reader, asked, end } = start();
    reader.follow();
    store.setModel(listed('abc'));
    await end();
    expect(asked).toEqual(['a', 'a']);
  });

  it('of a broken file is read by its problem', async () => {
    const { store, reader, problems } = start();
    store.dispatch({ type: 'last' });
    reader.follow();
    expect(problems).toMatchObject([problem]);
  });

  it('of a heading is nothing, and the next row is read', async () => {
    const { reader, asked, move, end } = start();
    move(-1);
    expect(asked).toEqual([]);
    move(1);
    await end();
    reader.follow();
    expect(asked).toEqual(['a']);
  });

  it('of a row without a file stays empty, and is not asked for again', async () => {
    const { store, reader, asked, end } = start();
    reader.follow();
    await end(null);
    reader.follow();
    expect([asked, store.state.file]).toEqual([['a'], null]);
  });

  it.each<[name: string, size: Size, state: Partial<PickerState>]>([
    ['if there is no room for it', { columns: 109, rows: 30 }, {}],
    ['if it is hidden', wide, { hasPreview: false }],
    ['under another view', wide, { view: { type: 'help', at: 0, top: 0, under: { type: 'list' } } }],
  ])('is not read %s', (_name, size, state) => {
    const { reader, asked } = start(size, state);
    reader.follow();
    expect(asked).toEqual([]);
  });

  it('is read as soon as there is room for it', () => {
    const { store, reader, asked } = start({ columns: 80, rows: 30 });
    reader.follow();
    store.setSize(wide);
    reader.follow();
    expect(asked).toEqual(['a']);
  });

  it('reports an error, and goes on with the next row', async () => {
    const { reader, asked, failures, held, move } = start();
    const error = new Error('unexpected');
    reader.follow();
    held.shift()?.reject(error);
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([error]);
    move(1);
    expect(asked).toEqual(['a', 'b']);
  });
});

describe('the file that is shown', () => {
  const embedded = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true } as const;

  const startOwn = () => {
    const started = start();
    started.store.setModel({ ...listed('abcdef'), host: embedded });
    return started;
  };

  it('is read again, and shown only if it has changed', async () => {
    const { store, reader, asked, end } = startOwn();
    reader.follow();
    await end();
    const shown = store.state;
    reader.refresh();
    await end({ ...file });
    expect(asked).toEqual(['a', 'a']);
    expect(store.state).toBe(shown);
    reader.refresh();
    reader.refresh();
    await end({ lines: ['new'], isCut: false });
    expect(asked).toHaveLength(3);
    expect(store.state.file).toEqual({ id: 'a', file: { lines: ['new'], isCut: false } });
  });

  it('is that of the open entry, which is followed as the preview is', async () => {
    const { store, reader, asked, problems, end } = start({ columns: 80, rows: 30 });
    store.setModel({ ...listed('abcdef'), host: embedded });
    reader.follow();
    store.dispatch({ type: 'open' });
    reader.follow();
    await end();
    reader.refresh();
    await end({ lines: ['new'], isCut: false });
    expect([asked, store.state.file]).toEqual([
      ['a', 'a'],
      { id: 'a', file: { lines: ['new'], isCut: false } },
    ]);
    store.setModel({ ...listed('abc'), host: embedded });
    reader.follow();
    await end();
    store.dispatch({ type: 'back' });
    store.dispatch({ type: 'last' });
    store.dispatch({ type: 'open' });
    reader.follow();
    expect(asked).toHaveLength(4);
    expect(problems.at(-1)).toMatchObject(problem);
  });

  it('is read at every opening, on any host', async () => {
    const { store, reader, asked, end } = start({ columns: 80, rows: 30 });
    const step = (type: 'open' | 'back') => {
      store.dispatch({ type });
      reader.follow();
    };
    step('open');
    await end();
    step('back');
    step('open');
    await end({ lines: ['new'], isCut: false });
    expect(asked).toEqual(['a', 'a']);
    expect(store.state.file?.file).toEqual({ lines: ['new'], isCut: false });
    step('back');
    step('open');
    step('back');
    step('open');
    await end();
    expect(asked).toEqual(['a', 'a', 'a', 'a']);
  });

  it('is not read under the help, and is still followed under a question', async () => {
    const { store, reader, asked, end } = start();
    store.setModel({ ...listed('abcdef'), host: embedded });
    store.dispatch({ type: 'open' });
    store.dispatch({ type: 'help' });
    reader.follow();
    expect(asked).toEqual([]);
    store.dispatch({ type: 'help' });
    store.dispatch({ type: 'back' });
    store.dispatch({ type: 'batch' });
    reader.follow();
    await end();
    expect(asked).toEqual(['a']);
  });

  it('is read again from any host if that is asked for, also while it is read', async () => {
    const { reader, asked, end } = start();
    reader.follow();
    reader.readAgain();
    expect(asked).toEqual(['a']);
    await end();
    await end();
    reader.readAgain();
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('is not read again before it is there, nor if it is of another row', async () => {
    const { store, reader, asked, end } = startOwn();
    reader.refresh();
    expect(asked).toEqual([]);
    reader.follow();
    await end();
    store.dispatch({ type: 'move', by: 1 });
    reader.refresh();
    expect(asked).toEqual(['a']);
  });

  it('is not read again from another host', async () => {
    const { reader, asked, end } = start();
    reader.follow();
    await end();
    reader.refresh();
    expect(asked).toEqual(['a']);
  });
});
