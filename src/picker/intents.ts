/** What goes into `update` (intents of keys, and news from outside) and what comes out of it (effects). */

import type { Problem } from '../entries/entries.js';
import type { Scope } from '../protocol/actions.js';
import type { LineEdit } from './edit-line.js';
import type { Choice, FileText, Lost, NamedSwitch, Settled } from './state.js';

/** What a key means. */
export type KeyIntent =
  | { type: 'edit'; edit: LineEdit }
  | { type: 'insert'; text: string }
  | { type: 'move'; by: number }
  | { type: 'page'; by: -1 | 1 }
  | { type: 'first' }
  | { type: 'last' }
  | { type: 'toggle' }
  | { type: 'next-kind' }
  | { type: 'next-showing' }
  | { type: 'batch' }
  | { type: 'batch-all'; enabled: boolean }
  | { type: 'undo' }
  | { type: 'next-scope' }
  | { type: 'put-back' }
  | { type: 'open' }
  | { type: 'edit-file' }
  | { type: 'choose' }
  | { type: 'reread' }
  | { type: 'redraw' }
  | { type: 'suspend' }
  | { type: 'help' }
  | { type: 'back' }
  | { type: 'leave' };

/** What happens outside. */
export type OutsideIntent =
  /** The host's list changed: rows may have moved. */
  | { type: 'list-changed' }
  /** Another session is open; earlier switches are not in its list. */
  | { type: 'opened'; scope: Scope }
  | { type: 'settled'; results: readonly Settled[] }
  | { type: 'forgotten'; cause: 'list' | 'restart' | 'unknown'; lost: readonly Lost[] }
  | { type: 'file-read'; id: string; file: FileText | { problem: string } }
  | { type: 'choices'; choices: readonly Choice[] }
  | { type: 'notice'; text: string; tone: 'plain' | 'good' | 'warn' | 'bad' };

export type Intent = KeyIntent | OutsideIntent;

export type Effect =
  | { type: 'switch'; batch: readonly NamedSwitch[] }
  | { type: 'read-file'; id: string; problem: Problem | null }
  | { type: 'edit-file'; id: string; problem: Problem | null }
  | { type: 'list-choices' }
  | { type: 'open-choice'; key: string }
  | { type: 'reread' }
  | { type: 'redraw' }
  | { type: 'suspend' }
  | { type: 'picked'; id: string }
  | { type: 'leave'; code: number };
