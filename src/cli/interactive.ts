/** The two interactive commands: the picker, and `pick`, which prints the entry that was chosen. */

import { type PickerOptions, type PickerRun, runApp } from '../app/start.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { formatLine, type LineFormat } from '../output/format.js';
import { note, writeLines } from '../output/streams.js';
import { openControllingTerminal, type TerminalStreams } from '../terminal/terminal-streams.js';

/**
 * Runs the picker. It shows its progress itself, until it leaves the terminal. Debug output would be written over the
 * screen, so it needs a stderr that is not the terminal.
 */
function run(given: PickerOptions, io: Io, streams: TerminalStreams): Promise<PickerRun> {
  const { progress, ...rest } = given;
  const options = { ...rest, inSlices: true, ...(progress && { leavingProgress: progress }) };
  const { trace, ...untraced } = options;
  if (trace === undefined || !io.stderr.isTTY) return runApp(options, io, streams);
  note(
    io,
    '--debug writes nothing to the terminal that the picker draws on. Send stderr to a file.',
    options,
  );
  return runApp(untraced, io, streams);
}

/** Runs the picker and returns the exit code. */
export async function runPicker(options: PickerOptions, io: Io): Promise<number> {
  const { code, lines } = await run(options, io, { input: io.stdin, output: io.stdout });
  for (const line of lines) note(io, line, options);
  return code;
}

/** The form in which `pick` prints the entry. */
export type PrintForm = 'name' | 'id' | 'uri' | 'json';

const lineFormats: Record<PrintForm, LineFormat> = { name: 'names', id: 'ids', uri: 'uris', json: 'jsonl' };

/** Lets the user choose one entry, prints it as `list` does, and returns the exit code. */
export async function runPick(options: PickerOptions, form: PrintForm, io: Io): Promise<number> {
  if (io.env['TERM'] === 'dumb') {
    throw new SkillpickError('not-a-terminal', 'TERM is dumb, so nothing can be chosen here.', {
      hint: 'Use skillpick search or list instead.',
    });
  }
  const streams = openControllingTerminal();
  try {
    const { code, picked } = await run({ ...options, isPicking: true }, io, streams);
    if (picked !== null) await writeLines(io, [formatLine(picked, lineFormats[form])]);
    return code;
  } finally {
    streams.input.destroy();
    streams.output.destroy();
  }
}
