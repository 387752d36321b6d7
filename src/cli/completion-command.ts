/** The hidden command behind the shells' completion: one candidate a line, with what it is after a tab. */

import type { Io } from '../io.js';
import { writeLines } from '../output/streams.js';
import { completing, type Suggestion } from './completion-words.js';
import { cliLimits } from './limits.js';
import { connectOptions } from './option-values.js';

const line = ({ word, about }: Suggestion): string => (about === '' ? word : `${word}\t${about}`);

/** A key press must never end in an error on the command line: where something fails there is nothing to offer. */
export async function complete(words: readonly string[], io: Io): Promise<void> {
  const { suggestions, wanted, given } = completing(words);
  const found: Suggestion[] = [...suggestions];
  if (wanted !== undefined && wanted !== 'paths') {
    const { lookUp } = await import('../commands/completion-names.js');
    try {
      const { plugin, timeout: _timeout, ...rest } = given;
      const plugins = typeof plugin === 'string' ? { plugin: [plugin] } : {};
      const options = connectOptions({ ...rest, ...plugins, timeout: cliLimits.completionTimeoutMs }, io);
      found.push(...(await lookUp(wanted, options, io)));
    } catch {
      return;
    }
  }
  const start = words.at(-1) ?? '';
  await writeLines(io, found.filter(({ word }) => word.startsWith(start)).map(line));
}
