/**
 * Publishes the plugin in a directory of the user's in the session that is open, and again whenever its files change.
 * What is a plugin, and what it is called, is decided as for the plugins that are installed on this machine.
 */

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../client/client.js';
import { Listeners } from '../client/listeners.js';
import { offerPlugin, type PluginFiles, readPluginFiles } from '../client/plugin-directory.js';
import type { OfferedPlugin, Publication } from '../client/publications.js';
import { SkillpickError } from '../errors.js';
import { readPackage } from '../host/discovery/read-package.js';
import { ifPossible } from '../host/files/if-possible.js';
import { isWithin } from '../host/files/resolve-path.js';
import { Watcher } from '../host/files/watcher.js';
import { namesBelow } from '../protocol/confine.js';
import type { Problem, Severity } from '../protocol/problem-codes.js';
import type { AnyCustomization, URI } from '../protocol/types.js';
import { sourceLimits } from './limits.js';

/** Returns the plugin in a directory, with these files. Throws `bad-usage` if it cannot be published. */
function pluginOf(directory: string, files: PluginFiles): OfferedPlugin {
  const { name, load } = readPackage(directory).plugin;
  if (load?.kind === 'error') {
    const hint = 'Give a directory with a plugin.json, or with skills, agents or commands.';
    const message = `The plugin in ${directory} cannot be published: ${load.message}.`;
    throw new SkillpickError('bad-usage', message, { hint });
  }
  return offerPlugin(name, files);
}

/** Returns what to say of the files that are left out; undefined if there are none. */
function leftOutWords(directory: string, { leftOut }: PluginFiles): string | undefined {
  const { length } = leftOut;
  if (length === 0) return undefined;
  const names = leftOut.slice(0, sourceLimits.leftOutNames).join(', ');
  const more = length > sourceLimits.leftOutNames ? ' and more' : '';
  const are = length === 1 ? '1 file is' : `${length} files are`;
  return `Of the plugin in ${directory}, ${are} left out: ${names}${more}`;
}

/** Returns the names that lead to a file from a directory that a host has named after one of these; undefined if it has not. */
function namesInCopy(uri: URI, nonces: Iterable<string>): string[] | undefined {
  for (const nonce of nonces) {
    const at = uri.lastIndexOf(`/${nonce}/`);
    if (at !== -1) return namesBelow(uri.slice(0, at + nonce.length + 1), uri);
  }
  return undefined;
}

export class DirectoryPublisher {
  readonly #directory: string;
  readonly #watcher = new Watcher(() => this.#look());
  readonly #listeners = new Listeners();
  #plugin: OfferedPlugin;
  /** What was read last, whether or not it is a plugin. */
  #files: PluginFiles;
  /** What to say of the files that are left out of what is published. */
  #leftOut: string | undefined;
  #problems: readonly Problem[];
  #publication: Publication | undefined;
  #clientId: string | undefined;
  /** Of everything that was published: the host may still list an earlier copy. */
  readonly #nonces = new Set<string>();

  /** Reads the directory. Throws `bad-usage` if it has no plugin that can be published. */
  constructor(directory: string) {
    this.#directory = directory;
    this.#files = readPluginFiles(directory);
    this.#plugin = pluginOf(directory, this.#files);
    this.#leftOut = leftOutWords(directory, this.#files);
    this.#problems = this.#problemsNow();
  }

  /** Why the directory cannot be published as it is now, and what of it is left out. The same until that changes. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Calls back when the problems have changed. Returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Publishes it in a session, in place of an earlier one. Rejects with `publish-refused`. */
  async publishIn(client: Client, session: URI): Promise<void> {
    this.#clientId = client.clientId;
    this.#nonces.add(this.#plugin.nonce);
    this.#publication = await client.publish(session, this.#plugin);
    this.#watch();
  }

  /**
   * Returns the path of the file that an entry was read from, if it is in the plugin that is published. Hosts list it at
   * its own address, or in a copy that they have made.
   */
  pathOf(node: AnyCustomization, container: AnyCustomization | undefined): string | undefined {
    if (container?.type !== 'plugin' || container.clientId === undefined) return undefined;
    if (container.clientId !== this.#clientId) return undefined;
    const names = namesBelow(container.uri, node.uri) ?? namesInCopy(node.uri, this.#nonces);
    const path = names && join(this.#directory, ...names);
    return path !== undefined && this.#hasFile(path) ? path : undefined;
  }

  /** Stops to follow the directory. The client removes the plugin when it is closed. */
  close(): void {
    this.#watcher.close();
  }

  /** Keeps the plugin as it was while the directory has none, such as in the middle of a change. */
  #look(): void {
    let failure: SkillpickError | undefined;
    try {
      this.#files = readPluginFiles(this.#directory);
      this.#plugin = pluginOf(this.#directory, this.#files);
      this.#leftOut = leftOutWords(this.#directory, this.#files);
      this.#nonces.add(this.#plugin.nonce);
      this.#publication?.update(this.#plugin);
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      failure = error;
    }
    this.#watch();
    this.#report(this.#problemsNow(failure));
  }

  #hasFile(path: string): boolean {
    const isThere = ifPossible(() => {
      const real = realpathSync.native(path);
      return isWithin(realpathSync.native(this.#directory), real) && statSync(real).isFile();
    });
    return isThere ?? false;
  }

  #watch(): void {
    // The directory may come back under its name, or be another one.
    this.#watcher.watch(this.#files.directories, [], [this.#directory]);
  }

  #problemsNow(failure?: SkillpickError): Problem[] {
    const uri = pathToFileURL(this.#directory).href;
    const problem = (severity: Severity, message: string | undefined): Problem[] =>
      message === undefined ? [] : [{ uri, line: null, message, code: null, severity }];
    const reason = failure && `${failure.message.replace(/\.$/, '')}; what was published last stays`;
    return [...problem('error', reason), ...problem('warning', this.#leftOut)];
  }

  #report(problems: readonly Problem[]): void {
    if (JSON.stringify(problems) === JSON.stringify(this.#problems)) return;
    this.#problems = problems;
    this.#listeners.notify();
  }
}
