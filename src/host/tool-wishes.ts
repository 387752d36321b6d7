/** What a change of decisions asks of one tool: which of its scopes are to say what. */

import type { CustomizationEnablement } from '../protocol/types.js';
import type { EntryRef, Scope, ToolSwitches, Wish } from './tools/index.js';

type Decisions = readonly CustomizationEnablement[];

/** What the decisions say for a scope; undefined for nothing. */
export const flagIn = (decisions: Decisions, scope: string): boolean | undefined =>
  decisions.find(({ kind }) => kind === scope)?.enabled;

/** The scopes a change is about: those that differ from before, else the one that counts. */
function meantScopes(before: Decisions, wanted: Decisions): Scope[] {
  const scopes: Scope[] = ['workspace', 'global'];
  const different = scopes.filter((scope) => flagIn(before, scope) !== flagIn(wanted, scope));
  if (different.length > 0) return different;
  const first = wanted[0]?.kind;
  return first === undefined ? scopes : scopes.filter((scope) => scope === first);
}

/** The most specific one comes last, so that it is the one that stays where the tool has a single scope. */
export function wishesFor(
  entry: EntryRef,
  switches: ToolSwitches,
  before: Decisions,
  wanted: Decisions,
): Wish[] {
  const scopes = switches.scopesOf(entry.kind);
  const nearest = (scope: Scope) => (scopes.includes(scope) ? scope : (scopes[0] ?? scope));
  const wishes = new Map<Scope, boolean | undefined>();
  for (const scope of meantScopes(before, wanted).toReversed()) {
    wishes.set(nearest(scope), flagIn(wanted, scope));
  }
  return [...wishes].map(([scope, enabled]) => ({ entry, scope, enabled }));
}
