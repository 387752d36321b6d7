/** The file of an entry and what lies next to it, read through the host and bounded: a host may say anything. */

import type { Entry } from '../entries/entries.js';
import { hiddenReason } from '../entries/shown-file.js';
import { SkillpickError } from '../errors.js';
import type { DirectoryEntry } from '../protocol/types.js';
import type { FileStat, SessionSource } from '../source/session-source.js';
import { commandsLimits } from './limits.js';

export interface BundledFile {
  uri: string;
  /** Seen from the base directory. */
  path: string;
  size: number | null;
}

export interface Bundle {
  files: BundledFile[];
  /** True if there are more than the bounds let through. */
  isCut: boolean;
}

export interface EntryFile {
  text: string | null;
  /** Why there is no text. */
  reason: string | null;
  mtimeMs: number | null;
}

type EntryFileReader = Pick<SessionSource, 'files'>;

/** Answers undefined where the host refuses: not every host serves files, and not every file may be read. */
async function allowed<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const codes = ['request-failed', 'out-of-bounds', 'malformed-frame'];
    if (error instanceof SkillpickError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

async function statOf({ files }: EntryFileReader, uri: string): Promise<FileStat> {
  return (await allowed(files.stat(uri))) ?? { size: null, mtimeMs: null };
}

/** The entry's own file. */
export async function readEntryFile(reader: EntryFileReader, entry: Entry): Promise<EntryFile> {
  const reason = hiddenReason(entry) ?? reader.files.linkReason(entry.uri);
  const { mtimeMs } = await statOf(reader, entry.uri);
  if (reason !== null) return { text: null, reason, mtimeMs };
  const text = await allowed(reader.files.read(entry.uri));
  return { text: text ?? null, reason: text === undefined ? 'the host does not give it' : null, mtimeMs };
}

/** The directory that belongs to a skill; undefined where the file stands alone. */
export function baseDirectory({ type, uri }: Entry): string | undefined {
  return type === 'skill' && uri.endsWith('/SKILL.md') ? uri.slice(0, -'/SKILL.md'.length) : undefined;
}

interface FileLocation {
  uri: string;
  path: string;
  depth: number;
}

const isPlainName = (name: string): boolean => name !== '' && !/^\.\.?$|[/\\\0]/.test(name);

function inside({ uri, path, depth }: FileLocation, { name }: DirectoryEntry): FileLocation {
  return {
    uri: `${uri}/${encodeURIComponent(name)}`,
    path: path === '' ? name : `${path}/${name}`,
    depth: depth + 1,
  };
}

/** Lists what lies in and below a directory, nearest first, until a bound is reached. */
class DirectoryWalk {
  readonly bundle: Bundle = { files: [], isCut: false };
  readonly #reader: EntryFileReader;
  #bytes = 0;

  constructor(reader: EntryFileReader) {
    this.#reader = reader;
  }

  async run(base: string): Promise<Bundle> {
    const places: FileLocation[] = [{ uri: base, path: '', depth: 0 }];
    for (let looked = 0; places.length > 0 && !this.bundle.isCut; looked += 1) {
      const place = places.shift()!;
      if (looked >= commandsLimits.bundledDirectories || place.depth > commandsLimits.bundledDepth)
        this.bundle.isCut = true;
      else places.push(...(await this.#look(place)));
    }
    return this.bundle;
  }

  /** Takes the files of one directory; answers the directories in it. */
  async #look(place: FileLocation): Promise<FileLocation[]> {
    const found = (await allowed(this.#reader.files.list(place.uri))) ?? [];
    const named = found
      .filter(({ name }) => isPlainName(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const files = named.filter(({ type }) => type === 'file').map((entry) => inside(place, entry));
    const room = commandsLimits.bundledFiles - this.bundle.files.length;
    if (files.length > room) this.bundle.isCut = true;
    await this.#take(files.slice(0, room));
    return named.filter(({ type }) => type === 'directory').map((entry) => inside(place, entry));
  }

  async #take(files: readonly FileLocation[]): Promise<void> {
    const stats = await Promise.all(files.map(({ uri }) => statOf(this.#reader, uri)));
    for (const [index, { uri, path }] of files.entries()) {
      const { size } = stats[index]!;
      this.#bytes += size ?? 0;
      if (this.#bytes > commandsLimits.bundledBytes) {
        this.bundle.isCut = true;
        return;
      }
      this.bundle.files.push({ uri, path, size });
    }
  }
}

/** The files that come with a skill, its own SKILL.md left out. */
export async function readBundle(reader: EntryFileReader, entry: Entry): Promise<Bundle> {
  const base = baseDirectory(entry);
  if (base === undefined) return { files: [], isCut: false };
  const { files, isCut } = await new DirectoryWalk(reader).run(base);
  return { files: files.filter(({ path }) => path !== 'SKILL.md'), isCut };
}
