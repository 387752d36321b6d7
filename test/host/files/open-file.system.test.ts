import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBytes, withDirectory, withOpened } from '../../../src/host/files/open-file.js';
import { makeDirectory, run } from '../../support/host-tree.js';

const system = vi.hoisted(() => ({ reportsLocation: true }));

// Only Linux reports the path of an opened file.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readlinkSync: typeof fs.readlinkSync = ((path: string) => {
    if (!system.reportsLocation) throw Object.assign(new Error('not there'), { code: 'ENOENT' });
    return fs.readlinkSync(path);
  }) as typeof fs.readlinkSync;
  return { ...fs, readlinkSync };
});

let directory: string;
let file: string;

beforeEach(() => {
  directory = makeDirectory();
  file = join(directory, 'inside/file');
  mkdirSync(join(directory, 'inside'));
  mkdirSync(join(directory, 'outside'));
  writeFileSync(file, 'inside');
  writeFileSync(join(directory, 'outside/file'), 'outside');
});

afterEach(() => {
  system.reportsLocation = true;
});

const read = (path: string): string => withOpened(path, (handle) => readBytes(handle, 100).toString());

describe.each([true, false])('if the system reports where an opened file is: %s', (reportsLocation) => {
  beforeEach(() => {
    system.reportsLocation = reportsLocation;
  });

  it('opens what the path names', () => {
    expect(read(file)).toBe('inside');
    linkSync(file, join(directory, 'inside/other-name'));
    expect(read(join(directory, 'inside/other-name'))).toBe('inside');
  });

  it('refuses a link in the place of the file', () => {
    rmSync(file);
    symlinkSync(join(directory, 'outside/file'), file);
    expect(() => read(file)).toThrow(expect.objectContaining({ code: 'EXCHANGED' }));
  });

  it('refuses a link in the place of a directory above it', () => {
    rmSync(join(directory, 'inside'), { recursive: true });
    symlinkSync('outside', join(directory, 'inside'));
    expect(() => read(file)).toThrow(expect.objectContaining({ code: 'EXCHANGED' }));
    const enter = () => withDirectory(join(directory, 'inside'), () => {});
    expect(enter).toThrow();
  });

  it('is not misled by a link that appears while a directory is used', () => {
    const inside = join(directory, 'inside');
    const use = () =>
      withDirectory(inside, (there) => {
        renameSync(inside, join(directory, 'moved'));
        symlinkSync('outside', inside);
        return readFileSync(join(there, 'file'), 'utf8');
      });
    if (reportsLocation) expect(use()).toBe('inside');
    else expect(use).toThrow(expect.objectContaining({ code: 'EXCHANGED' }));
  });

  it('does not wait for a pipe', () => {
    const pipe = join(directory, 'inside/pipe');
    run('mkfifo', [pipe], '/');
    expect(withOpened(pipe, () => 'open')).toBe('open');
    expect(() => withDirectory(pipe, () => {})).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });
});
