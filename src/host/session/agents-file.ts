/**
 * The agents that are selected for the sessions of this machine's working directories, in one file under the user's
 * state directory. A file that is damaged, or from a newer skillpick, counts as empty and is not overwritten.
 */

import { realpathSync } from 'node:fs';
import { isObject, isString, type JsonObject } from '../../protocol/checks.js';
import { stateDirectory } from '../../protocol/runtime-directory.js';
import type { URI } from '../../protocol/types.js';
import type { HostEnvironment } from '../environment.js';
import { withLock } from '../files/lock.js';
import { openText } from '../files/open-file.js';
import { type OwnWrites, ReadCache } from '../files/read-cache.js';
import { isMissing } from '../files/resolve-path.js';
import { replaceFile } from '../files/write-file.js';
import { hostLimits } from '../limits.js';
import type { AgentStore } from './agent-choice.js';

/** The uri of the agent by session, the oldest selection first. */
type Selections = Map<string, URI>;

/** `$XDG_STATE_HOME/skillpick/agents.json`, or the platform's directory for such files. */
export function agentsPath(environment: HostEnvironment): string {
  return `${stateDirectory(environment)}${environment.platform === 'win32' ? '\\' : '/'}agents.json`;
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value['version'] === 1 && isObject(value['agents'])
      ? value['agents']
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of the file; undefined if there is none. Throws if there is one that cannot be read. */
function textAt(path: string) {
  try {
    const { value, stats } = openText(realpathSync.native(path), hostLimits.agentsFileBytes);
    if ('refused' in value) throw new Error(`${path} ${value.refused}`);
    return { value: value.text as string | undefined, stats };
  } catch (error) {
    if (isMissing(error)) return { value: undefined, stats: undefined };
    throw error;
  }
}

export class AgentsFile {
  readonly path: string;
  readonly #reads: ReadCache;
  readonly #own: OwnWrites;

  /** Adds the file to `own` after each write. */
  constructor(path: string, own: OwnWrites, onRead?: (path: string) => void) {
    this.path = path;
    this.#own = own;
    this.#reads = new ReadCache(onRead);
  }

  /** Returns the store for the session of a provider in a working directory. */
  storeFor(provider: string, directory: URI): AgentStore {
    const key = `${provider} ${directory}`;
    return {
      read: () => this.#readable().get(key),
      write: (uri, deadline) => this.#write(key, uri, deadline),
    };
  }

  /** Looks at the file again when it is read next. */
  reload(): void {
    this.#reads.startPass();
  }

  #readable(): Selections {
    try {
      return this.#read();
    } catch {
      return new Map();
    }
  }

  #read(): Selections {
    const text = this.#reads.get(this.path, textAt);
    if (text === undefined) return new Map();
    const agents = parse(text);
    if (agents === undefined)
      throw new Error(`${this.path} is damaged, or from a newer skillpick: move it away`);
    return new Map(Object.entries(agents).filter((entry): entry is [string, URI] => isString(entry[1])));
  }

  async #write(key: string, uri: URI | undefined, deadline: number): Promise<void> {
    const save = () => {
      this.#reads.startPass();
      const agents = this.#read();
      if (agents.get(key) === uri) return;
      agents.delete(key);
      if (uri !== undefined) agents.set(key, uri);
      const kept = [...agents].slice(-hostLimits.selectedAgents);
      replaceFile(
        this.path,
        `${JSON.stringify({ version: 1, agents: Object.fromEntries(kept) }, null, 2)}\n`,
      );
      this.#own.add([this.path]);
      this.#reads.startPass();
    };
    await withLock(`${this.path}.lock`, save, deadline);
  }
}
