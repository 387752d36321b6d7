/** The options that choose a host and one of its sessions, parsed and checked. */

import type { ProgressReporter } from './progress.js';

export interface ConnectOptions {
  url?: string;
  /** Name or number of a running host, as `hosts` lists them. */
  host?: string;
  /** Selects the embedded host even if AHP_URL is set. */
  local?: boolean;
  /** Selects the built-in demo. */
  demo?: boolean;
  /** The command line of an ACP agent, which takes the place of a host. */
  acp?: string;
  tokenFile?: string;
  insecure?: boolean;
  session?: string;
  /** Creates a session that ends with skillpick, although the host may have others. */
  newSession?: boolean;
  cwd?: string;
  provider?: string;
  plugins?: readonly string[];
  /** The only agent tool that the embedded host looks for. It counts as present. */
  onlyTool?: string;
  /** The directory of a plugin to publish in the session, as long as that is open here. */
  publish?: string;
  /** The time for each of these: connecting and opening a session, reading files, confirming a switch. */
  timeoutMs?: number;
  quiet?: boolean;
  /** Nothing may ask on the terminal: the picker draws there, or several hosts are connected to at once. */
  asksNothing?: boolean;
  /** Aborted when the process is asked to end, if the signal of the `Io` also ends what is no longer wanted. */
  ending?: AbortSignal;
  /** Shows how far a command is that takes long. */
  progress?: ProgressReporter;
  /** Called once the host has responded, before a session is opened. */
  connected?: () => void;
  /** Lets the event loop run while the embedded host reads the disk. Its sessions are loading meanwhile. */
  inSlices?: boolean;
  /** Receives one line for each frame, without its content. */
  trace?: (line: string) => void;
}
