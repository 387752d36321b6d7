/** The options that choose a host and one of its sessions, parsed and checked. */

export interface ConnectOptions {
  url?: string;
  /** Name or number of a running host, as `hosts` lists them. */
  host?: string;
  /** Selects the embedded host even if AHP_URL is set. */
  local?: boolean;
  /** Selects the built-in demo. */
  demo?: boolean;
  tokenFile?: string;
  insecure?: boolean;
  session?: string;
  cwd?: string;
  provider?: string;
  plugins?: readonly string[];
  /** The time for each of these: connecting and opening a session, reading files, confirming a switch. */
  timeoutMs?: number;
  quiet?: boolean;
  /** Receives one line for each frame, without its content. */
  trace?: (line: string) => void;
}
