/**
 * Reads the command line from the option table, for the quick start and for completion. Plain command lines, as
 * scripts write them, run without commander, which takes ten times as long to load. All others, and above all
 * mistakes, are left to commander.
 */

import { SkillpickError } from '../errors.js';
import { type OptionInfo, type OptionName, optionNamed } from './option-table.js';
import { BadValue } from './parse.js';
import { type CommandSpec, defaultSpec, listSpec, specs } from './specs.js';

interface CommandLine {
  /** The default command if none is named. */
  spec: CommandSpec;
  /** True if a command or an operand was read. */
  hasOperand: boolean;
  operands: string[];
  /** Values by the names in the option table. */
  values: Record<string, unknown>;
  /** The option at the end that has no value yet. */
  open: OptionName | undefined;
  /** True if commander would read the same. */
  isPlain: boolean;
}

type Options = ReadonlyMap<string, { name: OptionName; info: OptionInfo }>;

export const commandNamed = (word: string | undefined): CommandSpec | undefined =>
  specs.find(({ name }) => name === word);

function optionsByFlag({ options }: CommandSpec): Options {
  return new Map(
    options.flatMap((name) => {
      const info = optionNamed(name);
      const flags = info.short === undefined ? [info.long] : [info.long, info.short];
      return flags.map((flag) => [flag, { name, info }] as const);
    }),
  );
}

function takesOperands({ arguments: wanted }: CommandSpec, count: number): boolean {
  const words = wanted === '' ? [] : wanted.split(' ');
  const least = words.filter((word) => word.startsWith('<')).length;
  const most = wanted.includes('...') ? Number.POSITIVE_INFINITY : words.length;
  return count >= least && count <= most;
}

const isOperand = (word: string): boolean => word === '-' || !word.startsWith('-');

/** Reads word by word, and goes on after words that it cannot read. */
class ArgumentReader {
  readonly line: CommandLine = {
    spec: defaultSpec,
    hasOperand: false,
    operands: [],
    values: {},
    open: undefined,
    isPlain: true,
  };
  #options = optionsByFlag(defaultSpec);
  #isFirst = true;
  #hasOptionsEnded = false;

  read(word: string): void {
    const { open } = this.line;
    if (open !== undefined) this.#readValue(open, word, isOperand(word));
    else if (this.#hasOptionsEnded || isOperand(word)) this.#readOperand(word);
    else this.#readOption(word);
    this.#isFirst = false;
  }

  #readValue(name: OptionName, text: string, isPlain: boolean): void {
    const { line } = this;
    line.open = undefined;
    if (!isPlain) line.isPlain = false;
    try {
      line.values[name] = optionNamed(name).read(text, line.values[name]);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      line.isPlain = false;
    }
  }

  #readOperand(word: string): void {
    const { line } = this;
    const spec = line.hasOperand || this.#hasOptionsEnded ? undefined : commandNamed(word);
    line.hasOperand = true;
    if (spec === undefined) {
      line.operands.push(word);
      return;
    }
    // Options before a command's name have rules of their own.
    if (!this.#isFirst) line.isPlain = false;
    line.spec = spec;
    this.#options = optionsByFlag(spec);
  }

  #readOption(word: string): void {
    const [flag = '', ...rest] = word.split('=');
    const option = this.#options.get(flag);
    if (option?.info.takesValue && rest.length === 0) this.line.open = option.name;
    else if (option?.info.takesValue && flag === option.info.long)
      this.#readValue(option.name, rest.join('='), true);
    else if (option !== undefined && rest.length === 0)
      this.line.values[option.name] = !option.info.isNegative;
    else {
      this.#hasOptionsEnded = word === '--';
      this.line.isPlain = false;
    }
  }
}

export function readArguments(words: readonly string[]): CommandLine {
  const reader = new ArgumentReader();
  for (const word of words) reader.read(word);
  const { line } = reader;
  const isComplete = line.open === undefined && takesOperands(line.spec, line.operands.length);
  return { ...line, isPlain: line.isPlain && isComplete };
}

/** Refuses tokens before any other message can repeat them. */
function refuseToken(argv: readonly string[]): void {
  if (!argv.some((word) => /^--?(tkn|token|connection-token)(=|$)/i.test(word))) return;
  throw new SkillpickError('bad-usage', 'A token on the command line can be read by others.', {
    hint: 'Give it with --token-file or AHP_TOKEN.',
  });
}

/** Replaces `--list`, at any place, by the command `list`; the words after it are a query. */
export function normalizeArguments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  refuseToken(argv.slice(0, end));
  const at = argv.indexOf('--list');
  if (at === -1 || at > end) return [...argv];
  const { spec } = readArguments(argv.slice(0, at));
  const words = argv.toSpliced(at, 1);
  if (spec === defaultSpec) return ['list', ...words];
  if (spec === listSpec) return words;
  throw new SkillpickError('bad-usage', `--list cannot be used with ${spec.name}.`, {
    hint: 'It is the same as the command list.',
  });
}
