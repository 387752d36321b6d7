/**
 * Every command once: its name, its arguments and options, and how it runs. A command is loaded when it runs;
 * only `list`, which also runs without a command, is loaded at once.
 */

import { list } from '../commands/list.js';
import type { Verb } from '../commands/switch-plan.js';
import { newTypes } from '../entries/new-file.js';
import { isTypo } from '../entries/typo.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { note } from '../output/streams.js';
import type { PrintForm } from './interactive.js';
import {
  type Completes,
  connecting,
  connectingOrAcp,
  connectingOrDemo,
  drawing,
  filtering,
  formatting,
  type OptionName,
  styling,
} from './option-table.js';
import { batchCount, connectOptions, listOptions, type OptionValues, refOptions } from './option-values.js';
import { hintFor } from './report.js';

export interface CommandSpec {
  name: string;
  arguments: string;
  description: string;
  options: readonly OptionName[];
  /** Descriptions of options that mean something else here. */
  optionWords?: Partial<Record<OptionName, string>>;
  /** Lines below the options in its help. */
  notes?: readonly string[];
  /** How its first operand is completed, or all of them if it takes any number. */
  completes?: Completes;
  completesSecond?: Completes;
  /** Resolves to an exit code if it is a number. */
  run(operands: readonly string[], values: OptionValues, io: Io): Promise<unknown>;
}

/** The shells that have completion. */
const shells = ['bash', 'zsh', 'fish'];

const reading: readonly OptionName[] = [...connecting, 'json', ...styling];
const switching: readonly OptionName[] = [
  ...connecting,
  'tool',
  'scope',
  'dryRun',
  'strict',
  'json',
  ...styling,
];

function switchCommand(name: Verb, description: string): CommandSpec {
  return {
    name,
    arguments: '<ref...>',
    description,
    options: switching,
    completes: 'entries',
    run: async (refs, values, io) =>
      (await import('../commands/switch.js')).switchEntries(name, { ...refOptions(values, io), refs }, io),
  };
}

export const listSpec: CommandSpec = {
  name: 'list',
  arguments: '[query...]',
  description: 'print what the session has; --list is the same',
  options: [...connectingOrDemo, ...filtering, ...formatting, 'strict', ...styling],
  run: (query, values, io) => list(listOptions(query, values, io), io),
};

/** Refuses a mistyped command, which in a script would be a query that finds nothing and succeeds. */
function refuseTypo([first]: readonly string[]): void {
  const similar = first === undefined ? undefined : specs.find(({ name }) => isTypo(first, name));
  if (similar === undefined) return;
  throw new SkillpickError('bad-usage', `There is no command "${first}".`, {
    hint: `Did you mean ${similar.name}? To search for the word, use: skillpick list ${first}.`,
  });
}

/** Returns true if there is a terminal to type on and to draw on. Says why not if one cannot move the cursor. */
function isInteractive({ quiet }: OptionValues, io: Io): boolean {
  if (!io.stdin.isTTY || !io.stdout.isTTY) return false;
  if (io.env['TERM'] !== 'dumb') return true;
  note(io, 'TERM is dumb, so this is the list instead of the picker.', { quiet: quiet === true });
  return false;
}

/** Runs without a command: the picker, or the list if there is no terminal or a form was asked for. */
export const defaultSpec: CommandSpec = {
  ...listSpec,
  options: [...listSpec.options, ...drawing, 'publish'],
  description: 'See which skills and custom agents an agent session has, which are on, and switch them.',
  run: async (query, values, io) => {
    const isForm = [...formatting, 'strict'].some((name) => values[name] !== undefined);
    if (!isForm && isInteractive(values, io)) {
      const { runPicker } = await import('./interactive.js');
      return runPicker({ ...listOptions(query, values, io), hintFor }, io);
    }
    if (values['publish'] !== undefined) {
      const hint = 'Without a terminal, use it with skillpick watch.';
      throw new SkillpickError('bad-usage', '--publish is for the picker, which stays open.', { hint });
    }
    refuseTypo(query);
    return listSpec.run(query, values, io);
  },
};

export const specs: readonly CommandSpec[] = [
  listSpec,
  switchCommand('enable', 'switch entries on and wait until they are'),
  switchCommand('disable', 'switch entries off and wait until they are'),
  switchCommand('toggle', 'switch entries over and wait until they are'),
  switchCommand('reset', 'forget the switch: back to the default'),
  {
    name: 'pick',
    arguments: '[query...]',
    description: 'choose one and print it',
    options: [...connectingOrDemo, ...filtering, 'print', ...drawing, ...styling],
    run: async (query, values, io) => {
      const { runPick } = await import('./interactive.js');
      const form = (values['print'] as PrintForm | undefined) ?? 'name';
      return runPick({ ...listOptions(query, values, io), hintFor }, form, io);
    },
  },
  {
    name: 'show',
    arguments: '<ref>',
    description: 'everything about one entry, its file and the files next to it',
    options: ['tool', 'acp', 'demo', 'context', ...reading],
    completes: 'entries',
    run: async ([ref = ''], values, io) =>
      (await import('../commands/show.js')).show({ ...refOptions(values, io), ref }, io),
  },
  {
    name: 'search',
    arguments: '<query...>',
    description: 'ranked search with reasons and scores',
    options: [...connectingOrDemo, ...filtering, 'limit', 'json', ...styling],
    run: async (query, values, io) => {
      const options = { ...listOptions(query, values, io), query: query.join(' ') };
      return (await import('../commands/search.js')).searchEntries(options, io);
    },
  },
  {
    name: 'agent',
    arguments: '[ref]',
    description: 'the agent that is selected for the session; with a reference, select that one',
    options: [...connecting, 'none', 'dryRun', 'json', ...styling],
    completes: 'agents',
    run: async ([ref], values, io) =>
      (await import('../commands/agent.js')).selectAgent({ ...connectOptions(values, io), ref }, io),
  },
  {
    name: 'sessions',
    arguments: '[action] [session] [title]',
    description: 'the sessions that can be opened; rename, archive or close one',
    notes: [
      'Actions, on a host with --url or --host:',
      '  rename <session> <title>   give it another title',
      '  archive <session>          put it away; most hosts let nobody write to it then',
      '  close <session>            end it; the host may delete what it keeps of it',
    ],
    options: reading,
    completes: ['rename', 'archive', 'close'],
    completesSecond: 'sessions',
    run: async (operands, values, io) => {
      const options = connectOptions(values, io);
      if (operands.length === 0) return (await import('../commands/sessions.js')).listSessions(options, io);
      return (await import('../commands/session-verbs.js')).changeSession(operands, options, io);
    },
  },
  {
    name: 'hosts',
    arguments: '',
    description: 'the hosts that can be connected to, and whether they answer',
    options: ['url', 'tokenFile', 'insecure', 'cwd', 'plugin', 'timeout', 'json', ...styling],
    run: async (_operands, values, io) =>
      (await import('../commands/hosts.js')).listHosts(connectOptions(values, io), io),
  },
  {
    name: 'new',
    arguments: '<name>',
    description: 'write a new skill, agent, prompt or rule into a directory of the session',
    options: [...connecting, 'type', 'in', 'description', 'body', 'user', 'model', 'json', ...styling],
    optionWords: {
      type: `what to write: ${newTypes.join(', ')}`,
      in: 'the folder to write into',
    },
    run: async ([name = ''], values, io) => {
      const { type, ...rest } = values;
      const kinds = type === undefined ? {} : { types: type as string[] };
      return (await import('../commands/new.js')).createEntry(
        { ...connectOptions(rest, io), ...kinds, name },
        io,
      );
    },
  },
  {
    name: 'mcp',
    arguments: '<action> <ref>',
    description: 'start or stop an MCP server, on a host that does that for its clients',
    notes: ['The action is start or stop.'],
    options: reading,
    completes: ['start', 'stop'],
    completesSecond: 'servers',
    run: async (operands, values, io) =>
      (await import('../commands/mcp.js')).controlServer(operands, connectOptions(values, io), io),
  },
  {
    name: 'watch',
    arguments: '',
    description: 'changes as JSON lines',
    options: [...connectingOrAcp, 'publish', ...styling],
    run: async (_operands, values, io) =>
      (await import('../commands/watch.js')).watch(connectOptions(values, io), io),
  },
  {
    name: 'serve',
    arguments: '',
    description: 'run the embedded host for other clients',
    options: ['cwd', 'plugin', 'port', 'socket', 'json', ...styling],
    run: async (_operands, values, io) =>
      (await import('../commands/serve.js')).serve(connectOptions(values, io), io),
  },
  {
    name: 'doctor',
    arguments: '',
    description: 'what was found where, what is broken and why, which hosts answer',
    options: [...connectingOrAcp, 'strict', 'json', ...styling],
    run: async (_operands, values, io) =>
      (await import('../commands/doctor.js')).doctor({ ...connectOptions(values, io), hintFor }, io),
  },
  {
    name: 'history',
    arguments: '',
    description: 'every switch in this machine’s settings: when, what, where, before and after',
    options: ['cwd', 'limit', 'json', ...styling],
    run: async (_operands, values, io) =>
      (await import('../commands/history.js')).printHistory(connectOptions(values, io), io),
  },
  {
    name: 'undo',
    arguments: '[n]',
    description: 'take back the last batch of switches made from this repository, or n of them',
    options: ['cwd', 'all', 'dryRun', 'timeout', 'json', ...styling],
    run: async ([count], values, io) =>
      (await import('../commands/undo.js')).undo(
        { ...connectOptions(values, io), count: batchCount(count) },
        io,
      ),
  },
  {
    name: 'completion',
    arguments: '<shell>',
    description: `completion for the shell: ${shells.join(', ')}`,
    options: [],
    completes: shells,
    run: async ([name = ''], _values, io) =>
      (await import('../commands/completion.js')).printCompletion(name, io),
  },
];
