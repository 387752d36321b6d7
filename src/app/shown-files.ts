/** The file of an entry or a problem, read through the host to be shown. */

import { readableBounds } from '../client/resources.js';
import { SkillpickError } from '../errors.js';
import type { FileText } from '../picker/state.js';
import { linkReason } from '../source/local-file.js';
import type { OpenSession } from '../source/open-session.js';
import { appLimits } from './limits.js';

/** A file that belongs to a row. */
export interface OwnFile {
  uri: string;
  /** Why its text is not shown; null: it is. */
  hidden: string | null;
}

/** The file's text, or why it cannot be shown. */
export async function readOwnFile(
  session: OpenSession,
  { uri, hidden }: OwnFile,
): Promise<FileText | { problem: string }> {
  const reason = hidden ?? linkReason(session, uri);
  if (reason !== null) return { problem: `Its text is not shown: ${reason}.` };
  const { client, store } = session;
  const { customizations } = store.getSnapshot().state;
  try {
    const text = await client.resources.read(uri, readableBounds(customizations));
    const isCut = text.length > appLimits.shownFileBytes;
    return { lines: text.slice(0, appLimits.shownFileBytes).split('\n'), isCut };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: `Its file cannot be shown. ${error.message}` };
  }
}
