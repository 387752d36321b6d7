/** The hidden command behind the shells' completion: prints one word a line, with its description after a tab. */

import type { Completion } from '../commands/completion-names.js';
import type { Io } from '../io.js';
import { writeLines } from '../output/streams.js';
import { readArguments } from './arguments.js';
import { cliLimits } from './limits.js';
import { type Completes, optionNamed } from './option-table.js';
import { connectOptions, type OptionValues } from './option-values.js';
import { type CommandSpec, specs } from './specs.js';

interface Completions {
  words: Completion[];
  /** The names that have to be looked up. */
  wanted?: Exclude<Completes, readonly string[]>;
  /** The options typed so far. */
  values: OptionValues;
}

/** Returns how the operand after this many is completed. */
function operandCompletes(spec: CommandSpec, count: number): Completes | undefined {
  if (count === 0 || spec.arguments.endsWith('...>')) return spec.completes;
  return count === 1 ? spec.completesSecond : undefined;
}

/**
 * Returns what can complete the last of the words.
 * @internal
 */
export function completionsFor(typed: readonly string[]): Completions {
  const { spec, hasOperand, operands, values, open } = readArguments(typed.slice(0, -1));
  const completes =
    open === undefined ? operandCompletes(spec, operands.length) : optionNamed(open).completes;
  if (open === undefined && typed.at(-1)?.startsWith('-')) {
    const words = spec.options.map((name) => {
      const { long, description } = optionNamed(name);
      return { word: long, about: spec.optionWords?.[name] ?? description };
    });
    return { words, values };
  }
  if (open === undefined && !hasOperand)
    return { words: specs.map(({ name, description }) => ({ word: name, about: description })), values };
  if (typeof completes === 'string') return { words: [], wanted: completes, values };
  return { words: (completes ?? []).map((word) => ({ word, about: '' })), values };
}

const line = ({ word, about }: Completion): string => (about === '' ? word : `${word}\t${about}`);

/** Completes the last of the words. Prints nothing if a lookup fails, because a key press must not end in an error. */
export async function complete(typed: readonly string[], io: Io): Promise<void> {
  const { words, wanted, values } = completionsFor(typed);
  if (wanted !== undefined && wanted !== 'paths') {
    const { findNames } = await import('../commands/completion-names.js');
    try {
      const given = connectOptions({ ...values, timeout: cliLimits.completionTimeoutMs }, io);
      const options = { ...given, asksNothing: true };
      words.push(...(await findNames(wanted, options, io)));
    } catch {
      return;
    }
  }
  const start = typed.at(-1) ?? '';
  await writeLines(io, words.filter(({ word }) => word.startsWith(start)).map(line));
}
