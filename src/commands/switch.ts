/** `enable`, `disable`, `toggle`, `reset`: all references are resolved first, then switched, then reported. */

import type { ToggleOutcome } from '../client/switches.js';
import type { Entry, EntryList } from '../entries/entries.js';
import { addressable } from '../entries/selection.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { writeJson, writeLines } from '../output/streams.js';
import type { Scope } from '../protocol/actions.js';
import type { SwitchOptions } from '../source/connect-options.js';
import { sourceLimits } from '../source/limits.js';
import { openSession, settle } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import { commandsLimits } from './limits.js';
import { readListing } from './listing.js';
import { resolveAll } from './resolve.js';
import { readStdinLines } from './stdin.js';
import {
  type After,
  hasFailed,
  outcomeLine,
  remarkHeldBack,
  remarkLasting,
  remarkNotes,
  remarkProblems,
  type SwitchedEntry,
  type Verb,
} from './switch-report.js';

const wantedBy = (verb: Verb, entry: Entry): boolean | null => {
  if (verb === 'reset') return null;
  return verb === 'toggle' ? !entry.enabled : verb === 'enable';
};

/** The references given; `-` is replaced by those on standard input, one a line. */
async function allRefs(refs: readonly string[], io: Io): Promise<readonly string[]> {
  if (!refs.includes('-')) return refs;
  const given = [...(await unlessAborted(io, readStdinLines(io)))];
  return refs.flatMap((ref) => (ref === '-' ? given : [ref]));
}

/** A switch for itself; what it counts for depends on the others too. */
type Ended = Omit<SwitchedEntry, 'effectiveEnabled'>;

function switched(
  { id, type, name, uri }: Entry,
  outcome: SwitchedEntry['outcome'],
  enabled: boolean | null,
  reason: string | null = null,
): Ended {
  return { id, type, name, uri, outcome, enabled, reason };
}

function settled(entry: Entry, outcome: ToggleOutcome): Ended {
  const enabled = outcome.enabled ?? null;
  switch (outcome.kind) {
    case 'confirmed':
      return switched(entry, 'changed', enabled);
    case 'ineffective':
      return switched(entry, 'ineffective', enabled, 'the host took the switch and did nothing');
    default:
      return switched(entry, outcome.kind, enabled, outcome.reason);
  }
}

/** Whether nothing is left to do. What other hosts remember of an entry is not always told, so they are asked. */
function isSo(entry: Entry, wanted: boolean | null, scope: Scope | undefined, isOwn: boolean): boolean {
  // Tools may differ in what a scope says, and a decision of some is not listed: the host is asked.
  const isAboutDecisions = scope !== undefined || wanted === null;
  if (isOwn && isAboutDecisions && entry.tools.length > 0) return false;
  const decision = entry.enablement?.find(({ kind }) => kind === scope);
  if (wanted === null) {
    const isForgotten = scope === undefined ? entry.enablement === null && entry.enabled : !decision;
    return isOwn && !entry.isMixed && isForgotten;
  }
  // Off in this workspace is not off everywhere: a scope that was asked for has to say so itself.
  const isKept = !isOwn || scope === undefined || (decision?.enabled ?? true) === wanted;
  return !entry.isMixed && entry.enabled === wanted && isKept;
}

const sharedReason = 'the host gives the same id to another entry, and would switch that one';

async function switchOne(
  session: SessionSource,
  entry: Entry,
  wanted: boolean | null,
  options: SwitchOptions,
  isHidden: boolean,
): Promise<Ended> {
  const { isOwn } = session.host;
  if (isHidden) return switched(entry, 'rejected', entry.enabled, sharedReason);
  if (isSo(entry, wanted, options.scope, isOwn)) return switched(entry, 'unchanged', entry.enabled);
  if (options.dryRun) return switched(entry, 'planned', wanted);
  const scope = wanted === null ? options.scope : (options.scope ?? defaultScope({ isOwn }));
  try {
    const [switching] = session.switch([{ id: entry.id, enabled: wanted, scope }]);
    return settled(entry, await switching!);
  } catch (error) {
    if (!(error instanceof SkillpickError) || error.code !== 'entry-unknown') throw error;
    return switched(entry, 'rejected', null, 'it is gone meanwhile');
  }
}

/** Returns the entries that a switch reaches: of those with one id a host takes the first, top-level ones before all. */
function reachable(entries: readonly Entry[]): Set<Entry> {
  const first = new Map<string, Entry>();
  const topLevel = entries.filter(({ container }) => container === null);
  for (const entry of [...topLevel, ...entries]) if (!first.has(entry.id)) first.set(entry.id, entry);
  return new Set(first.values());
}

/** A host may count frames, and an answer to each is awaited anyway: so not all at once. */
async function switchAll(
  session: SessionSource,
  { entries, reached }: { entries: readonly Entry[]; reached: ReadonlySet<Entry> },
  verb: Verb,
  options: SwitchOptions,
  io: Io,
): Promise<Ended[]> {
  const results: Ended[] = [];
  for (let start = 0; start < entries.length; start += commandsLimits.switchesAtOnce) {
    const batch = entries.slice(start, start + commandsLimits.switchesAtOnce);
    const under = batch.map((entry) =>
      switchOne(session, entry, wantedBy(verb, entry), options, !reached.has(entry)),
    );
    results.push(...(await unlessAborted(io, Promise.all(under))));
  }
  return results;
}

/** What the switches count for, once all are made: a container may have been among them. */
function counted(
  ended: readonly Ended[],
  entries: readonly Entry[],
  { containers }: EntryList,
): SwitchedEntry[] {
  const standing = new Map(containers.map(({ id, enabled }) => [id, enabled]));
  for (const { id, outcome, enabled } of ended) {
    if (outcome === 'planned' && enabled !== null && standing.has(id)) standing.set(id, enabled);
  }
  return ended.map(({ reason, ...rest }, index) => {
    const { containerId } = entries[index]!;
    const isHeldBack = containerId !== null && standing.get(containerId) === false;
    const effectiveEnabled = rest.enabled === null ? null : rest.enabled && !isHeldBack;
    return { ...rest, effectiveEnabled, reason };
  });
}

/** Switches and answers; a switch that failed makes the command fail, after all have been tried. */
export async function switchEntries(verb: Verb, options: SwitchOptions, io: Io): Promise<void> {
  const refs = await allRefs(options.refs, io);
  const session = await openSession(
    options,
    io,
    { mayBeTemporary: false },
    sourceLimits.commandReconnectAttempts,
  );
  try {
    await settle(session, options, io);
    const before = readListing(session);
    const known = { entries: addressable(before, session), problems: before.problems };
    const entries = await resolveAll(known, refs, io);
    const ended = await switchAll(session, { entries, reached: reachable(known.entries) }, verb, options, io);
    const listing = readListing(session);
    const results = counted(ended, entries, listing);
    const after = entriesAfter(entries, listing, session);
    if (options.json) await writeJson(io, { schema: 'skillpick.switch/1', results });
    else
      await writeLines(
        io,
        results.map((result, index) => outcomeLine(verb, result, after[index])),
      );
    remarkHeldBack(results, entries, options, io);
    remarkProblems(before, listing, options, io);
    if (verb !== 'reset') {
      remarkNotes(results, entries, after, options, io);
      remarkLasting(results, session, options, io);
    }
    failIfAnyFailed(results, !options.json && io.stdout.isTTY === true);
  } finally {
    await session.close();
  }
}

/** Returns the entries as they are once all switches are made. */
function entriesAfter(entries: readonly Entry[], listing: EntryList, session: SessionSource): After[] {
  const reached = reachable(addressable(listing, session));
  const known = new Map([...reached].map((entry) => [entry.id, entry]));
  return entries.map(({ id }) => known.get(id));
}

/** Fails with the first reason, unless all of them were just printed on the same screen. */
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
