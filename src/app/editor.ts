/** Runs the user's editor. While it has the terminal, the picker ignores keys such as Ctrl+C that send signals. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Io } from '../io.js';
import { readWords } from '../shell-words.js';
import { fileArguments } from './editor-line.js';

/**
 * Returns the program and its arguments from the first variable that names a program.
 * @internal
 */
export function editorCommand({ env, platform }: Pick<Io, 'env' | 'platform'>): string[] {
  const lines = [env['VISUAL'], env['EDITOR'], platform === 'win32' ? 'notepad' : 'vi'];
  return lines.map((line) => readWords(line ?? '', platform).words).find(([program]) => program)!;
}

/** A file, and the line to open it at; null for its start. */
export interface EditedFile {
  path: string;
  line: number | null;
}

/** Runs the editor on the file and waits until it ends. Returns what went wrong, or null. */
export async function edit(
  { path, line }: EditedFile,
  io: Pick<Io, 'env' | 'platform'>,
): Promise<string | null> {
  const [program = '', ...args] = editorCommand(io);
  try {
    const child = spawn(program, [...args, ...fileArguments(program, path, line)], { stdio: 'inherit' });
    const [code, signal] = await once(child, 'exit');
    return code === 0 ? null : `${program} ended with ${code ?? signal}.`;
  } catch (error) {
    return `${program} could not be started: ${(error as Error).message}`;
  }
}

/** The signals of Ctrl+C and Ctrl+\, which the terminal sends to every process in the foreground. */
const keySignals = ['SIGINT', 'SIGQUIT'] as const;

const ignore = () => {};

/** Ignores the signals of keys while another process has the terminal. */
export async function withKeysIgnored<T>(work: () => Promise<T>): Promise<T> {
  const saved = keySignals.map((signal) => [signal, process.rawListeners(signal)] as const);
  // Added first: without any listener, the signal would end the process.
  for (const [signal, listeners] of saved) {
    process.on(signal, ignore);
    for (const listener of listeners) process.off(signal, listener as NodeJS.SignalsListener);
  }
  try {
    return await work();
  } finally {
    for (const [signal, listeners] of saved) {
      for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
      process.off(signal, ignore);
    }
  }
}
