/** What is wrong with a file, in words for its owner. Never carries text of the file itself. */

/** One thing that is wrong in a file, before it is known under which address the file is listed. */
export interface Finding {
  /** 1-based. */
  line?: number;
  message: string;
}

/** A finding with the file's address. */
export interface FileProblem extends Finding {
  uri: string;
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

/** Why the system refused, in a few words. */
export function systemReason(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unknown reason';
  return reasons[code] ?? code;
}
