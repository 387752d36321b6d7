/** References to entries: what is meant, and an error that helps where that is not exactly one. */

import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import { isNear } from '../picker/near.js';
import { resolveRef } from '../picker/refs.js';

const suggestions = 3;

/** One line a candidate, by what tells them apart. */
function candidates(entries: readonly Entry[]): string {
  const shown = entries
    .slice(0, limits.listedCandidates)
    .map(({ type, name, uri }) => `\n  ${type}:${name}  ${uri}`);
  const rest = entries.length - shown.length;
  return shown.join('') + (rest > 0 ? `\n  and ${rest} more` : '');
}

/** Entries that may have been meant: mistyped ones, and whatever a search finds. */
async function nearest(entries: readonly Entry[], ref: string): Promise<Entry[]> {
  const { createIndex, search } = await import('../picker/search.js');
  const mistyped = entries.filter(({ name }) => isNear(ref, name));
  const found = search(createIndex(entries), ref, { limit: suggestions }).rows.map(({ entry }) => entry);
  return [...new Set([...mistyped, ...found])].slice(0, suggestions);
}

async function unknown(entries: readonly Entry[], ref: string): Promise<SkillpickError> {
  const near = await nearest(entries, ref);
  return new SkillpickError('entry-unknown', `There is no entry "${ref}".`, {
    hint: near.length === 0 ? 'See skillpick list --type all.' : `Did you mean:${candidates(near)}`,
  });
}

function firstById(entries: readonly Entry[]): Map<string, Entry> {
  const ids = new Map<string, Entry>();
  for (const entry of entries) if (!ids.has(entry.id)) ids.set(entry.id, entry);
  return ids;
}

/** Resolves the references, all of them or none; ids, which come by the thousand from other commands, at once. */
export async function resolveAll(
  entries: readonly Entry[],
  refs: readonly string[],
  io: Io,
): Promise<Entry[]> {
  const ids = refs.length > 1 ? firstById(entries) : new Map<string, Entry>();
  const meant = new Set<Entry>();
  for (const ref of refs) meant.add(ids.get(ref) ?? (await resolveOne(entries, ref, io)));
  return [...meant];
}

/** The one entry a reference means. */
export async function resolveOne(entries: readonly Entry[], ref: string, io: Io): Promise<Entry> {
  const found = resolveRef(entries, ref, io);
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw await unknown(entries, ref);
  throw new SkillpickError('entry-ambiguous', `"${ref}" means more than one entry:${candidates(found)}`, {
    hint: '\nName it by its path or uri.',
  });
}
