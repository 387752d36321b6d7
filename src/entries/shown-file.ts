/**
 * Which files are shown, in the picker and by commands. Files with commands and secrets are not, and neither is a larger
 * file that declares an entry.
 */

import { isProse } from '../paths.js';
import { isListedUri, noFileReason } from '../protocol/listed-uri.js';
import type { Entry } from './entries.js';

type Owner = Pick<Entry, 'uri' | 'type' | 'range'>;

/** Returns true if it is known which file it is from. */
export const hasFile = ({ uri }: Pick<Entry, 'uri'>): boolean => !isListedUri(uri);

const holdsSecrets = 'such files hold commands and secrets';

/** Returns why the text of an entry's file is not shown; null if it is shown. */
export function hiddenReason({ type, range }: Omit<Owner, 'uri'>): string | null {
  if (type === 'directory' || type === 'plugin') return 'it is a directory';
  if (type === 'mcpServer' || type === 'hook') return holdsSecrets;
  return range === null ? null : 'it is declared inside of a larger file';
}

/** Returns the same for a problem's file. If the file belongs to no entry, only prose is known to be harmless. */
export function hiddenProblemReason({ uri }: { uri: string }, entries: readonly Owner[]): string | null {
  if (isListedUri(uri)) return noFileReason;
  const reasons = entries.filter((entry) => entry.uri === uri).map(hiddenReason);
  if (reasons.includes(null)) return null;
  return reasons[0] ?? (isProse(uri) ? null : holdsSecrets);
}
