/** Kilo obeys a repository's `opencode.json`, so a switch in opencode changes it, too. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SwitchRequest } from '../../../src/client/index.js';
import type { SessionStore } from '../../../src/client/session-store.js';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree } from '../../support/host-tree.js';

async function openSession(inOpencode?: string) {
  const tree = makeTree();
  if (inOpencode !== undefined) tree.write('opencode.json', inOpencode);
  for (const home of ['.config/opencode', '.config/kilo'])
    mkdirSync(join(tree.home, home), { recursive: true });
  tree.skill('lint');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const files = ['opencode.json', '.kilo/kilo.jsonc'].map((file) => join(tree.cwd, file));
  return { store: await open('agents'), written: () => files.filter((file) => existsSync(file)) };
}

const skillOf = (store: SessionStore) => {
  const { entries } = listEntries(store.getSnapshot().state, { protocolVersion: '0.9.0', isOwn: true });
  return entries.find(({ name }) => name === 'lint')!;
};
const statesOf = (store: SessionStore) =>
  Object.fromEntries(skillOf(store).tools.map(({ id, enabled }) => [id, enabled]));

test('a switch in both tools leaves no file behind once it is taken back', async () => {
  const { store, written } = await openSession();
  const { id } = skillOf(store);
  expect(await store.toggle(id, false, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: false });
  await expect.poll(() => statesOf(store)).toEqual({ opencode: false, kilo: false });
  expect(await store.toggle(id, true, 'workspace')).toMatchObject({ kind: 'confirmed', enabled: true });
  await expect.poll(() => statesOf(store)).toEqual({ opencode: true, kilo: true });
  expect(written()).toEqual([]);
});

test('a switch in opencode alone names Kilo, and shows it off at once', async () => {
  const { store, written } = await openSession();
  const outcome = await store.switch([
    { id: skillOf(store).id, enabled: false, scope: 'workspace', tools: ['opencode'] },
  ])[0]!;
  const file = written()[0]!;
  expect(readFileSync(file, 'utf8')).toContain('"lint": "deny"');
  expect('result' in outcome && outcome.result?.tools).toMatchObject([
    { id: 'opencode', outcome: 'changed', file },
    { id: 'kilo', outcome: 'changed', file, reason: 'it obeys a file of opencode, too' },
  ]);
  await expect.poll(() => statesOf(store)).toEqual({ opencode: false, kilo: false });
});

describe('a plan says what the switch then does:', () => {
  const inOpencode = '{ "permission": { "skill": { "lint": "deny" } } }\n';
  test.each<[what: string, settings: string | undefined, wish: Pick<SwitchRequest, 'enabled' | 'tools'>]>([
    ['off in opencode alone', undefined, { enabled: false, tools: ['opencode'] }],
    ['off in both', undefined, { enabled: false }],
    ['on in both, if only a file of opencode has it off', inOpencode, { enabled: true }],
  ])('%s', async (_, settings, wish) => {
    const { store } = await openSession(settings);
    const request = { id: skillOf(store).id, scope: 'workspace', ...wish } as const;
    const plan = await store.plan([request]);
    const outcome = await store.switch([request])[0]!;
    const done = 'result' in outcome ? outcome.result?.tools : undefined;
    const planned = plan.kind === 'confirmed' ? plan.result.planned[0] : undefined;
    expect(done?.map(({ id }) => id)).toEqual(['opencode', 'kilo']);
    expect(planned).toMatchObject({
      tools: done?.map((tool) => ({
        ...tool,
        outcome: tool.outcome === 'changed' ? 'planned' : tool.outcome,
      })),
    });
  });
});
