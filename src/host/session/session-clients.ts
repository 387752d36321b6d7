/** The active clients of a session: the actions by which they come and go, and the plugins that they bring. */

import { isObject } from '../../protocol/checks.js';
import type { SessionAction } from '../../protocol/session-actions.js';
import type {
  Action,
  ActionOrigin,
  Customization,
  PluginCustomization,
  SessionState,
} from '../../protocol/types.js';
import { type PublishingClient, readActiveClient } from './active-client.js';
import { type ClientAccess, ClientPlugins, type PublishedPlugin } from './client-plugins.js';
import { findEntry } from './overlay.js';
import { stillLoading } from './session-state.js';

/** What the clients need of their session. */
interface OwnerSession {
  /** Returns the state; opens the session. */
  state(): SessionState;
  apply(action: SessionAction, origin?: ActionOrigin): void;
  refuse(action: Action, origin: ActionOrigin, reason: string): void;
  /** Returns true for the id of an entry of this machine. */
  isFound(id: string): boolean;
  /** Returns a plugin with its switches. */
  listed(plugin: Customization): Customization;
  /** Forgets the switches of a plugin that is gone. */
  forget(pluginId: string): void;
}

export class SessionClients {
  readonly #owner: OwnerSession;
  readonly #plugins: ClientPlugins;

  constructor(access: ClientAccess | undefined, owner: OwnerSession) {
    this.#owner = owner;
    this.#plugins = new ClientPlugins(access, {
      show: (plugin) => {
        if (this.#isShadowed(plugin)) this.#hide(plugin.id);
        else owner.apply({ type: 'session/customizationUpdated', customization: owner.listed(plugin) });
      },
      removed: (id) => {
        this.#hide(id);
        owner.forget(id);
      },
    });
  }

  /** The plugins that are listed. An entry of this machine may come later and have the id of one. */
  get published(): PublishedPlugin[] {
    return this.#plugins.published.filter(({ plugin }) => !this.#isShadowed(plugin));
  }

  /** Returns the id of the client's plugin that the entry with this id is, or is in. */
  pluginOf(id: string): string | undefined {
    return this.#owner.isFound(id) ? undefined : this.#plugins.pluginOf(id);
  }

  /** Takes an action by which a client comes or goes. Returns false for other actions. */
  take(action: Action, origin: ActionOrigin): boolean {
    const { type, activeClient, clientId } = action as Action & Record<string, unknown>;
    if (type === 'session/activeClientSet') {
      const client = readActiveClient(activeClient, origin.clientId);
      const refusal = typeof client === 'string' ? client : this.refusal(client);
      if (refusal !== undefined) this.#owner.refuse(action, origin, refusal);
      else this.activate(client as PublishingClient, origin);
      return true;
    }
    if (type !== 'session/activeClientRemoved') return false;
    if (clientId === origin.clientId) this.#remove(origin.clientId, origin);
    else this.#owner.refuse(action, origin, 'a client removes itself alone');
    return true;
  }

  /** Returns why a client cannot become active; undefined if it can. */
  refusal(client: PublishingClient): string | undefined {
    const { customizations, lifecycle } = this.#owner.state();
    if (lifecycle === 'creating') return stillLoading;
    const isTaken = (id: string) => findEntry(customizations, id) !== undefined;
    return this.#plugins.refusal(client, isTaken);
  }

  /** Makes a client active and reads the plugins that it publishes. */
  activate(activeClient: PublishingClient, origin?: ActionOrigin): void {
    this.#owner.apply({ type: 'session/activeClientSet', activeClient }, origin);
    this.#plugins.set(activeClient);
  }

  /** A client has left: removes it with its plugins. */
  leave(clientId: string): void {
    if (this.#plugins.has(clientId)) this.#remove(clientId);
  }

  /** A client is back after it was cut off: reads again what could not be read meanwhile. */
  rejoin(clientId: string): void {
    if (!this.#plugins.has(clientId)) return;
    const client = this.#owner.state().activeClients?.find((one) => one.clientId === clientId);
    if (isObject(client)) this.#plugins.set(client as unknown as PublishingClient);
  }

  /** The session ends. */
  close(): void {
    this.#plugins.close();
  }

  /** Returns true if this machine has an entry with the id of the plugin, or of an entry in it. */
  #isShadowed(plugin: PluginCustomization): boolean {
    return [plugin, ...(plugin.children ?? [])].some(({ id }) => this.#owner.isFound(id));
  }

  #hide(id: string): void {
    if (!this.#owner.isFound(id)) this.#owner.apply({ type: 'session/customizationRemoved', id });
  }

  #remove(clientId: string, origin?: ActionOrigin): void {
    this.#owner.apply({ type: 'session/activeClientRemoved', clientId }, origin);
    this.#plugins.remove(clientId);
  }
}
