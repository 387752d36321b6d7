/**
 * The line after switches on another host than our own: where it keeps them, which decision still counts instead, and
 * that it may forget them.
 */

import { addTo } from '../entries/groups.js';
import { decidedWords, placeWords, scopeWords } from '../entries/scope-words.js';
import { isSaved, mayBeForgotten } from '../entries/switch-lifetime.js';
import type { SetScope } from '../protocol/scopes.js';
import { keyFor } from './keymap.js';
import type { JournalEntry, Settled } from './made-switches.js';
import { type NoticePart, partsOfKind } from './notice-parts.js';
import { namedOrCounted } from './notice-words.js';
import { onOff } from './sending.js';

/** Any host but our own. */
const other = { isOwn: false };

const forgettable: NoticePart = {
  kind: 'hint',
  text: 'may be forgotten when the files are next read',
  short: 'may be forgotten',
};

interface DecidedOutcome {
  readonly decidedIn?: string;
  readonly enabled?: boolean | undefined;
}

/** Returns which decision of another host counts instead of a switch that was confirmed, and the flag. */
function confirmedOutcome(settled: Settled | undefined): DecidedOutcome {
  return settled?.outcome.kind === 'confirmed' ? settled.outcome : {};
}

const placeParts = (scopes: readonly SetScope[]): NoticePart[] =>
  partsOfKind('where', scopes.length === 0 ? [] : [scopes.map((one) => placeWords(one, other)).join(', ')]);

/** Returns that another host keeps a switch, and what still decides. */
function keptParts(what: string, scopes: readonly SetScope[], outcome: DecidedOutcome): NoticePart[] {
  const { decidedIn = '', enabled = false } = outcome;
  const where = scopes.map((scope) => ` ${scopeWords(scope, other)}`).join(',');
  return [
    { kind: 'done', text: `${what} kept${where}` },
    { kind: 'still', text: decidedWords(decidedIn, enabled, 'still ') },
  ];
}

/** Returns what switches to one value did, of which another host reports nothing more. */
function confirmedParts(confirmed: readonly Settled[], journal: readonly JournalEntry[]): NoticePart[] {
  const [first] = confirmed;
  const entry = journal.find(({ key }) => key === first?.key);
  const ids = new Set(confirmed.map(({ id }) => id));
  const made = entry?.made.filter(({ id }) => ids.has(id)) ?? [];
  const scopes = [...new Set(made.map((one) => (isSaved(one) ? one.scope : 'session')))];
  const what = `${namedOrCounted(confirmed)} ${onOff(first?.wanted === true)}`;
  return [
    ...(confirmedOutcome(first).decidedIn === undefined
      ? [{ kind: 'done', text: what } as const, ...placeParts(scopes)]
      : keptParts(what, scopes, confirmedOutcome(first))),
    ...partsOfKind('undo', entry === undefined ? [] : [`${keyFor('undo')} undo`]),
    ...(made.some(mayBeForgotten) ? [forgettable] : []),
  ];
}

/** Returns the switches by the decision that counts instead of them, without empty groups. */
function byDecision(confirmed: readonly Settled[]): Settled[][] {
  const groups = new Map<string | undefined, Settled[]>();
  for (const one of confirmed) addTo(groups, confirmedOutcome(one).decidedIn, one);
  return [...groups.values()];
}

/** Returns what switches to one value did, of which another host reports nothing more; apart by what counts now. */
export const confirmedGroups = (
  confirmed: readonly Settled[],
  journal: readonly JournalEntry[],
): NoticePart[][] => byDecision(confirmed).map((group) => confirmedParts(group, journal));
