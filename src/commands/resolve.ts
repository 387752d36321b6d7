/** References to entries: what is meant, and an error that helps where that is not exactly one. */

import type { Entry, Problem } from '../entries/entries.js';
import { findProblem, RefIndex, uriRef } from '../entries/refs.js';
import { isTypo } from '../entries/typo.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { sourceLimits } from '../source/limits.js';
import { cleanLine } from '../text/clean.js';
import { formatPlace } from '../text/humanize.js';

const suggestions = 3;

/** One line a candidate, by what tells them apart. */
function candidates(entries: readonly Entry[]): string[] {
  const shown = entries
    .slice(0, sourceLimits.listedCandidates)
    .map((entry) => `${entry.type}:${entry.name}  ${uriRef(entry)}`);
  const rest = entries.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

/** Entries that may have been meant: mistyped ones, and whatever a search finds. */
async function nearest(entries: readonly Entry[], ref: string): Promise<Entry[]> {
  const { createIndex, search } = await import('../entries/search.js');
  const mistyped = entries.filter(({ name }) => isTypo(ref, name));
  const found = search(createIndex(entries), ref, { limit: suggestions }).rows.map(({ entry }) => entry);
  return [...new Set([...mistyped, ...found])].slice(0, suggestions);
}

/** What a reference may mean, and what could not be read. */
export interface RefLookup {
  entries: readonly Entry[];
  problems: readonly Problem[];
}

async function unknown({ entries, problems }: RefLookup, ref: string, io: Io): Promise<SkillpickError> {
  const problem = findProblem(problems, ref, io);
  if (problem !== undefined) {
    const place = formatPlace(problem.uri, io.home) + (problem.line === null ? '' : `:${problem.line}`);
    return new SkillpickError(
      'entry-unknown',
      `"${cleanLine(ref)}" cannot be read: ${place}: ${problem.message}.`,
      {
        hint: 'Fix the file; skillpick doctor lists all that is broken.',
      },
    );
  }
  const near = await nearest(entries, ref);
  const rest = near.length === 0 ? 'See skillpick list --type all.' : 'Did you mean:';
  return new SkillpickError('entry-unknown', `There is no entry "${cleanLine(ref)}". ${rest}`, {
    choices: candidates(near),
  });
}

async function refusal(
  known: RefLookup,
  ref: string,
  found: readonly Entry[],
  io: Io,
): Promise<SkillpickError> {
  if (found.length === 0) return unknown(known, ref, io);
  return new SkillpickError('entry-ambiguous', `"${cleanLine(ref)}" means more than one entry:`, {
    choices: candidates(found),
    hint: 'Name it by its path or uri.',
  });
}

/** Resolves the references, all of them or none; each entry is returned once. */
export async function resolveAll(known: RefLookup, refs: readonly string[], io: Io): Promise<Entry[]> {
  const index = new RefIndex(known.entries);
  const meant = new Set<Entry>();
  for (const ref of refs) {
    const found = index.find(ref, io);
    if (found.length !== 1) throw await refusal(known, ref, found, io);
    meant.add(found[0]!);
  }
  return [...meant];
}

/** The one entry a reference means. */
export async function resolveOne(known: RefLookup, ref: string, io: Io): Promise<Entry> {
  const [entry] = await resolveAll(known, [ref], io);
  return entry!;
}
