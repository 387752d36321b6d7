import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex } from '../../../src/host/tools/codex.js';
import { isPresent } from '../../../src/host/tools/tool-context.js';
import { makeTree } from '../../support/host-tree.js';

/** Paths other than directories that a PATH or a home may name. */
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

describe('a path that cannot be looked at', () => {
  it('is no command and no directory', () => {
    const { root, environment } = makeTree();
    for (const path of oddPaths(root)) {
      expect(isPresent(codex, { ...environment, env: { PATH: path } }), path).toBe(false);
      expect(isPresent(codex, { ...environment, env: { CODEX_HOME: join(path, '.codex') } }), path).toBe(
        false,
      );
    }
  });

  it('hides no command behind it', () => {
    const { root, environment } = makeTree();
    const bin = join(root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'codex'), '');
    const path = [...oddPaths(root), bin].join(delimiter);
    expect(isPresent(codex, { ...environment, env: { PATH: path }, platform: 'linux' })).toBe(true);
  });
});
