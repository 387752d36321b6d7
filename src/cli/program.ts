/** The command line for commander, built from the tables: for help, mistakes, and all that is not plain. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cleanLine } from '../text/clean.js';
import { version } from '../version.js';
import type { OptionInfo, OptionName } from './option-table.js';
import type { OptionValues } from './option-values.js';
import type { CommandSpec } from './specs.js';

/** The tables are passed in, because this module is loaded later than they are. */
interface Tables {
  specs: readonly CommandSpec[];
  defaultSpec: CommandSpec;
  optionNames: readonly OptionName[];
  optionNamed(name: OptionName): OptionInfo;
  isBadValue(error: unknown): error is Error;
}

const wordsOf = (operands: unknown): string[] =>
  Array.isArray(operands) ? operands : typeof operands === 'string' ? [operands] : [];

/** Returns an error of commander in one line, without the value of an unknown option, which may be secret. */
function oneLine(text: string): string {
  const line = text.replace(/^error:/, 'skillpick:').replace(/(unknown option '[^'=]*)=[^']*/, '$1');
  return `${cleanLine(line)}\n`;
}

function configure(command: Command, io: Io): Command {
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
  /** Of the command that ran. */
  result: unknown;
  readonly #tables: Tables;
  readonly #io: Io;

  constructor(tables: Tables, io: Io) {
    this.#tables = tables;
    this.#io = io;
  }

  command(spec: CommandSpec, name: string): Command {
    const command = configure(new Command(name), this.#io).description(spec.description);
    if (spec.arguments !== '') command.argument(spec.arguments);
    for (const option of spec.options) command.addOption(this.#option(option));
    return command.action(async (operands: unknown) => {
      const values = this.#valuesFor(command, spec);
      this.result = await spec.run(wordsOf(operands), values, this.#io);
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

  /** Returns the values for the command. Options before its name count too if it takes them; its own win. */
  #valuesFor(command: Command, spec: CommandSpec): OptionValues {
    const root = command.parent ?? command;
    const from = (source: Command) => {
      const names = this.#tables.optionNames.filter((name) => source.getOptionValueSource(name) === 'cli');
      return names.map((name) => [name, source.getOptionValue(name)] as const);
    };
    const before = from(root);
    const misplaced = before.find(([name]) => !spec.options.includes(name));
    if (misplaced !== undefined) {
      const { long } = this.#tables.optionNamed(misplaced[0]);
      throw new SkillpickError('bad-usage', `${long} cannot be used with ${spec.name}.`, {
        hint: `See skillpick ${spec.name} --help.`,
      });
    }
    return Object.fromEntries([...before, ...from(command)]);
  }
}

/** Runs the command and returns its result. `spec` is set if the words start with its name. */
export async function runProgram(
  tables: Tables,
  words: readonly string[],
  spec: CommandSpec | undefined,
  io: Io,
): Promise<unknown> {
  const program = new Program(tables, io);
  if (spec === undefined) await program.whole().parseAsync([...words], { from: 'user' });
  else await program.command(spec, `skillpick ${spec.name}`).parseAsync(words.slice(1), { from: 'user' });
  return program.result;
}
