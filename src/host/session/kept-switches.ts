/**
 * The switches skillpick keeps itself, in one file under the user's state directory, read once for all sessions. Each
 * change is merged under a lock into what is on disk at that moment, so that two processes keep each other's switches.
 */

import { realpathSync, renameSync } from 'node:fs';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import { type Finding, systemCode, systemReason } from '../discovery/problems.js';
import type { HostEnvironment } from '../environment.js';
import { withLock } from '../files/lock.js';
import { openText } from '../files/open-file.js';
import { type FileRead, OwnWrites, ReadCache } from '../files/read-cache.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';
import { Refusal } from '../tools/refusal.js';

/** Decisions by key; the key is an entry's uri, with its name added where one file declares several. */
type Decisions = Record<string, boolean>;

interface KeptSwitches {
  version: 1;
  global: Decisions;
  /** By the uri of the workspace's root. */
  workspaces: Record<string, Decisions>;
}

export interface SwitchEdit {
  /** The workspace's uri, or undefined for the global scope. */
  workspace: string | undefined;
  key: string;
  /** Undefined forgets the decision. */
  enabled: boolean | undefined;
}

const empty = (): KeptSwitches => ({ version: 1, global: {}, workspaces: {} });

/** `$XDG_STATE_HOME/skillpick/switches.json`, or the platform's directory for such files. */
export function switchesPath(environment: HostEnvironment): string {
  return `${stateDirectory(environment)}${environment.platform === 'win32' ? '\\' : '/'}switches.json`;
}

function readDecisions(value: unknown): Decisions {
  const entries = Object.entries((value ?? {}) as object);
  return Object.fromEntries(entries.filter(([, enabled]) => typeof enabled === 'boolean'));
}

/** The file's content; undefined if this version cannot make sense of it. */
function parse(text: string): KeptSwitches | undefined {
  try {
    const value = JSON.parse(text) as Partial<KeptSwitches> | null;
    if (value?.version !== 1) return undefined;
    const workspaces = Object.entries(value.workspaces ?? {}).map(([uri, kept]) => [
      uri,
      readDecisions(kept),
    ]);
    return { version: 1, global: readDecisions(value.global), workspaces: Object.fromEntries(workspaces) };
  } catch {
    return undefined;
  }
}

function merge(kept: KeptSwitches, edits: readonly SwitchEdit[]): void {
  for (const { workspace, key, enabled } of edits) {
    if (workspace !== undefined) kept.workspaces[workspace] ??= {};
    const decisions = workspace === undefined ? kept.global : kept.workspaces[workspace]!;
    if (enabled === undefined) delete decisions[key];
    else decisions[key] = enabled;
  }
  for (const [uri, decisions] of Object.entries(kept.workspaces)) {
    if (Object.keys(decisions).length === 0) delete kept.workspaces[uri];
  }
}

/** Reads the text of the file; undefined if there is none. Throws a Refusal if there is one that cannot be read. */
function openSwitches(path: string): FileRead<string | undefined> {
  let read: ReturnType<typeof openText>;
  try {
    read = openText(realpathSync.native(path), hostLimits.switchesFileBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { value: undefined, stats: undefined };
    throw new Refusal(`${path} cannot be read: ${systemReason(error)}`, error, systemCode(error));
  }
  const { value, stats } = read;
  if ('refused' in value) throw new Refusal(`${path} ${value.refused}`, undefined, value.code);
  return { value: value.text, stats };
}

export class SwitchesFile {
  readonly path: string;
  readonly #reads: ReadCache;
  readonly #own: OwnWrites;
  #kept: KeptSwitches | undefined;
  #damage: Finding | undefined;
  #setAside: Finding | undefined;

  /** `own` learns what is written here. */
  constructor(path: string, onRead?: (path: string) => void, own = new OwnWrites()) {
    this.path = path;
    this.#reads = new ReadCache(onRead);
    this.#own = own;
  }

  /** What is wrong with the file, or was until it had to be set aside. */
  get finding(): Finding | undefined {
    return this.#setAside ?? this.#damage;
  }

  /** What was read last; the file is read when this is asked for the first time. */
  get kept(): KeptSwitches {
    if (this.#kept === undefined) this.reload();
    this.#kept ??= empty();
    return this.#kept;
  }

  /** Looks at the file again. Keeps what was known if it cannot be read; a damaged file counts as empty. */
  reload(): void {
    this.#damage = undefined;
    this.#reads.startPass();
    try {
      const text = this.#reads.get(this.path, openSwitches);
      this.#kept = text === undefined ? empty() : (this.#parse(text) ?? empty());
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'unreadable';
      this.#damage = { code, message: (error as Error).message };
    }
  }

  /** Merges the edits into what is on disk; done when the new file is in place. */
  async change(edits: readonly SwitchEdit[], deadline?: number): Promise<KeptSwitches> {
    const save = () => {
      const text = this.#reads.recheck(this.path, openSwitches);
      const kept = text === undefined ? empty() : (this.#parse(text) ?? this.#startAfresh());
      merge(kept, edits);
      const changed = `${JSON.stringify(kept, null, 2)}\n`;
      if (changed !== text) {
        replaceFile(this.path, changed);
        this.#reads.put(this.path, changed);
        this.#own.add([this.path]);
      }
      this.#kept = kept;
      return kept;
    };
    return withLock(`${this.path}.lock`, save, deadline);
  }

  #parse(text: string): KeptSwitches | undefined {
    const kept = parse(text);
    if (kept === undefined) {
      const message = `${this.path} is damaged, or from a newer skillpick`;
      this.#damage = { code: 'switches-damaged', message };
    }
    return kept;
  }

  #startAfresh(): KeptSwitches {
    const aside = `${this.path}.set-aside-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    renameSync(this.path, aside);
    const message = `${this.path} was damaged, or from a newer skillpick, and is now ${aside}`;
    this.#setAside = { code: 'switches-set-aside', message };
    return empty();
  }
}
