/**
 * The switches skillpick keeps itself, in one file under the user's state directory. Each change is merged under
 * a lock into what is on disk at that moment, so that two processes lose nothing of each other's.
 */

import { realpathSync, renameSync } from 'node:fs';
import type { ProblemCode } from '../../protocol/problem-codes.js';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import { type Finding, systemCode, systemReason } from '../discovery/problems.js';
import type { HostEnvironment } from '../environment.js';
import { withLock } from '../files/lock.js';
import { readText } from '../files/open-file.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';

/** Decisions by key; the key is an entry's uri, with its name added where one file declares several. */
export type Decisions = Record<string, boolean>;

export interface KeptSwitches {
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

/** `$XDG_STATE_HOME/skillpick/switches.json`, or where the platform keeps such things. */
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

function format(kept: KeptSwitches): string {
  return `${JSON.stringify(kept, null, 2)}\n`;
}

function decisionsIn(kept: KeptSwitches, workspace: string | undefined): Decisions {
  if (workspace === undefined) return kept.global;
  kept.workspaces[workspace] ??= {};
  return kept.workspaces[workspace];
}

function merge(kept: KeptSwitches, edits: readonly SwitchEdit[]): void {
  for (const { workspace, key, enabled } of edits) {
    const decisions = decisionsIn(kept, workspace);
    if (enabled === undefined) delete decisions[key];
    else decisions[key] = enabled;
  }
  for (const [uri, decisions] of Object.entries(kept.workspaces)) {
    if (Object.keys(decisions).length === 0) delete kept.workspaces[uri];
  }
}

/** The file is there and cannot be read. */
class UnreadableSwitches extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
  ) {
    super(message);
  }
}

export class SwitchesFile {
  readonly path: string;
  #damage: Finding | undefined;
  #setAside: Finding | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** What is wrong with the file, or was until it had to be set aside. */
  get finding(): Finding | undefined {
    return this.#setAside ?? this.#damage;
  }

  /** What is on disk now; undefined if it cannot be read. A damaged file is as good as none until it is set aside. */
  read(): KeptSwitches | undefined {
    this.#damage = undefined;
    try {
      const text = this.#text();
      return text === undefined ? empty() : (this.#parse(text) ?? empty());
    } catch (error) {
      const code = error instanceof UnreadableSwitches ? error.code : 'unreadable';
      this.#damage = { code, message: (error as Error).message };
      return undefined;
    }
  }

  /** Merges the edits into what is on disk; done when the new file is in place. */
  async change(edits: readonly SwitchEdit[], deadline?: number): Promise<KeptSwitches> {
    const save = () => {
      const text = this.#text();
      const kept = text === undefined ? empty() : (this.#parse(text) ?? this.#startAfresh());
      merge(kept, edits);
      const changed = format(kept);
      if (changed !== text) replaceFile(this.path, changed);
      return kept;
    };
    return withLock(`${this.path}.lock`, save, deadline);
  }

  /** Undefined if there is no file; throws where there is one that cannot be read. */
  #text(): string | undefined {
    let read: { text: string } | { code: ProblemCode; refused: string };
    try {
      read = readText(realpathSync.native(this.path), hostLimits.switchesFileBytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      read = { code: systemCode(error), refused: `cannot be read: ${systemReason(error)}` };
    }
    if ('refused' in read) throw new UnreadableSwitches(read.code, `${this.path} ${read.refused}`);
    return read.text;
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
