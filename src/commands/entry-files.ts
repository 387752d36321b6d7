/** The file of an entry and the files next to it, read through the host within bounds. */

import type { Entry } from '../entries/entries.js';
import { hiddenReason } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import { skillDirectory } from '../paths.js';
import type { DirectoryEntry, FileStat, SessionFiles } from '../source/session-source.js';
import { commandsLimits } from './limits.js';

interface BundledFile {
  uri: string;
  /** Relative to the base directory. */
  path: string;
  size: number | null;
}

export interface BundledFiles {
  files: BundledFile[];
  /** True if there are more files than the bounds allow. */
  isCut: boolean;
}

export interface EntryFile {
  text: string | null;
  /** Why there is no text. */
  reason: string | null;
  mtimeMs: number | null;
}

/** Resolves to undefined if the host refuses: not every host serves files, and not every file may be read. */
async function unlessRefused<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    const codes = ['request-failed', 'out-of-bounds', 'malformed-frame'];
    if (error instanceof SkillpickError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

async function statOf(files: SessionFiles, uri: string): Promise<FileStat> {
  return (await unlessRefused(files.stat(uri))) ?? { size: null, mtimeMs: null, isLink: false };
}

export async function readEntryFile(files: SessionFiles, entry: Entry): Promise<EntryFile> {
  const reason = hiddenReason(entry) ?? files.whyHidden(entry.uri);
  const { mtimeMs } = await statOf(files, entry.uri);
  if (reason !== null) return { text: null, reason, mtimeMs };
  const text = await unlessRefused(files.read(entry.uri));
  return { text: text ?? null, reason: text === undefined ? 'reading it was refused' : null, mtimeMs };
}

/** Returns the directory of a skill; undefined for an entry that is a single file. */
export function baseDirectory({ type, uri }: Entry): string | undefined {
  return type === 'skill' ? skillDirectory(uri) : undefined;
}

interface FileLocation {
  uri: string;
  path: string;
  depth: number;
}

const isFileName = (name: string): boolean => name !== '' && !/^\.\.?$|[/\\\0]/.test(name);

function locationIn({ uri, path, depth }: FileLocation, { name }: DirectoryEntry): FileLocation {
  return {
    uri: `${uri}/${encodeURIComponent(name)}`,
    path: path === '' ? name : `${path}/${name}`,
    depth: depth + 1,
  };
}

/** Lists the files in and below a directory, nearest first, until a bound is reached. Links are left out. */
class DirectoryWalk {
  readonly found: BundledFiles = { files: [], isCut: false };
  readonly #files: SessionFiles;
  #bytes = 0;

  constructor(files: SessionFiles) {
    this.#files = files;
  }

  async run(base: string): Promise<BundledFiles> {
    const queue: FileLocation[] = [{ uri: base, path: '', depth: 0 }];
    for (let visited = 0; queue.length > 0 && !this.found.isCut; visited += 1) {
      const directory = queue.shift()!;
      if (directory.depth > 0 && (await statOf(this.#files, directory.uri)).isLink) continue;
      if (visited >= commandsLimits.bundledDirectories || directory.depth > commandsLimits.bundledDepth)
        this.found.isCut = true;
      else queue.push(...(await this.#visit(directory)));
    }
    return this.found;
  }

  /** Adds the files of one directory and returns the directories in it. */
  async #visit(directory: FileLocation): Promise<FileLocation[]> {
    const listed = (await unlessRefused(this.#files.list(directory.uri))) ?? [];
    const named = listed
      .filter(({ name }) => isFileName(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const files = named.filter(({ type }) => type === 'file').map((entry) => locationIn(directory, entry));
    const room = commandsLimits.bundledFiles - this.found.files.length;
    if (files.length > room) this.found.isCut = true;
    await this.#add(files.slice(0, room));
    return named.filter(({ type }) => type === 'directory').map((entry) => locationIn(directory, entry));
  }

  async #add(files: readonly FileLocation[]): Promise<void> {
    const stats = await Promise.all(files.map(({ uri }) => statOf(this.#files, uri)));
    for (const [index, { uri, path }] of files.entries()) {
      const { size, isLink } = stats[index]!;
      if (isLink) continue;
      this.#bytes += size ?? 0;
      if (this.#bytes > commandsLimits.bundledBytes) {
        this.found.isCut = true;
        return;
      }
      this.found.files.push({ uri, path, size });
    }
  }
}

/** Lists the files that come with a skill, without its SKILL.md. */
export async function listBundledFiles(files: SessionFiles, entry: Entry): Promise<BundledFiles> {
  const base = baseDirectory(entry);
  if (base === undefined) return { files: [], isCut: false };
  const found = await new DirectoryWalk(files).run(base);
  return { ...found, files: found.files.filter(({ path }) => path !== 'SKILL.md') };
}
