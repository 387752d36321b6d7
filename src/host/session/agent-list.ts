/** The providers of this host and the containers each looks into, without their entries, for the root state. */

import type { AgentInfo, Customization } from '../../protocol/types.js';
import { OwnKeeper } from './keeper.js';
import { overlayNode, withFlag } from './overlay.js';
import { everythingId, type Provider } from './providers.js';
import type { Workspace } from './workspace.js';

export class AgentList {
  readonly #providers: readonly Provider[];
  readonly #workspace: Workspace;
  /** Containers are switched by skillpick alone, and only in the session of everything. */
  readonly #switches: OwnKeeper;
  #lastText: string;

  constructor(providers: readonly Provider[], workspace: Workspace) {
    this.#providers = providers;
    this.#workspace = workspace;
    this.#switches = new OwnKeeper(workspace.kept, workspace.root);
    this.#lastText = JSON.stringify(this.read());
  }

  read(): AgentInfo[] {
    return this.#providers.map((provider) => ({
      provider: provider.id,
      displayName: provider.title,
      description: provider.description,
      models: [],
      customizations: provider
        .containers(this.#workspace)
        .map((entry) => bare(provider.id === everythingId ? overlayNode(entry, this.#switches) : entry)),
    }));
  }

  /** Returns the list if it has changed since the last call. */
  changed(): AgentInfo[] | undefined {
    const agents = this.read();
    const text = JSON.stringify(agents);
    if (text === this.#lastText) return undefined;
    this.#lastText = text;
    return agents;
  }
}

function bare(entry: Customization): Customization {
  const { children: _, ...container } = entry as Customization & { children?: unknown };
  return withFlag(container as Customization);
}
