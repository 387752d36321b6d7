import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectToHost } from '../../src/client/connect-to-host.js';
import type { SessionStore } from '../../src/client/session-store.js';
import { Host } from '../../src/host/host.js';
import { walk } from '../../src/protocol/tree.js';
import type { Customization } from '../../src/protocol/types.js';
import { bundleScript, type Script } from '../support/bundle.js';
import { Child } from '../support/child-process.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import { oneOf, randomFrom } from '../support/random.js';
import { until } from '../support/until.js';

let server: Script;
beforeAll(async () => {
  server = await bundleScript('server');
});
afterAll(() => server.remove());

async function startHost(tree: Tree): Promise<{ url: string; token: string }> {
  const child = new Child(server, [tree.cwd, tree.home]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child.ended;
    expect(child.errors).toBe('');
  });
  await child.until(() => child.lines.length > 0);
  return JSON.parse(child.lines[0]!);
}

async function follow(address: { url: string; token: string }): Promise<SessionStore> {
  const client = await connectToHost(address);
  onTestFinished(() => client.close());
  const [session] = await client.listSessions();
  return client.openSession(session!.resource);
}

/** The tree in a form in which a flag that is on and an absent one are the same. */
function plain(customizations: readonly Customization[] = []): unknown {
  return JSON.parse(
    JSON.stringify(customizations, (key, value) => (key === 'enabled' && value === true ? undefined : value)),
  );
}

/** Returns the list that a new client gets. */
async function truth(tree: Tree): Promise<unknown> {
  const host = new Host({ environment: tree.environment });
  const [session] = host.sessions.values();
  await host.close();
  return plain(session?.state.customizations);
}

/** The tools' directories in the home. They make the tools present, so that both hosts switch in the same files. */
const tools = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode'];
const places = ['.agents/skills', '.claude/skills', '.github/skills'];
const text = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody.\n`;

/** One change of a file or directory. */
function edit(tree: Tree, random: () => number, round: number): void {
  const [place, name] = [oneOf(random, places), `skill-${Math.floor(random() * 12)}`];
  const folder = join(tree.cwd, place, name);
  const kind = Math.floor(random() * 10);
  if (kind < 6) tree.write(`${place}/${name}/SKILL.md`, text(name, `Version ${round}.`));
  else if (kind < 8) rmSync(folder, { recursive: true, force: true });
  else if (kind < 9) rmSync(join(tree.cwd, place), { recursive: true, force: true });
  else {
    const other = `skill-${Math.floor(random() * 12)}`;
    rmSync(join(tree.cwd, place, other), { recursive: true, force: true });
    tree.write(`${place}/${name}/SKILL.md`, text(name, 'To be moved.'));
    renameSync(folder, join(tree.cwd, place, other));
    writeFileSync(join(tree.cwd, place, other, 'SKILL.md'), text(other, `Moved in ${round}.`));
  }
}

/** One switch by one of the clients; the entry may be gone by the time it arrives. */
async function flip(store: SessionStore, random: () => number): Promise<void> {
  const nodes = [...walk(store.getSnapshot().state.customizations)].map(({ node }) => node);
  if (nodes.length === 0) return;
  const { id } = oneOf(random, nodes);
  const scope = oneOf(random, ['workspace', 'global'] as const);
  if (random() < 0.15) await store.reset(id);
  else await store.toggle(id, random() < 0.5, scope);
}

it.each([11, 12, 13])('two hosts and three clients end up with the same list (seed %i)', async (seed) => {
  const random = randomFrom(seed);
  const tree = makeTree();
  for (const tool of tools) mkdirSync(join(tree.home, tool), { recursive: true });
  for (let index = 0; index < 6; index += 1) tree.skill(`skill-${index}`);
  const [here, there] = [await startHost(tree), await startHost(tree)];
  const stores = [await follow(here), await follow(here), await follow(there)];
  const onAny = (listener: () => void) => {
    const stops = stores.map((store) => store.subscribe(listener));
    return () => {
      for (const stop of stops) stop();
    };
  };
  for (let part = 0; part < 3; part += 1) {
    const flips: Promise<void>[] = [];
    for (let round = 0; round < 25; round += 1) {
      if (random() < 0.3) edit(tree, random, round);
      else flips.push(flip(oneOf(random, stores), random));
      if (random() < 0.3) await Promise.all(flips);
    }
    await Promise.all(flips);
    const expected = await truth(tree);
    const isSame = (store: SessionStore) =>
      isDeepStrictEqual(plain(store.getSnapshot().state.customizations), expected);
    await until(onAny, () => stores.every(isSame));
    expect(await truth(tree)).toEqual(expected);
  }
});
