/** Undo of switches that skillpick keeps itself, because no tool reads their entries. */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionStore, UndoOutcome } from '../../../src/client/index.js';
import { Host } from '../../../src/host/host.js';
import { HistoryFile, historyPath } from '../../../src/host/session/history-file.js';
import { switchesPath } from '../../../src/host/session/switches-file.js';
import type { UndoResult } from '../../../src/protocol/switch-result.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';

const writePrompt = (tree: Tree, name: string) =>
  tree.write(`.github/prompts/${name}.prompt.md`, '---\ndescription: Asks.\n---\n');

async function openStore({ environment }: Pick<Tree, 'environment'>): Promise<SessionStore> {
  const { open } = await connectInProcess(new Host({ environment }));
  return open('agents');
}

/** Switches entries off; returns the name of the batch. */
async function switchOff(store: SessionStore, names: readonly string[]): Promise<string> {
  const wishes = names.map((name) => ({ id: entryNamed(store, name).id, enabled: false }));
  const outcomes = await Promise.all(store.switch(wishes.map((wish) => ({ ...wish, scope: 'workspace' }))));
  const [first] = outcomes;
  return (first && 'result' in first && first.result?.batch) || '';
}

function undoneOf(outcome: UndoOutcome): UndoResult {
  if (outcome.kind !== 'confirmed') throw new Error(`not taken back: ${JSON.stringify(outcome)}`);
  return outcome.result;
}

test('takes many switches back with one write', async () => {
  const tree = makeTree();
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
  for (const name of names) writePrompt(tree, name);
  const opened: string[] = [];
  const environment = { ...tree.environment, onRead: (path: string) => opened.push(path) };
  const store = await openStore({ environment });
  const batch = await switchOff(store, names);
  opened.length = 0;
  const { switches } = undoneOf(await store.undo(batch));
  expect(switches.map(({ outcome }) => outcome)).toEqual(names.map(() => 'changed'));
  const path = switchesPath(environment);
  expect(opened.filter((one) => one === path).length).toBeLessThan(3);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ global: {}, workspaces: {} });
});

test('puts the tools back and records it, if the file of skillpick cannot be written', async () => {
  const tree = makeTree();
  mkdirSync(join(tree.home, '.config/opencode'), { recursive: true });
  tree.skill('lint');
  writePrompt(tree, 'ask');
  const store = await openStore(tree);
  const batch = await switchOff(store, ['lint', 'ask']);
  const path = switchesPath(tree.environment);
  rmSync(path);
  mkdirSync(path);
  const undone = undoneOf(await store.undo(batch));
  expect(existsSync(join(tree.cwd, 'opencode.json'))).toBe(false);
  const reason = expect.stringContaining('the switch could not be saved');
  expect(undone.switches.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
    { id: 'opencode', name: 'lint', outcome: 'changed' },
    { id: 'skillpick', name: 'ask', outcome: 'refused', reason },
  ]);
  const lines = new HistoryFile(historyPath(tree.environment)).read();
  expect(lines.filter((line) => line.batch === undone.batch)).toMatchObject([{ undoes: batch }]);
});
