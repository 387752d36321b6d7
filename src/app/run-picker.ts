/** The interactive picker: a session, a terminal and a screen, brought together, from the first frame to the last word. */

import type { Entry } from '../entries/entries.js';
import { search } from '../entries/search.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import { themeFor } from '../output/streams.js';
import type { Effect, Intent } from '../picker/intents.js';
import type { Model } from '../picker/state.js';
import type { Scope } from '../protocol/actions.js';
import type { ListCommandOptions } from '../source/connect-options.js';
import type { InputEvent } from '../terminal/input-events.js';
import { Terminal, type TerminalStreams } from '../terminal/terminal.js';
import { PickerSession, type SessionEvents } from './current-session.js';
import { EffectRunner, isAmbiguous } from './effects.js';
import type { EarlySession } from './first-session.js';
import { startOf } from './first-state.js';
import { endByHangUp, hangUpCode, withTerminal } from './give-back.js';
import { intentOf } from './input-intent.js';
import { LeavingReport } from './leaving.js';
import { PickerStore } from './picker-store.js';
import { PickerScreen } from './screen.js';

export interface PickerRun {
  code: number;
  /** The entry that was chosen, when choosing. */
  picked: Entry | null;
  /** What to say once the screen is gone: what was changed, for how long it holds, and what came to nothing. */
  lines: readonly string[];
}

export interface PickerOptions extends ListCommandOptions {
  isPicking?: boolean;
}

type Ending = Pick<PickerRun, 'code' | 'picked'>;

export class PickerApp {
  readonly #options: PickerOptions;
  readonly #io: Io;
  readonly #streams: TerminalStreams;
  readonly #terminal: Terminal;
  readonly #session: PickerSession;
  readonly #effects: EffectRunner;
  readonly #store: PickerStore;
  readonly #screen: PickerScreen;
  readonly #ended: Promise<Ending>;
  readonly #farewell = new LeavingReport();
  #isGone = false;
  #isLeaving = false;
  #ticker: NodeJS.Timeout | undefined;
  #finish: (ending: Ending) => void = () => {};
  #fail: (error: unknown) => void = () => {};

  constructor(options: PickerOptions, io: Io, streams: TerminalStreams, early: EarlySession | null) {
    this.#options = options;
    this.#io = io;
    this.#streams = streams;
    const isSpoken = io.env['INK_SCREEN_READER'] === 'true';
    this.#ended = new Promise((resolve, reject) => {
      // The terminal is given back in the same turn: keys that came together with the one that leaves do nothing.
      this.#finish = (ending) => {
        this.#isLeaving = true;
        this.#terminal.leave();
        resolve(ending);
      };
      this.#fail = (error) => {
        this.#terminal.leave();
        reject(error);
      };
    });
    this.#terminal = this.#createTerminal(isSpoken);
    this.#session = this.#createSession(early);
    this.#effects = this.#createEffects();
    this.#store = this.#createStore();
    const theme = themeFor({ env: io.env, stdout: streams.output }, options);
    const [store, terminal, { input }] = [this.#store, this.#terminal, streams];
    this.#screen = new PickerScreen({ store, terminal, theme, isSpoken, input, onError: this.#fail });
  }

  /** Runs until the user leaves, the process is asked to end, or something goes wrong. */
  async run(): Promise<PickerRun> {
    const { signal } = this.#io;
    const abort = () => this.#finish({ code: 1, picked: null });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      const end = (code: number) => this.#finish({ code, picked: null });
      return await withTerminal(this.#terminal, { end, fail: this.#fail }, () => this.#work());
    } finally {
      signal.removeEventListener('abort', abort);
      if (this.#isGone) endByHangUp();
    }
  }

  async #work(): Promise<PickerRun> {
    try {
      // The host is on its way while the first frame is drawn.
      void this.#start();
      this.#screen.start();
      const ending = await this.#ended;
      this.#session.stay();
      await this.#session.settled();
      this.#takeLeave();
      return { ...ending, lines: this.#farewell.lines };
    } finally {
      this.#terminal.leave();
      clearInterval(this.#ticker);
      this.#effects.reset();
      this.#screen.stop();
      this.#store.stop();
      await this.#session.close();
    }
  }

  #hungUp(): void {
    this.#isGone = true;
    this.#finish({ code: hangUpCode, picked: null });
  }

  #createTerminal(isSpoken: boolean): Terminal {
    return new Terminal(
      this.#streams,
      {
        input: (event) => this.#guard(() => this.#input(event)),
        resize: (size) => this.#guard(() => this.#store.setSize(size)),
        resume: () => this.#guard(() => this.#screen.redraw()),
        end: () => this.#hungUp(),
      },
      isSpoken,
    );
  }

  #createSession(early: EarlySession | null): PickerSession {
    const events: SessionEvents = {
      opened: (scope, model) => this.#opened(scope, model),
      changed: (build) => this.#guard(() => this.#changed(build())),
      forgotten: ({ cause, switches }) => this.#tell({ type: 'forgotten', cause, lost: switches }),
    };
    return new PickerSession(this.#options, this.#io, events, early);
  }

  #createEffects(): EffectRunner {
    return new EffectRunner({
      session: this.#session,
      terminal: this.#terminal,
      io: this.#io,
      model: () => this.#store.model,
      tell: (intent) => this.#tell(intent),
      redraw: () => this.#screen.redraw(),
      finish: (code, picked) => this.#finish({ code, picked }),
      fail: (error) => this.#fail(error),
    });
  }

  #createStore(): PickerStore {
    return new PickerStore({
      ...startOf(this.#options, this.#io),
      size: this.#terminal.size,
      isPicking: this.#options.isPicking === true,
      now: monotonicMs,
      perform: (effect) => void this.#perform(effect),
    });
  }

  async #start(): Promise<void> {
    try {
      await this.#openFirst();
      this.#screen.draw();
      await this.#screen.render();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Where the host has several sessions and none is meant, the user chooses. */
  async #openFirst(): Promise<void> {
    try {
      await this.#session.open();
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      this.#tell({ type: 'choose' });
    }
  }

  #opened(scope: Scope, model: Model): void {
    const trouble = this.#takeLeave();
    // The list comes first: the cursor is put on a row of the new one.
    this.#changed(model);
    this.#store.dispatch({ type: 'opened', scope });
    if (trouble !== '') this.#store.dispatch({ type: 'told', text: trouble, tone: 'warn' });
    // After its first frame. The first search is slow, so it is not the user's.
    setImmediate(() => {
      this.#session.current?.watch();
      search(this.#store.model.index(), 'warm up');
    });
  }

  /** What became of the switches of a session that is left; answers what came to nothing. */
  #takeLeave(): string {
    const results = this.#effects.reset();
    this.#farewell.noteUnseen(results);
    this.#store.dispatch({ type: 'settled', results });
    return this.#farewell.take(this.#store.state, this.#store.model);
  }

  #changed(model: Model): void {
    this.#store.setModel(model);
    clearInterval(this.#ticker);
    if (model.link.kind === 'waiting') this.#ticker = setInterval(() => this.#store.tick(), 1_000);
  }

  #input(event: InputEvent): void {
    const intent = intentOf(event, this.#store.state.view.type, this.#options.isPicking === true);
    if (intent !== null) this.#store.dispatch(intent);
  }

  #tell(intent: Intent): void {
    if (this.#isLeaving && intent.type === 'settled') this.#farewell.noteUnseen(intent.results);
    this.#guard(() => this.#store.dispatch(intent));
  }

  async #perform(effect: Effect): Promise<void> {
    try {
      await this.#effects.run(effect);
    } catch (error) {
      if (!(error instanceof SkillpickError)) this.#fail(error);
      else {
        const { message, choices, hint = '' } = error;
        this.#tell({ type: 'told', text: [message, ...choices, hint].join(' '), tone: 'bad' });
      }
    }
  }

  /** What goes wrong in a callback ends the picker, not the process behind its back. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }
}
