/**
 * Every command once: its name, what it takes, and where it is. Commands are loaded when they run, not before;
 * only the list, which is also what is done without a command, is small enough to be at hand.
 */

import { list } from '../commands/list.js';
import { isTypo } from '../entries/typo.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { PrintForm } from '../source/connect-options.js';
import {
  type Completes,
  connecting,
  filtering,
  formatting,
  type OptionName,
  styling,
} from './option-table.js';
import {
  connectOptions,
  listOptions,
  type OptionValues,
  searchOptions,
  switchOptions,
} from './option-values.js';

export interface CommandSpec {
  name: string;
  arguments: string;
  description: string;
  options: readonly OptionName[];
  /** What its operands are. */
  completes?: Completes;
  /** Answers an exit code where that is not 0. */
  run(args: readonly string[], given: OptionValues, io: Io): Promise<number | undefined>;
}

/** Shells there is completion for. */
const shells = ['bash', 'zsh', 'fish'];

const reading: readonly OptionName[] = [...connecting, 'json', ...styling];
const switching: readonly OptionName[] = [...connecting, 'scope', 'dryRun', 'json', ...styling];

function switchCommand(name: 'enable' | 'disable' | 'toggle' | 'reset', description: string): CommandSpec {
  return {
    name,
    arguments: '<ref...>',
    description,
    options: switching,
    completes: 'entries',
    run: async (refs, given, io) => {
      const { switchEntries } = await import('../commands/switch.js');
      await switchEntries(name, switchOptions(refs, given, io), io);
    },
  };
}

export const listSpec: CommandSpec = {
  name: 'list',
  arguments: '[query...]',
  description: 'print what the session has; --list is the same',
  options: [...connecting, ...filtering, ...formatting, 'strict', ...styling],
  run: async (query, given, io) => {
    await list(listOptions(query, given, io), io);
  },
};

/** In a script a mistyped command must not become a query that finds nothing and succeeds. */
function refuseNearMiss([first]: readonly string[]): void {
  const meant = first === undefined ? undefined : specs.find(({ name }) => isTypo(first, name));
  if (meant === undefined) return;
  throw new SkillpickError('bad-usage', `There is no command "${first}".`, {
    hint: `Did you mean ${meant.name}? To search for the word, use: skillpick list ${first}.`,
  });
}

/** True if there is somebody to talk to, on a terminal that can be drawn on. */
function isInteractive({ stdin, stdout, env }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb';
}

/** What is done without a command: the picker, or the list where there is no terminal or a form was asked for. */
export const defaultSpec: CommandSpec = {
  ...listSpec,
  description: 'See which skills and custom agents an agent session has, which are on, and switch them.',
  run: async (query, given, io) => {
    const isForm = [...formatting, 'strict'].some((name) => given[name] !== undefined);
    if (isInteractive(io) && !isForm) {
      const { runPicker } = await import('./interactive.js');
      return runPicker(listOptions(query, given, io), io);
    }
    refuseNearMiss(query);
    return listSpec.run(query, given, io);
  },
};

export const specs: readonly CommandSpec[] = [
  listSpec,
  switchCommand('enable', 'switch entries on and wait for the host'),
  switchCommand('disable', 'switch entries off and wait for the host'),
  switchCommand('toggle', 'switch entries over and wait for the host'),
  switchCommand('reset', 'forget the switch: back to the default'),
  {
    name: 'pick',
    arguments: '[query...]',
    description: 'choose one and print it',
    options: [...connecting, ...filtering, 'print', ...styling],
    run: async (query, given, io) => {
      const { runPick } = await import('./interactive.js');
      return runPick(listOptions(query, given, io), (given['print'] as PrintForm | undefined) ?? 'name', io);
    },
  },
  {
    name: 'show',
    arguments: '<ref>',
    description: 'everything about one entry, its file and what lies next to it',
    options: reading,
    completes: 'entries',
    run: async ([ref = ''], given, io) => {
      const { show } = await import('../commands/show.js');
      await show({ ...connectOptions(given, io), ref }, io);
    },
  },
  {
    name: 'search',
    arguments: '<query...>',
    description: 'ranked search with reasons and scores',
    options: [...connecting, ...filtering, 'limit', 'json', ...styling],
    run: async (query, given, io) => {
      const { searchEntries } = await import('../commands/search.js');
      await searchEntries(searchOptions(query, given, io), io);
    },
  },
  {
    name: 'sessions',
    arguments: '',
    description: 'the sessions of the host',
    options: reading,
    run: async (_args, given, io) => {
      const { listSessions } = await import('../commands/sessions.js');
      await listSessions(connectOptions(given, io), io);
    },
  },
  {
    name: 'hosts',
    arguments: '',
    description: 'the hosts that can be connected to, and whether they answer',
    options: ['url', 'tokenFile', 'insecure', 'cwd', 'plugin', 'timeout', 'json', ...styling],
    run: async (_args, given, io) => {
      const { listHosts } = await import('../commands/hosts.js');
      await listHosts(connectOptions(given, io), io);
    },
  },
  {
    name: 'new',
    arguments: '<name>',
    description: 'write a new skill into a directory of the session',
    options: [...connecting, 'in', 'description', 'body', 'user', 'model', 'json', ...styling],
    run: async ([name = ''], given, io) => {
      const { createSkill } = await import('../commands/new.js');
      await createSkill({ ...connectOptions(given, io), name }, io);
    },
  },
  {
    name: 'watch',
    arguments: '',
    description: 'changes as JSON lines',
    options: [...connecting, ...styling],
    run: async (_args, given, io) => {
      const { watch } = await import('../commands/watch.js');
      await watch(connectOptions(given, io), io);
    },
  },
  {
    name: 'serve',
    arguments: '',
    description: 'run the embedded host for other clients',
    options: ['cwd', 'plugin', 'port', 'json', ...styling],
    run: async (_args, given, io) => {
      const { serve } = await import('../commands/serve.js');
      await serve(connectOptions(given, io), io);
    },
  },
  {
    name: 'doctor',
    arguments: '',
    description: 'what was found where, what is broken and why, which hosts answer',
    options: [...connecting, 'strict', 'json', ...styling],
    run: async (_args, given, io) => {
      const { doctor } = await import('../commands/doctor.js');
      await doctor(connectOptions(given, io), io);
    },
  },
  {
    name: 'completion',
    arguments: '<shell>',
    description: `completion for the shell: ${shells.join(', ')}`,
    options: [],
    completes: shells,
    run: async ([name = ''], _given, io) => {
      const { printCompletion } = await import('../commands/completion.js');
      await printCompletion(name, io);
    },
  },
];
