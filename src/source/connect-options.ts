/** What the command line hands to the commands, already parsed and checked. */

import type { Scope } from '../protocol/actions.js';

export interface ConnectOptions {
  url?: string;
  /** Name or number of a running host, as `hosts` lists them. */
  host?: string;
  /** The embedded host, whatever the environment says. */
  local?: boolean;
  tokenFile?: string;
  insecure?: boolean;
  session?: string;
  cwd?: string;
  provider?: string;
  plugins?: readonly string[];
  /**
   * How long to wait for the host: to connect and open a session, to read files, to confirm a switch. Each of these
   * as a whole.
   */
  timeoutMs?: number;
  quiet?: boolean;
  debug?: boolean;
}

export type Invocable = 'user' | 'model' | 'both' | 'none';

export interface FilterOptions {
  /** Kinds to show; empty means all. */
  types: readonly string[];
  state?: 'on' | 'off';
  invocable?: Invocable;
  container?: string;
  from?: 'repo' | 'user';
  license?: string;
}

export type ListFormat = 'table' | 'names' | 'ids' | 'uris' | 'tsv' | 'json' | 'jsonl';

/** What `pick` prints of what was chosen. */
export type PrintForm = 'name' | 'id' | 'uri' | 'json';

export interface StyleOptions {
  color?: boolean;
  ascii?: boolean;
}

export interface ListCommandOptions extends ConnectOptions, StyleOptions {
  query?: string;
  filter: FilterOptions;
  format: ListFormat;
  /** Whether a problem makes the command fail. */
  strict?: boolean;
}

export interface SearchCommandOptions extends ConnectOptions, StyleOptions {
  query: string;
  filter: FilterOptions;
  limit?: number;
  json?: boolean;
}

export interface JsonOptions extends ConnectOptions, StyleOptions {
  json?: boolean;
}

export interface ShowOptions extends JsonOptions {
  ref: string;
}

export interface DoctorOptions extends JsonOptions {
  strict?: boolean;
}

export interface NewOptions extends JsonOptions {
  name: string;
  /** The container to write into. */
  in?: string;
  description?: string;
  /** A file with the text below the frontmatter; `-` is standard input. */
  body?: string;
  /** Whether the user, and the model, may invoke it. */
  user?: boolean;
  model?: boolean;
}

export interface SwitchOptions extends ConnectOptions {
  refs: readonly string[];
  scope?: Scope;
  dryRun?: boolean;
  json?: boolean;
}
