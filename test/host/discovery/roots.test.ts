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
    expect(findRoots(tree.environment({ cwd }))).toMatchObject({
      root: cwd,
      chain: [cwd],
      gitRoot: undefined,
    });
  });

  it('finds the directories above the root that tools read without Git', () => {
    const tree = makeTree();
    const cwd = tree.directory('plain/a/b');
    tree.directory('plain/a/.jj');
    const { chain, above } = findRoots(tree.environment({ cwd }));
    expect(chain).toEqual([join(tree.base, 'plain/a'), cwd]);
    expect(above.slice(-2)).toEqual([tree.base, join(tree.base, 'plain')]);
    expect(above[0]).toBe('/');
  });

  it('finds no directories above the Git root, and never the home', () => {
    const tree = makeTree();
    const cwd = tree.directory('repo/sub');
    expect(findRoots(tree.environment({ cwd })).above).toEqual([]);
    const inHome = tree.directory('home/work/here');
    const { above } = findRoots(tree.environment({ cwd: inHome }));
    expect(above).toContain(join(tree.home, 'work'));
    expect(above).not.toContain(tree.home);
  });

  it('finds the directories between the Git root and a nearer root', () => {
    const tree = makeTree();
    tree.directory('repo/inner/.jj');
    const cwd = tree.directory('repo/inner/src');
    expect(findRoots(tree.environment({ cwd }))).toMatchObject({
      chain: [join(tree.repo, 'inner'), cwd],
      above: [tree.repo],
      gitRoot: tree.repo,
    });
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

  it.each([
    { markers: '.top', chain: ['.', 'repo', 'repo/src'] },
    { markers: ' .other , .top ', chain: ['.', 'repo', 'repo/src'] },
    { markers: '.absent', chain: ['repo/src'] },
    { markers: '', chain: ['repo', 'repo/src'] },
    { markers: '../.top, ., ..', chain: ['repo', 'repo/src'] },
  ])('finds the root by the markers in CODELIA_AGENTS_MARKERS: "$markers"', ({ markers, chain }) => {
    const tree = makeTree();
    tree.directory('.top');
    const cwd = tree.directory('repo/src');
    const roots = findRoots(tree.environment({ cwd, env: { CODELIA_AGENTS_MARKERS: markers } }));
    expect(roots.chain).toEqual(chain.map((path) => join(tree.base, path)));
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
