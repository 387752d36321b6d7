import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canonicalPath, resolvePath } from '../../../src/host/files/resolve-path.js';
import { makeDirectory } from '../../support/host-tree.js';

function makeTree(): string {
  const root = realpathSync(makeDirectory());
  mkdirSync(join(root, 'real/inner'), { recursive: true });
  writeFileSync(join(root, 'file'), '');
  symlinkSync('real/inner', join(root, 'link'));
  symlinkSync('gone/target', join(root, 'broken'));
  symlinkSync('loop', join(root, 'loop'));
  return root;
}

it.each([
  ['real/inner', 'real/inner'],
  ['link', 'real/inner'],
  ['missing', 'missing'],
  ['missing/below', 'missing/below'],
  ['link/missing/below', 'real/inner/missing/below'],
  ['link/../missing', 'real/missing'],
  ['missing/../link', 'real/inner'],
  ['broken', 'gone/target'],
  ['broken/below', 'gone/target/below'],
  ['file/below', 'file/below'],
])('resolves %s to %s', (path, expected) => {
  const root = makeTree();
  expect(resolvePath(`${root}/${path}`)).toBe(join(root, expected));
});

it('does not resolve a loop', () => {
  const path = join(makeTree(), 'loop/below');
  expect(() => resolvePath(path)).toThrow('ELOOP');
  expect(canonicalPath(path)).toBe(path);
});
