/**
 * A process with its own host. On the line "switch <prefix> <count> <round>" it switches this many skills one after the
 * other, on in even rounds, and prints each outcome. It also prints what it shows.
 */

import { createInterface } from 'node:readline';
import { Client } from '../../../src/client/client.js';
import { Host } from '../../../src/host/host.js';
import { memoryPair } from '../../../src/protocol/transport.js';
import { walk } from '../../../src/protocol/tree.js';

const [cwd = '', home = ''] = process.argv.slice(2);
const host = new Host({ environment: { cwd, home, env: {}, platform: process.platform } });
host.watch();
const client = await Client.connect({
  open: async () => {
    const [ours, theirs] = memoryPair();
    host.connect(theirs);
    return ours;
  },
});
const [session] = await client.listSessions();
const store = await client.openSession(session!.resource);
const print = (text: string) => process.stdout.write(`${text}\n`);

function skills() {
  const nodes = [...walk(store.getSnapshot().state.customizations)].map(({ node }) => node);
  return new Map(nodes.filter(({ type }) => type === 'skill').map((node) => [node.name, node]));
}

function show(): void {
  const flags = [...skills().values()].map(({ name, enabled = true }) => [name, enabled]);
  print(`shown ${JSON.stringify(Object.fromEntries(flags))}`);
}

async function switchAll(prefix: string, count: number, round: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}-${index}`;
    const enabled = round % 2 === 0;
    const outcome = await store.toggle(skills().get(name)!.id, enabled, 'workspace');
    print(`${outcome.kind} ${name} ${enabled}`);
  }
  print(`done ${round}`);
}

store.subscribe(show);
print('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [, prefix = '', count = '0', round = '0'] = line.split(' ');
  await switchAll(prefix, Number(count), Number(round));
}
await client.close();
await host.close();
