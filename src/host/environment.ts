/**
 * The environment is passed in as plain data, so that a test needs only a directory and an object. From `process`, host/
 * reads only the identity of the running process, for locks and the endpoint entry.
 */

import { resolve } from 'node:path';

/** What the embedded host may know about the machine. */
export interface HostEnvironment {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** Absolute path of the user's home. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Replaces the root of the file system for files of administrators. */
  readonly systemRoot?: string;
  /** Called with the path of every settings file and every discovered file that is opened, missing ones included. */
  readonly onRead?: (path: string) => void;
}

/** Returns the path in a variable, relative to the working directory; undefined if it is not set. */
export function fromCwd({ env, cwd }: HostEnvironment, variable: string): string | undefined {
  const path = env[variable];
  return path ? resolve(cwd, path) : undefined;
}
