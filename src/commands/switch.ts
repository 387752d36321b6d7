/** `enable`, `disable`, `toggle`, `reset`: all references are resolved first, then switched, then reported. */

import type { ToggleOutcome } from '../client/switches.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import { lastingOf } from '../picker/lasting.js';
import { resolveRef } from '../picker/refs.js';
import type { Scope } from '../protocol/actions.js';
import { addressable, readListing } from './listing.js';
import type { SwitchOptions } from './options.js';
import { note, writeJson, writeLines } from './output.js';
import { type OpenSession, openSession, settle } from './session.js';
import { readStdin } from './stdin.js';

export type Verb = 'enable' | 'disable' | 'toggle' | 'reset';

interface Result {
  id: string;
  type: string;
  name: string;
  uri: string;
  outcome: 'changed' | 'unchanged' | 'planned' | 'rejected' | 'ineffective' | 'unconfirmed';
  enabled: boolean | null;
  effectiveEnabled: boolean | null;
  reason: string | null;
}

const wantedBy = (verb: Verb, entry: Entry): boolean | null => {
  if (verb === 'reset') return null;
  return verb === 'toggle' ? !entry.enabled : verb === 'enable';
};

async function allRefs(refs: readonly string[], io: Io): Promise<string[]> {
  if (!refs.includes('-')) return [...refs];
  const given = (await readStdin(io)).split('\n').map((line) => line.replace(/\r$/, ''));
  return refs.flatMap((ref) => (ref === '-' ? given.filter((line) => line !== '') : [ref]));
}

/** One line a candidate, by what tells them apart. */
function candidates(entries: readonly Entry[]): string {
  const shown = entries
    .slice(0, limits.listedCandidates)
    .map(({ type, name, uri }) => `\n  ${type}:${name}  ${uri}`);
  return (
    shown.join('') + (entries.length > shown.length ? `\n  and ${entries.length - shown.length} more` : '')
  );
}

async function nearest(entries: readonly Entry[], ref: string): Promise<Entry[]> {
  const { createIndex, search } = await import('../picker/search.js');
  return search(createIndex(entries), ref, { limit: 3 }).rows.map(({ entry }) => entry);
}

/** The one entry a reference means; anything else stops everything before the first switch. */
export async function resolveOne(entries: readonly Entry[], ref: string, io: Io): Promise<Entry> {
  const found = resolveRef(entries, ref, io);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    throw new SkillpickError('entry-ambiguous', `"${ref}" means more than one entry:${candidates(found)}`, {
      hint: '\nName it by its path or uri.',
    });
  }
  const near = await nearest(entries, ref);
  throw new SkillpickError('entry-unknown', `There is no entry "${ref}".`, {
    hint: near.length === 0 ? 'See skillpick list --type all.' : `Did you mean:${candidates(near)}`,
  });
}

function resultOf(
  entry: Entry,
  outcome: Result['outcome'],
  enabled: boolean | null,
  reason: string | null,
): Result {
  const { id, type, name, uri, container } = entry;
  const effectiveEnabled = enabled === null ? null : enabled && (container?.enabled ?? true);
  return { id, type, name, uri, outcome, enabled, effectiveEnabled, reason };
}

function settled(entry: Entry, outcome: ToggleOutcome): Result {
  const enabled = outcome.enabled ?? null;
  switch (outcome.kind) {
    case 'confirmed':
      return resultOf(entry, 'changed', enabled, null);
    case 'ineffective':
      return resultOf(entry, 'ineffective', enabled, 'the host took the switch and did nothing');
    default:
      return resultOf(entry, outcome.kind, enabled, outcome.reason);
  }
}

async function switchOne(
  session: OpenSession,
  entry: Entry,
  wanted: boolean | null,
  options: SwitchOptions,
): Promise<Result> {
  const isSo = wanted !== null && entry.enabled === wanted && !entry.isMixed;
  if (isSo) return resultOf(entry, 'unchanged', entry.enabled, null);
  if (options.dryRun) return resultOf(entry, 'planned', wanted, null);
  const scope: Scope = options.scope ?? (session.host.kind === 'embedded' ? 'workspace' : 'session');
  const outcome =
    wanted === null
      ? await session.store.reset(entry.id, options.scope)
      : await session.store.toggle(entry.id, wanted, scope);
  return settled(entry, outcome);
}

const words = (enabled: boolean | null): string => (enabled === null ? 'as it was' : enabled ? 'on' : 'off');

function line(result: Result): string {
  const what = `${result.type} ${result.name}`;
  switch (result.outcome) {
    case 'changed':
      return `${what}: now ${words(result.enabled)}`;
    case 'unchanged':
      return `${what}: already ${words(result.enabled)}`;
    case 'planned':
      return `${what}: would be ${result.enabled === null ? 'reset' : `switched ${words(result.enabled)}`}`;
    default:
      return `${what}: ${result.outcome}, still ${words(result.enabled)}: ${result.reason}`;
  }
}

function report(
  results: readonly Result[],
  entries: readonly Entry[],
  session: OpenSession,
  options: SwitchOptions,
  io: Io,
): void {
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  results.forEach((result, index) => {
    if (result.enabled && result.effectiveEnabled === false) {
      note(
        io,
        `${result.name} stays off as long as its container ${entries[index]?.container?.name} is off.`,
        options,
      );
    }
  });
  if (changed.length === 0) return;
  const lasting = lastingOf(session.host.kind, session.client.protocolVersion, changed, options.scope);
  if (lasting !== null) note(io, lasting, options);
}

/** Switches and answers; a switch that failed makes the command fail, after all have been tried. */
export async function switchEntries(verb: Verb, options: SwitchOptions, io: Io): Promise<void> {
  const refs = await allRefs(options.refs, io);
  const session = await openSession(options, io, { mayBeTemporary: false }, limits.commandReconnectAttempts);
  try {
    await settle(session, io);
    const all = addressable(readListing(session), session);
    const entries: Entry[] = [];
    for (const ref of refs) entries.push(await resolveOne(all, ref, io));
    const unique = [...new Set(entries)];
    const results = await Promise.all(
      unique.map((entry) => switchOne(session, entry, wantedBy(verb, entry), options)),
    );
    if (options.json) await writeJson(io, { schema: 'skillpick.switch/1', results });
    else await writeLines(io, results.map(line));
    report(results, unique, session, options, io);
    failIfAnyFailed(results);
  } finally {
    await session.close();
  }
}

function failIfAnyFailed(results: readonly Result[]): void {
  const failed = results.filter(({ outcome }) =>
    ['rejected', 'ineffective', 'unconfirmed'].includes(outcome),
  );
  if (failed.length === 0) return;
  throw new SkillpickError(
    'switch-failed',
    `${failed.length} of ${results.length} switches did not take effect.`,
    {
      hint: 'The reasons are given above.',
    },
  );
}
