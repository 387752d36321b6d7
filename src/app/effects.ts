/** Performs the picker's effects: switches, files, other sessions, the terminal, leaving. */

import type { Entry, Problem } from '../entries/entries.js';
import { hiddenProblemReason, hiddenReason } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { Effect, Intent } from '../picker/intents.js';
import type { FileText, Model, NamedSwitch, Settled, SwitchOutcome } from '../picker/state.js';
import type { SessionSource } from '../source/session-source.js';
import { atMost, unlessAborted } from '../source/waiting.js';
import type { Terminal } from '../terminal/terminal.js';
import { BatchUndos } from './batch-undos.js';
import { rememberGlobalTool } from './config.js';
import type { PickerSession } from './current-session.js';
import { edit, withKeysIgnored } from './editor.js';
import { appLimits } from './limits.js';
import type { Offer } from './session-choices.js';
import { SwitchResults } from './switch-results.js';

/** The parts of the picker that effects act on. */
export interface EffectContext {
  session: PickerSession;
  terminal: Terminal;
  io: Io;
  model(): Model;
  dispatch(intent: Intent): void;
  /** Redraws the whole screen, after another program may have used it. */
  redraw(): void;
  finish(code: number, picked: Entry | null): void;
  fail(error: unknown): void;
}

/** Returns true if the host has several sessions and none was chosen. */
export function isAmbiguous(error: unknown): boolean {
  return error instanceof SkillpickError && error.code === 'session-ambiguous';
}

const gone: SwitchOutcome = { kind: 'unconfirmed', enabled: undefined, reason: 'no session is open' };

/** A file that belongs to a row. */
interface OwnFile {
  uri: string;
  /** Why its text must not be shown; null if it may. */
  hidden: string | null;
}

async function readOwnFile(session: SessionSource, { uri, hidden }: OwnFile): Promise<FileText> {
  const reason = hidden ?? session.files.linkReason(uri);
  if (reason !== null) return { problem: `Its text is not shown: ${reason}.` };
  try {
    const text = await session.files.read(uri);
    const isCut = text.length > appLimits.shownFileBytes;
    return { lines: text.slice(0, appLimits.shownFileBytes).split('\n'), isCut };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: `Its file cannot be shown. ${error.message}` };
  }
}

export class EffectRunner {
  readonly #context: EffectContext;
  #results: SwitchResults;
  #offers: readonly Offer[] = [];
  readonly #undos: BatchUndos;
  /** The host whose sessions are listed next, if it is not the open one. */
  #chosenHost: Offer | undefined;

  constructor(context: EffectContext) {
    this.#context = context;
    this.#results = this.#collect();
    this.#undos = new BatchUndos(
      () => context.session.current,
      (undone) => this.#dispatchSynced(undone),
    );
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
      case 'read-file':
        return this.#readFile(effect.id, effect.problem);
      case 'edit-file':
        return this.#editFile(effect.id, effect.problem);
      case 'list-choices':
        return this.#listChoices();
      case 'open-choice': {
        const offer = this.#offers.find(({ key }) => key === effect.key);
        if (offer?.isCurrent) session.stay();
        else if (offer !== undefined) await this.#open(offer);
        return;
      }
      case 'reread':
        return this.#reread();
      case 'redraw':
        return redraw();
      case 'suspend':
        return terminal.suspend();
      case 'remember-tool':
        return this.#remember(effect.tool);
      case 'picked':
        return finish(0, this.#entry(effect.id) ?? null);
      case 'leave':
        return finish(effect.code, null);
    }
  }

  /** Resolves once no undo is under way, or when that has taken too long. */
  async settled(): Promise<void> {
    const undone = atMost(appLimits.pickerLeaveMs, this.#undos.settled());
    await unlessAborted(this.#context.io, undone).catch(() => {});
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

  /** Remembers an answer. If that fails, the answer still counts for this run. */
  #remember(tool: string): void {
    const { io, dispatch } = this.#context;
    const problem = rememberGlobalTool(io, tool);
    if (problem !== null) dispatch({ type: 'notice', text: `Not remembered: ${problem}.`, tone: 'warn' });
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
    this.#offers = await this.#context.session.offers(host);
    this.#context.dispatch({ type: 'choices', choices: this.#offers });
  }

  async #reread(): Promise<void> {
    const hasReplied = await this.#context.session.current?.refresh();
    const text = hasReplied ? 'The list is up to date.' : 'There is no answer: the list may be out of date.';
    this.#context.dispatch({ type: 'notice', text, tone: hasReplied ? 'plain' : 'warn' });
  }

  #entry(id: string): Entry | undefined {
    return this.#context.model().list.entries.find((candidate) => candidate.id === id);
  }

  /** Returns the file of an entry or a problem; containers have none. */
  #file(id: string, problem: Problem | null): OwnFile | undefined {
    if (problem !== null) {
      const { entries } = this.#context.model().list;
      return { uri: problem.uri, hidden: hiddenProblemReason(problem, entries) };
    }
    const entry = this.#entry(id);
    return entry && { uri: entry.uri, hidden: hiddenReason(entry) };
  }

  async #readFile(id: string, problem: Problem | null): Promise<void> {
    const file = this.#file(id, problem);
    const { current } = this.#context.session;
    if (file === undefined || current === undefined) return;
    this.#context.dispatch({ type: 'file-read', id, file: await readOwnFile(current, file) });
  }

  async #editFile(id: string, problem: Problem | null): Promise<void> {
    const { session, terminal, io, dispatch, redraw } = this.#context;
    const file = this.#file(id, problem);
    if (file === undefined || session.current === undefined) {
      dispatch({ type: 'notice', text: 'There is no file to edit.', tone: 'plain' });
      return;
    }
    const path = session.current.files.localPath(file.uri);
    if (path === undefined) {
      dispatch({ type: 'notice', text: 'Its file is not on this machine.', tone: 'bad' });
      return;
    }
    terminal.leave();
    const failure = await withKeysIgnored(() => edit(path, io));
    terminal.enter();
    redraw();
    if (failure !== null) dispatch({ type: 'notice', text: failure, tone: 'bad' });
    await this.#readFile(id, problem);
  }
}
