/** Problems in files, in words for the owner of the file. They never contain text of the file. */

import type { Problem, ProblemCode, Severity } from '../../protocol/problem-codes.js';
import { fileUri } from '../files/file-uri.js';
import { errorCode } from '../files/resolve-path.js';

/** A problem in a file whose address is not known yet. */
export interface Finding {
  code: ProblemCode;
  /** 1-based. */
  line?: number;
  message: string;
}

/** Returns a finding as a problem with the address of its file. */
export function problemAt(path: string, { code, line, message }: Finding, severity: Severity): Problem {
  return { uri: fileUri(path), line: line ?? null, message, code, severity };
}

const reasons: Record<string, string | undefined> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not a directory',
  EISDIR: 'it is a directory, not a file',
  ELOOP: 'its links lead in a circle',
  EXCHANGED: 'it was replaced while it was opened',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'the disk reports an error',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left for this user',
  EFBIG: 'files may not be that large here',
  EROFS: 'the disk is read-only',
};

/** Returns the code of a problem for a system error: a missing permission has a code of its own. */
export function systemCode(error: unknown, otherwise: ProblemCode = 'unreadable'): ProblemCode {
  return ['EACCES', 'EPERM'].includes(errorCode(error) ?? '') ? 'permission-denied' : otherwise;
}

/** The reason of a system error in a few words. */
export function systemReason(error: unknown): string {
  const code = errorCode(error);
  return code === undefined ? 'unknown reason' : (reasons[code] ?? code);
}

/** Returns the finding for a file or directory that the system does not let us read. */
export function unreadable(what: 'file' | 'directory', error: unknown): Finding {
  return { code: systemCode(error), message: `${what} cannot be read: ${systemReason(error)}` };
}
