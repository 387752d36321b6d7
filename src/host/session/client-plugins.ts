/**
 * The plugins that the clients of a session publish. Each is listed as loading, read by asking its client, and listed
 * with its entries; or with the reason why it could not be read. It goes when its client does.
 */

import { relative, sep } from 'node:path';
import type { PluginCustomization, URI } from '../../protocol/types.js';
import { bounded } from '../discovery/details.js';
import { readPackage } from '../discovery/read-package.js';
import { canonicalPath } from '../files/resolve-path.js';
import { hostLimits } from '../limits.js';
import type { PublishingClient } from './active-client.js';
import { type ClientFiles, CopyRefused, withCopy } from './copy-package.js';
import type { CopyQueue } from './copy-queue.js';
import { publishedPlugin } from './published-plugin.js';

/** What a session may know of the host's clients. */
export interface ClientAccess {
  files(clientId: string): ClientFiles;
  /** Of all sessions. */
  readonly copies: CopyQueue;
  /** False for a client of a version in which a session has one active client. */
  mayShare(clientId: string): boolean;
  /** Returns true for an address in, or above, a place that the host serves files from. */
  isServedHere(uri: URI): boolean;
}

/** What becomes of the plugins. */
export interface PluginEvents {
  show(plugin: PluginCustomization): void;
  removed(id: string): void;
}

type ClientPlugin = PublishingClient['customizations'][number];

/** A plugin as it is listed, and the names below it of each file in it that declares servers or hooks. */
export interface PublishedPlugin {
  readonly plugin: PluginCustomization;
  readonly closed: readonly (readonly string[])[];
}

/** A plugin that is listed. */
interface ListedPlugin {
  readonly given: ClientPlugin;
  readonly reading: AbortController;
  shown: PluginCustomization;
  closed: PublishedPlugin['closed'];
}

/** Returns true if a plugin need not be read again. */
function isCurrent(listed: ListedPlugin | undefined, { uri, nonce }: ClientPlugin): boolean {
  if (listed === undefined || nonce === undefined || listed.shown.load?.kind === 'error') return false;
  return listed.given.nonce === nonce && listed.given.uri === uri;
}

function reasonOf(error: unknown): string {
  const isOurs = error instanceof CopyRefused || (error as Error).name === 'TimeoutError';
  return isOurs ? (error as Error).message : `it could not be read: ${(error as Error).message}`;
}

export class ClientPlugins {
  readonly #access: ClientAccess | undefined;
  readonly #events: PluginEvents;
  readonly #clients = new Map<string, Map<string, ListedPlugin>>();
  /** The plugin of each entry, by their ids. */
  #plugins: ReadonlyMap<string, string> = new Map();

  constructor(access: ClientAccess | undefined, events: PluginEvents) {
    this.#access = access;
    this.#events = events;
  }

  get published(): PublishedPlugin[] {
    const all = [...this.#clients.values()].flatMap((plugins) => [...plugins.values()]);
    return all.map(({ shown, closed }) => ({ plugin: shown, closed }));
  }

  /** Returns the id of the plugin that the entry with this id is, or is in. */
  pluginOf(id: string): string | undefined {
    return this.#plugins.get(id);
  }

  has(clientId: string): boolean {
    return this.#clients.has(clientId);
  }

  /** Returns why a client cannot become active; `isTaken` returns true for ids in the session. */
  refusal(
    { clientId, customizations }: PublishingClient,
    isTaken: (id: string) => boolean,
  ): string | undefined {
    if (this.#access === undefined) return 'plugins of others are not taken here';
    const others = [...this.#clients.keys()].filter((other) => other !== clientId);
    if (others.length > 0 && !this.#access.mayShare(clientId)) return 'another client is active';
    if (others.length >= hostLimits.activeClients)
      return `there are ${hostLimits.activeClients} active clients already`;
    const before = this.#clients.get(clientId);
    const taken = customizations.find(({ id }) => isTaken(id) && !before?.has(id));
    if (taken !== undefined) return `the id ${taken.id} is taken`;
    // Its address would name the files of this machine.
    const own = customizations.find(({ uri }) => this.#access!.isServedHere(uri));
    return own && `${own.uri} is listed here already, from the disk`;
  }

  /** Takes over what a client publishes, in place of what it published before. */
  set({ clientId, customizations }: PublishingClient): void {
    const before = this.#clients.get(clientId) ?? new Map<string, ListedPlugin>();
    const wanted = new Set(customizations.map(({ id }) => id));
    const after = new Map([...before].filter(([id]) => wanted.has(id)));
    this.#clients.set(clientId, after);
    for (const [id, { reading }] of before) if (!wanted.has(id)) this.#end(id, reading);
    for (const given of customizations)
      if (!isCurrent(after.get(given.id), given)) this.#load(clientId, given, after);
  }

  /** Removes a client and its plugins. */
  remove(clientId: string): void {
    const plugins = this.#clients.get(clientId);
    this.#clients.delete(clientId);
    for (const [id, { reading }] of plugins ?? []) this.#end(id, reading);
  }

  /** Stops all reading. */
  close(): void {
    for (const plugins of this.#clients.values()) for (const { reading } of plugins.values()) reading.abort();
  }

  #end(id: string, reading: AbortController): void {
    reading.abort();
    this.#noteIds();
    this.#events.removed(id);
  }

  #show(listed: ListedPlugin, shown: PluginCustomization): void {
    listed.shown = shown;
    this.#noteIds();
    this.#events.show(shown);
  }

  #noteIds(): void {
    const ids = this.published.flatMap(({ plugin: { id, children = [] } }) =>
      [id, ...children.map((child) => child.id)].map((one) => [one, id] as const),
    );
    this.#plugins = new Map(ids);
  }

  #load(clientId: string, given: ClientPlugin, plugins: Map<string, ListedPlugin>): void {
    const before = plugins.get(given.id);
    before?.reading.abort();
    const { type, id, uri, name } = given;
    // Entries that were read before stay until the new ones are there.
    const children = before?.shown.children && { children: before.shown.children };
    const shown: PluginCustomization = {
      type,
      id,
      uri,
      name,
      clientId,
      load: { kind: 'loading' },
      ...children,
    };
    const { closed = [] } = before ?? {};
    const listed: ListedPlugin = { given, reading: new AbortController(), shown, closed };
    plugins.set(id, listed);
    this.#show(listed, shown);
    void this.#read(clientId, listed);
  }

  async #read(clientId: string, listed: ListedPlugin): Promise<void> {
    const { given, reading } = listed;
    let { closed } = listed;
    let plugin: PluginCustomization;
    try {
      plugin = await this.#access!.copies.run(clientId, reading.signal, () => {
        const time = AbortSignal.timeout(hostLimits.clientPluginTimeoutMs);
        const signal = AbortSignal.any([reading.signal, time]);
        return withCopy(this.#access!.files(clientId), given.uri, signal, (copy) => {
          const read = readPackage(copy);
          closed = [...read.closed].map((path) => relative(canonicalPath(copy), path).split(sep));
          return publishedPlugin(read.plugin, copy, given, clientId);
        });
      });
    } catch (error) {
      const message = bounded(reasonOf(error), hostLimits.detailChars);
      const { children: _, ...bare } = listed.shown;
      plugin = { ...bare, load: { kind: 'error', message } };
    }
    if (reading.signal.aborted) return;
    listed.closed = closed;
    this.#show(listed, plugin);
  }
}
