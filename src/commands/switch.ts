/** `enable`, `disable`, `toggle`, `reset`: resolves all references, then switches the entries, then reports. */

import type { Entry, Problem } from '../entries/entries.js';
import { isOnAnywhere, stateAfter, toggledValue } from '../entries/entry-flags.js';
import { addressable } from '../entries/filter.js';
import { addTo } from '../entries/groups.js';
import { noEffectReason } from '../entries/no-effect.js';
import { partsOf } from '../entries/parts.js';
import { isKeptByScope, type SetScope, type SwitchResult } from '../entries/switch-words.js';
import { checkTools } from '../entries/tool-choice.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { type ConnectedHost, withSession } from '../source/open-session.js';
import { countingSettled, grouped, showing, withSeconds } from '../source/progress.js';
import type { SessionSource, ToggleOutcome } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { noteUnfinished, readListing } from './listing.js';
import { findKeptElsewhere } from './other-scopes.js';
import { resolveAll } from './resolve.js';
import { readStdinLines } from './stdin.js';
import {
  checkScope,
  checkSharedScope,
  deciding,
  type EndedSwitch,
  findReachable,
  planSwitch,
  type SwitchOptions,
  type SwitchToSend,
  scopeOf,
  type Verb,
} from './switch-plan.js';
import { refusalText } from './switch-refusal.js';
import { reportSwitches } from './switch-report.js';

/** Returns the references, with `-` replaced by those on standard input, one a line. */
async function readRefs(refs: readonly string[], io: Io): Promise<readonly string[]> {
  if (!refs.includes('-')) return refs;
  const fromStdin = [...(await unlessAborted(io, readStdinLines(io)))];
  return refs.flatMap((ref) => (ref === '-' ? fromStdin : [ref]));
}

function endOf(planned: SwitchToSend, outcome: ToggleOutcome, problems: readonly Problem[]): EndedSwitch {
  const { entry, wanted } = planned;
  const ended = { entry, wanted, enabled: outcome.enabled ?? null, reason: null, result: undefined };
  switch (outcome.kind) {
    case 'confirmed': {
      const { result, decidedIn } = outcome;
      const isUnchanged = result !== undefined && !hasOutcome(result, 'changed');
      const decided = { ...(decidedIn !== undefined && { decidedIn }) };
      return { ...ended, outcome: isUnchanged ? 'unchanged' : 'changed', result, ...decided };
    }
    case 'ineffective':
      return { ...ended, outcome: outcome.kind, reason: noEffectReason(wanted, entry.tools) };
    case 'rejected':
      return { ...ended, outcome: outcome.kind, reason: refusalText(outcome.reason, planned, problems) };
    case 'unconfirmed':
      return { ...ended, outcome: outcome.kind, reason: outcome.reason };
  }
}

/** Returns true if a tool has the outcome, or skillpick's own switch. */
const hasOutcome = ({ tools, own }: SwitchResult, wanted: 'changed' | 'planned'): boolean =>
  own?.outcome === wanted || tools.some(({ outcome }) => outcome === wanted);

/** Returns the entry's own flag after a planned switch; null if that is not known. */
function plannedFlag({ entry, wanted }: SwitchToSend, { tools }: SwitchResult): boolean | null {
  if (wanted === null || entry.tools.length === 0) return wanted;
  const leftOut = new Set(tools.filter(({ outcome }) => outcome === 'left-out').map(({ id }) => id));
  return isOnAnywhere(
    entry.tools.map((tool) => ({ ...tool, enabled: leftOut.has(tool.id) ? tool.enabled : wanted })),
  );
}

function endOfPlan(
  planned: SwitchToSend,
  result: SwitchResult | string,
  problems: readonly Problem[],
  scope: SetScope,
): EndedSwitch {
  const { entry, wanted } = planned;
  const ended = { entry, wanted, enabled: entry.enabled, reason: null };
  if (typeof result === 'string')
    return {
      ...ended,
      outcome: 'rejected',
      reason: refusalText(result, planned, problems),
      result: undefined,
    };
  const isKept = isKeptByScope(result);
  if (!hasOutcome(result, 'planned'))
    return { ...ended, outcome: 'unchanged', result, ...(isKept && deciding(entry, wanted)) };
  if (isKept) return { ...ended, outcome: 'planned', result, ...stateAfter(entry, wanted, scope) };
  return { ...ended, outcome: 'planned', enabled: plannedFlag(planned, result), result };
}

/** Asks the host what the switches would do. */
async function planSwitches(
  session: SessionSource,
  plans: readonly (EndedSwitch | SwitchToSend)[],
  options: SwitchOptions,
  io: Io,
): Promise<EndedSwitch[]> {
  const toSend = plans.filter((plan) => 'request' in plan);
  if (toSend.length === 0) return plans.filter((plan) => 'outcome' in plan);
  const planning = () => unlessAborted(io, session.plan(toSend.map(({ request }) => request)));
  const outcome = await showing(
    options,
    withSeconds(`Planning ${grouped(toSend.length)} switches`),
    planning,
  );
  if (outcome.kind !== 'confirmed')
    throw new SkillpickError('switch-failed', `Not planned: ${outcome.reason}.`);
  const { planned } = outcome.result;
  const { problems } = readListing(session);
  const scope = scopeOf(options, session);
  const resultAt = (at: number) => planned[at] ?? 'nothing was planned for it';
  const ended = new Map(toSend.map((plan, at) => [plan, endOfPlan(plan, resultAt(at), problems, scope)]));
  return plans.map((plan) => ('request' in plan ? ended.get(plan)! : plan));
}

async function waitFor(
  planned: SwitchToSend,
  switching: Promise<ToggleOutcome>,
  session: SessionSource,
): Promise<EndedSwitch> {
  try {
    const outcome = await switching;
    return endOf(planned, outcome, outcome.kind === 'rejected' ? readListing(session).problems : []);
  } catch (error) {
    if (!(error instanceof SkillpickError) || error.code !== 'entry-unknown') throw error;
    const { entry, wanted } = planned;
    const reason = 'the entry is gone';
    return { entry, wanted, outcome: 'rejected', enabled: null, reason, result: undefined };
  }
}

/** Sends all switches at once, and waits for the end of each. */
async function makeSwitches(
  session: SessionSource,
  plans: readonly (EndedSwitch | SwitchToSend)[],
  options: SwitchOptions,
  io: Io,
): Promise<EndedSwitch[]> {
  const planned = plans.filter((plan) => 'request' in plan);
  const outcomes = session.switch(planned.map(({ request }) => request));
  const waiting = planned.map((plan, index) => waitFor(plan, outcomes[index]!, session));
  const made = await unlessAborted(io, countingSettled(options, 'Switching', waiting));
  const endOfPlanned = new Map(planned.map((plan, index) => [plan, made[index]!]));
  const ended = plans.map((plan) => ('request' in plan ? endOfPlanned.get(plan)! : plan));
  // Our own host sends the new standings right after the echoes, so they may still be under way.
  const { isOwn, url } = session.host;
  if (isOwn && url !== null && planned.length > 0) await unlessAborted(io, session.refresh());
  return ended;
}

/** Finds the entries that the references name, among those that the chosen tools read. */
async function findEntries(verb: Verb, session: SessionSource, options: SwitchOptions, io: Io) {
  const { refs, tools } = options;
  const listing = readListing(session);
  const all = addressable(listing, session, tools);
  const known = { entries: all, problems: listing.problems, ...(tools && { tools }) };
  const named = await resolveAll(known, refs, io);
  const reachable = findReachable(addressable(listing, session));
  const switches = session.host.isOwn
    ? withParts(verb, named, all, scopeOf(options, session))
    : named.map((entry) => [entry, verb] as const);
  return { listing, switches: new Map(switches), reachable };
}

/** Returns true if a reset removes a switch that an older version stored for a directory. */
const hasOldSwitch = (verb: Verb, { type, enablement }: Entry): boolean =>
  verb === 'reset' && type === 'directory' && enablement !== null;

/** Replaces containers without a switch of their own by their entries. Each entry is switched once. */
function withParts(
  verb: Verb,
  named: readonly Entry[],
  all: readonly Entry[],
  scope: SetScope,
): Map<Entry, Verb> {
  const switches = new Map<Entry, Verb>();
  const inContainers = new Map<string | null, Entry[]>();
  for (const entry of all) addTo(inContainers, entry.containerId, entry);
  for (const entry of named) {
    const parts = partsOf(entry, inContainers.get(entry.id) ?? []);
    const partVerb =
      verb !== 'toggle' ? verb : parts.some((part) => toggledValue(part, scope)) ? 'enable' : 'disable';
    const isSwitched = parts.length === 0 || hasOldSwitch(verb, entry);
    const wanted = isSwitched ? [entry, ...parts] : parts;
    for (const one of wanted) if (!switches.has(one)) switches.set(one, one === entry ? verb : partVerb);
  }
  return switches;
}

/** Tries all switches and reports them. Fails afterwards if one of them failed. */
export async function switchEntries(verb: Verb, options: SwitchOptions, io: Io): Promise<void> {
  checkScope(options, io);
  const refs = await readRefs(options.refs, io);
  const check = (host: ConnectedHost) => {
    checkSharedScope(options, host);
    checkTools(options.tools, host);
  };
  await withSession(
    options,
    io,
    { mayBeTemporary: false, inOwnHost: options.dryRun ? 'temporary' : 'lasting', check },
    async (session, unfinished) => {
      noteUnfinished(unfinished, options, io);
      const { listing, switches, reachable } = await findEntries(verb, session, { ...options, refs }, io);
      const isReachable = ({ id, node }: Entry) => reachable.get(id)?.node === node;
      const plans = [...switches].map(([entry, entryVerb]) =>
        planSwitch(entryVerb, entry, options, { session, isReachable: isReachable(entry) }),
      );
      const make = options.dryRun ? planSwitches : makeSwitches;
      const ended = await make(session, plans, options, io);
      const after = readListing(session);
      const found = findReachable(addressable(after, session, options.tools));
      const scope = scopeOf(options, session);
      await reportSwitches(
        {
          verb,
          isPlan: options.dryRun === true,
          ended,
          before: listing,
          after,
          found,
          scope,
          findElsewhere: () => findKeptElsewhere(ended, options, session, io),
          host: session.host,
        },
        options,
        io,
      );
    },
  );
}
