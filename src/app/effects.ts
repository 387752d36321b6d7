/** What the picker asks of the outside: switches, files, other sessions, the terminal, the end. */

import type { Entry, Problem } from '../entries/entries.js';
import { hiddenProblemReason, hiddenReason } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { Effect, Intent } from '../picker/intents.js';
import type { Model, Settled, SwitchOutcome } from '../picker/state.js';
import type { Terminal } from '../terminal/terminal.js';
import type { PickerSession } from './current-session.js';
import { edit, withKeysIgnored } from './editor.js';
import type { Offer } from './session-choices.js';
import { type OwnFile, readOwnFile } from './shown-files.js';
import { type SwitchEffect, SwitchQueue } from './switch-queue.js';

export interface Outside {
  session: PickerSession;
  terminal: Terminal;
  io: Io;
  model(): Model;
  tell(intent: Intent): void;
  /** Draws everything anew, on a terminal that somebody else may have used meanwhile. */
  redraw(): void;
  finish(code: number, picked: Entry | null): void;
  fail(error: unknown): void;
}

/** The host has several sessions, and none of them is meant. */
export function isAmbiguous(error: unknown): boolean {
  return error instanceof SkillpickError && error.code === 'session-ambiguous';
}

const gone: SwitchOutcome = { kind: 'unconfirmed', enabled: undefined, reason: 'no session is open' };

/** What is not even sent has an outcome too. */
async function outcomeOf(toggled: Promise<SwitchOutcome>): Promise<SwitchOutcome> {
  try {
    return await toggled;
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { kind: 'rejected', enabled: undefined, reason: error.message.replace(/\.$/, '') };
  }
}

export class EffectRunner {
  readonly #outside: Outside;
  #switches: SwitchQueue;
  #offers: readonly Offer[] = [];
  /** The host to list sessions of next, where it is not the one that is open. */
  #wanted: Offer | undefined;

  constructor(outside: Outside) {
    this.#outside = outside;
    this.#switches = this.#createQueue();
  }

  /** Leaves the switches of a session to themselves; answers how those ended that nobody was told of yet. */
  reset(): readonly Settled[] {
    const untold = this.#switches.stop();
    this.#switches = this.#createQueue();
    return untold;
  }

  async run(effect: Effect): Promise<void> {
    const { session, terminal, redraw, finish } = this.#outside;
    switch (effect.type) {
      case 'switch':
        return this.#switches.add(effect);
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
      case 'picked':
        return finish(0, this.#entry(effect.id) ?? null);
      case 'leave':
        return finish(effect.code, null);
    }
  }

  #createQueue(): SwitchQueue {
    const { tell, fail } = this.#outside;
    return new SwitchQueue({
      send: (effect) => this.#send(effect),
      settled: (results) => tell({ type: 'settled', results }),
      failed: (error) => fail(error),
    });
  }

  #send({ id, enabled, scope }: SwitchEffect): Promise<SwitchOutcome> {
    const { current } = this.#outside.session;
    return current ? outcomeOf(current.switch([{ id, enabled, scope }])[0]!) : Promise.resolve(gone);
  }

  /** Opens it, or offers its sessions where it is a host with several. */
  async #open(offer: Offer): Promise<void> {
    try {
      await this.#outside.session.openOffer(offer);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      this.#wanted = offer;
      this.#outside.tell({ type: 'choose' });
    }
  }

  async #listChoices(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    this.#offers = await this.#outside.session.offers(wanted);
    this.#outside.tell({ type: 'choices', choices: this.#offers });
  }

  async #reread(): Promise<void> {
    const hasAnswered = await this.#outside.session.current?.refresh();
    const text = hasAnswered ? 'This is what the host has now.' : 'The host does not answer.';
    this.#outside.tell({ type: 'notice', text, tone: hasAnswered ? 'plain' : 'warn' });
  }

  #entry(id: string): Entry | undefined {
    return this.#outside.model().list.entries.find((candidate) => candidate.id === id);
  }

  /** Which file is meant; containers have none. */
  #file(id: string, problem: Problem | null): OwnFile | undefined {
    if (problem !== null) {
      const { entries } = this.#outside.model().list;
      return { uri: problem.uri, hidden: hiddenProblemReason(problem, entries) };
    }
    const entry = this.#entry(id);
    return entry && { uri: entry.uri, hidden: hiddenReason(entry) };
  }

  async #readFile(id: string, problem: Problem | null): Promise<void> {
    const file = this.#file(id, problem);
    const { current } = this.#outside.session;
    if (file === undefined || current === undefined) return;
    this.#outside.tell({ type: 'file-read', id, file: await readOwnFile(current, file) });
  }

  async #editFile(id: string, problem: Problem | null): Promise<void> {
    const { session, terminal, io, tell, redraw } = this.#outside;
    const file = this.#file(id, problem);
    if (file === undefined || session.current === undefined) {
      tell({ type: 'notice', text: 'There is no file to edit.', tone: 'plain' });
      return;
    }
    const path = session.current.files.localPath(file.uri);
    if (path === undefined) {
      tell({ type: 'notice', text: 'Its file is not on this machine.', tone: 'bad' });
      return;
    }
    const trouble = await withKeysIgnored(async () => {
      terminal.leave();
      const answer = await edit(path, io);
      terminal.enter();
      return answer;
    });
    redraw();
    if (trouble !== null) tell({ type: 'notice', text: trouble, tone: 'bad' });
    await this.#readFile(id, problem);
  }
}
