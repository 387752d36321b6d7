/** Remembers how this process left what it wrote, so that its own writes are not taken for somebody else's. */

import { signatureOf } from './read-cache.js';

export class OwnWrites {
  readonly #signatures = new Map<string, string | undefined>();

  /** Takes these files and directories as they are now, present or removed. */
  add(paths: Iterable<string>): void {
    for (const path of paths) this.#signatures.set(path, signatureOf(path));
  }

  /** True if nothing has happened to the path since this process wrote it. */
  has(path: string): boolean {
    const signature = this.#signatures.get(path);
    return signature !== undefined && signature === signatureOf(path);
  }
}
