import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRoots } from '../../../src/host/discovery/roots.js';
import { isWithin } from '../../../src/host/files/resolve-path.js';
import { makeTree } from './tree.js';

describe('findRoots', () => {
  it.each(['.git', '.jj', '.codelia'])('takes the nearest ancestor with %s', (marker) => {
    const tree = makeTree();
    const cwd = tree.directory('plain/pkg/src');
    tree.directory(`plain/${marker}`);
    const { root, chain } = findRoots(tree.environment({ cwd }));
    expect(root).toBe(join(tree.base, 'plain'));
    expect(chain).toEqual([join(tree.base, 'plain'), join(tree.base, 'plain/pkg'), cwd]);
  });

  it('takes a marker that is a file, as in a worktree, and the nearest of several', () => {
    const tree = makeTree();
    tree.write('repo/inner/.git', 'gitdir: elsewhere');
    const cwd = tree.directory('repo/inner/src');
    expect(findRoots(tree.environment({ cwd })).chain).toEqual([join(tree.repo, 'inner'), cwd]);
  });

  it('takes the working directory alone without a marker', () => {
    const tree = makeTree();
    const cwd = tree.directory('plain/a/b');
    expect(findRoots(tree.environment({ cwd }))).toEqual({ root: cwd, chain: [cwd], home: tree.home });
  });

  it.each([
    { env: { SKILLPICK_ROOT: '..' }, chain: ['.', 'repo'] },
    { env: { CODELIA_AGENTS_ROOT: '..' }, chain: ['.', 'repo'] },
    { env: { SKILLPICK_ROOT: '.', CODELIA_AGENTS_ROOT: '..' }, chain: ['repo'] },
    { env: { SKILLPICK_ROOT: '' }, chain: ['repo'] },
    { env: { SKILLPICK_ROOT: '../home' }, chain: [] },
    { env: { SKILLPICK_ROOT: '../nowhere/at/all' }, chain: [] },
  ])('uses the root in $env', ({ env, chain }) => {
    const tree = makeTree();
    expect(findRoots(tree.environment({ env })).chain).toEqual(chain.map((path) => join(tree.base, path)));
  });

  it('resolves links if the root has another name', () => {
    const tree = makeTree();
    tree.link('alias', tree.base);
    const env = { SKILLPICK_ROOT: join(tree.base, 'alias/repo') };
    expect(findRoots(tree.environment({ env })).chain).toEqual([tree.repo]);
  });
});

describe('isWithin', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/', '/a', true],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
    ['/a', '/a/..b', true],
    ['/a', '/b/a', false],
  ])('%s contains %s: %s', (directory, path, expected) => {
    expect(isWithin(directory, path)).toBe(expected);
  });
});
