import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDirectory, removeEmpty } from '../../../src/host/files/make-directory.js';
import { makeDirectory as scratchDirectory } from '../../support/host-tree.js';

it('makes all that is missing, with the mode', () => {
  const path = join(scratchDirectory(), 'a/b/c');
  makeDirectory(path, 0o700);
  makeDirectory(path, 0o700);
  for (const part of [path, join(path, '..')]) expect(statSync(part).mode & 0o777).toBe(0o700);
});

it('takes a link to a directory for one', () => {
  const root = scratchDirectory();
  mkdirSync(join(root, 'real'));
  symlinkSync(join(root, 'real'), join(root, 'link'));
  makeDirectory(join(root, 'link'));
  makeDirectory(join(root, 'link/below'));
  expect(statSync(join(root, 'real/below')).isDirectory()).toBe(true);
});

it('says why it cannot, and ends, where a file is in the way', () => {
  const root = scratchDirectory();
  writeFileSync(join(root, 'file'), '');
  expect(() => makeDirectory(join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeDirectory(join(root, 'file/below'))).toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')('ends where the system knows no directories', () => {
  expect(() => makeDirectory('/proc/skillpick/state')).toThrow('ENOENT');
});

it('says what it made, which can be removed again up to what somebody else uses', () => {
  const root = scratchDirectory();
  mkdirSync(join(root, 'a'));
  const made = makeDirectory(join(root, 'a/b/c/d'));
  expect(made).toEqual(['a/b/c/d', 'a/b/c', 'a/b'].map((path) => join(root, path)));
  expect(makeDirectory(join(root, 'a/b'))).toEqual([]);
  writeFileSync(join(root, 'a/b/file'), '');
  removeEmpty(made);
  expect([existsSync(join(root, 'a/b/c')), existsSync(join(root, 'a/b'))]).toEqual([false, true]);
});

it('leaves none of them if one cannot be made', () => {
  const root = scratchDirectory();
  expect(() => makeDirectory(join(root, 'a/b', 'x'.repeat(300)))).toThrow('ENAMETOOLONG');
  expect(existsSync(join(root, 'a'))).toBe(false);
});
