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

/** A plugin that a client publishes in a session. */
export interface PublishedInSession extends PublishedPlugin {
  readonly session: URI;
}

/** The client that asks for a file. */
export interface Asker {
  readonly clientId: string;
  /** The sessions that it follows, and other channels. */
  readonly subscriptions: ReadonlySet<URI>;
}

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

/**
 * Returns the plugin that the asker sees; undefined if there are several. Clients on different machines may publish
 * different plugins at the same address.
 */
function theOne(
  plugins: readonly PublishedInSession[],
  { clientId, subscriptions }: Asker,
): PublishedPlugin | undefined {
  const own = plugins.filter(({ plugin }) => plugin.clientId === clientId);
  const followed = plugins.filter(({ session }) => subscriptions.has(session));
  const seen = [own, followed, plugins].find((some) => some.length > 0)!;
  const isOfOne = seen.every(({ plugin }) => plugin.clientId === seen[0]!.plugin.clientId);
  return isOfOne ? seen[0] : undefined;
}

export class PublishedFiles {
  readonly #plugins: () => readonly PublishedInSession[];
  readonly #filesOf: (clientId: string) => SharedFiles;
  #underWay = 0;

  constructor(plugins: () => readonly PublishedInSession[], filesOf: (clientId: string) => SharedFiles) {
    this.#plugins = plugins;
    this.#filesOf = filesOf;
  }

  /** Asks for a file; undefined if no client publishes it, or if the request is about something else. */
  ask(method: string, uri: unknown, asker: Asker): Promise<unknown> | undefined {
    const isRequest = ['resourceRead', 'resourceList', 'resourceResolve'].includes(method);
    if (!isRequest || typeof uri !== 'string') return undefined;
    const open = this.#plugins().filter((one) => isOpen(one, uri));
    return open.length === 0 ? undefined : this.#ask(method, uri, theOne(open, asker));
  }

  async #ask(method: string, uri: URI, plugin: PublishedPlugin | undefined): Promise<unknown> {
    if (plugin === undefined) throw permissionDenied('several clients publish a file at this address');
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
