/** The intents that go into `update`, from keys and from the rest of the picker, and the effects that come out of it. */

import type { Problem } from '../entries/entries.js';
import type { SetScope } from '../protocol/scopes.js';
import type { UndoResult } from '../protocol/switch-result.js';
import type { LineEdit } from './edit-line.js';
import type { JournalEntry, Lost, NamedSwitch, Settled } from './made-switches.js';
import type { Choice, FileText } from './open-view.js';
import type { AskedSelection } from './selecting.js';
import type { Notice } from './state.js';

/** Whether a tool may switch for all repositories: this time, from now on, or not at all. */
export type ConsentAnswer = 'once' | 'always' | 'leave';

/** What a key means. */
export type KeyIntent =
  | { type: 'edit'; edit: LineEdit }
  | { type: 'insert'; text: string }
  | { type: 'move'; by: number }
  | { type: 'page'; by: -1 | 1 }
  | { type: 'batch-all'; enabled: boolean }
  | { type: 'consent'; answer: ConsentAnswer }
  /** Chooses the cell of another tool. */
  | { type: 'tool'; by: -1 | 1 }
  | { type: 'tab'; by: -1 | 1 }
  /** Opens the next entry, or the one before it, in the detail view. */
  | { type: 'neighbour'; by: -1 | 1 }
  | { type: 'first' | 'last' | 'next-kind' | 'next-showing' | 'next-sort' | 'preview' }
  | { type: 'open' | 'choose' | 'help' | 'back' | 'leave' }
  | { type: 'toggle' | 'batch' | 'undo' | 'redo' | 'put-back' | 'next-scope' }
  | { type: 'select-agent' }
  | { type: 'edit-file' | 'edit-setting' | 'reread' | 'redraw' | 'suspend' };

/** What the mouse means. */
export type PointIntent =
  | { type: 'point'; index: number }
  | { type: 'point-cell'; index: number; tool: string }
  | { type: 'point-tab'; tab: string | null };

/** What happens without a key. */
export type ExternalIntent =
  /** The host's list changed: rows may have moved. */
  | { type: 'list-changed' }
  /** Another session was opened. `left` is the history of the one before it. */
  | { type: 'opened'; scope: SetScope; left: string }
  | { type: 'settled'; results: readonly Settled[] }
  | UndoneIntent
  | { type: 'forgotten'; cause: 'list' | 'restart' | 'unknown'; lost: readonly Lost[] }
  /** A file was read, for the detail view or the preview. */
  | { type: 'file-read'; id: string; file: FileText }
  /** Text was pasted; it never switches anything. */
  | { type: 'paste'; text: string }
  /** A host turns out to have several sessions, whatever the user has open. */
  | { type: 'must-choose' }
  | { type: 'choices'; choices: readonly Choice[] }
  | { type: 'notice'; text: string; tone: Notice['tone'] };

export type Intent = KeyIntent | PointIntent | ExternalIntent;

/** An undo, or a redo, of skillpick's own host has ended. */
export interface UndoneIntent {
  type: 'undone';
  entry: JournalEntry;
  isRedo: boolean;
  outcome: BatchUndone;
}

/** How an undo or a redo ended. */
export type BatchUndone =
  | { kind: 'confirmed'; result: UndoResult }
  /** The history holds nothing of it. */
  | { kind: 'unrecorded' }
  | { kind: 'failed'; reason: string };

/** What is kept for the next run. */
export type RememberedSetting = { key: 'tab'; value: string } | { key: 'preview'; value: boolean };

export type Effect =
  /** `key` is that of the batch in the journal; null if it cannot be taken back. */
  | { type: 'switch'; batch: readonly NamedSwitch[]; key: number | null }
  /** Asks skillpick's own host to take back a batch, or to make it again. */
  | { type: 'undo' | 'redo'; entry: JournalEntry }
  /** Opens the entry's file in the editor, at the line of its problem; or the setting that decides in the tool. */
  | { type: 'edit-file'; id: string; problem: Problem | null }
  | { type: 'edit-setting'; file: string; line: number | null }
  | { type: 'select-agent'; asked: AskedSelection }
  | { type: 'open-choice'; key: string }
  | { type: 'list-choices' | 'reread' | 'redraw' | 'suspend' }
  | { type: 'remember-tool'; tool: string }
  | { type: 'remember'; setting: RememberedSetting }
  | { type: 'picked'; id: string }
  | { type: 'leave'; code: number };
