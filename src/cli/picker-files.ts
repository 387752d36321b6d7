/** The file of an entry or a problem, read through the host to be shown. */

import { readableBounds } from '../client/resources.js';
import type { OpenSession } from '../commands/common.js';
import { SkillpickError } from '../errors.js';
import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import type { FileText } from '../picker/state.js';

/** What is known of a file that belongs to a row. */
export type FileOwner = Pick<Entry, 'uri'> & { type: string | null };

/** The file's text, or why it cannot be shown. */
export async function readOwnFile(
  { store, client }: OpenSession,
  { uri, type }: FileOwner,
): Promise<FileText | { problem: string }> {
  if (type === 'mcpServer' || type === 'hook') {
    return { problem: 'Its file is not shown, because such files hold commands and secrets.' };
  }
  const { customizations } = store.getSnapshot().state;
  try {
    const text = await client.resources.read(uri, readableBounds(customizations));
    const isCut = text.length > limits.shownFileBytes;
    return { lines: text.slice(0, limits.shownFileBytes).split('\n'), isCut };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: `Its file cannot be shown. ${error.message}` };
  }
}
