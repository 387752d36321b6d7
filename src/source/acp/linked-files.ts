/** The files behind what an agent lists. The rest has none, and nothing is written. */

import { SkillpickError } from '../../errors.js';
import { isListedUri, noFileReason } from '../../protocol/listed-uri.js';
import type { URI } from '../../protocol/types.js';
import type { SessionFiles, SessionSource } from '../session-source.js';

const refused = (message: string): SkillpickError => new SkillpickError('request-failed', message);

/** Returns the files of a session of the embedded host, without those that are not there. */
export function linkedFiles(files: SessionSource | undefined): SessionFiles {
  const of = (uri: URI): SessionFiles => {
    if (files === undefined || isListedUri(uri)) throw refused(`It cannot be read: ${noFileReason}.`);
    return files.files;
  };
  return {
    read: async (uri) => of(uri).read(uri),
    list: async (uri) => of(uri).list(uri),
    stat: async (uri) => (isListedUri(uri) ? undefined : of(uri).stat(uri)),
    create: () => Promise.reject(refused('Nothing is written through an ACP agent.')),
    whyHidden: (uri) => (isListedUri(uri) ? noFileReason : of(uri).whyHidden(uri)),
    localPath: (uri) => (isListedUri(uri) ? undefined : files?.files.localPath(uri)),
  };
}
