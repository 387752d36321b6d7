/** `skillpick agent`: prints the agent that is selected for the session, or selects one. */

import { ignoredSelection, whyNotSelectable } from '../entries/agent-of-session.js';
import type { Entry } from '../entries/entries.js';
import { addressable } from '../entries/filter.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { agentDocument } from '../output/document.js';
import { note, writeJson, writeLines } from '../output/streams.js';
import { withSession } from '../source/open-session.js';
import { showing, withSeconds } from '../source/progress.js';
import type { AgentOutcome, SessionSource } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import type { CommandOptions } from './command-options.js';
import { followAgent, type Listing, readListing } from './listing.js';
import { resolveFirst } from './resolve.js';

export interface AgentOptions extends CommandOptions {
  /** The agent to select; undefined prints the selected one. */
  ref?: string | undefined;
  /** Selects no agent: back to the default. */
  none?: boolean;
  dryRun?: boolean;
}

/** How a selection ended. */
interface Ended {
  outcome: 'changed' | 'unchanged' | 'planned' | 'rejected' | 'ineffective' | 'unconfirmed';
  reason: string | null;
}

const defaultWords = 'the default';

function checkUsage({ ref, none }: AgentOptions): void {
  if (ref === undefined || !none) return;
  throw new SkillpickError('bad-usage', 'An agent cannot be given together with --none.', {
    hint: 'Give one of them.',
  });
}

function endOf(outcome: AgentOutcome): Ended {
  switch (outcome.kind) {
    case 'confirmed':
      return { outcome: 'changed', reason: null };
    case 'ineffective':
      return { outcome: 'ineffective', reason: ignoredSelection };
    default:
      return { outcome: outcome.kind, reason: outcome.reason };
  }
}

/** Selects, and waits for the host. */
async function select(
  wanted: Entry | null,
  listing: Listing,
  session: SessionSource,
  options: AgentOptions,
  io: Io,
): Promise<Ended> {
  const reason = wanted === null ? null : whyNotSelectable(wanted, listing.entries);
  if (reason !== null) return { outcome: 'rejected', reason };
  const uri = wanted?.uri ?? null;
  const isSame = session.getView().agent !== undefined && listing.session.agent === uri;
  if (options.dryRun) return { outcome: isSame ? 'unchanged' : 'planned', reason: null };
  const selecting = () => unlessAborted(io, session.selectAgent(uri));
  const ended = endOf(await showing(options, withSeconds('Selecting'), selecting));
  return isSame && ended.outcome === 'changed' ? { ...ended, outcome: 'unchanged' } : ended;
}

function lineFor({ outcome }: Ended, wanted: Entry | null): string {
  const name = wanted === null ? defaultWords : cell(wanted.name);
  if (outcome === 'planned') return `${name} would be selected`;
  return outcome === 'unchanged' ? `${name} is selected already` : `${name} is selected`;
}

async function print(
  listing: Listing,
  ended: Ended | null,
  text: string,
  options: AgentOptions,
  io: Io,
): Promise<void> {
  if (options.json) return writeJson(io, agentDocument(listing, ended));
  await writeLines(io, text === '' ? [] : [text]);
}

async function printSelected(session: SessionSource, options: AgentOptions, io: Io): Promise<void> {
  const listing = readListing(session);
  if (session.getView().agent === undefined) {
    const hint = 'The chat of the session, which has the selection, cannot be read.';
    throw new SkillpickError('request-failed', 'It is not known which agent is selected.', { hint });
  }
  const { agent } = listing;
  const text = agent === null ? defaultWords : `${cell(agent.name)}  ${cell(agent.uri)}`;
  await print(listing, null, text, options, io);
  const entry = listing.entries.find(({ id }) => id === agent?.id);
  if (entry?.effectiveEnabled === false)
    note(io, `${cell(entry.name)} is off, so the session may not use it.`, options);
}

export async function selectAgent(options: AgentOptions, io: Io): Promise<void> {
  checkUsage(options);
  const { ref, none } = options;
  const isChange = (ref !== undefined || none) && !options.dryRun;
  const inOwnHost = isChange ? 'lasting' : 'temporary';
  await withSession(options, io, { mayBeTemporary: false, inOwnHost }, async (session) => {
    await followAgent(session, io);
    if (ref === undefined && !none) return printSelected(session, options, io);
    const listing = readListing(session);
    const known = { entries: addressable(listing, session), problems: listing.problems };
    const wanted = ref === undefined ? null : await resolveFirst('agent', known, ref, io);
    const ended = await select(wanted, listing, session, options, io);
    const isDone = ended.reason === null;
    await print(readListing(session), ended, isDone ? lineFor(ended, wanted) : '', options, io);
    if (isDone) return;
    const name = wanted === null ? defaultWords : cleanLine(wanted.name);
    throw new SkillpickError('switch-failed', `Not selected: ${name}: ${cleanLine(ended.reason ?? '')}.`);
  });
}
