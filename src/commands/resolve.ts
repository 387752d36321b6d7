/** Finds entries by reference, and explains why a reference does not match exactly one. */

import { realpathSync } from 'node:fs';
import type { Entry, Problem } from '../entries/entries.js';
import { absolutePath, findProblem, looksLikePath, RefIndex, uriRef } from '../entries/refs.js';
import { hasFile } from '../entries/shown-file.js';
import { toolChoice } from '../entries/tool-choice.js';
import { isTypo } from '../entries/typo.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { candidateLines } from '../source/choose-session.js';
import { cleanLine } from '../text/clean.js';
import { formatPlace } from '../text/humanize.js';

const suggestions = 3;

/** Shows type, name and uri, because candidates may differ in any of them. */
const entryLine = (entry: Entry): string => `${entry.type}:${entry.name}  ${uriRef(entry)}`;

/** Finds entries with a similar name, and those that a search finds. */
async function findSimilar(entries: readonly Entry[], ref: string): Promise<Entry[]> {
  const { createIndex, search } = await import('../entries/search-entries.js');
  const { literalQuery } = await import('../entries/query.js');
  const typos = entries.filter(({ name }) => isTypo(ref, name));
  const { rows } = search(createIndex(entries), literalQuery(ref), { limit: suggestions });
  return [...new Set([...typos, ...rows.map(({ entry }) => entry)])].slice(0, suggestions);
}

/** What a reference can name: entries, and files that could not be read. */
interface RefLookup {
  entries: readonly Entry[];
  problems: readonly Problem[];
  /** The entries are those that these tools read. */
  tools?: readonly string[];
}

/** Returns a path with its links followed; undefined for other references, and if nothing is there. */
function linkedPath(ref: string, io: Io): string | undefined {
  if (!looksLikePath.test(ref)) return undefined;
  try {
    return realpathSync.native(absolutePath(ref, io));
  } catch {
    return undefined;
  }
}

/** Finds what a reference matches. A path may lead through links to what the session lists. */
function findMatches(index: RefIndex, ref: string, io: Io): readonly Entry[] {
  const found = index.find(ref, io);
  const linked = found.length === 0 ? linkedPath(ref, io) : undefined;
  return linked === undefined ? found : index.find(linked, io);
}

async function unknownRef(
  { entries, problems, tools }: RefLookup,
  ref: string,
  io: Io,
): Promise<SkillpickError> {
  const linked = linkedPath(ref, io);
  const problem = findProblem(problems, ref, io) ?? (linked && findProblem(problems, linked, io));
  if (problem) {
    if (!hasFile(problem))
      return new SkillpickError('entry-unknown', `"${cleanLine(ref)}" was left out: ${problem.message}.`);
    const place = formatPlace(problem.uri, io.home) + (problem.line === null ? '' : `:${problem.line}`);
    const message = `"${cleanLine(ref)}" cannot be read: ${place}: ${problem.message}.`;
    const hint = 'Fix the file; skillpick doctor lists all that is broken.';
    return new SkillpickError('entry-unknown', message, { hint });
  }
  const similar = await findSimilar(entries, ref);
  const rest = similar.length === 0 ? 'See skillpick list --type all.' : 'Did you mean:';
  const what = tools === undefined ? '' : ` that ${toolChoice(tools)} reads`;
  return new SkillpickError('entry-unknown', `There is no entry "${cleanLine(ref)}"${what}. ${rest}`, {
    choices: candidateLines(similar, entryLine),
  });
}

/** Finds the entries of all references, each entry once. Throws if any reference does not match exactly one. */
export async function resolveAll(known: RefLookup, refs: readonly string[], io: Io): Promise<Entry[]> {
  const index = new RefIndex(known.entries);
  const entries = new Set<Entry>();
  for (const ref of refs) {
    const found = findMatches(index, ref, io);
    if (found.length === 0) throw await unknownRef(known, ref, io);
    if (found.length > 1) {
      const choices = candidateLines(found, entryLine);
      // An agent may list one file twice.
      const isOneFile = found.every((entry) => uriRef(entry) === uriRef(found[0]!));
      throw new SkillpickError('entry-ambiguous', `"${cleanLine(ref)}" matches more than one entry:`, {
        choices,
        ...(isOneFile && { hint: `Name it by its id, such as ${cleanLine(found[0]!.id)}.` }),
      });
    }
    entries.add(found[0]!);
  }
  return [...entries];
}

/** Finds what the reference names: an entry of this type, if one matches, else any other. */
export async function resolveFirst(type: string, known: RefLookup, ref: string, io: Io): Promise<Entry> {
  const preferred = known.entries.filter((entry) => entry.type === type);
  const entries = findMatches(new RefIndex(preferred), ref, io).length > 0 ? preferred : known.entries;
  const [entry] = await resolveAll({ ...known, entries }, [ref], io);
  return entry!;
}
