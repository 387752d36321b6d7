/** Every option once: its flags, its description, and how its value is parsed. Commands name the options they take. */

import type { NameKind } from '../commands/completion-names.js';
import { commandsLimits } from '../commands/limits.js';
import { kinds } from '../entries/kind-names.js';
import { toolIds } from '../entries/tool-spellings.js';
import { setScopes } from '../protocol/scopes.js';
import * as parse from './parse.js';

/** How a value is completed: by names to look up, by the shell, or by these words. */
export type Completes = NameKind | 'paths' | readonly string[];

interface OptionSpec {
  flags: string;
  description: string;
  /** What to do instead with a command that does not take it. */
  elsewhere?: string;
  /** Parses the value; without it, the value is the text. `before` is the option's value from earlier in the line. */
  parse?: (text: string, before: never) => unknown;
  /** All possible values. */
  oneOf?: readonly string[];
  completes?: Completes;
}

const specs = {
  url: {
    flags: '--url <url>',
    description: 'agent host: ws://, wss://, ws+unix: or ssh:// (AHP_URL, not ssh)',
  },
  host: {
    flags: '--host <name>',
    description: 'a running host by name or number, see hosts',
    completes: 'hosts',
  },
  local: { flags: '--local', description: 'the embedded host, even if AHP_URL is set' },
  acp: {
    flags: '--acp <command line>',
    description: 'start this ACP agent and show what it lists; read-only',
    elsewhere:
      'An ACP agent can only be listed, shown, searched, watched and picked from: it has no switches.',
  },
  demo: { flags: '--demo', description: 'a built-in session that shows every mark and state' },
  tokenFile: {
    flags: '--token-file <file>',
    description: 'file with the host’s token (else AHP_TOKEN)',
    completes: 'paths',
  },
  insecure: { flags: '--insecure', description: 'send the token over plain ws:// to another machine' },
  session: {
    flags: '-s, --session <session>',
    description: 'uri, start of the id, or title (AHP_SESSION)',
    completes: 'sessions',
  },
  cwd: {
    flags: '-C, --cwd <dir>',
    description: 'look from this directory; not with --url or --host',
    completes: 'paths',
  },
  provider: {
    flags: '--provider <id>',
    description: 'whose session (SKILLPICK_PROVIDER)',
    completes: 'providers',
  },
  plugin: {
    flags: '--plugin <dir>',
    description: 'add a plugin package; not with --url or --host',
    parse: parse.collect,
    completes: 'paths',
  },
  publish: {
    flags: '--publish <dir>',
    description: 'bring a plugin of yours into the session meanwhile; only with --url or --host',
    completes: 'paths',
  },
  timeout: {
    flags: '--timeout <ms>',
    description: 'how long to wait for a response',
    parse: parse.milliseconds,
  },
  color: { flags: '--no-color', description: 'no colour' },
  ascii: { flags: '--ascii', description: 'plain ASCII signs' },
  mouse: { flags: '--no-mouse', description: 'leave the mouse to the terminal' },
  screenReader: {
    flags: '--screen-reader',
    description: 'sentences for a screen reader (INK_SCREEN_READER=true)',
  },
  quiet: { flags: '-q, --quiet', description: 'nothing on stderr but errors' },
  debug: { flags: '--debug', description: 'print on stderr what goes over the wire' },
  type: {
    flags: '-t, --type <kinds>',
    description: kinds.join(', '),
    parse: parse.types,
    completes: kinds,
  },
  on: { flags: '--on', description: 'only what is on' },
  off: { flags: '--off', description: 'only what is off' },
  mixed: { flags: '--mixed', description: 'only what is on in some tools and off in others' },
  tool: {
    flags: '--tool <ids>',
    description: `only in these agent tools: ${toolIds.join(', ')}`,
    parse: parse.tools,
    completes: toolIds,
  },
  invocable: {
    flags: '--invocable <who>',
    description: `by who may invoke it: ${parse.invocables.join(', ')}`,
    oneOf: parse.invocables,
  },
  in: {
    flags: '--in <folder>',
    description: 'only what lies in this folder or plugin',
    completes: 'containers',
  },
  from: {
    flags: '--from <origin>',
    description: 'only repo, or only user',
    oneOf: parse.origins,
  },
  license: { flags: '--license <name>', description: 'only what is under this licence' },
  json: { flags: '--json', description: 'one JSON document' },
  jsonl: { flags: '--jsonl', description: 'one JSON object a line' },
  format: {
    flags: '--format <form>',
    description: 'table, names, ids, uris, tsv',
    oneOf: parse.listFormats,
  },
  context: { flags: '--context', description: 'as text for a prompt; not with --json' },
  scope: {
    flags: '--scope <scope>',
    description: `where it is kept: ${setScopes.join(', ')}`,
    oneOf: setScopes,
  },
  dryRun: { flags: '-n, --dry-run', description: 'say what would be switched, switch nothing' },
  none: { flags: '--none', description: 'no agent: back to the default' },
  all: { flags: '--all', description: 'also what was switched from other repositories' },
  limit: {
    flags: '--limit <n>',
    description: `how many results; search: from 1 to ${commandsLimits.searchResultsAtMost}`,
    parse: parse.wholeNumber,
  },
  print: {
    flags: '--print <form>',
    description: `what to print of the chosen one: ${parse.printForms.join(', ')}`,
    oneOf: parse.printForms,
  },
  strict: {
    flags: '--strict',
    description: 'fail if there is any problem, or if a switch leaves out a tool that differs',
  },
  description: { flags: '--description <text>', description: 'what it does and when to use it' },
  body: { flags: '--body <file>', description: 'file with its text; - is stdin', completes: 'paths' },
  user: { flags: '--no-user', description: 'the user cannot invoke it' },
  model: { flags: '--no-model', description: 'the model does not use it by itself' },
  port: { flags: '--port <port>', description: 'port to listen on; any free one without', parse: parse.port },
  socket: {
    flags: '--socket <path>',
    description: 'unix socket to listen on, for you alone, instead of a port',
    completes: 'paths',
  },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof specs;

export const connecting: OptionName[] = [
  'url',
  'host',
  'local',
  'tokenFile',
  'insecure',
  'session',
  'cwd',
  'provider',
  'plugin',
  'timeout',
];
/** The options of commands that only read, so that an ACP agent is enough for them. */
export const connectingOrAcp: OptionName[] = [...connecting, 'acp'];
/** The options of commands that can show the demo, too. */
export const connectingOrDemo: OptionName[] = [...connectingOrAcp, 'demo'];
export const filtering: OptionName[] = [
  'type',
  'tool',
  'on',
  'off',
  'mixed',
  'invocable',
  'in',
  'from',
  'license',
];
export const formatting: OptionName[] = ['json', 'jsonl', 'format'];
export const styling: OptionName[] = ['color', 'ascii', 'quiet', 'debug'];

/** How the picker is drawn and used. */
export const drawing: OptionName[] = ['mouse', 'screenReader'];

export const optionNames = Object.keys(specs) as OptionName[];

export interface OptionInfo {
  flags: string;
  short: string | undefined;
  long: string;
  description: string;
  /** `--no-…` sets its name to false. */
  isNegative: boolean;
  takesValue: boolean;
  elsewhere: string | undefined;
  /** Parses the value. Throws BadValue. */
  read(text: string, before: unknown): unknown;
  completes: Completes;
}

export function optionNamed(name: OptionName): OptionInfo {
  const {
    flags,
    description,
    elsewhere,
    parse: read,
    oneOf = [],
    completes = oneOf,
  }: OptionSpec = specs[name];
  // Without regular expressions, which would be compiled at every start.
  const words = flags.replace(',', '').split(' ');
  const long = words.find((word) => word.startsWith('--')) ?? '';
  return {
    flags,
    short: words.find((word) => word.startsWith('-') && !word.startsWith('--')),
    long,
    description,
    isNegative: long.startsWith('--no-'),
    takesValue: flags.includes('<'),
    elsewhere,
    read(text, before) {
      if (read !== undefined) return read(text, before as never);
      return oneOf.length === 0 ? text : parse.oneOf(text, oneOf);
    },
    completes,
  };
}
