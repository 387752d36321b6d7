/** Problems in files, worded for the owner of the file. They never contain text of the file. */

/** A problem in a file whose address is not known yet. */
export interface Finding {
  /** 1-based. */
  line?: number;
  message: string;
}

/** A problem with the address of its file. */
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

/** The reason of a system error in a few words. */
export function systemReason(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unknown reason';
  return reasons[code] ?? code;
}
