import { expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import { openEmbedded } from '../support/embedded-session.js';
import { makeTree } from '../support/host-tree.js';

it('reads the disk again, although nothing watches it', async () => {
  const tree = makeTree();
  tree.skill('first');
  const session = await openEmbedded(tree);
  const names = () => listEntries(session.getView().state, session.host).entries.map(({ name }) => name);
  expect(names()).toEqual(['first']);
  tree.skill('second');
  expect(await session.refresh()).toBe(true);
  expect(names()).toEqual(['first', 'second']);
});
