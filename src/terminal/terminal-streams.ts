/** The two streams of a terminal. If stdin and stdout carry data, the controlling terminal is opened instead. */

import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { SkillpickError } from '../errors.js';

export interface TerminalStreams {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
}

/** Opens the controlling terminal; throws `not-a-terminal` if the process has none. */
export function openControllingTerminal(): TerminalStreams {
  const isWindows = process.platform === 'win32';
  try {
    return {
      input: new ReadStream(openSync(isWindows ? '\\\\.\\CONIN$' : '/dev/tty', 'r')),
      output: new WriteStream(openSync(isWindows ? '\\\\.\\CONOUT$' : '/dev/tty', 'w')),
    };
  } catch (cause) {
    throw new SkillpickError('not-a-terminal', 'There is no terminal to choose on.', {
      hint: 'In a script, use skillpick search or list instead.',
      cause,
    });
  }
}
