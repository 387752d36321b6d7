/**
 * The switches that skillpick stores itself, in one file under the user's state directory. Each change is merged under a
 * lock into the present content of the file, so that no process overwrites the switches of another.
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

/** Switches by key; the key is an entry's uri, with its name added where one file declares several. */
type SwitchesByKey = Record<string, boolean>;

interface StoredSwitches {
  version: 1;
  global: SwitchesByKey;
  /** By the uri of the workspace's root. */
  workspaces: Record<string, SwitchesByKey>;
}

export interface SwitchEdit {
  /** The workspace's uri, or undefined for the global scope. */
  workspace: string | undefined;
  key: string;
  /** Undefined removes the decision. */
  enabled: boolean | undefined;
  /** If present, the edit is made only if this is the stored decision. */
  from?: { readonly enabled: boolean | undefined };
}

/** The decisions before edits. */
export type StoredBefore = ReadonlyMap<SwitchEdit, boolean | undefined>;

const empty = (): StoredSwitches => ({ version: 1, global: {}, workspaces: {} });

/** `$XDG_STATE_HOME/skillpick/switches.json`, or the platform's directory for such files. */
export function switchesPath(environment: HostEnvironment): string {
  return `${stateDirectory(environment)}${environment.platform === 'win32' ? '\\' : '/'}switches.json`;
}

function readSwitches(value: unknown): SwitchesByKey {
  const entries = Object.entries((value ?? {}) as object);
  return Object.fromEntries(entries.filter(([, enabled]) => typeof enabled === 'boolean'));
}

/** Returns the file's content; undefined if it is damaged or has another version. */
function parse(text: string): StoredSwitches | undefined {
  try {
    const value = JSON.parse(text) as Partial<StoredSwitches> | null;
    if (value?.version !== 1) return undefined;
    const workspaces = Object.entries(value.workspaces ?? {}).map(([uri, stored]) => [
      uri,
      readSwitches(stored),
    ]);
    return { version: 1, global: readSwitches(value.global), workspaces: Object.fromEntries(workspaces) };
  } catch {
    return undefined;
  }
}

function merge(stored: StoredSwitches, edits: readonly SwitchEdit[]): StoredBefore {
  const before = new Map<SwitchEdit, boolean | undefined>();
  for (const edit of edits) {
    const { workspace, key, enabled, from } = edit;
    if (workspace !== undefined) stored.workspaces[workspace] ??= {};
    const decisions = workspace === undefined ? stored.global : stored.workspaces[workspace]!;
    before.set(edit, decisions[key]);
    if (from !== undefined && from.enabled !== decisions[key]) continue;
    if (enabled === undefined) delete decisions[key];
    else decisions[key] = enabled;
  }
  for (const [uri, decisions] of Object.entries(stored.workspaces)) {
    if (Object.keys(decisions).length === 0) delete stored.workspaces[uri];
  }
  return before;
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
  #switches: StoredSwitches | undefined;
  #damage: Finding | undefined;
  #setAside: Finding | undefined;

  /** Adds the file to `own` after each write. */
  constructor(path: string, onRead?: (path: string) => void, own = new OwnWrites()) {
    this.path = path;
    this.#reads = new ReadCache(onRead);
    this.#own = own;
  }

  /** The problem of the file, or of the damaged file that was set aside. */
  get finding(): Finding | undefined {
    return this.#setAside ?? this.#damage;
  }

  /** The switches as they were read last. The first access reads the file. */
  get switches(): StoredSwitches {
    if (this.#switches === undefined) this.reload();
    this.#switches ??= empty();
    return this.#switches;
  }

  /** Returns the decision as it was read last. */
  decisionFor({ workspace, key }: Pick<SwitchEdit, 'workspace' | 'key'>): boolean | undefined {
    const { workspaces, global } = this.switches;
    return (workspace === undefined ? global : workspaces[workspace])?.[key];
  }

  /** Reads the file again if it has changed. Keeps the old switches if it cannot be read; a damaged file counts as empty. */
  reload(): void {
    this.#damage = undefined;
    this.#reads.startPass();
    try {
      const text = this.#reads.get(this.path, openSwitches);
      this.#switches = text === undefined ? empty() : (this.#parse(text) ?? empty());
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'unreadable';
      this.#damage = { code, message: (error as Error).message };
    }
  }

  /** Merges the edits into the file. Resolves to the decisions before them when the new file is in place. */
  change(edits: readonly SwitchEdit[], deadline?: number): Promise<StoredBefore> {
    const save = () => {
      const text = this.#reads.recheck(this.path, openSwitches);
      const stored = text === undefined ? empty() : (this.#parse(text) ?? this.#startAfresh());
      const before = merge(stored, edits);
      const changed = `${JSON.stringify(stored, null, 2)}\n`;
      if (changed !== text) {
        replaceFile(this.path, changed);
        this.#reads.put(this.path, changed);
        this.#own.add([this.path]);
      }
      this.#switches = stored;
      return before;
    };
    return withLock(`${this.path}.lock`, save, deadline);
  }

  #parse(text: string): StoredSwitches | undefined {
    const stored = parse(text);
    if (stored === undefined) {
      const message = `${this.path} is damaged, or from a newer skillpick`;
      this.#damage = { code: 'switches-damaged', message };
    }
    return stored;
  }

  #startAfresh(): StoredSwitches {
    const aside = `${this.path}.set-aside-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    renameSync(this.path, aside);
    const message = `${this.path} was damaged, or from a newer skillpick, and is now ${aside}`;
    this.#setAside = { code: 'switches-set-aside', message };
    return empty();
  }
}
