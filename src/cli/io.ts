/** The seam between the process and the program: everything `main` may know of the outside. */

export interface Io {
  /** The arguments after the command's own name. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}
