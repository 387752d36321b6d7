/**
 * What the embedded host may know about the machine, handed in as plain data, so that a test is a directory and an
 * object. Of `process` itself host/ asks only who is running: for locks and for the endpoint entry.
 */

/** What the embedded host may know of the machine. */
export interface HostEnvironment {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** Absolute path of the user's home. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Whether an entry belongs to the repository or to the user. */
export type From = 'repo' | 'user';
