import { expect, test } from 'vitest';
import { Client } from '../../../src/client/client.js';
import { Host } from '../../../src/host/host.js';
import { memoryPair } from '../../../src/protocol/transport.js';
import { walk } from '../../../src/protocol/tree.js';
import { makeTree } from '../../support/host-tree.js';

async function connect(host: Host) {
  const client = await Client.connect({
    open: async () => {
      const [ours, theirs] = memoryPair();
      host.connect(theirs);
      return ours;
    },
  });
  const [session] = await client.listSessions();
  return { client, store: await client.openSession(session!.resource) };
}

test('a switch in the embedded host is confirmed and survives the host', async () => {
  const tree = makeTree();
  tree.skill('alpha');
  tree.skill('beta');
  const host = new Host({ environment: tree.environment });
  const { client, store } = await connect(host);
  const named = (name: string) =>
    [...walk(store.getSnapshot().state.customizations)].find(({ node }) => node.name === name)!.node;
  expect(await store.toggle(named('alpha').id, false, 'workspace')).toMatchObject({
    kind: 'confirmed',
    enabled: false,
  });
  expect(named('alpha').enabled).toBe(false);
  await client.close();
  await host.close();

  const again = await connect(new Host({ environment: tree.environment }));
  const flags = [...walk(again.store.getSnapshot().state.customizations)].map(({ node }) => [
    node.name,
    node.enabled,
  ]);
  expect(flags).toEqual([
    ['.agents/skills', true],
    ['alpha', false],
    ['beta', undefined],
  ]);
});
