/** Everything that `main` and the commands know about the process. */

export interface Io {
  /** The arguments after the command's own name. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Variables that are left out of `env` because they hold a relative path. */
  ignoredVariables?: readonly string[];
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Aborted with the signal's name when the process is asked to end; commands clean up and return. */
  signal: AbortSignal;
}

/** Returns the same `Io` with changes. Reads no other property, because a getter such as `cwd` may throw. */
export function ioWith(io: Io, changes: Partial<Io>): Io {
  return Object.create(io, Object.getOwnPropertyDescriptors(changes)) as Io;
}
