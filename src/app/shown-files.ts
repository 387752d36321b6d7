/** Reads the file of an entry or a problem through the host, to show it. */

import { SkillpickError } from '../errors.js';
import type { FileText } from '../picker/state.js';
import type { SessionSource } from '../source/session-source.js';
import { appLimits } from './limits.js';

/** A file that belongs to a row. */
export interface OwnFile {
  uri: string;
  /** Why its text must not be shown; null if it may. */
  hidden: string | null;
}

/** Returns the file's text, or why it cannot be shown. */
export async function readOwnFile(
  session: SessionSource,
  { uri, hidden }: OwnFile,
): Promise<FileText | { problem: string }> {
  const reason = hidden ?? session.files.linkReason(uri);
  if (reason !== null) return { problem: `Its text is not shown: ${reason}.` };
  try {
    const text = await session.files.read(uri);
    const isCut = text.length > appLimits.shownFileBytes;
    return { lines: text.slice(0, appLimits.shownFileBytes).split('\n'), isCut };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: `Its file cannot be shown. ${error.message}` };
  }
}
