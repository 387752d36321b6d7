/**
 * Which files are shown, and why others are not: one rule for everybody who shows any. Files that hold commands and
 * secrets are not, and neither is the rest of a file that declares an entry.
 */

import { isProse } from '../paths.js';
import type { Entry } from './entries.js';

type Owner = Pick<Entry, 'uri' | 'type' | 'range'>;

const secretive = 'such files hold commands and secrets';

/** Why the text of an entry's file is not shown; null: it is. */
export function hiddenReason({ type, range }: Omit<Owner, 'uri'>): string | null {
  if (type === 'directory' || type === 'plugin') return 'it is a directory';
  if (type === 'mcpServer' || type === 'hook') return secretive;
  return range === null ? null : 'it is declared inside of a larger file';
}

/** The same for a file that something is wrong with. It may be of no entry: then only prose is known to be harmless. */
export function hiddenProblemReason({ uri }: { uri: string }, entries: readonly Owner[]): string | null {
  const reasons = entries.filter((entry) => entry.uri === uri).map(hiddenReason);
  if (reasons.includes(null)) return null;
  return reasons[0] ?? (isProse(uri) ? null : secretive);
}
