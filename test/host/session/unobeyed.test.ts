/** A tool that does not trust the folder yet does not obey the switches of the repository. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionStore } from '../../../src/client/session-store.js';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import type { SwitchResult } from '../../../src/protocol/switch-result.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree } from '../../support/host-tree.js';
import { ownHost } from '../../support/standing.js';

/** A repository with two skills of one name that Copilot CLI reads. */
async function openCopilot(config: object): Promise<SessionStore> {
  const tree = makeTree();
  for (const folder of ['.github', '.claude'])
    tree.write(`${folder}/skills/lint/SKILL.md`, '---\nname: lint\ndescription: Lints.\n---\n');
  mkdirSync(join(tree.home, '.copilot'), { recursive: true });
  writeFileSync(join(tree.home, '.copilot/config.json'), JSON.stringify({ trustedFolders: [], ...config }));
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  return open('agents');
}

const entryIn = (store: SessionStore, folder: string) =>
  listEntries(store.getSnapshot().state, ownHost).entries.find(({ uri }) =>
    uri.includes(`${folder}/skills`),
  )!;

async function switchOff(store: SessionStore, scope: 'workspace' | 'shared'): Promise<SwitchResult> {
  const [outcome] = store.switch([{ id: entryIn(store, '.github').id, enabled: false, scope }]);
  const ended = await outcome!;
  if (ended.kind !== 'confirmed' || ended.result === undefined) throw new Error(JSON.stringify(ended));
  return ended.result;
}

describe('in a folder that Copilot CLI does not trust', () => {
  test.each(['workspace', 'shared'] as const)('a switch is kept and not obeyed: %s', async (scope) => {
    const store = await openCopilot({});
    const { tools } = await switchOff(store, scope);
    expect(tools).toMatchObject([{ id: 'copilot', outcome: 'changed', scope, obeysFrom: 'not-yet' }]);
    await expect
      .poll(() => entryIn(store, '.github').tools)
      .toMatchObject([{ enabled: false, inEffect: true, unobeyedIn: scope }]);
  });

  test.each(['workspace', 'shared'] as const)('a plan says the same as the switch: %s', async (scope) => {
    const store = await openCopilot({});
    const outcome = await store.plan([{ id: entryIn(store, '.github').id, enabled: false, scope }]);
    if (outcome.kind !== 'confirmed') throw new Error(outcome.reason);
    const tools = [{ id: 'copilot', outcome: 'planned', scope, obeysFrom: 'not-yet' }];
    expect(outcome.result.planned).toMatchObject([{ tools }]);
  });

  test('the entry of the same name stays shadowed', async () => {
    const store = await openCopilot({});
    const { id } = entryIn(store, '.github');
    await switchOff(store, 'workspace');
    await expect
      .poll(() => entryIn(store, '.claude').tools)
      .toMatchObject([{ enabled: false, inEffect: false, shadowedBy: id, unobeyedIn: 'workspace' }]);
  });

  test('an undo, its plan and its redo say what the tool obeys afterwards', async () => {
    const store = await openCopilot({});
    const { batch } = await switchOff(store, 'workspace');
    const planned = await store.planUndo([batch!]);
    if (planned.kind !== 'confirmed') throw new Error(planned.reason);
    expect(planned.result.switches).toMatchObject([{ outcome: 'planned', obeysFrom: 'restart' }]);
    const undone = await store.undo(batch!);
    if (undone.kind !== 'confirmed') throw new Error(undone.reason);
    expect(undone.result.switches).toMatchObject([{ id: 'copilot', obeysFrom: 'restart' }]);
    const redone = await store.undo(undone.result.batch!);
    if (redone.kind !== 'confirmed') throw new Error(redone.reason);
    expect(redone.result.switches).toMatchObject([{ id: 'copilot', obeysFrom: 'not-yet' }]);
  });
});
