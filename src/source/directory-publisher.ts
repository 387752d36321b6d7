/**
 * Publishes the plugin in a directory of the user's in the session that is open, and again whenever its files change.
 * What is a plugin, and what it is called, is decided as for the plugins that are installed on this machine.
 */

import type { Client } from '../client/client.js';
import { offerPlugin, type PluginFiles, readPluginFiles } from '../client/plugin-directory.js';
import type { OfferedPlugin, Publication } from '../client/publications.js';
import { SkillpickError } from '../errors.js';
import { readPackage } from '../host/discovery/read-package.js';
import { Watcher } from '../host/files/watcher.js';
import type { URI } from '../protocol/types.js';

/** A plugin as it is now, and the directories in which a change would change it. */
interface ReadPlugin {
  readonly offered: OfferedPlugin;
  readonly directories: readonly string[];
}

function readPlugin(directory: string): ReadPlugin {
  const files: PluginFiles = readPluginFiles(directory);
  const { name, load } = readPackage(directory).plugin;
  if (load?.kind === 'error') {
    const hint = 'Give a directory with a plugin.json, or with skills, agents or commands.';
    const message = `The plugin in ${directory} cannot be published: ${load.message}.`;
    throw new SkillpickError('bad-usage', message, { hint });
  }
  return { offered: offerPlugin(name, files), directories: files.directories };
}

export class DirectoryPublisher {
  readonly #directory: string;
  readonly #watcher = new Watcher(() => this.#look());
  #plugin: ReadPlugin;
  #publication: Publication | undefined;

  /** Reads the directory. Throws `bad-usage` if it has no plugin that can be published. */
  constructor(directory: string) {
    this.#directory = directory;
    this.#plugin = readPlugin(directory);
  }

  /** Publishes it in a session, in place of an earlier one. Rejects with `publish-refused`. */
  async publishIn(client: Client, session: URI): Promise<void> {
    this.#publication = await client.publish(session, this.#plugin.offered);
    this.#watcher.watch(this.#plugin.directories, []);
  }

  /** Stops to follow the directory. The client removes the plugin when it is closed. */
  close(): void {
    this.#watcher.close();
  }

  /** Keeps the plugin as it was while the directory has none, such as in the middle of a change. */
  #look(): void {
    try {
      this.#plugin = readPlugin(this.#directory);
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      return;
    }
    this.#publication?.update(this.#plugin.offered);
    this.#watcher.watch(this.#plugin.directories, []);
  }
}
