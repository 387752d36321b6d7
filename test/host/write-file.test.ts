import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../src/host/write-file.js';
import { makeDirectory } from '../support/host-tree.js';

it('makes the file and its directories, for this user alone', () => {
  const file = join(makeDirectory(), 'a/b/file');
  replaceFile(file, 'text');
  expect(readFileSync(file, 'utf8')).toBe('text');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
});

it('puts a new file in the place of an old one, with its mode, and leaves nothing else', () => {
  const directory = makeDirectory();
  const file = join(directory, 'file');
  writeFileSync(file, 'old');
  chmodSync(file, 0o666);
  const before = statSync(file).ino;
  replaceFile(file, 'new', 0o600);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o666);
  expect(statSync(file).ino).not.toBe(before);
  expect(readdirSync(directory)).toEqual(['file']);
});

it('keeps bytes as they are', () => {
  const file = join(makeDirectory(), 'file');
  const bytes = Buffer.from([0, 255, 128, 10, 13]);
  replaceFile(file, bytes);
  expect(readFileSync(file)).toEqual(bytes);
});

it('writes what is too large for one go', () => {
  const file = join(makeDirectory(), 'file');
  const text = 'ä'.repeat(4_000_000);
  replaceFile(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('leaves nothing behind when it fails', () => {
  const directory = makeDirectory();
  mkdirSync(join(directory, 'taken', 'inside'), { recursive: true });
  expect(() => replaceFile(join(directory, 'taken'), 'text')).toThrow();
  expect(readdirSync(directory)).toEqual(['taken']);
});

it('replaces a link, not what it leads to', () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, 'target'), 'old');
  symlinkSync('target', join(directory, 'link'));
  expect(readlinkSync(join(directory, 'link'))).toBe('target');
  replaceFile(join(directory, 'link'), 'new');
  expect(readFileSync(join(directory, 'target'), 'utf8')).toBe('old');
  expect(readFileSync(join(directory, 'link'), 'utf8')).toBe('new');
});
