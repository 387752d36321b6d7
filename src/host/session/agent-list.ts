/** Whose sessions there are and where each looks, as the host's own state tells it; what is in there is not told. */

import type { AgentInfo, Customization } from '../../protocol/types.js';
import { OwnKeeper } from './keeper.js';
import { overlayNode, withFlag } from './overlay.js';
import { everythingId, type Provider } from './providers.js';
import type { Workspace } from './workspace.js';

export class AgentList {
  readonly #providers: readonly Provider[];
  readonly #workspace: Workspace;
  /** Containers are switched by skillpick alone, and in the session of everything. */
  readonly #switches: OwnKeeper;
  #told: string;

  constructor(providers: readonly Provider[], workspace: Workspace) {
    this.#providers = providers;
    this.#workspace = workspace;
    this.#switches = new OwnKeeper(workspace.kept, workspace.root);
    this.#told = JSON.stringify(this.read());
  }

  /** The list as it is now. */
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

  /** The list, if it is another than the last time. */
  changed(): AgentInfo[] | undefined {
    const agents = this.read();
    const text = JSON.stringify(agents);
    if (text === this.#told) return undefined;
    this.#told = text;
    return agents;
  }
}

function bare(entry: Customization): Customization {
  const { children: _, ...container } = entry as Customization & { children?: unknown };
  return withFlag(container as Customization);
}
