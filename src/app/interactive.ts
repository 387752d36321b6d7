/** The two interactive commands: the picker, and `pick`, which prints what was chosen. */

import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { formatLine, type LineFormat } from '../output/format.js';
import { note, writeLines } from '../output/streams.js';
import type { TerminalStreams } from '../terminal/terminal.js';
import { openEarly } from './first-session.js';
import type { PickerOptions, PickerRun } from './run-picker.js';

/** What goes over the wire is not told on the screen that is being drawn on. */
function untold(options: PickerOptions, io: Io): PickerOptions {
  const { trace, ...untraced } = options;
  if (trace === undefined || !io.stderr.isTTY) return options;
  note(io, '--debug tells nothing on a terminal that is drawn on; send stderr to a file.', options);
  return untraced;
}

/** The host is on its way while the picker is loaded. */
async function runApp(given: PickerOptions, io: Io, streams: TerminalStreams): Promise<PickerRun> {
  const options = untold(given, io);
  const early = openEarly(options, io);
  const { PickerApp } = await import('./run-picker.js');
  return new PickerApp(options, io, streams, early).run();
}

/** Runs the picker and answers its exit code. */
export async function runPicker(options: PickerOptions, io: Io): Promise<number> {
  const { code, lines } = await runApp(options, io, { input: io.stdin, output: io.stdout });
  for (const line of lines) note(io, line, options);
  return code;
}

/** The controlling terminal itself, so that stdin and stdout stay free for data. */
function controllingTerminal(): TerminalStreams {
  try {
    const path =
      process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty'];
    return {
      input: new ReadStream(openSync(path[0]!, 'r')),
      output: new WriteStream(openSync(path[1]!, 'w')),
    };
  } catch (cause) {
    throw new SkillpickError('not-a-terminal', 'There is no terminal to choose on.', {
      hint: 'In a script, use skillpick search or list instead.',
      cause,
    });
  }
}

/** What `pick` prints of the entry. */
export type PrintForm = 'name' | 'id' | 'uri' | 'json';

/** One entry is printed as the list prints it. */
const lineFormats: Record<PrintForm, LineFormat> = { name: 'names', id: 'ids', uri: 'uris', json: 'jsonl' };

/** Lets the user choose one entry and prints it; answers the exit code. */
export async function runPick(options: PickerOptions, form: PrintForm, io: Io): Promise<number> {
  const streams = controllingTerminal();
  try {
    const { code, picked } = await runApp({ ...options, isPicking: true }, io, streams);
    if (picked !== null) await writeLines(io, [formatLine(picked, lineFormats[form])]);
    return code;
  } finally {
    streams.input.destroy();
    streams.output.destroy();
  }
}
