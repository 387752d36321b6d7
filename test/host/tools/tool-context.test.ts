import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex } from '../../../src/host/tools/codex.js';
import { isPresent } from '../../../src/host/tools/tool-context.js';
import { makeTree } from '../../support/host-tree.js';

/** Unusable paths that may be in PATH or in a variable for a home. */
function oddPaths(root: string): string[] {
  const [file, loop, closed] = ['file', 'loop', 'closed'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, 'x');
  symlinkSync('loop', loop);
  mkdirSync(closed);
  chmodSync(closed, 0);
  return [file, loop, closed, join(root, 'none'), `${root}/\0`, 'x'.repeat(5_000)];
}

describe('a path that cannot be checked', () => {
  it('does not make a tool present', () => {
    const { root, environment } = makeTree();
    for (const path of oddPaths(root)) {
      expect(isPresent(codex, { ...environment, env: { PATH: path } }), path).toBe(false);
      expect(isPresent(codex, { ...environment, env: { CODEX_HOME: join(path, '.codex') } }), path).toBe(
        false,
      );
    }
  });

  it('does not hide a command in a later directory', () => {
    const { root, environment } = makeTree();
    const bin = join(root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'codex'), '');
    const path = [...oddPaths(root), bin].join(delimiter);
    expect(isPresent(codex, { ...environment, env: { PATH: path }, platform: 'linux' })).toBe(true);
  });
});
