import { render } from 'ink-testing-library';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PickerStore } from '../../src/app/picker-store.js';
import { monotonicMs } from '../../src/monotonic.js';
import type { KeyPress } from '../../src/picker/keymap.js';
import { intentFor } from '../../src/picker/keymap.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import { App } from '../../src/ui/App.js';
import { bare, plain } from '../support/drawing.js';
import { agent, directory, modelOf, type Node, plugin, skill, stateOf } from '../support/picker.js';

const nodes = (flags: Partial<Record<string, boolean>> = {}): Node[] => [
  plugin(
    'skills',
    [
      skill('release-notes', { enabled: flags['release-notes'] ?? true, description: 'Draft release notes' }),
      skill('deploy', { enabled: flags['deploy'] ?? true }),
    ],
    { enabled: flags['skills'] ?? true },
  ),
  plugin('acme', [agent('reviewer')]),
];

/** The app on a host that makes every switch: it is pending at once, in the list a turn later, and then settled. */
function start(state: Partial<PickerState> = {}, model: Model = modelOf(nodes())) {
  const flags: Partial<Record<string, boolean>> = {};
  const store = new PickerStore({
    state: stateOf(state),
    model,
    size: { columns: 99, rows: 24 },
    isPicking: false,
    now: monotonicMs,
    perform: (effect) => {
      if (effect.type !== 'switch') return;
      const { batch } = effect;
      for (const { id, enabled } of batch) flags[id] = enabled;
      const pending = new Map(batch.map(({ id, enabled }) => [id, enabled]));
      store.setModel({ ...store.model, pending: new Map([...store.model.pending, ...pending]) });
      const results = batch.map(({ id, name, enabled }) => {
        const outcome = { kind: 'confirmed', enabled } as const;
        return { id, name, wanted: enabled, outcome };
      });
      setImmediate(() => {
        store.setModel(modelOf(nodes(flags)));
        setImmediate(() => store.dispatch({ type: 'settled', results }));
      });
    },
  });
  const { lastFrame, unmount } = render(<App store={store} theme={plain} />);
  onTestFinished(() => {
    store.stop();
    unmount();
  });
  return { store, frame: () => bare(lastFrame() ?? '') };
}

const named = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrl: false,
  alt: false,
  shift: false,
  ...held,
});

/** Keys that come in one read. */
function press(store: PickerStore, ...presses: KeyPress[]): void {
  for (const key of presses) {
    const { view, focus } = store.state;
    const intent = intentFor(key, { view: view.type, focus, isPicking: false });
    if (intent !== null) store.dispatch(intent);
  }
}

describe('the app', () => {
  it('draws the list', () => {
    const { frame } = start();
    expect(frame()).toMatch(/▌ ● release-notes +user model +no tool here reads it {2}Draft release notes/);
    expect(frame().split('\n')).toHaveLength(24);
  });

  it('switches the row with Space, and its container on the header', async () => {
    const { store, frame } = start();
    press(store, named('space'));
    await expect.poll(frame).toMatch(/▌\*○ release-notes/);
    press(store, named('up'), named('space'));
    await expect.poll(frame).toMatch(/▌\*skills · plugin · off/);
    expect(frame()).toMatch(/◌ deploy/);
  });

  it('switches back with a second Space that comes before the list shows the first', async () => {
    const { store, frame } = start();
    press(store, named('space'), named('space'), named('down'), named('space'));
    await expect.poll(frame).toMatch(/▌\*○ deploy/);
    expect(frame()).toMatch(/ {2}● release-notes/);
  });

  it('searches while the user types, and goes back with Esc', async () => {
    const { store, frame } = start();
    press(store, ...[...'rev'].map((letter) => named(letter)));
    await expect.poll(frame).not.toContain('deploy');
    expect(frame()).toContain('reviewer');
    press(store, named('escape'));
    await expect.poll(frame).toContain('deploy');
  });

  it('shows the other views in place of the list', async () => {
    const { store, frame } = start();
    press(store, named('?'));
    await expect.poll(frame).toContain('esc closes the help');
    press(store, named('escape'), named('enter'));
    await expect.poll(frame).toContain('e edit');
    press(store, named('escape'), named('x', { ctrl: true }));
    await expect.poll(frame).toContain('3 shown (3 on): o all on');
  });

  it('takes letters and Space for the query, and gives the focus back to the list', async () => {
    const { store, frame } = start();
    press(store, named('d'), named('space'));
    await expect.poll(frame).toMatch(/space next word {2}tab switch/);
    press(store, named('down'));
    await expect.poll(frame).toMatch(/space switch/);
  });

  it('draws sentences for screen readers in place of the screen', () => {
    const { store } = start();
    const { lastFrame, unmount } = render(<App store={store} theme={plain} isSpoken />);
    onTestFinished(unmount);
    expect(lastFrame()).not.toMatch(/[▌●❯]/);
    expect(lastFrame()).toContain('release-notes');
  });

  it('draws changes of the host without a key', async () => {
    const { store, frame } = start();
    store.setModel(modelOf([directory('d', [skill('brand-new')])]));
    await expect.poll(frame).toContain('brand-new');
  });
});
