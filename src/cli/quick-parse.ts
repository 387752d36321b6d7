/**
 * Reads a plain command line: known options, each with its value, and operands. That is what scripts write, and it
 * takes a tenth of the time commander takes to load. Anything else, mistakes above all, is left to commander.
 */

import { type OptionInfo, type OptionName, optionNamed } from './option-table.js';
import type { OptionValues } from './option-values.js';
import { BadValue } from './parse.js';
import type { CommandSpec } from './specs.js';

export interface ParsedCommand {
  operands: string[];
  given: OptionValues;
}

type Options = Map<string, { name: OptionName; info: OptionInfo }>;

function byFlag({ options }: CommandSpec): Options {
  const flags: Options = new Map();
  for (const name of options) {
    const info = optionNamed(name);
    flags.set(info.long, { name, info });
    if (info.short !== undefined) flags.set(info.short, { name, info });
  }
  return flags;
}

/** Whether the command takes so many operands. */
function takes({ arguments: wanted }: CommandSpec, count: number): boolean {
  const least = wanted.startsWith('<') ? 1 : 0;
  const most = wanted === '' ? 0 : wanted.includes('...') ? Number.POSITIVE_INFINITY : 1;
  return count >= least && count <= most;
}

const isOperand = (word: string): boolean => word === '-' || !word.startsWith('-');

class ArgumentReader {
  readonly operands: string[] = [];
  readonly given: Record<string, unknown> = {};
  readonly #flags: Options;

  constructor(spec: CommandSpec) {
    this.#flags = byFlag(spec);
  }

  /** Takes the word at this position; answers the next one, or undefined if it is not plain. */
  take(words: readonly string[], at: number): number | undefined {
    const word = words[at]!;
    if (isOperand(word)) {
      this.operands.push(word);
      return at + 1;
    }
    const [flag = '', ...rest] = word.split('=');
    const option = this.#flags.get(flag);
    if (option === undefined) return undefined;
    if (!option.info.takesValue) {
      this.given[option.name] = !option.info.isNegative;
      return rest.length === 0 ? at + 1 : undefined;
    }
    const isInline = rest.length > 0 && flag === option.info.long;
    const value = isInline ? rest.join('=') : (words[at + 1] ?? '--');
    if (!isInline && (rest.length > 0 || !isOperand(value))) return undefined;
    this.given[option.name] = option.info.read(value, this.given[option.name]);
    return isInline ? at + 1 : at + 2;
  }
}

/** The command line, or undefined where it is not plain. */
export function quickParse(spec: CommandSpec, words: readonly string[]): ParsedCommand | undefined {
  const reader = new ArgumentReader(spec);
  try {
    for (let at: number | undefined = 0; at < words.length; ) {
      at = reader.take(words, at);
      if (at === undefined) return undefined;
    }
  } catch (error) {
    if (error instanceof BadValue) return undefined;
    throw error;
  }
  return takes(spec, reader.operands.length) ? { operands: reader.operands, given: reader.given } : undefined;
}
