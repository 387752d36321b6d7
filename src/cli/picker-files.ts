/** The file of an entry or a problem: read through the host to be shown, opened in the user's editor to be changed. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readableBounds } from '../client/resources.js';
import type { HostInfo, OpenSession } from '../commands/common.js';
import { SkillpickError } from '../errors.js';
import { limits } from '../limits.js';
import type { Entry } from '../picker/entries.js';
import type { FileText } from '../picker/state.js';

/** What is known of a file that belongs to a row. */
export type FileOwner = Pick<Entry, 'uri'> & { type: string | null };

/** The file's text, or why it cannot be shown. */
export async function readOwnFile(
  { store, client }: OpenSession,
  { uri, type }: FileOwner,
): Promise<FileText | { problem: string }> {
  if (type === 'mcpServer' || type === 'hook') {
    return { problem: 'Its file is not shown, because such files hold commands and secrets.' };
  }
  const { customizations } = store.getSnapshot().state;
  try {
    const text = await client.resources.read(uri, readableBounds(customizations));
    const isCut = text.length > limits.shownFileBytes;
    return { lines: text.slice(0, limits.shownFileBytes).split('\n'), isCut };
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { problem: `Its file cannot be shown. ${error.message}` };
  }
}

/** True if the host sees the same disk as we do. */
function isOnThisMachine({ url }: HostInfo): boolean {
  if (url === null || url.startsWith('ws+unix:')) return true;
  return /^wss?:\/\/(127\.|localhost|\[::1\])/i.test(url);
}

/** Runs the user's editor on the file and waits for it. Answers what went wrong, if anything did. */
export function editOwnFile(
  host: HostInfo,
  { uri }: FileOwner,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  if (!uri.startsWith('file:///') || !isOnThisMachine(host))
    return Promise.resolve('Its file is not on this machine.');
  const isWindows = process.platform === 'win32';
  const editor = env['VISUAL'] || env['EDITOR'] || (isWindows ? 'notepad' : 'vi');
  const path = fileURLToPath(uri);
  // The variable may hold arguments, so a shell takes it apart; the path is handed over and not interpreted.
  const child = isWindows
    ? spawn(`${editor} "${path}"`, { stdio: 'inherit', shell: true })
    : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', path], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`${editor} could not be started: ${error.message}`));
    child.once('exit', (code) => resolve(code === 0 ? null : `${editor} ended with ${code}.`));
  });
}
