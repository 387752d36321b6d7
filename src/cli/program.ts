/** Reads command lines with commander, which gets the tables: for help, mistakes, and all that is not plain. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cleanLine } from '../text/clean.js';
import { version } from '../version.js';
import { commandNamed } from './arguments.js';
import { type OptionName, optionNamed, optionNames } from './option-table.js';
import type { OptionValues } from './option-values.js';
import { BadValue } from './parse.js';
import { type CommandSpec, defaultSpec, specs } from './specs.js';

/** A command with its arguments. */
interface Invocation {
  spec: CommandSpec;
  operands: string[];
  values: OptionValues;
}

const wordsOf = (operands: unknown): string[] =>
  Array.isArray(operands) ? operands : typeof operands === 'string' ? [operands] : [];

/** Returns an error of commander in one line, without the value of an unknown option, which may be secret. */
function oneLine(text: string): string {
  const line = text.replace(/^error:/, 'skillpick:').replace(/(unknown option '[^'=]*)=[^']*/, '$1');
  return `${cleanLine(line)}\n`;
}

const queryHelp = `
Query:
  word                 in name, description, folder or tool; every word, in search most of them
  'word, "two words"   exactly so
  ^word                the name starts with it
  is:<state>           on, off, mixed, broken, shadowed
  tool:<name>          what this tool reads, as it is there
  type:<kind>          instead of --type
  in:<text>            part of the name or path of the folder or plugin
  sort:<order>         place, name
  !                    before any of them but sort: leaves out what matches`;

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

function optionFor(name: OptionName, words: CommandSpec['optionWords'] = {}): Option {
  const { flags, description, takesValue, read } = optionNamed(name);
  const option = new Option(flags, words[name] ?? description);
  if (!takesValue) return option;
  return option.argParser((text, before) => {
    try {
      return read(text, before);
    } catch (error) {
      throw error instanceof BadValue ? new InvalidArgumentError(error.message) : error;
    }
  });
}

/** Returns the values for the command. Options before its name count if it takes them; those after its name win. */
function valuesFor(command: Command, spec: CommandSpec): OptionValues {
  const from = (source: Command) => {
    const names = optionNames.filter((name) => source.getOptionValueSource(name) === 'cli');
    return names.map((name) => [name, source.getOptionValue(name)] as const);
  };
  const given = [...from(command.parent ?? command), ...from(command)];
  const misplaced = given.find(([name]) => !spec.options.includes(name));
  if (misplaced !== undefined) {
    const { long, elsewhere } = optionNamed(misplaced[0]);
    throw new SkillpickError('bad-usage', `${long} cannot be used with ${spec.name}.`, {
      hint: elsewhere ?? `See skillpick ${spec.name} --help.`,
    });
  }
  return Object.fromEntries(given);
}

/** Reads the words. Throws commander's errors after it has printed them; help and the version are such errors too. */
export function parseWithCommander(words: readonly string[], io: Io): Invocation {
  let invocation: Invocation | undefined;
  const commandFor = (spec: CommandSpec, name: string): Command => {
    const command = configure(new Command(name), io).description(spec.description);
    if (spec.arguments !== '') command.arguments(spec.arguments);
    if (spec.arguments.includes('query')) command.addHelpText('after', queryHelp);
    for (const option of spec.options) command.addOption(optionFor(option, spec.optionWords));
    // Known, so that they are refused with a reason.
    const others = optionNames.filter((other) => !spec.options.includes(other));
    for (const other of others) command.addOption(optionFor(other).hideHelp());
    if (spec.notes !== undefined) command.addHelpText('after', `\n${spec.notes.join('\n')}`);
    return command.action((...all: unknown[]) => {
      // The last two are the options and the command.
      const operands = all.slice(0, -2).flatMap(wordsOf);
      invocation = { spec, operands, values: valuesFor(command, spec) };
    });
  };
  const wholeProgram = (): Command => {
    const root = commandFor(defaultSpec, 'skillpick')
      .version(version, '-V, --version', 'print the version')
      .enablePositionalOptions();
    for (const spec of specs) root.addCommand(commandFor(spec, spec.name));
    return root;
  };
  const named = commandNamed(words[0]);
  if (named === undefined) wholeProgram().parse(words, { from: 'user' });
  else commandFor(named, `skillpick ${named.name}`).parse(words.slice(1), { from: 'user' });
  return invocation!;
}
