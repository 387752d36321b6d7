/** Decides what each switch asks of the host, and which end without it. */

import type { Entry } from '../entries/entries.js';
import { enabledIn, isPublished, needsSwitch, stateAfter, toggledValue } from '../entries/entry-flags.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import type { SetScope, SwitchResult } from '../entries/switch-words.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { chooseHost } from '../source/connect.js';
import type { ConnectedHost } from '../source/open-session.js';
import type { SessionSource, SwitchRequest } from '../source/session-source.js';
import type { CommandOptions } from './command-options.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

export interface SwitchOptions extends CommandOptions {
  refs: readonly string[];
  scope?: SetScope;
  dryRun?: boolean;
  /** Only in these tools. */
  tools?: readonly string[];
  /** Fail if a tool that was left out still differs. */
  strict?: boolean;
}

/** How one switch ended. */
export interface EndedSwitch {
  readonly entry: Entry;
  /** Null: its decision is removed. */
  readonly wanted: boolean | null;
  readonly outcome: 'changed' | 'unchanged' | 'planned' | 'rejected' | 'ineffective' | 'unconfirmed';
  /** Its own flag now, or as planned; null if that is not known. */
  readonly enabled: boolean | null;
  readonly reason: string | null;
  /** What it did in each tool, if our own host made it. */
  readonly result: SwitchResult | undefined;
  /** Kept as asked, but a decision in this scope is what counts now. */
  readonly decidedIn?: string;
}

/** A switch that has to be sent. */
export interface SwitchToSend {
  readonly entry: Entry;
  readonly wanted: boolean | null;
  readonly request: SwitchRequest;
}

/** Refuses a scope that cannot last. The host in this process ends with the command. */
export function checkScope({ scope, ...options }: SwitchOptions, io: Io): void {
  if (scope !== 'session' || chooseHost(options, io).kind !== 'embedded') return;
  throw new SkillpickError('scope-unsupported', 'A switch for the session would end with this command.', {
    hint: 'Keep it for the workspace, for everyone in the repository, or globally.',
  });
}

/** Refuses a scope that only our own host has. */
export function checkSharedScope({ scope }: SwitchOptions, { host }: Pick<ConnectedHost, 'host'>): void {
  if (scope !== 'shared' || host.isOwn) return;
  throw new SkillpickError('scope-unsupported', 'This host has no switches that a repository shares.', {
    hint: 'Only the embedded host writes them.',
  });
}

/** Returns the scope that the switches are kept in. */
export const scopeOf = ({ scope }: SwitchOptions, { host }: SessionSource): SetScope =>
  scope ?? defaultScope(host);

/** Returns the value to switch to; null removes the decision. */
function wantedValue(verb: Verb, entry: Entry, scope: SetScope): boolean | null {
  if (verb === 'reset') return null;
  return verb === 'toggle' ? toggledValue(entry, scope) : verb === 'enable';
}

/** Returns true if no tool has to change. Only the host knows the decisions of a scope, and of a plugin's entry. */
function isUnchangedInTools(entry: Entry, wanted: boolean, options: SwitchOptions, scope: SetScope): boolean {
  const { tools, offBy } = entry;
  const isNamed = (id: string) => tools.some((tool) => tool.id === id);
  const isOwnState = offBy === null || offBy === 'self';
  const isAsked = options.scope !== undefined || options.tools?.every(isNamed) === false;
  return !isAsked && isOwnState && !needsSwitch(entry, wanted, scope);
}

/** Returns true if another host keeps switches of the entry for the session alone. */
const hasNoScope = ({ isDecided }: Entry, scope: SetScope): boolean => !isDecided && scope !== 'session';

/**
 * Returns the value of an entry in a scope of our own host, whatever a narrower scope decides. A scope that is asked for
 * needs a decision of its own: an entry that is off everywhere may not be so in this repo.
 */
function valueKeptIn({ enablement }: Entry, options: SwitchOptions, scope: SetScope): boolean {
  const decisions = enablement ?? [];
  const isAsked = options.scope !== undefined;
  const ofScope = isAsked ? decisions.filter(({ kind }) => kind === scope) : decisions;
  return enabledIn({ enabled: true, enablement: ofScope, isDecided: true }, scope);
}

/** Returns true if there is nothing to switch. Other hosts do not list every decision, so a reset is always sent. */
function isUnchanged(
  entry: Entry,
  wanted: boolean | null,
  options: SwitchOptions,
  session: SessionSource,
): boolean {
  const { isOwn } = session.host;
  if (entry.tools.length > 0)
    return wanted !== null && isUnchangedInTools(entry, wanted, options, scopeOf(options, session));
  // Our own host keeps the switches of a published plugin for the session, in whichever scope they are made.
  const scope = isOwn && isPublished(entry) ? 'session' : scopeOf(options, session);
  const decision = entry.enablement?.find(({ kind }) => kind === scope);
  if (wanted === null) return (isOwn || hasNoScope(entry, scope)) && decision === undefined;
  // A directory has no switch, and the host gives the reason.
  if (isOwn && entry.type === 'directory') return false;
  return enabledIn(entry, scope) === wanted && (!isOwn || valueKeptIn(entry, options, scope) === wanted);
}

const nothingWritten = { scope: null, file: null, isNew: false, before: null, obeysFrom: null } as const;

/** Returns the result of a switch that every tool had made already. */
function unchangedResult({ tools }: Entry): SwitchResult | undefined {
  if (tools.length === 0) return undefined;
  const results = tools.map(({ id, isRefused, note }) => {
    const outcome = isRefused ? ('left-out' as const) : ('unchanged' as const);
    return { id, ...nothingWritten, outcome, reason: isRefused ? note : null };
  });
  return { batch: null, also: [], tools: results };
}

/** Returns the scope whose decision counts instead of the value that is kept already, or after a reset. */
export function deciding(
  { enabled, enablement, tools }: Entry,
  wanted: boolean | null,
): Pick<EndedSwitch, 'decidedIn'> {
  const [first] = enablement ?? [];
  return tools.length > 0 || enabled === wanted || first === undefined ? {} : { decidedIn: first.kind };
}

const sharedIdReason = 'another entry has the same id and would be switched instead';

/** Returns how the switch ends without the host, or the request to send. */
export function planSwitch(
  verb: Verb,
  entry: Entry,
  options: SwitchOptions,
  { session, isReachable }: { session: SessionSource; isReachable: boolean },
): EndedSwitch | SwitchToSend {
  const scope = scopeOf(options, session);
  const wanted = wantedValue(verb, entry, scope);
  const ended = { entry, wanted, enabled: entry.enabled, reason: null, result: undefined };
  if (!isReachable) return { ...ended, outcome: 'rejected', reason: sharedIdReason };
  if (isUnchanged(entry, wanted, options, session))
    return { ...ended, outcome: 'unchanged', result: unchangedResult(entry), ...deciding(entry, wanted) };
  if (options.dryRun && !session.host.isOwn)
    return { ...ended, outcome: 'planned', ...stateAfter(entry, wanted, scope) };
  const { tools } = options;
  return { entry, wanted, request: { id: entry.id, enabled: wanted, scope, ...(tools && { tools }) } };
}

/** Returns the entry that a switch of each id reaches: the first with this id, top-level entries before others. */
export function findReachable(entries: readonly Entry[]): Map<string, Entry> {
  const first = new Map<string, Entry>();
  const topLevel = entries.filter(({ container }) => container === null);
  for (const entry of [...topLevel, ...entries]) if (!first.has(entry.id)) first.set(entry.id, entry);
  return first;
}
