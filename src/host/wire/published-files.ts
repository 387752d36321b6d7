/**
 * Reads files of plugins that clients publish, for other clients: by asking the client that publishes. Only the files
 * of listed skills, agents, prompts and rules can be read, and what is in the folder of a skill; not those that declare
 * servers or hooks, which contain commands and keys.
 */

import { namesBelow } from '../../protocol/confine.js';
import { childrenOf } from '../../protocol/tree.js';
import type { DirectoryEntry, URI } from '../../protocol/types.js';
import { hostLimits } from '../limits.js';
import type { PublishedPlugin } from '../session/client-plugins.js';
import { isSafeName } from '../session/copy-package.js';
import type { SharedFiles } from './client-files.js';
import { RequestFailed } from './client-requests.js';
import { permissionDenied } from './host-error.js';
import { encoded } from './host-resources.js';

const prose = new Set<string>(['skill', 'agent', 'prompt', 'rule']);

const isSamePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at]);

/** As on a disk that takes names for the same that differ in case or in the form of their letters. */
const folded = (names: readonly string[]): string[] =>
  names.map((name) => name.normalize('NFC').toLowerCase().normalize('NFC'));

/** Returns true if the file is one of the plugin's that other clients may read. Compares decoded names. */
function isOpen({ plugin, closed }: PublishedPlugin, uri: URI): boolean {
  const asked = namesBelow(plugin.uri, uri);
  if (asked === undefined || closed.some((names) => isSamePath(folded(names), folded(asked)))) return false;
  return (childrenOf(plugin) ?? []).some((child) => {
    const names = namesBelow(plugin.uri, child.uri);
    if (names === undefined || !prose.has(child.type)) return false;
    if (isSamePath(names, asked)) return true;
    const folder = names.slice(0, -1);
    // A plugin that is a skill itself has everything else in its folder, too.
    return child.type === 'skill' && folder.length > 0 && isSamePath(folder, asked.slice(0, folder.length));
  });
}

/** Returns true for the address of an entry, which is a file. */
function isEntry({ plugin }: PublishedPlugin, uri: URI): boolean {
  const asked = namesBelow(plugin.uri, uri) ?? [];
  return (childrenOf(plugin) ?? []).some((child) =>
    isSamePath(namesBelow(plugin.uri, child.uri) ?? [], asked),
  );
}

async function listed(files: SharedFiles, uri: URI): Promise<{ entries: DirectoryEntry[] }> {
  const plain = (await files.list(uri)).filter(
    ({ name, type }) => isSafeName(name) && (type === 'file' || type === 'directory'),
  );
  return { entries: plain.slice(0, hostLimits.resourceEntries).map(({ name, type }) => ({ name, type })) };
}

export class PublishedFiles {
  readonly #plugins: () => readonly PublishedPlugin[];
  readonly #filesOf: (clientId: string) => SharedFiles;
  #underWay = 0;

  constructor(plugins: () => readonly PublishedPlugin[], filesOf: (clientId: string) => SharedFiles) {
    this.#plugins = plugins;
    this.#filesOf = filesOf;
  }

  /** Asks for a file; undefined if no client publishes it, or if the request is about something else. */
  ask(method: string, uri: unknown): Promise<unknown> | undefined {
    const isRequest = ['resourceRead', 'resourceList', 'resourceResolve'].includes(method);
    if (!isRequest || typeof uri !== 'string') return undefined;
    const plugin = this.#plugins().find((one) => isOpen(one, uri));
    return plugin && this.#ask(method, uri, plugin);
  }

  async #ask(method: string, uri: URI, plugin: PublishedPlugin): Promise<unknown> {
    if (this.#underWay >= hostLimits.publishedFilesAtOnce)
      throw new RequestFailed('its client is asked too much');
    const files = this.#filesOf(plugin.plugin.clientId!);
    this.#underWay += 1;
    try {
      if (method === 'resourceRead') return encoded(await files.read(uri));
      if (method === 'resourceResolve') return { uri, ...(await files.resolve(uri)) };
      if (isEntry(plugin, uri)) throw permissionDenied('it is a file');
      return await listed(files, uri);
    } finally {
      this.#underWay -= 1;
    }
  }
}
