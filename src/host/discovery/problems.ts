/** What is wrong with a file, in words for its owner. Never carries text of the file itself. */

import type { Problem, ProblemCode, Severity } from '../../protocol/problem-codes.js';
import { fileUri } from '../files/file-uri.js';

/** One thing that is wrong in a file, before it is known under which address the file is listed. */
export interface Finding {
  code: ProblemCode;
  /** 1-based. */
  line?: number;
  message: string;
}

/** Returns the problem that a finding is in the file at this path. */
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
  EXCHANGED: 'something else took its place meanwhile',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'the disk reports an error',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left for this user',
  EFBIG: 'files may not be that large here',
  EROFS: 'the disk is read-only',
};

const isDenied = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes(String((error as { code?: unknown } | null)?.code));

/** Returns the code for what the system refused; a missing right has one of its own. */
export function systemCode(error: unknown, otherwise: ProblemCode = 'unreadable'): ProblemCode {
  return isDenied(error) ? 'permission-denied' : otherwise;
}

/** Why the system refused, in a few words. */
export function systemReason(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unknown reason';
  return reasons[code] ?? code;
}

/** Returns the finding for a file or directory that the system does not let us read. */
export function unreadable(what: 'file' | 'directory', error: unknown): Finding {
  return { code: systemCode(error), message: `${what} cannot be read: ${systemReason(error)}` };
}
