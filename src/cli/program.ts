/**
 * The command line: names, options and help. It parses and hands over; it decides nothing. Every command is
 * loaded when it runs and not before.
 */

import { Command } from 'commander';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { version } from '../version.js';
import { connectOptions, type Given, listOptions, switchOptions } from './given.js';
import { isNear } from './near.js';
import { connecting, filtering, formatting, type OptionName, optionNamed, styling } from './option-table.js';

interface CommandSpec {
  name: string;
  arguments: string;
  description: string;
  options: readonly OptionName[];
  run(args: readonly string[], given: Given, io: Io): Promise<void>;
}

const switching: readonly OptionName[] = [...connecting, 'scope', 'dryRun', 'json', ...styling];

function switchCommand(name: 'enable' | 'disable' | 'toggle' | 'reset', description: string): CommandSpec {
  return {
    name,
    arguments: '<ref...>',
    description,
    options: switching,
    run: async (refs, given, io) => {
      const { switchEntries } = await import('../commands/switch.js');
      await switchEntries(name, switchOptions(refs, given, io), io);
    },
  };
}

const listSpec: CommandSpec = {
  name: 'list',
  arguments: '[query...]',
  description: 'print what the session has; --list is the same',
  options: [...connecting, ...filtering, ...formatting, ...styling],
  run: async (query, given, io) => {
    const { list } = await import('../commands/list.js');
    await list(listOptions(query, given, io), io);
  },
};

const specs: readonly CommandSpec[] = [
  listSpec,
  switchCommand('enable', 'switch entries on and wait for the host'),
  switchCommand('disable', 'switch entries off and wait for the host'),
  switchCommand('toggle', 'switch entries over and wait for the host'),
  switchCommand('reset', 'forget the switch: back to the default'),
  {
    name: 'serve',
    arguments: '',
    description: 'run the embedded host for other clients',
    options: ['cwd', 'plugin', 'port', 'json', ...styling],
    run: async (_args, given, io) => {
      const { serve } = await import('../commands/serve.js');
      await serve({ ...connectOptions(given, io), ...pick(given, 'port', 'json') }, io);
    },
  },
];

function pick(given: Given, ...names: string[]): Given {
  return Object.fromEntries(
    names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}

/** Options given before the command's name belong to it too, if it takes them. */
function givenTo(command: Command, spec: CommandSpec): Given {
  const root = command.parent;
  const before = Object.keys(root?.opts() ?? {}).filter((name) => root?.getOptionValueSource(name) === 'cli');
  const misplaced = before.find((name) => !spec.options.includes(name as OptionName));
  if (misplaced !== undefined) {
    throw new SkillpickError(
      'bad-usage',
      `The option ${optionNamed(misplaced as OptionName).long} does not go with ${spec.name}.`,
      {
        hint: `See skillpick ${spec.name} --help.`,
      },
    );
  }
  return { ...command.opts(), ...pick(root?.opts() ?? {}, ...before) };
}

function addCommand(program: Command, spec: CommandSpec, io: Io): void {
  const command = program.command(spec.name).description(spec.description);
  if (spec.arguments !== '') command.argument(spec.arguments);
  for (const name of spec.options) command.addOption(optionNamed(name));
  command.action(async (...values: unknown[]) => {
    const operands = values[0];
    const args = Array.isArray(operands)
      ? (operands as string[])
      : typeof operands === 'string'
        ? [operands]
        : [];
    await spec.run(args, givenTo(command, spec), io);
  });
}

/** `--list`, wherever it stands, is the command `list`. */
export function normalized(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const at = argv.indexOf('--list');
  return at === -1 || at > end ? [...argv] : ['list', ...argv.filter((_, index) => index !== at)];
}

/** In a script a mistyped command must not become a query that finds nothing and succeeds. */
function refuseNearMiss(words: readonly string[]): void {
  const [first] = words;
  const meant = first === undefined ? undefined : specs.find(({ name }) => isNear(first, name));
  if (meant === undefined) return;
  throw new SkillpickError('bad-usage', `There is no command "${first}".`, {
    hint: `Did you mean ${meant.name}? To search for the word, use: skillpick list ${first}.`,
  });
}

export function createProgram(io: Io): Command {
  const program = new Command('skillpick')
    .description('See which skills and custom agents an agent session has, which are on, and switch them.')
    .argument('[query...]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) =>
        write(
          `${text
            .replace(/^error:/, 'skillpick:')
            .trim()
            .replaceAll('\n', ' ')}\n`,
        ),
    });
  for (const name of listSpec.options) program.addOption(optionNamed(name));
  program.action(async (query: string[]) => {
    refuseNearMiss(query);
    await listSpec.run(query, program.opts(), io);
  });
  for (const spec of specs) addCommand(program, spec, io);
  for (const command of program.commands)
    command.copyInheritedSettings(program).helpOption('-h, --help', 'print this help');
  return program;
}
