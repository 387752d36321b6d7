/**
 * Starts the picker. It connects to a host in another process while the picker is still loading, so this module loads
 * nothing that draws.
 */

import type { Entry } from '../entries/entries.js';
import type { FilterOptions } from '../entries/filter.js';
import type { SkillpickError } from '../errors.js';
import { type Io, ioWith } from '../io.js';
import { chooseSource, isSshUrl } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { openSession } from '../source/open-session.js';
import type { SessionSource } from '../source/session-source.js';
import type { TerminalStreams } from '../terminal/terminal-streams.js';

export interface PickerOptions extends ConnectOptions {
  query?: string;
  filter: FilterOptions;
  color?: boolean;
  ascii?: boolean;
  isPicking?: boolean;
  /** False if the mouse is not wanted. */
  mouse?: boolean;
  /** True if the picker has to write sentences for a screen reader. */
  screenReader?: boolean;
  /** Shows on the terminal, once the picker has left it, that the session takes long to end. */
  leavingProgress?: ConnectOptions['progress'];
  /** Returns what to try after an error. */
  hintFor(error: SkillpickError): string | undefined;
}

export interface PickerRun {
  code: number;
  /** The entry that the user chose, if the picker was run to choose one. */
  picked: Entry | null;
  /** What to print once the screen is gone: what changed, how long it holds, and which switches failed. */
  lines: readonly string[];
}

/** Returns the `Io` with a signal that aborts as soon as its own signal or the given one does. */
export function ioUntil(io: Io, signal: AbortSignal): Io {
  return ioWith(io, { signal: AbortSignal.any([io.signal, signal]) });
}

/** Opens the session of the command line. Calls `connected` once the host has responded. */
export type OpenFirst = (io: Io, connected: () => void) => Promise<SessionSource>;

/** Starts to open a session of another process, a host or an agent. The embedded host would only slow down the loading. */
async function openEarly(options: ConnectOptions, io: Io): Promise<OpenFirst> {
  const open: OpenFirst = (boundedIo, connected) =>
    openSession({ ...options, connected }, boundedIo, { mayBeTemporary: true });
  const choice = chooseSource(options, io);
  if (choice.kind === 'embedded' || choice.kind === 'demo') return open;
  const abandoned = new AbortController();
  let isConnected = false;
  let notify = () => {};
  const opening = open(ioUntil(io, abandoned.signal), () => {
    isConnected = true;
    notify();
  });
  // The picker awaits it later and handles the failure then.
  const settled = opening.catch(() => {});
  // ssh may ask on the terminal, which the picker then takes over.
  if (choice.kind === 'url' && isSshUrl(choice.text)) await settled;
  io.signal.throwIfAborted();
  return ({ signal }, connected) => {
    notify = connected;
    if (isConnected) connected();
    signal.addEventListener('abort', () => abandoned.abort(), { once: true });
    return opening;
  };
}

export async function runApp(given: PickerOptions, io: Io, streams: TerminalStreams): Promise<PickerRun> {
  const options = { ...given, ending: io.signal };
  const openFirst = await openEarly(options, io);
  const { PickerApp } = await import('./picker-app.js');
  return new PickerApp({ ...options, asksNothing: true }, io, streams, openFirst).run();
}
