/** Kilo obeys a repository's `opencode.json`, so a switch in opencode changes it, too. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree } from '../../support/host-tree.js';

async function openSession() {
  const tree = makeTree();
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
    { id: 'kilo', outcome: 'changed', file, reason: 'Kilo obeys opencode.json, too' },
  ]);
  await expect.poll(() => statesOf(store)).toEqual({ opencode: false, kilo: false });
});

test.each([
  ['workspace', 'counts for everyone who has this repository'],
  ['shared', null],
] as const)('a switch in the one file of a repository says whom it counts for: %s', async (scope, reason) => {
  const { store } = await openSession();
  const outcome = await store.switch([
    { id: skillOf(store).id, enabled: false, scope, tools: ['opencode'] },
  ])[0]!;
  expect('result' in outcome && outcome.result?.tools[0]).toMatchObject({ id: 'opencode', reason });
});
