/** The folder of a skill, where it is not what the skill calls itself: some tools go by one, some by the other. */

import { pathOf } from '../paths.js';
import type { Entry } from './entries.js';

const fileName = '/SKILL.md';

/** Returns the folder's name if it differs from the skill's; null otherwise. */
export function folderOf({ type, name, uri }: Pick<Entry, 'type' | 'name' | 'uri'>): string | null {
  if (type !== 'skill' || !uri.endsWith(fileName)) return null;
  const directory = (pathOf(uri) ?? uri).slice(0, -fileName.length);
  const folder = directory.slice(directory.lastIndexOf('/') + 1);
  return folder === name || folder === '' ? null : folder;
}
