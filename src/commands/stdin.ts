/** All of standard input as text, up to a limit. */

import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { limits } from '../limits.js';

export async function readStdin({ stdin, signal }: Io): Promise<string> {
  if (stdin.isTTY) {
    throw new SkillpickError('bad-usage', 'There is nothing on standard input.', {
      hint: 'Pipe references into it, one a line.',
    });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    signal.throwIfAborted();
    size += (chunk as Buffer).length;
    if (size > limits.stdinBytes) {
      throw new SkillpickError('bad-usage', 'Standard input is too long.', {
        hint: 'One reference a line is expected.',
      });
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
