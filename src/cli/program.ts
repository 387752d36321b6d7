/**
 * The command line as commander takes it, built from the tables, for help, mistakes and everything that is not
 * plain. It parses and hands over; it decides nothing.
 */

import { Command, InvalidArgumentError, Option } from 'commander';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cleanLine } from '../text/clean.js';
import { version } from '../version.js';
import type { OptionInfo, OptionName } from './option-table.js';
import type { OptionValues } from './option-values.js';
import type { CommandSpec } from './specs.js';

/** The tables, handed in: this is loaded only when it is needed, and they are there already. */
export interface Tables {
  specs: readonly CommandSpec[];
  defaultSpec: CommandSpec;
  optionNames: readonly OptionName[];
  optionNamed(name: OptionName): OptionInfo;
  isBadValue(error: unknown): error is Error;
}

const wordsOf = (operands: unknown): string[] =>
  Array.isArray(operands) ? operands : typeof operands === 'string' ? [operands] : [];

/** Errors of commander in one line, without the value of an option that is not known. */
function oneLine(text: string): string {
  const told = text.replace(/^error:/, 'skillpick:').replace(/(unknown option '[^'=]*)=[^']*/, '$1');
  return `${cleanLine(told)}\n`;
}

function prepared(command: Command, io: Io): Command {
  return command
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(oneLine(text)),
    });
}

class Program {
  /** What the command that ran exits with. */
  exitCode = 0;
  readonly #tables: Tables;
  readonly #io: Io;

  constructor(tables: Tables, io: Io) {
    this.#tables = tables;
    this.#io = io;
  }

  /** A command by itself, or below the root where there is one. */
  command(spec: CommandSpec, name: string): Command {
    const command = prepared(new Command(name), this.#io).description(spec.description);
    if (spec.arguments !== '') command.argument(spec.arguments);
    for (const option of spec.options) command.addOption(this.#option(option));
    return command.action(async (operands: unknown) => {
      const given = this.#givenTo(command, spec);
      this.exitCode = (await spec.run(wordsOf(operands), given, this.#io)) ?? 0;
    });
  }

  /** The whole command line. */
  whole(): Command {
    const { defaultSpec, optionNames, specs } = this.#tables;
    const root = this.command(defaultSpec, 'skillpick')
      .version(version, '-V, --version', 'print the version')
      .enablePositionalOptions();
    const others = optionNames.filter((name) => !defaultSpec.options.includes(name));
    for (const name of others) root.addOption(this.#option(name).hideHelp());
    for (const spec of specs) root.addCommand(this.command(spec, spec.name));
    return root;
  }

  #option(name: OptionName): Option {
    const { flags, description, takesValue, read } = this.#tables.optionNamed(name);
    const option = new Option(flags, description);
    if (!takesValue) return option;
    return option.argParser((text, before) => {
      try {
        return read(text, before);
      } catch (error) {
        throw this.#tables.isBadValue(error) ? new InvalidArgumentError(error.message) : error;
      }
    });
  }

  /** What was given. Options before a command's name belong to it too, if it takes them; its own come first. */
  #givenTo(command: Command, spec: CommandSpec): OptionValues {
    const root = command.parent ?? command;
    const from = (source: Command) => {
      const names = this.#tables.optionNames.filter((name) => source.getOptionValueSource(name) === 'cli');
      return names.map((name) => [name, source.getOptionValue(name)] as const);
    };
    const before = from(root);
    const misplaced = before.find(([name]) => !spec.options.includes(name));
    if (misplaced !== undefined) {
      const { long } = this.#tables.optionNamed(misplaced[0]);
      throw new SkillpickError('bad-usage', `The option ${long} does not go with ${spec.name}.`, {
        hint: `See skillpick ${spec.name} --help.`,
      });
    }
    return Object.fromEntries([...before, ...from(command)]);
  }
}

/** Runs the command the words ask for and answers its exit code; `spec` is set where they start with its name. */
export async function runProgram(
  tables: Tables,
  words: readonly string[],
  spec: CommandSpec | undefined,
  io: Io,
): Promise<number> {
  const program = new Program(tables, io);
  if (spec === undefined) await program.whole().parseAsync([...words], { from: 'user' });
  else await program.command(spec, `skillpick ${spec.name}`).parseAsync(words.slice(1), { from: 'user' });
  return program.exitCode;
}
