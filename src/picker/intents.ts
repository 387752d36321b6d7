/** The intents that go into `update`, from keys and from the rest of the picker, and the effects that come out of it. */

import type { Problem } from '../entries/entries.js';
import type { Scope } from '../protocol/scopes.js';
import type { LineEdit } from './edit-line.js';
import type { Choice, FileText, Lost, NamedSwitch, Notice, Settled } from './state.js';

/** What a key means. */
export type KeyIntent =
  | { type: 'edit'; edit: LineEdit }
  | { type: 'insert'; text: string }
  | { type: 'move'; by: number }
  | { type: 'page'; by: -1 | 1 }
  | { type: 'batch-all'; enabled: boolean }
  | { type: 'first' | 'last' | 'next-kind' | 'next-showing' | 'open' | 'choose' | 'help' | 'back' | 'leave' }
  | { type: 'toggle' | 'batch' | 'undo' | 'put-back' | 'next-scope' }
  | { type: 'edit-file' | 'reread' | 'redraw' | 'suspend' };

/** What happens without a key. */
export type ExternalIntent =
  /** The host's list changed: rows may have moved. */
  | { type: 'list-changed' }
  /** Another session was opened; earlier switches do not apply to its list. */
  | { type: 'opened'; scope: Scope }
  | { type: 'settled'; results: readonly Settled[] }
  | { type: 'forgotten'; cause: 'list' | 'restart' | 'unknown'; lost: readonly Lost[] }
  | { type: 'file-read'; id: string; file: FileText }
  /** A host turns out to have several sessions, whatever the user has open. */
  | { type: 'must-choose' }
  | { type: 'choices'; choices: readonly Choice[] }
  | { type: 'notice'; text: string; tone: Notice['tone'] };

export type Intent = KeyIntent | ExternalIntent;

export type Effect =
  | { type: 'switch'; batch: readonly NamedSwitch[] }
  | { type: 'read-file' | 'edit-file'; id: string; problem: Problem | null }
  | { type: 'open-choice'; key: string }
  | { type: 'list-choices' | 'reread' | 'redraw' | 'suspend' }
  | { type: 'picked'; id: string }
  | { type: 'leave'; code: number };
