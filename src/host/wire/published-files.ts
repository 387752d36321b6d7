/**
 * Reads files of plugins that clients publish, for other clients: by asking the client that publishes. Only the files
 * of listed skills, agents, prompts and rules can be read, and what is in the folder of a skill; not those that declare
 * servers or hooks, which contain commands and keys.
 */

import { isInside, namesBelow } from '../../protocol/confine.js';
import { childrenOf } from '../../protocol/tree.js';
import type { PluginCustomization, URI } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { ClientFiles } from '../session/copy-package.js';
import { RequestFailed } from './client-requests.js';
import { encoded } from './host-resources.js';

const prose = new Set<string>(['skill', 'agent', 'prompt', 'rule']);

/** Returns true if the file is one of the plugin's that other clients may read. */
function isOpen(plugin: PluginCustomization, uri: URI): boolean {
  if (!isInside(plugin.uri, uri)) return false;
  const children = childrenOf(plugin) ?? [];
  if (children.some((child) => !prose.has(child.type) && child.uri === uri)) return false;
  return children.some((child) => {
    const folder = child.uri.replace(/\/[^/]*$/, '');
    // A plugin that is a skill itself has everything else in its folder, too.
    const hasFolder = child.type === 'skill' && namesBelow(plugin.uri, folder)?.length !== 0;
    return prose.has(child.type) && (child.uri === uri || (hasFolder && isInside(folder, uri)));
  });
}

export class PublishedFiles {
  readonly #plugins: () => readonly PluginCustomization[];
  readonly #filesOf: (clientId: string) => ClientFiles;
  #underWay = 0;

  constructor(plugins: () => readonly PluginCustomization[], filesOf: (clientId: string) => ClientFiles) {
    this.#plugins = plugins;
    this.#filesOf = filesOf;
  }

  /** Asks for a file; undefined if no client publishes it, or if the request is about something else. */
  ask(method: string, uri: unknown): Promise<unknown> | undefined {
    const isRequest = ['resourceRead', 'resourceList', 'resourceResolve'].includes(method);
    if (!isRequest || typeof uri !== 'string') return undefined;
    const clientId = this.#plugins().find((plugin) => isOpen(plugin, uri))?.clientId;
    return clientId === undefined ? undefined : this.#ask(method, uri, this.#filesOf(clientId));
  }

  async #ask(method: string, uri: URI, files: ClientFiles): Promise<unknown> {
    if (this.#underWay >= hostLimits.publishedFilesAtOnce)
      throw new RequestFailed('its client is asked too much');
    this.#underWay += 1;
    try {
      if (method === 'resourceList')
        return { entries: (await files.list(uri)).slice(0, hostLimits.resourceEntries) };
      const bytes = await files.read(uri);
      return method === 'resourceRead' ? encoded(bytes) : { uri, type: 'file', size: bytes.length };
    } finally {
      this.#underWay -= 1;
    }
  }
}
