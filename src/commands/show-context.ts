/** `skillpick show --context`: prints the text of an entry as it goes into a prompt. */

import { typeWord } from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import { hiddenReason } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { contextText, hasContext } from '../output/context-text.js';
import { note, writeOut } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { cleanBlock, cleanLine } from '../text/clean.js';
import type { CommandOptions } from './command-options.js';
import { type BundledFiles, baseDirectory, type EntryFile } from './entry-files.js';
import { commandsLimits } from './limits.js';

export function refuseForm({ json }: CommandOptions): void {
  if (!json) return;
  throw new SkillpickError('bad-usage', '--context cannot be used with --json.', {
    hint: 'Give one of them: the document has the text and the files, too.',
  });
}

const named = ({ type, name }: Entry): string => `${typeWord(type)} ${cleanLine(name)}`;

/** Throws if an entry of this kind has no text for a prompt. */
export function checkContext(entry: Entry): void {
  const reason = hiddenReason(entry) ?? (hasContext(entry.type) ? null : 'skillpick does not know its kind');
  if (reason === null) return;
  throw new SkillpickError('text-missing', `There is no text of ${named(entry)} for a prompt: ${reason}.`, {
    hint: 'Name a skill, an agent, a prompt or a rule.',
  });
}

/** Removes what controls a terminal, and nothing else. */
function forTerminal(text: string): string {
  const bounds = { lines: text.length + 1, lineLength: text.length + 1 };
  return cleanBlock(text, bounds).join('\n');
}

const shownPath = (uri: string): string => pathOf(uri) ?? uri;

export async function writeContext(
  entry: Entry,
  { file, bundled }: { file: EntryFile; bundled: BundledFiles },
  options: CommandOptions,
  io: Io,
): Promise<void> {
  if (file.text === null)
    throw new SkillpickError('text-missing', `The text of ${named(entry)} cannot be read: ${file.reason}.`);
  const uri = baseDirectory(entry);
  const files = bundled.files.map((bundledFile) => shownPath(bundledFile.uri));
  const text = contextText({
    type: entry.type,
    name: entry.name,
    path: shownPath(entry.uri),
    text: file.text,
    ...(uri !== undefined && { directory: { uri, files, isCut: bundled.isCut } }),
  });
  if (bundled.isCut) {
    const { bundledFiles, bundledBytes } = commandsLimits;
    const bounds = `at most ${bundledFiles} files and ${bundledBytes / 1024} KiB are`;
    note(io, `Not all files of ${named(entry)} are listed: ${bounds}.`, options);
  }
  await writeOut(io, `${io.stdout.isTTY ? forTerminal(text) : text}\n`);
}
