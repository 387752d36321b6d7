import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFile, replaceFile } from '../../../src/host/files/write-file.js';
import { makeDirectory } from '../../support/host-tree.js';

it('makes the file and its directories, private to the user', () => {
  const file = join(makeDirectory(), 'a/b/file');
  replaceFile(file, 'text');
  expect(readFileSync(file, 'utf8')).toBe('text');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
});

it('replaces an old file, keeps its mode, and leaves no other file', () => {
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

it('writes a file that is too large for one write', () => {
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

it('replaces a link, not its target', () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, 'target'), 'old');
  symlinkSync('target', join(directory, 'link'));
  expect(readlinkSync(join(directory, 'link'))).toBe('target');
  replaceFile(join(directory, 'link'), 'new');
  expect(readFileSync(join(directory, 'target'), 'utf8')).toBe('old');
  expect(readFileSync(join(directory, 'link'), 'utf8')).toBe('new');
});

describe('the temporary file of a killed process', () => {
  const id = '01234567-89ab-cdef-0123-456789abcdef';
  const write = `
    const { readFileSync, writeFileSync } = require('node:fs');
    let start = '';
    try { start = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[19]; } catch {}
    writeFileSync(process.argv[1] + '/.skillpick-' + process.pid + '-' + start + '-${id}.tmp', 'half');
    process.kill(process.pid, 'SIGKILL');
  `;

  function makeOld(path: string): void {
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    utimesSync(path, yesterday, yesterday);
  }

  it('is removed by a later write into the directory', () => {
    const directory = makeDirectory();
    expect(spawnSync(process.execPath, ['-e', write, directory]).signal).toBe('SIGKILL');
    const left = readdirSync(directory);
    expect(left).toEqual([expect.stringMatching(/^\.skillpick-.*\.tmp$/)]);
    // As long as it is new, it may belong to a process in another container.
    replaceFile(join(directory, 'file'), 'text');
    expect(readdirSync(directory)).toEqual([...left, 'file']);
    makeOld(join(directory, left[0]!));
    replaceFile(join(directory, 'file'), 'text');
    expect(readdirSync(directory)).toEqual(['file']);
  });

  it('is distinguished from other files and from those of running processes', () => {
    const directory = makeDirectory();
    const names = [
      `settings.json.${id}.tmp`,
      `x.skillpick-1-1-${id}.tmp`,
      `.skillpick-999999999-1-${id}`,
      '.skillpick-999999999-1-mine.tmp',
      `.skillpick-${process.pid}--${id}.tmp`,
    ];
    for (const name of names) writeFileSync(join(directory, name), '');
    for (const name of names.slice(0, -1)) makeOld(join(directory, name));
    mkdirSync(join(directory, `.skillpick-999999999-1-${id}.tmp`));
    const before = readdirSync(directory);
    replaceFile(join(directory, 'file'), 'text');
    expect(readdirSync(directory).toSorted()).toEqual([...before, 'file'].toSorted());
  });

  it.runIf(process.platform === 'linux')('is removed if another process has its number now', () => {
    const directory = makeDirectory();
    writeFileSync(join(directory, `.skillpick-${process.pid}-1-${id}.tmp`), '');
    makeOld(join(directory, `.skillpick-${process.pid}-1-${id}.tmp`));
    replaceFile(join(directory, 'file'), 'text');
    expect(readdirSync(directory)).toEqual(['file']);
  });
});

it('creates a file only if there is none', () => {
  const file = join(makeDirectory(), 'file');
  createFile(file, 'text');
  expect(() => createFile(file, 'other')).toThrow('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('text');
});
