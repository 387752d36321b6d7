/** The command line: names, options and help. It parses and hands over; it decides nothing. */

import { Command } from 'commander';
import { version } from '../version.js';
import type { Io } from './io.js';

export function createProgram(io: Io): Command {
  return new Command('skillpick')
    .description('See which skills and custom agents an agent session has, which are on, and switch them.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, 'skillpick:')),
    });
}
