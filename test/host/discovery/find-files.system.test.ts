import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNamed, walkDirectory } from '../../../src/host/discovery/find-files.js';
import { linksWithin } from '../../../src/host/discovery/link-rules.js';
import type { WalkRequest, WalkResult } from '../../../src/host/discovery/walk-result.js';
import { finish, withoutPause } from '../../../src/host/files/slices.js';
import { hostLimits } from '../../../src/host/limits.js';
import { makeTree, type Tree } from './tree.js';

function walk(tree: Tree, more: Partial<WalkRequest> = {}): WalkResult {
  const work = walkDirectory({
    directory: tree.directory('top'),
    files: /^SKILL\.md$/,
    recursive: true,
    bundles: true,
    mostDirectories: hostLimits.walkDirectories,
    pace: withoutPause,
    ...more,
  });
  return finish(work);
}

const paths = (tree: Tree, result: WalkResult) =>
  result.files.map(({ path }) => relative(join(tree.base, 'top'), path));
const problems = (tree: Tree, result: WalkResult) =>
  result.problems.map(({ path, message }) => `${relative(join(tree.base, 'top'), path)}: ${message}`);

describe('walkDirectory', () => {
  it('finds by exact name at any depth, in order, and skips node_modules and .git', () => {
    const tree = makeTree();
    for (const path of ['b', 'a', 'group/c', 'a/nested', 'node_modules/x', '.git/x', 'group/.hidden']) {
      tree.write(`top/${path}/SKILL.md`, '');
    }
    tree.write('top/d/skill.md', '');
    tree.write('top/SKILL.md.bak', '');
    const result = walk(tree);
    expect(paths(tree, result)).toEqual([
      'a/SKILL.md',
      'a/nested/SKILL.md',
      'b/SKILL.md',
      'group/.hidden/SKILL.md',
      'group/c/SKILL.md',
    ]);
    expect(result.files.map(({ folder }) => folder)).toContain('group/c');
    expect(result.problems).toEqual([]);
    expect(result.directories).toContain(join(tree.base, 'top/group'));
    expect(result.directories.some((path) => path.includes('node_modules'))).toBe(false);
  });

  it('does not descend unless it is recursive', () => {
    const tree = makeTree();
    tree.write('top/a.md', '');
    tree.write('top/sub/b.md', '');
    expect(paths(tree, walk(tree, { files: /\.md$/, recursive: false, bundles: false }))).toEqual(['a.md']);
  });

  it('follows a linked directory, in or out of the top, once', () => {
    const tree = makeTree();
    tree.write('elsewhere/shared/SKILL.md', '');
    tree.write('top/z-real/SKILL.md', '');
    tree.link('top/a-link', '../elsewhere/shared');
    tree.link('top/b-link', '../elsewhere/shared');
    tree.link('top/c-link', 'z-real');
    const result = walk(tree);
    expect(paths(tree, result)).toEqual(['z-real/SKILL.md', 'a-link/SKILL.md']);
    expect(result.files[1]?.canonical).toBe(join(tree.base, 'elsewhere/shared/SKILL.md'));
    expect(result.problems).toEqual([]);
  });

  it('follows a linked file', () => {
    const tree = makeTree();
    const target = tree.write('elsewhere/text.md', '');
    tree.link('top/a/SKILL.md', target);
    expect(walk(tree).files).toEqual([
      { path: join(tree.base, 'top/a/SKILL.md'), canonical: target, name: 'SKILL.md', folder: 'a' },
    ]);
  });

  it('reports loops and dangling links and continues', () => {
    const tree = makeTree();
    tree.link('top/loop', '..');
    tree.link('top/self', 'self');
    tree.link('top/gone', 'nowhere');
    tree.link('top/broken/SKILL.md', 'nowhere');
    tree.write('top/ok/SKILL.md', '');
    const result = walk(tree);
    expect(paths(tree, result)).toEqual(['ok/SKILL.md']);
    expect(problems(tree, result).sort()).toEqual([
      'broken/SKILL.md: link cannot be followed: it is not there',
      'gone: link cannot be followed: it is not there',
      'loop: link leads back to a directory above it',
      'self: link cannot be followed: its links lead in a circle',
    ]);
  });

  it('ends if two linked directories link to each other', () => {
    const tree = makeTree();
    tree.write('one/SKILL.md', '');
    tree.write('two/group/SKILL.md', '');
    tree.link('two/back', '../one');
    tree.link('top/one', '../one');
    tree.link('top/two', '../two');
    expect(paths(tree, walk(tree))).toEqual(['one/SKILL.md', 'two/group/SKILL.md']);
  });

  it('does not follow links inside a skill', () => {
    const tree = makeTree();
    tree.write('elsewhere/x/SKILL.md', '');
    tree.write('top/a/SKILL.md', '');
    tree.link('top/a/references/etc', '../../../elsewhere');
    tree.link('top/a/gone', 'nowhere');
    const result = walk(tree);
    expect(paths(tree, result)).toEqual(['a/SKILL.md']);
    expect(result.problems).toEqual([]);
  });

  it('refuses links out of a package', () => {
    const tree = makeTree();
    tree.write('elsewhere/x/SKILL.md', '');
    tree.write('top/real/SKILL.md', '');
    tree.link('top/out', '../elsewhere');
    tree.link('top/in', 'real');
    const result = walk(tree, { links: linksWithin(tree.directory('top')) });
    expect(paths(tree, result)).toEqual(['real/SKILL.md']);
    expect(problems(tree, result)).toEqual(['out: link leads out of the package']);
  });

  it('reports a match that is not a file', () => {
    const tree = makeTree();
    tree.directory('top/a/SKILL.md');
    tree.directory('top/b');
    execFileSync('mkfifo', [join(tree.base, 'top/b/SKILL.md')]);
    const result = walk(tree);
    expect(result.files).toEqual([]);
    expect(problems(tree, result)).toEqual([
      'a/SKILL.md: is a directory, not a file',
      'b/SKILL.md: is not a file',
    ]);
  });

  it('is bounded in depth, and reports it only if nothing was found above', () => {
    const tree = makeTree();
    const deep = Array.from({ length: hostLimits.walkDepth + 2 }, (_, level) => `d${level}`).join('/');
    tree.write(`top/${deep}/SKILL.md`, '');
    tree.write('top/a/SKILL.md', '');
    tree.write(`top/a/${deep}/SKILL.md`, '');
    const result = walk(tree);
    expect(paths(tree, result)).toEqual(['a/SKILL.md']);
    expect(result.problems).toHaveLength(1);
    expect(result.problems[0]?.message).toContain(`deeper than ${hostLimits.walkDepth} levels`);
  });

  it('does not treat the top directory as a skill', () => {
    const tree = makeTree();
    tree.write('elsewhere/x/SKILL.md', '');
    tree.write('top/SKILL.md', '');
    tree.link('top/x', '../elsewhere/x');
    expect(paths(tree, walk(tree))).toEqual(['SKILL.md', 'x/SKILL.md']);
  });

  it('is bounded in the number of directories, and reports it once', () => {
    const tree = makeTree();
    for (let index = 0; index < 9; index += 1) tree.write(`top/s${index}/SKILL.md`, '');
    const result = walk(tree, { mostDirectories: 4 });
    expect(paths(tree, result)).toEqual(['s0/SKILL.md', 's1/SKILL.md', 's2/SKILL.md']);
    expect(problems(tree, result)).toEqual(['s2: search stopped here: 4 directories were read']);
  });

  it.each([
    ['nowhere', 'it is not there'],
    ['file', 'it is not a directory'],
  ])('returns why %s cannot be read', (name, reason) => {
    const tree = makeTree();
    tree.write('file', '');
    expect(walk(tree, { directory: join(tree.base, name) })).toMatchObject({
      files: [],
      error: { code: 'unreadable', reason },
    });
  });
});

describe('findNamed', () => {
  it('finds the files that exist and reports matches that are not files', () => {
    const tree = makeTree();
    tree.write('top/A.md', '');
    tree.link('top/B.md', 'A.md');
    tree.directory('top/C.md');
    const result = findNamed(join(tree.base, 'top'), ['A.md', 'B.md', 'C.md', 'D.md']);
    expect(result.files.map(({ name, canonical }) => [name, canonical])).toEqual([
      ['A.md', join(tree.base, 'top/A.md')],
      ['B.md', join(tree.base, 'top/A.md')],
    ]);
    expect(problems(tree, result)).toEqual(['C.md: is a directory, not a file']);
  });

  it('refuses a name that leads out through a linked directory', () => {
    const tree = makeTree();
    tree.write('elsewhere/hooks.json', '{}');
    tree.link('top/hooks', '../elsewhere');
    const top = join(tree.base, 'top');
    const result = findNamed(top, ['hooks/hooks.json'], linksWithin(top));
    expect(result.files).toEqual([]);
    expect(problems(tree, result)).toEqual(['hooks/hooks.json: link leads out of the package']);
  });
});
