/**
 * What a real host and a raw client said to each other, kept as a file: whole messages, both ways, in order, with
 * neutral paths and names. The interop tests write them, the protocol tests read them.
 */

import { readFileSync, writeFileSync } from 'node:fs';

export interface RecordedFrame {
  /** Which of the recording's connections it went over. */
  connection: string;
  from: 'client' | 'host';
  message: Record<string, unknown>;
}

export interface Recording {
  host: string;
  /** The session all of it is about. */
  session: string;
  frames: RecordedFrame[];
}

export function recordingFile(version: string): URL {
  return new URL(`./code-server-${version}.json`, import.meta.url);
}

export function readRecording(version: string): Recording {
  return JSON.parse(readFileSync(recordingFile(version), 'utf8')) as Recording;
}

export function writeRecording(version: string, recording: Recording): void {
  writeFileSync(recordingFile(version), `${JSON.stringify(recording, null, 2)}\n`);
}
