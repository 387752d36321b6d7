/** Reads standard input as text or as lines, up to a limit. */

import { fstatSync } from 'node:fs';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { commandsLimits } from './limits.js';

const tooLong = (hint: string) => new SkillpickError('bad-usage', 'Standard input is too long.', { hint });

/** Refuses a terminal, and a directory, which Node reads as an empty file. */
function checkReadable({ stdin }: Io, hint: string): void {
  if (stdin.isTTY) throw new SkillpickError('bad-usage', 'There is nothing on standard input.', { hint });
  const { fd } = stdin as { fd?: number };
  if (fd !== undefined && fstatSync(fd).isDirectory()) {
    throw new SkillpickError('bad-usage', 'Standard input is a directory.', {
      hint: 'Give it a file or a pipe instead.',
    });
  }
}

async function* readChunks(io: Io, mostBytes: number, hint: string): AsyncGenerator<string> {
  checkReadable(io, hint);
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of io.stdin as AsyncIterable<Buffer>) {
    io.signal.throwIfAborted();
    size += chunk.length;
    if (size > mostBytes) throw tooLong(hint);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

export async function readStdin(io: Io): Promise<string> {
  const texts: string[] = [];
  for await (const text of readChunks(io, commandsLimits.stdinBytes, 'A file of a few pages is expected.'))
    texts.push(text);
  return texts.join('');
}

const perLine = 'One reference a line is expected.';

/** Returns the lines that are not empty. A repeated line takes no memory. */
export async function readStdinLines(io: Io): Promise<Set<string>> {
  const lines = new Set<string>();
  let rest = '';
  const take = (line: string) => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.length > commandsLimits.referenceChars || lines.size > commandsLimits.references)
      throw tooLong(perLine);
    if (text !== '') lines.add(text);
  };
  for await (const text of readChunks(io, commandsLimits.referencesBytes, perLine)) {
    const parts = text.split('\n');
    parts[0] = rest + parts[0];
    rest = parts.pop()!;
    if (rest.length > commandsLimits.referenceChars) throw tooLong(perLine);
    parts.forEach(take);
  }
  take(rest);
  return lines;
}
