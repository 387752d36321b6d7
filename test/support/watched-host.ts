/** A host that watches its files, and a client that applies what the host publishes. */

import type { HostOptions } from '../../src/host/host.js';
import type { Tree } from './host-tree.js';
import { flatten, type RawClient, type RawNode } from './raw-client.js';
import { servedHost } from './served-host.js';

export const skillText = (name: string, description = `Does ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody.\n`;

/** Keeps the list of a session from its snapshot and the containers and lists that follow. */
export async function follow(client: RawClient, session: string) {
  let { customizations: list = [] } = (await client.subscribe(session)).state;
  let applied = 0;
  const now = (): RawNode[] => {
    const envelopes = client.envelopes();
    for (; applied < envelopes.length; applied += 1) {
      const { type, customization, customizations } = envelopes[applied]!.action;
      if (type === 'session/customizationsChanged') list = customizations as RawNode[];
      if (type !== 'session/customizationUpdated') continue;
      const entry = customization as RawNode;
      list = list.map((known) => (known.id === entry.id ? entry : known));
    }
    return flatten(list);
  };
  const names = () => now().map(({ name }) => name);
  return {
    now,
    names,
    has: (...wanted: string[]) => client.until(() => wanted.every((name) => names().includes(name))),
    lacks: (...unwanted: string[]) => client.until(() => !unwanted.some((name) => names().includes(name))),
    shows: (holds: (entry: RawNode) => boolean) => client.until(() => now().some(holds)),
  };
}

/** Starts a host that watches, and a client that follows its session. */
export async function watchedHost(tree: Tree, options: Omit<HostOptions, 'environment'> = {}) {
  const served = await servedHost(tree, options);
  served.host.watch();
  const client = await served.greet();
  const session = await client.session();
  return { served, client, session, shown: await follow(client, session) };
}
