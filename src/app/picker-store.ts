/**
 * Holds the picker's state: intents go in, effects go out, and subscribers get one stable screen to draw. Rows are
 * built again only if the list or the filters changed.
 */

import { settleCursor } from '../picker/cursor.js';
import type { Effect, Intent } from '../picker/intents.js';
import type { OpenView } from '../picker/open-view.js';
import { buildRows, type Rows } from '../picker/rows.js';
import type { Model, PickerState } from '../picker/state.js';
import { update } from '../picker/update.js';
import type { Size } from '../text/ability.js';
import { detailTop } from '../ui/detail-lines.js';
import { helpTop } from '../ui/help-lines.js';
import { type Layout, layoutFor, type Screen } from '../ui/screen.js';
import { appLimits } from './limits.js';

interface PickerStoreOptions {
  state: PickerState;
  model: Model;
  size: Size;
  isPicking: boolean;
  /** For screen readers, which need no room. */
  isSpoken?: boolean;
  now(): number;
  perform(effect: Effect): void;
}

/** What the rows depend on, besides the text of the query. */
const filterKeys = ['kind', 'showing', 'sort', 'tab', 'sticky'] as const;

/** Returns true for a reply to a question. Keys that were typed ahead are none. */
const isReply = ({ type }: Intent): boolean => type === 'consent' || type === 'batch-all';

export class PickerStore {
  readonly #options: PickerStoreOptions;
  readonly #listeners = new Set<() => void>();
  #state: PickerState;
  #model: Model;
  #size: Size;
  #rows: Rows;
  #screen: Screen | undefined;
  #frame: NodeJS.Timeout | undefined;
  #nextFrameAtMs = 0;
  /** The view of the last frame. A question that was not drawn yet cannot be replied to. */
  #drawnView: OpenView | undefined;

  constructor(options: PickerStoreOptions) {
    this.#options = options;
    this.#model = options.model;
    this.#size = options.size;
    this.#rows = buildRows(options.model, options.state);
    this.#state = settleCursor(options.state, this.#rows, this.#layout(options.state).listHeight);
  }

  get state(): PickerState {
    return this.#state;
  }

  get model(): Model {
    return this.#model;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Screen => {
    this.#screen ??= this.#screenOf(this.#state);
    return this.#screen;
  };

  dispatch(intent: Intent): void {
    if (isReply(intent) && this.#drawnView !== this.#state.view) return;
    const { now, isPicking, perform } = this.#options;
    const mayHavePreview = layoutFor(this.#size, true).previewColumns > 0;
    const world = { model: this.#model, rows: this.#rows, nowMs: now(), isPicking, mayHavePreview };
    const layout = this.#layout(this.#state);
    const isTooSmall = layout.isTooSmall && this.#options.isSpoken !== true;
    const { state, effects } = update(this.#state, intent, { ...world, ...layout, isTooSmall });
    this.#take(state);
    for (const effect of effects) perform(effect);
  }

  /** Rows may move, and tools may go; the cursor stays on its entry. */
  setModel(model: Model): void {
    const { list, tools } = this.#model;
    const isSame = model.list === list && model.tools === tools;
    this.#model = model;
    if (!isSame) this.#rows = buildRows(model, this.#state);
    this.#show(this.#state);
    if (!isSame) this.dispatch({ type: 'list-changed' });
  }

  setSize(size: Size): void {
    this.#size = size;
    this.#show(this.#state);
  }

  /** Draws again, for countdowns. */
  tick(): void {
    this.#show(this.#state);
  }

  /** Draws now: what the user waits for is not held back until the next frame. */
  flush(): void {
    clearTimeout(this.#frame);
    this.#notify();
  }

  stop(): void {
    clearTimeout(this.#frame);
    this.#listeners.clear();
  }

  #layout({ hasPreview }: PickerState): Layout {
    return layoutFor(this.#size, hasPreview);
  }

  #screenOf(state: PickerState): Screen {
    const { now, isPicking } = this.#options;
    return { state, model: this.#model, rows: this.#rows, size: this.#size, nowMs: now(), isPicking };
  }

  #take(state: PickerState): void {
    const before = this.#state;
    if (filterKeys.some((key) => state[key] !== before[key]) || state.query.text !== before.query.text)
      this.#rows = buildRows(this.#model, state);
    this.#show(state);
  }

  #show(state: PickerState): void {
    const settled = settleCursor(state, this.#rows, this.#layout(state).listHeight);
    this.#state = this.#withinView(settled);
    this.#screen = undefined;
    this.#frame ??= setTimeout(() => this.#notify(), Math.max(0, this.#nextFrameAtMs - this.#options.now()));
  }

  /** Bounds the scroll position by the number of lines, and keeps the chosen line of the help in sight. */
  #withinView(state: PickerState): PickerState {
    const { view } = state;
    if (view.type !== 'detail' && view.type !== 'help') return state;
    const screen = this.#screenOf(state);
    const top = view.type === 'detail' ? detailTop(screen, view) : helpTop(screen, view);
    return view.top === top ? state : { ...state, view: { ...view, top } };
  }

  /** Notifies at most `framesPerSecond` times a second, and once for all keys of one read. */
  #notify(): void {
    this.#frame = undefined;
    this.#drawnView = this.#state.view;
    this.#nextFrameAtMs = this.#options.now() + 1_000 / appLimits.framesPerSecond;
    for (const listener of this.#listeners) listener();
  }
}
