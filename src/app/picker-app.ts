/** The running picker: connects the session, the store, the effects, the terminal and the screen. */

import { search } from '../entries/search-entries.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { monotonicMs } from '../monotonic.js';
import type { Effect, Intent } from '../picker/intents.js';
import { isChoosing } from '../picker/open-view.js';
import type { Model } from '../picker/state.js';
import type { Scope } from '../protocol/scopes.js';
import { type ProgressReporter, showing, withSeconds } from '../source/progress.js';
import type { InputEvent } from '../terminal/input-events.js';
import { Terminal } from '../terminal/terminal.js';
import type { TerminalStreams } from '../terminal/terminal-streams.js';
import { themeFor } from '../text/theme.js';
import type { PickerConfig } from './config.js';
import { PickerSession } from './current-session.js';
import { EffectRunner, isAmbiguous } from './effects.js';
import { PickerExit } from './exit.js';
import { FileFollower } from './file-follower.js';
import { createInitialState, isForScreenReader, startConfig } from './initial-state.js';
import { intentOf } from './input-intent.js';
import { LeavingReport } from './leaving.js';
import { appLimits } from './limits.js';
import { mount } from './mount.js';
import { OpeningNotice, startTimeoutMs } from './opening-notice.js';
import { PickerStore } from './picker-store.js';
import { PublishNotice } from './publish-notice.js';
import type { OpenFirst, PickerOptions, PickerRun } from './start.js';
import { UnreadWarning } from './unread-warning.js';

export class PickerApp {
  readonly #io: Io;
  readonly #hintFor: PickerOptions['hintFor'];
  readonly #leaving: { progress?: ProgressReporter };
  readonly #config: PickerConfig;
  readonly #terminal: Terminal;
  readonly #exit: PickerExit;
  readonly #session: PickerSession;
  readonly #effects: EffectRunner;
  readonly #store: PickerStore;
  readonly #file: FileFollower;
  readonly #mount: () => () => void;
  readonly #report = new LeavingReport();
  readonly #unread = new UnreadWarning();
  readonly #published = new PublishNotice();
  readonly #opening: OpeningNotice;
  #ticker: NodeJS.Timeout | undefined;

  constructor(options: PickerOptions, io: Io, streams: TerminalStreams, openFirst: OpenFirst) {
    this.#io = io;
    this.#hintFor = options.hintFor;
    this.#leaving = options.leavingProgress === undefined ? {} : { progress: options.leavingProgress };
    const started = startConfig(options, io);
    this.#config = started.config;
    const isSpoken = isForScreenReader(options, this.#config, io);
    this.#terminal = this.#createTerminal(streams, isSpoken, options.mouse ?? this.#config.mouse ?? true);
    this.#exit = new PickerExit(this.#terminal);
    this.#session = this.#createSession(options, openFirst);
    this.#effects = this.#createEffects();
    this.#store = new PickerStore({
      ...createInitialState(options, started, io),
      size: this.#terminal.size,
      isPicking: options.isPicking === true,
      isSpoken,
      now: monotonicMs,
      perform: (effect) => void this.#perform(effect),
    });
    this.#opening = new OpeningNotice({
      model: () => this.#store.model,
      show: (model) => this.#exit.guard(() => this.#store.setModel(model)),
      waitMs: startTimeoutMs(options),
    });
    this.#file = this.#createFollower();
    const theme = themeFor({ env: io.env, stdout: streams.output }, options);
    const parts = { theme, isSpoken, input: streams.input, onError: this.#exit.fail };
    this.#mount = () => mount({ store: this.#store, terminal: this.#terminal, ...parts });
  }

  /** Runs until the user leaves, the process is asked to end, or something fails. */
  run(): Promise<PickerRun> {
    return this.#exit.run(this.#io.signal, () => this.#work());
  }

  async #work(): Promise<PickerRun> {
    // Draws the first frame at once, while the session is being opened.
    void this.#start();
    const unmount = this.#mount();
    const stopFollowing = this.#followFile();
    try {
      const ending = await this.#exit.ended;
      this.#session.stay();
      await Promise.all([this.#session.settled(), this.#effects.settled()]);
      this.#reportSession();
      return { ...ending, lines: this.#report.lines(this.#store.state, this.#store.model) };
    } finally {
      this.#terminal.leave();
      clearInterval(this.#ticker);
      this.#opening.stop();
      this.#effects.stop();
      stopFollowing();
      unmount();
      this.#store.stop();
      await showing(this.#leaving, withSeconds('Ending the session'), () => this.#session.close());
    }
  }

  #createFollower(): FileFollower {
    return new FileFollower({
      screen: this.#store.getSnapshot,
      read: (id, problem) => this.#effects.read(id, problem),
      done: (id, file) => {
        this.#dispatch({ type: 'file-read', id, file });
        this.#store.flush();
      },
      failed: this.#exit.fail,
    });
  }

  /** Shows the file in the preview or the detail view, and its changes. Returns a function that stops it. */
  #followFile(): () => void {
    const timer = setInterval(this.#file.refresh, appLimits.fileRefreshMs);
    const unsubscribe = this.#store.subscribe(this.#file.follow);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }

  #createTerminal(streams: TerminalStreams, isSpoken: boolean, hasMouse: boolean): Terminal {
    const events = {
      input: (event: InputEvent) => this.#exit.guard(() => this.#input(event)),
      resize: (size: Terminal['size']) => this.#exit.guard(() => this.#store.setSize(size)),
      resume: () => this.#exit.guard(() => this.#redraw()),
      end: () => this.#exit.hangUp(),
    };
    return new Terminal(streams, events, isSpoken, { hasMouse });
  }

  #createSession(options: PickerOptions, openFirst: OpenFirst): PickerSession {
    return new PickerSession(
      options,
      this.#io,
      {
        connected: () => this.#exit.guard(() => this.#opening.connected()),
        opened: (scope, model) => this.#opened(scope, model),
        changed: (build) => {
          this.#exit.guard(() => this.#changed(build()));
          this.#warn();
        },
        forgotten: ({ cause, switches }) => this.#dispatch({ type: 'forgotten', cause, lost: switches }),
      },
      openFirst,
    );
  }

  #createEffects(): EffectRunner {
    return new EffectRunner({
      session: this.#session,
      terminal: this.#terminal,
      io: this.#io,
      model: () => this.#store.model,
      isChoosing: () => isChoosing(this.#store.state.view),
      dispatch: (intent) => this.#dispatch(intent),
      redraw: () => this.#redraw(),
      readAgain: () => this.#file.readAgain(),
      finish: (code, picked) => this.#exit.finish(code, picked),
      fail: this.#exit.fail,
    });
  }

  async #start(): Promise<void> {
    try {
      await this.#openFirst();
      this.#store.flush();
    } catch (error) {
      this.#exit.fail(error);
    }
  }

  /** If the host has several sessions and the command line names none, the user chooses one. */
  async #openFirst(): Promise<void> {
    this.#opening.countDown();
    try {
      await this.#session.open();
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      this.#opening.choose();
      this.#dispatch({ type: 'must-choose' });
    }
  }

  /** Says what the host sent and could not be read, and what is wrong with the plugin that is published. */
  #warn(): void {
    const { current } = this.#session;
    const text = this.#unread.textFor(current);
    if (text !== null) this.#dispatch({ type: 'notice', text, tone: 'warn' });
    const notice = this.#published.next(current);
    if (notice !== null) this.#dispatch({ type: 'notice', ...notice });
  }

  #opened(usual: Scope, model: Model): void {
    const scope = model.host.isOwn ? (this.#config.scope ?? usual) : usual;
    const { history: left } = this.#store.model;
    const failures = this.#reportSession();
    // The list comes first: the cursor is put on a row of the new one.
    this.#changed(model);
    this.#store.dispatch({ type: 'opened', scope, left });
    this.#warn();
    if (failures !== '') this.#store.dispatch({ type: 'notice', text: failures, tone: 'warn' });
    // Runs after the first frame. The first search is slow, so one is made before the user types.
    setImmediate(() => {
      this.#session.current?.watch();
      search(this.#store.model.index(), 'warm up');
    });
  }

  /** Adds the session that is left to the report; returns which of its switches failed. */
  #reportSession(): string {
    const results = this.#effects.reset();
    this.#report.noteUnseen(results);
    this.#store.dispatch({ type: 'settled', results });
    return this.#report.leave(this.#store.state, this.#store.model);
  }

  #changed(model: Model): void {
    this.#store.setModel(model);
    this.#opening.stop();
    clearInterval(this.#ticker);
    if (model.link.kind === 'waiting') this.#ticker = setInterval(() => this.#store.tick(), 1_000);
  }

  /** Writes the whole screen again, after another program may have used the terminal. */
  #redraw(): void {
    this.#terminal.redraw();
    this.#store.setSize(this.#terminal.size);
  }

  #input(event: InputEvent): void {
    const intent = intentOf(event, this.#store.getSnapshot());
    if (intent !== null) this.#store.dispatch(intent);
  }

  #dispatch(intent: Intent): void {
    if (this.#exit.isLeaving && intent.type === 'settled') this.#report.noteUnseen(intent.results);
    this.#exit.guard(() => this.#store.dispatch(intent));
  }

  async #perform(effect: Effect): Promise<void> {
    try {
      await this.#effects.run(effect);
    } catch (error) {
      if (!(error instanceof SkillpickError)) return this.#exit.fail(error);
      const text = [error.message, ...error.choices, this.#hintFor(error) ?? ''].join(' ');
      this.#dispatch({ type: 'notice', text, tone: 'bad' });
    }
  }
}
