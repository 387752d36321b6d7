/** Every option once: its flags, what it means, how its value is read. Commands name the ones they take. */

import { Option } from 'commander';
import * as parse from './parse.js';

interface OptionSpec {
  flags: string;
  description: string;
  parse?: (text: string, before: never) => unknown;
}

const specs = {
  url: { flags: '--url <url>', description: 'agent host: ws://, wss:// or ws+unix: (AHP_URL)' },
  host: { flags: '--host <name>', description: 'a running host by name or number, see hosts' },
  local: { flags: '--local', description: 'the embedded host, whatever AHP_URL says' },
  tokenFile: { flags: '--token-file <file>', description: 'file with the host’s token (else AHP_TOKEN)' },
  insecure: { flags: '--insecure', description: 'send the token over plain ws:// to another machine' },
  session: { flags: '-s, --session <session>', description: 'uri, start of the id, or title (AHP_SESSION)' },
  cwd: { flags: '-C, --cwd <dir>', description: 'embedded host: look from this directory' },
  provider: { flags: '--provider <id>', description: 'whose session (SKILLPICK_PROVIDER)' },
  plugin: {
    flags: '--plugin <dir>',
    description: 'embedded host: add a plugin package',
    parse: parse.collect,
  },
  timeout: {
    flags: '--timeout <ms>',
    description: 'how long to wait for the host',
    parse: parse.milliseconds,
  },
  color: { flags: '--no-color', description: 'no colour' },
  ascii: { flags: '--ascii', description: 'plain ASCII signs' },
  quiet: { flags: '-q, --quiet', description: 'nothing on stderr but errors' },
  debug: { flags: '--debug', description: 'tell on stderr what goes over the wire' },
  type: {
    flags: '-t, --type <kinds>',
    description: 'skill, agent, prompt, rule, hook, mcpServer, command, plugin, directory, all',
    parse: parse.types,
  },
  on: { flags: '--on', description: 'only what is on' },
  off: { flags: '--off', description: 'only what is off' },
  invocable: {
    flags: '--invocable <who>',
    description: 'by gates: user, model, both, none',
    parse: parse.invocable,
  },
  in: { flags: '--in <container>', description: 'only what lies in this container' },
  from: { flags: '--from <origin>', description: 'only repo, or only user', parse: parse.origin },
  license: { flags: '--license <name>', description: 'only what is under this licence' },
  json: { flags: '--json', description: 'one JSON document' },
  jsonl: { flags: '--jsonl', description: 'one JSON object a line' },
  format: { flags: '--format <form>', description: 'table, names, ids, uris, tsv', parse: parse.listFormat },
  scope: { flags: '--scope <scope>', description: 'session, workspace or global', parse: parse.scope },
  dryRun: { flags: '-n, --dry-run', description: 'say what would be switched, switch nothing' },
  port: { flags: '--port <port>', description: 'port to listen on; any free one without', parse: parse.port },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof specs;

export const connecting: OptionName[] = [
  ...([
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
  ] as const),
];
export const filtering: OptionName[] = ['type', 'on', 'off', 'invocable', 'in', 'from', 'license'];
export const formatting: OptionName[] = ['json', 'jsonl', 'format'];
export const styling: OptionName[] = ['color', 'ascii', 'quiet', 'debug'];

/** The option as commander takes it. */
export function optionNamed(name: OptionName): Option {
  const spec: OptionSpec = specs[name];
  const option = new Option(spec.flags, spec.description);
  return spec.parse === undefined ? option : option.argParser(spec.parse as (text: string) => unknown);
}
