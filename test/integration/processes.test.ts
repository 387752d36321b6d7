import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { switchesPath } from '../../src/host/session/switches-file.js';
import { bundleScript, type Script } from '../support/bundle.js';
import { Child } from '../support/child-process.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import { randomFrom } from '../support/random.js';

let switcher: Script;
beforeAll(async () => {
  switcher = await bundleScript('switcher');
});
afterAll(() => switcher.remove());

async function start(tree: Tree): Promise<Child> {
  const child = new Child(switcher, [tree.cwd, tree.home]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child.ended;
  });
  await child.until(() => child.lines.includes('ready'));
  return child;
}

/** What is on disk, by the name of the skill. */
function stored(tree: Tree): Record<string, boolean> {
  const { workspaces } = JSON.parse(readFileSync(switchesPath(tree.environment), 'utf8'));
  const kept = Object.entries(workspaces[fileUri(tree.cwd)] ?? {});
  return Object.fromEntries(kept.map(([uri, enabled]) => [uri.split('/').at(-2), enabled as boolean]));
}

/** What a process showed last. */
function shownBy(child: Child): unknown {
  const line = child.lines.findLast((candidate) => candidate.startsWith('shown'));
  return line && JSON.parse(line.slice('shown '.length));
}

const expected = (prefix: string, count: number, enabled: boolean) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}-${index}`, enabled]));

describe('two processes on one directory', () => {
  it('lose no switch of each other, and show it', async () => {
    const tree = makeTree();
    const count = 40;
    for (const prefix of ['a', 'b']) {
      for (let index = 0; index < count; index += 1) tree.skill(`${prefix}-${index}`);
    }
    const children = { a: await start(tree), b: await start(tree) };
    for (const round of [1, 2, 3]) {
      for (const [prefix, child] of Object.entries(children))
        child.sendLine(`switch ${prefix} ${count} ${round}`);
      await Promise.all(
        Object.values(children).map((child) => child.until(() => child.lines.includes(`done ${round}`))),
      );
      const enabled = round % 2 === 0;
      const all = { ...expected('a', count, enabled), ...expected('b', count, enabled) };
      expect(stored(tree)).toEqual(all);
      await Promise.all(
        Object.values(children).map((child) => child.until(() => isDeepStrictEqual(shownBy(child), all))),
      );
    }
    for (const child of Object.values(children)) expect(child.errors).toBe('');
  });
});

describe('a process killed while it switches', () => {
  it.each([1, 2, 3, 4])('leaves a complete file with every confirmed switch (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const tree = makeTree();
    const count = 10;
    for (let index = 0; index < count; index += 1) tree.skill(`a-${index}`);
    for (let life = 0; life < 3; life += 1) {
      const child = await start(tree);
      // Each is synchronised to the disk, which may be slow.
      const switches = 150;
      const rounds = switches / count;
      for (let round = 0; round < rounds; round += 1) child.sendLine(`switch a ${count} ${round + life}`);
      const isSwitch = (line: string) => line.startsWith('confirmed');
      const until = 1 + Math.floor(random() * (switches - 1));
      await child.until(() => child.lines.filter(isSwitch).length >= until);
      child.kill('SIGKILL');
      await child.ended;
      const confirmed = child.lines.filter(isSwitch).map((line) => line.split(' '));
      const kept = stored(tree);
      const last = new Map(confirmed.map(([, name, enabled]) => [name!, enabled === 'true']));
      const [, newest] = confirmed.at(-1)!;
      // The switch under way, the one after the newest, may or may not be saved.
      const next = `a-${(Number(newest!.split('-')[1]) + 1) % count}`;
      for (const [name, enabled] of last)
        if (name !== next) expect([name, kept[name]]).toEqual([name, enabled]);
    }
    const survivor = await start(tree);
    survivor.sendLine('switch a 3 1');
    await survivor.until(() => survivor.lines.includes('done 1'));
    expect(stored(tree)).toMatchObject(expected('a', 3, false));
    expect(existsSync(`${switchesPath(tree.environment)}.lock`)).toBe(false);
  });
});

it('a closed host does not keep its process alive', async () => {
  const tree = makeTree();
  tree.skill('a-0');
  const child = await start(tree);
  child.sendLine('switch a 1 1');
  await child.until(() => child.lines.includes('done 1'));
  child.endInput();
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(child.errors).toBe('');
});
