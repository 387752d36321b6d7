import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureDirectory, makeDirectory, removeEmpty } from '../../../src/host/files/make-directory.js';
import { makeDirectory as scratchDirectory } from '../../support/host-tree.js';

it('makes all missing directories with the mode', () => {
  const path = join(scratchDirectory(), 'a/b/c');
  makeDirectory(path, 0o700);
  makeDirectory(path, 0o700);
  for (const part of [path, join(path, '..')]) expect(statSync(part).mode & 0o777).toBe(0o700);
});

it('follows links only if it is asked to ensure a directory', () => {
  const root = scratchDirectory();
  mkdirSync(join(root, 'real'));
  symlinkSync(join(root, 'real'), join(root, 'link'));
  expect(() => makeDirectory(join(root, 'link/other'))).toThrow('EEXIST');
  ensureDirectory(join(root, 'link'), 0o700);
  ensureDirectory(join(root, 'link/below'), 0o700);
  expect(readdirSync(join(root, 'real'))).toEqual(['below']);
});

it('names the directory if a file is in the way', () => {
  const root = scratchDirectory();
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect(() => makeDirectory(file)).toThrow(`${file} cannot be made (EEXIST)`);
  expect(() => makeDirectory(join(file, 'below'))).toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')('throws where the system has no directories', () => {
  expect(() => makeDirectory('/proc/skillpick/state')).toThrow('ENOENT');
});

it('returns the directories it made, which can be removed up to the first that is in use', () => {
  const root = scratchDirectory();
  mkdirSync(join(root, 'a'));
  const made = makeDirectory(join(root, 'a/b/c/d'));
  expect(made).toEqual(['a/b/c/d', 'a/b/c', 'a/b'].map((path) => join(root, path)));
  expect(makeDirectory(join(root, 'a/b'))).toEqual([]);
  writeFileSync(join(root, 'a/b/file'), '');
  removeEmpty(made);
  expect([existsSync(join(root, 'a/b/c')), existsSync(join(root, 'a/b'))]).toEqual([false, true]);
});

it('leaves no directory behind if one cannot be made', () => {
  const root = scratchDirectory();
  expect(() => makeDirectory(join(root, 'a/b', 'x'.repeat(300)))).toThrow('ENAMETOOLONG');
  expect(existsSync(join(root, 'a'))).toBe(false);
});
