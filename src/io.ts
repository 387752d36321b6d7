/** The seam between the process and the program: everything `main` and the commands may know of the outside. */

export interface Io {
  /** The arguments after the command's own name. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Aborted with the signal's name when the process is asked to end; commands clean up and return. */
  signal: AbortSignal;
}
