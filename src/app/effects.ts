/** Performs the picker's effects: switches, files, other sessions, the terminal, leaving. */

import { pathToFileURL } from 'node:url';
import type { Entry, Problem } from '../entries/entries.js';
import { hasFile } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { Effect, Intent, RememberedSetting } from '../picker/intents.js';
import type { NamedSwitch, Settled, SwitchOutcome } from '../picker/made-switches.js';
import type { FileText } from '../picker/open-view.js';
import type { AskedSelection } from '../picker/selecting.js';
import type { Model, Notice } from '../picker/state.js';
import { atMost, unlessAborted } from '../source/waiting.js';
import type { Terminal } from '../terminal/terminal.js';
import { selectIn } from './agent-selection.js';
import { BatchUndos } from './batch-undos.js';
import { rememberGlobalTool, rememberSetting } from './config.js';
import type { PickerSession } from './current-session.js';
import { edit, withKeysIgnored } from './editor.js';
import { appLimits } from './limits.js';
import { LiveChoices } from './live-choices.js';
import { ownFile, readOwnFile } from './own-file.js';
import type { Offer } from './session-choices.js';
import { SwitchResults } from './switch-results.js';

/** The parts of the picker that effects act on. */
export interface EffectContext {
  session: PickerSession;
  terminal: Terminal;
  io: Io;
  model(): Model;
  /** True while the chooser is open. */
  isChoosing(): boolean;
  dispatch(intent: Intent): void;
  /** Redraws the whole screen, after another program may have used it. */
  redraw(): void;
  /** Reads the file that is shown again. */
  readAgain(): void;
  finish(code: number, picked: Entry | null): void;
  fail(error: unknown): void;
}

/** Returns true if the host has several sessions and none was chosen. */
export function isAmbiguous(error: unknown): boolean {
  return error instanceof SkillpickError && error.code === 'session-ambiguous';
}

const gone: SwitchOutcome = { kind: 'unconfirmed', enabled: undefined, reason: 'no session is open' };

export class EffectRunner {
  readonly #context: EffectContext;
  #results: SwitchResults;
  readonly #choices: LiveChoices;
  readonly #undos: BatchUndos;
  /** The host whose sessions are listed next, if it is not the open one. */
  #chosenHost: Offer | undefined;

  constructor(context: EffectContext) {
    this.#context = context;
    this.#results = this.#collect();
    this.#choices = new LiveChoices({
      list: (host) => context.session.offers(host),
      current: () => context.session.current,
      isChoosing: context.isChoosing,
      show: (choices) => context.dispatch({ type: 'choices', choices }),
      failed: context.fail,
    });
    this.#undos = new BatchUndos(
      () => context.session.current,
      (undone) => this.#dispatchSynced(undone),
    );
  }

  /** Ends what goes on by itself. */
  stop(): void {
    this.#choices.stop();
    this.reset();
  }

  /** Stops following the switches of a session; returns the results that were not reported yet. */
  reset(): readonly Settled[] {
    const unreported = this.#results.stop();
    this.#results = this.#collect();
    return unreported;
  }

  async run(effect: Effect): Promise<void> {
    const { session, terminal, redraw, finish } = this.#context;
    switch (effect.type) {
      case 'switch':
        return this.#switch(effect.batch, effect.key);
      case 'undo':
      case 'redo':
        return this.#undos.run(effect.entry, effect.type === 'redo');
      case 'edit-file':
        return this.#editFile(effect.id, effect.problem);
      case 'edit-setting':
        return this.#editSetting(effect.file, effect.line);
      case 'select-agent':
        return this.#selectAgent(effect.asked);
      case 'list-choices':
        return this.#listChoices();
      case 'open-choice': {
        const offer = this.#choices.find(effect.key);
        this.#choices.stop();
        if (offer?.isCurrent) session.stay();
        else if (offer !== undefined) await this.#open(offer);
        return;
      }
      case 'reread':
        return this.#reread();
      case 'redraw':
        terminal.releaseMouse();
        return redraw();
      case 'suspend':
        return terminal.suspend();
      case 'remember-tool':
        return this.#remember(effect.tool);
      case 'remember':
        return this.#rememberSetting(effect.setting);
      case 'picked':
        return finish(0, this.#chosen(effect.id));
      case 'leave':
        return finish(effect.code, null);
    }
  }

  /** Resolves once no undo is under way, or when that has taken too long. */
  async settled(): Promise<void> {
    const undone = atMost(appLimits.pickerLeaveMs, this.#undos.settled());
    await unlessAborted(this.#context.io, undone).catch(() => {});
  }

  /** True in the demo, which writes nothing and has nothing to edit. */
  get #isDemo(): boolean {
    return this.#context.session.current?.host.kind === 'demo';
  }

  #collect(): SwitchResults {
    return new SwitchResults({
      settled: (results) => this.#dispatchSynced({ type: 'settled', results }),
      failed: this.#context.fail,
    });
  }

  /** Reports a result. The list that shows it comes first. */
  #dispatchSynced(intent: Intent): void {
    this.#context.session.sync();
    this.#context.dispatch(intent);
  }

  /** Switches, and shows it before the next key is read, because a second Space on the row switches back. */
  #switch(batch: readonly NamedSwitch[], key: number | null): void {
    const { session } = this.#context;
    const outcomes = session.current?.switch(batch) ?? batch.map(() => Promise.resolve(gone));
    for (const [index, outcome] of outcomes.entries()) this.#results.follow(batch[index]!, outcome, key);
    if (key !== null) this.#undos.follow(key, outcomes);
    session.sync();
  }

  async #selectAgent(asked: AskedSelection): Promise<void> {
    const notice = await selectIn(this.#context.session.current, asked);
    this.#dispatchSynced({ type: 'notice', ...notice });
  }

  /** Remembers an answer. If that fails, the answer still counts for this run. */
  #remember(tool: string): void {
    if (this.#isDemo) return;
    const problem = rememberGlobalTool(this.#context.io, tool);
    if (problem !== null) this.#say(`Not remembered: ${problem}.`, 'warn');
  }

  /** Remembers a setting for the next run. */
  #rememberSetting({ key, value }: RememberedSetting): void {
    if (this.#isDemo) return;
    const problem = rememberSetting(this.#context.io, key, value);
    if (problem !== null) this.#say(`Not remembered: ${problem}.`, 'warn');
  }

  /** Opens the offer. If it is a host with several sessions, the user chooses one of them. */
  async #open(offer: Offer): Promise<void> {
    try {
      await this.#context.session.openOffer(offer);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      this.#chosenHost = offer;
      this.#context.dispatch({ type: 'must-choose' });
    }
  }

  async #listChoices(): Promise<void> {
    const host = this.#chosenHost;
    this.#chosenHost = undefined;
    await this.#choices.open(host);
  }

  async #reread(): Promise<void> {
    this.#context.readAgain();
    const hasReplied = await this.#context.session.current?.refresh();
    this.#context.session.sync();
    const { hasEnded, list } = this.#context.model();
    if (hasEnded) return this.#say('The session is gone.', 'warn');
    const failure = list.problems.find(({ code }) => code === 'update-failed');
    if (failure !== undefined) this.#say(`The list may be out of date: ${failure.message}.`, 'warn');
    else if (hasReplied) this.#say(this.#rereadText());
    else this.#say('There is no answer: the list may be out of date.', 'warn');
  }

  #rereadText(): string {
    const { kind, listsOnly } = this.#context.model().host;
    if (kind === 'demo') return 'The list is up to date.';
    if (listsOnly) return 'The files were read again. The agent sends its list by itself.';
    const what = kind === 'embedded' ? 'The disk was read again' : 'The session was asked for again';
    return `${what}: the list is up to date.`;
  }

  /** Returns what was chosen: an entry, or a folder or plugin. */
  #chosen(id: string): Entry | null {
    const { list, folderIndex } = this.#context.model();
    const isChosen = (candidate: Entry) => candidate.id === id;
    return list.entries.find(isChosen) ?? folderIndex().entries.find(isChosen) ?? null;
  }

  /** Reads the file of a row; undefined if it has none. */
  async read(id: string, problem: Problem | null): Promise<FileText | undefined> {
    const file = ownFile(this.#context.model().list, id, problem);
    const { current } = this.#context.session;
    return file === undefined || current === undefined ? undefined : readOwnFile(current, file);
  }

  async #editFile(id: string, problem: Problem | null): Promise<void> {
    const file = ownFile(this.#context.model().list, id, problem);
    if (file === undefined) return this.#say('There is no file to edit.');
    if (!hasFile(file)) return this.#say('The agent does not say which file it is from.');
    await this.#edit(file.publishedPath ?? this.#localPath(file.uri), file.line);
    this.#context.readAgain();
  }

  async #editSetting(path: string, line: number | null): Promise<void> {
    await this.#edit(this.#localPath(pathToFileURL(path).href), line);
  }

  #localPath(uri: string): string | undefined {
    return this.#context.session.current?.files.localPath(uri);
  }

  /** Opens a file in the editor, which has the terminal until it ends. The path is undefined if it is elsewhere. */
  async #edit(path: string | undefined, line: number | null): Promise<void> {
    const { terminal, io, redraw } = this.#context;
    if (path === undefined) {
      const text = this.#isDemo ? 'This is a demo: no file to edit.' : 'Its file is not on this machine.';
      return this.#say(text, 'bad');
    }
    terminal.leave();
    const failure = await withKeysIgnored(() => edit({ path, line }, io));
    terminal.enter();
    redraw();
    if (failure !== null) this.#say(failure, 'bad');
  }

  #say(text: string, tone: Notice['tone'] = 'plain'): void {
    this.#context.dispatch({ type: 'notice', text, tone });
  }
}
