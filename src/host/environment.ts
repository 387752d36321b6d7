/**
 * What the embedded host may know about the machine, handed in as plain data. Nothing else in host/ reads
 * `process`, so a test is a directory and an object.
 */

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
