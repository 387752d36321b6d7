/** What is below a directory, to compare it before and after. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of every file by its path, and null for every directory. */
export function fileTree(root: string): Record<string, string | null> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    found.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, 'utf8') : null];
    }),
  );
}
