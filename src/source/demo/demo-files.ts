/** The files of the demo, read from memory. None of them is on a disk, so there is nothing to edit or to create. */

import { SkillpickError } from '../../errors.js';
import type { URI } from '../../protocol/types.js';
import type { DirectoryEntry, SessionFiles } from '../session-source.js';

/** When all files of the demo were last changed. */
const changedAtMs = Date.UTC(2026, 0, 31, 12);

const noFile = (): SkillpickError => new SkillpickError('request-failed', 'The demo has no such file.');

/** Returns the names directly below a directory. */
function listBelow(directory: URI, uris: Iterable<URI>): DirectoryEntry[] {
  const start = directory.endsWith('/') ? directory : `${directory}/`;
  const types = new Map<string, DirectoryEntry['type']>();
  for (const uri of uris) {
    if (!uri.startsWith(start)) continue;
    const [name = '', ...rest] = uri.slice(start.length).split('/');
    types.set(decodeURI(name), rest.length === 0 ? 'file' : 'directory');
  }
  return [...types].map(([name, type]) => ({ name, type }));
}

/** Returns the files; `texts` returns what there is now. */
export function demoFiles(texts: () => ReadonlyMap<URI, string>): SessionFiles {
  return {
    async read(uri) {
      const text = texts().get(uri);
      if (text === undefined) throw noFile();
      return text;
    },
    async list(uri) {
      const entries = listBelow(uri, texts().keys());
      if (entries.length === 0) throw noFile();
      return entries;
    },
    async stat(uri) {
      const text = texts().get(uri);
      return text === undefined
        ? undefined
        : { size: Buffer.byteLength(text), mtimeMs: changedAtMs, isLink: false };
    },
    create: () => Promise.reject(new SkillpickError('request-failed', 'The demo takes no new files.')),
    whyHidden: () => null,
    localPath: () => undefined,
  };
}
