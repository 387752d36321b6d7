import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Host } from '../../../src/host/host.js';
import { switchesPath } from '../../../src/host/session/switches-file.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree } from '../../support/host-tree.js';

const text = '---\nname: shared\ndescription: Shares.\n---\n';

/** A repository with a skill that is a link, and no tool that reads it. */
function makeLinkedTree() {
  const tree = makeTree();
  const target = join(tree.root, 'elsewhere/shared');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'SKILL.md'), text);
  const link = join(tree.cwd, '.agents/skills/shared');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
  return { ...tree, key: pathToFileURL(join(link, 'SKILL.md')).href };
}

test('a switch of a linked skill that was kept under its path is found, and taken back there', async () => {
  const { environment, key, cwd } = makeLinkedTree();
  const file = switchesPath(environment);
  const workspace = pathToFileURL(cwd).href;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({ version: 1, global: {}, workspaces: { [workspace]: { [key]: false } } }),
  );
  const { open } = await connectInProcess(new Host({ environment }));
  const store = await open('agents');
  const shared = entryNamed(store, 'shared');
  expect([shared.uri, shared.enabled]).toEqual([key, false]);
  expect(await store.toggle(shared.id, true, 'workspace')).toMatchObject({
    kind: 'confirmed',
    enabled: true,
  });
  const { workspaces } = JSON.parse(readFileSync(file, 'utf8'));
  expect(workspaces).toEqual({ [workspace]: { [key]: true } });
});

test('the undo of a switch of a linked skill finds the switch', async () => {
  const { environment } = makeLinkedTree();
  const { open } = await connectInProcess(new Host({ environment }));
  const store = await open('agents');
  const outcome = await store.toggle(entryNamed(store, 'shared').id, false, 'workspace');
  expect(entryNamed(store, 'shared').enabled).toBe(false);
  const undone = await store.undo(outcome.batch ?? '');
  expect(undone).toMatchObject({ kind: 'confirmed', result: { switches: [{ outcome: 'changed' }] } });
  expect(entryNamed(store, 'shared').enabled).toBe(true);
});
