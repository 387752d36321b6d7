/** `enable`, `disable`, `toggle`, `reset`: resolves all references, then switches the entries, then reports. */

import type { Entry, EntryList } from '../entries/entries.js';
import { addressable } from '../entries/filter.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { note, writeJson, writeLines } from '../output/streams.js';
import { withSession } from '../source/open-session.js';
import type { Scope, SessionSource, SwitchRequest, ToggleOutcome } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import { readListing } from './listing.js';
import { resolveAll } from './resolve.js';
import { readStdinLines } from './stdin.js';
import {
  type EntryAfter,
  hasFailed,
  heldBackTexts,
  lifetimeTexts,
  outcomeLine,
  problemTexts,
  type SwitchedEntry,
  type SwitchOptions,
  toolTexts,
  type Verb,
} from './switch-report.js';

/** Returns the value to switch to; null forgets the decision. */
const wantedValue = (verb: Verb, entry: Entry): boolean | null => {
  if (verb === 'reset') return null;
  return verb === 'toggle' ? !entry.enabled : verb === 'enable';
};

/** Returns the references, with `-` replaced by those on standard input, one a line. */
async function readRefs(refs: readonly string[], io: Io): Promise<readonly string[]> {
  if (!refs.includes('-')) return refs;
  const fromStdin = [...(await unlessAborted(io, readStdinLines(io)))];
  return refs.flatMap((ref) => (ref === '-' ? fromStdin : [ref]));
}

/** How one switch ended. Whether its entry is effective depends on the other switches too. */
type EndedSwitch = Omit<SwitchedEntry, 'effectiveEnabled'>;

function endedSwitch(
  { id, type, name, uri }: Entry,
  outcome: SwitchedEntry['outcome'],
  enabled: boolean | null,
  reason: string | null = null,
): EndedSwitch {
  return { id, type, name, uri, outcome, enabled, reason };
}

/** Returns true if there is nothing to switch. Other hosts do not list every decision, so a reset is always sent. */
function isUnchanged(
  entry: Entry,
  wanted: boolean | null,
  scope: Scope | undefined,
  isOwn: boolean,
): boolean {
  // Tools can differ in a scope, and not every decision of a tool is listed: ask the host.
  const isAboutDecisions = scope !== undefined || wanted === null;
  if (isOwn && isAboutDecisions && entry.tools.length > 0) return false;
  const decision = entry.enablement?.find(({ kind }) => kind === scope);
  if (wanted === null) {
    const isForgotten = scope === undefined ? entry.enablement === null && entry.enabled : !decision;
    return isOwn && !entry.isMixed && isForgotten;
  }
  // An entry that is off in this workspace need not be off everywhere: look at the scope's own decision.
  const isSameInScope = !isOwn || scope === undefined || (decision?.enabled ?? true) === wanted;
  return !entry.isMixed && entry.enabled === wanted && isSameInScope;
}

const sharedIdReason = 'the host gives the same id to another entry, and would switch that one';

/** Returns how the switch ends without the host, or the request to send. */
function plan(
  entry: Entry,
  wanted: boolean | null,
  options: SwitchOptions,
  { isOwn, isReachable }: { isOwn: boolean; isReachable: boolean },
): EndedSwitch | SwitchRequest {
  if (!isReachable) return endedSwitch(entry, 'rejected', entry.enabled, sharedIdReason);
  if (isUnchanged(entry, wanted, options.scope, isOwn)) return endedSwitch(entry, 'unchanged', entry.enabled);
  if (options.dryRun) return endedSwitch(entry, 'planned', wanted);
  const scope = wanted === null ? options.scope : (options.scope ?? defaultScope({ isOwn }));
  return { id: entry.id, enabled: wanted, scope };
}

async function endOf(entry: Entry, switching: Promise<ToggleOutcome>): Promise<EndedSwitch> {
  try {
    const outcome = await switching;
    const enabled = outcome.enabled ?? null;
    if (outcome.kind === 'confirmed') return endedSwitch(entry, 'changed', enabled);
    const didNothing = 'the host took the switch and did nothing';
    const reason = outcome.kind === 'ineffective' ? didNothing : outcome.reason;
    return endedSwitch(entry, outcome.kind, enabled, reason);
  } catch (error) {
    if (!(error instanceof SkillpickError) || error.code !== 'entry-unknown') throw error;
    return endedSwitch(entry, 'rejected', null, 'the entry is gone');
  }
}

/** Returns the entry that a switch of each id reaches: the first with this id, top-level entries before others. */
function findReachable(entries: readonly Entry[]): Map<string, Entry> {
  const first = new Map<string, Entry>();
  const topLevel = entries.filter(({ container }) => container === null);
  for (const entry of [...topLevel, ...entries]) if (!first.has(entry.id)) first.set(entry.id, entry);
  return first;
}

function switchAll(
  session: SessionSource,
  { entries, reachable }: { entries: readonly Entry[]; reachable: ReadonlyMap<string, Entry> },
  verb: Verb,
  options: SwitchOptions,
  io: Io,
): Promise<EndedSwitch[]> {
  const { isOwn } = session.host;
  const plans = entries.map((entry) =>
    plan(entry, wantedValue(verb, entry), options, { isOwn, isReachable: reachable.get(entry.id) === entry }),
  );
  const requests = plans.filter((item) => 'scope' in item);
  const outcomes = new Map(session.switch(requests).map((outcome, index) => [requests[index], outcome]));
  const ends = plans.map((item, index) =>
    'scope' in item ? endOf(entries[index]!, outcomes.get(item)!) : item,
  );
  return unlessAborted(io, Promise.all(ends));
}

/** Adds whether each entry is effective after all switches. Its container may be among the switched entries. */
function withEffective(
  ended: readonly EndedSwitch[],
  entries: readonly Entry[],
  { containers }: EntryList,
): SwitchedEntry[] {
  const isContainerOn = new Map(containers.map(({ id, enabled }) => [id, enabled]));
  for (const { id, outcome, enabled } of ended) {
    if (outcome === 'planned' && enabled !== null && isContainerOn.has(id)) isContainerOn.set(id, enabled);
  }
  return ended.map(({ reason, ...rest }, index) => {
    const { containerId } = entries[index]!;
    const isHeldBack = containerId !== null && isContainerOn.get(containerId) === false;
    const effectiveEnabled = rest.enabled === null ? null : rest.enabled && !isHeldBack;
    return { ...rest, effectiveEnabled, reason };
  });
}

/** Fails with the first reason, unless the reasons were just printed on the same terminal. */
function failIfAnyFailed(results: readonly SwitchedEntry[], isOnScreen: boolean): void {
  const failed = results.filter(hasFailed);
  const [first] = failed;
  if (first === undefined) return;
  const what = results.length === 1 ? 'The switch did' : `${failed.length} of ${results.length} switches did`;
  const why = isOnScreen
    ? ''
    : `${failed.length > 1 ? `, first ${cleanLine(first.name)}` : ''}: ${first.reason}`;
  throw new SkillpickError('switch-failed', cleanLine(`${what} not take effect${why}.`), {
    ...(isOnScreen && { hint: failed.length > 1 ? 'The reasons are above.' : 'The reason is above.' }),
  });
}

/** Tries all switches and reports them. Fails afterwards if one of them failed. */
export async function switchEntries(verb: Verb, options: SwitchOptions, io: Io): Promise<void> {
  const refs = await readRefs(options.refs, io);
  await withSession(options, io, { mayBeTemporary: false }, async (session) => {
    const before = readListing(session);
    const known = { entries: addressable(before, session), problems: before.problems };
    const entries = await resolveAll(known, refs, io);
    const reachable = findReachable(known.entries);
    const ended = await switchAll(session, { entries, reachable }, verb, options, io);
    const listing = readListing(session);
    const results = withEffective(ended, entries, listing);
    const reachableAfter = findReachable(addressable(listing, session));
    const after = entries.map(({ id }): EntryAfter => reachableAfter.get(id));
    const lines = results.map((result, index) => outcomeLine(verb, result, after[index]));
    if (options.json) await writeJson(io, { schema: 'skillpick.switch/1', results });
    else await writeLines(io, lines);
    const remarks = [...heldBackTexts(results, entries), ...problemTexts(before, listing)];
    if (verb !== 'reset')
      remarks.push(
        ...toolTexts(results, entries, after),
        ...lifetimeTexts(results, session.host, options.scope),
      );
    for (const text of remarks) note(io, text, options);
    failIfAnyFailed(results, !options.json && io.stdout.isTTY === true);
  });
}
