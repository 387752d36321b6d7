/** The file of a row, and the files next to it, for the detail view and the preview. */

import type { Entry, EntryList, Problem } from '../entries/entries.js';
import { hiddenProblemReason, hiddenReason } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import { skillDirectory } from '../paths.js';
import type { FileText } from '../picker/open-view.js';
import type { SessionSource } from '../source/session-source.js';
import { appLimits } from './limits.js';

/** A file that belongs to a row. */
export interface OwnFile {
  uri: string;
  /** Its path on this machine if this client publishes it; null for all other files. */
  publishedPath: string | null;
  /** The line to open it at, counted from 1; null for its start. */
  line: number | null;
  /** Why its text must not be shown; null if it may. */
  hidden: string | null;
  /** The directory of a skill, which may hold more files. */
  directory: string | undefined;
}

/** Returns the line of the first problem, else the line at which the entry is declared. */
function lineOf({ fileProblems, range }: Entry): number | null {
  const line = fileProblems.find((problem) => problem.line !== null)?.line;
  return line ?? (range === null ? null : range.start.line + 1);
}

/** Returns the file of an entry or a problem; containers have none. */
export function ownFile(
  { entries }: Pick<EntryList, 'entries'>,
  id: string,
  problem: Problem | null,
): OwnFile | undefined {
  if (problem !== null) {
    const hidden = hiddenProblemReason(problem, entries);
    return { uri: problem.uri, publishedPath: null, line: problem.line, hidden, directory: undefined };
  }
  const entry = entries.find((candidate) => candidate.id === id);
  if (entry === undefined) return undefined;
  const { uri, publishedPath } = entry;
  const directory = entry.type === 'skill' ? skillDirectory(uri) : undefined;
  return { uri, publishedPath, line: lineOf(entry), hidden: hiddenReason(entry), directory };
}

/** Returns the names of the other files in a skill's directory; none if the host does not list them. */
async function bundledFiles(session: SessionSource, directory: string | undefined): Promise<string[]> {
  if (directory === undefined) return [];
  try {
    const listed = await session.files.list(directory);
    const others = listed.filter(({ name }) => name !== 'SKILL.md');
    const names = others.map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
    return names.sort().slice(0, appLimits.bundledNames);
  } catch (error) {
    if (error instanceof SkillpickError) return [];
    throw error;
  }
}

/** Reads the file, or returns why it cannot be shown. */
export async function readOwnFile(session: SessionSource, file: OwnFile): Promise<FileText> {
  const reason = file.hidden ?? session.files.whyHidden(file.uri);
  if (reason !== null) return { problem: `Its text is not shown: ${reason}.` };
  try {
    const [text, files] = await Promise.all([
      session.files.read(file.uri),
      bundledFiles(session, file.directory),
    ]);
    const isCut = text.length > appLimits.shownFileBytes;
    return { lines: text.slice(0, appLimits.shownFileBytes).split('\n'), isCut, files };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: `Its file cannot be shown. ${error.message}` };
  }
}
