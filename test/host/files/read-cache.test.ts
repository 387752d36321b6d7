import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { OwnWrites, ReadCache, readCached, readingThrough } from '../../../src/host/files/read-cache.js';
import { finish, type Sliced } from '../../../src/host/files/slices.js';
import { hostLimits } from '../../../src/host/limits.js';
import { makeDirectory } from '../../support/host-tree.js';

function read(path: string) {
  if (!existsSync(path)) return { value: undefined, stats: undefined };
  return { value: readFileSync(path, 'utf8'), stats: statSync(path) };
}

function newCache() {
  const reads: string[] = [];
  const cache = new ReadCache((path) => reads.push(path));
  /** Reads the file as a new pass would. */
  const look = (path: string) => {
    cache.startPass();
    return cache.get(path, read);
  };
  return { cache, reads, look };
}

/** Resolves when the file is old enough for its stat to be trusted. */
const settled = (path: string) =>
  vi.waitFor(() => expect(Date.now() - statSync(path).ctimeMs).toBeGreaterThan(hostLimits.timestampMs));

describe('a file in the cache', () => {
  it('is read once as long as it does not change, and again when it does', async () => {
    const { reads, look } = newCache();
    const path = join(makeDirectory(), 'file');
    writeFileSync(path, 'one');
    await settled(path);
    for (const _ of [1, 2, 3]) expect(look(path)).toBe('one');
    expect(reads).toEqual([path]);
    writeFileSync(path, 'two');
    expect(look(path)).toBe('two');
    expect(reads).toEqual([path, path]);
  });

  it('is checked once in a pass, even if it changes meanwhile', async () => {
    const { cache, look } = newCache();
    const path = join(makeDirectory(), 'file');
    writeFileSync(path, 'one');
    expect(look(path)).toBe('one');
    writeFileSync(path, 'two');
    expect(cache.get(path, read)).toBe('one');
    expect(look(path)).toBe('two');
  });

  it('is read again if it was too new to be trusted, though its stat is the same', () => {
    const { reads, look } = newCache();
    const path = join(makeDirectory(), 'file');
    writeFileSync(path, 'one');
    for (const _ of [1, 2]) expect(look(path)).toBe('one');
    expect(reads).toEqual([path, path]);
  });

  it('is read again when another takes its place, or its mode changes', async () => {
    const { reads, look } = newCache();
    const base = makeDirectory();
    const [path, other] = [join(base, 'here/file'), join(base, 'there/file')];
    for (const file of [path, other]) {
      mkdirSync(join(file, '..'));
      writeFileSync(file, file === path ? 'one' : 'two');
    }
    await settled(other);
    expect(look(path)).toBe('one');
    renameSync(join(base, 'here'), join(base, 'gone'));
    renameSync(join(base, 'there'), join(base, 'here'));
    expect(look(path)).toBe('two');
    chmodSync(path, 0o600);
    look(path);
    expect(reads).toEqual([path, path, path]);
  });

  it('is not opened while it is missing', () => {
    const { reads, look } = newCache();
    const path = join(makeDirectory(), 'none');
    for (const _ of [1, 2]) expect(look(path)).toBeUndefined();
    expect(reads).toEqual([path]);
    writeFileSync(path, 'here');
    expect(look(path)).toBe('here');
  });

  it('is tried again after a reading that failed', () => {
    const { cache } = newCache();
    const path = join(makeDirectory(), 'file');
    writeFileSync(path, 'one');
    const fail = () => {
      throw new Error('no');
    };
    expect(() => cache.get(path, fail)).toThrow('no');
    expect(cache.get(path, read)).toBe('one');
  });
});

describe('a file that this process wrote', () => {
  it('is read back once, and once more before it is written again', () => {
    const { cache, reads, look } = newCache();
    const path = join(makeDirectory(), 'file');
    writeFileSync(path, 'ours');
    cache.noteWritten(path);
    for (const _ of [1, 2, 3]) expect(look(path)).toBe('ours');
    expect(reads).toEqual([path]);
    expect(cache.recheck(path, read)).toBe('ours');
    expect(reads).toEqual([path, path]);
  });

  it('is not read at all if its content was put into the cache', () => {
    const { cache, reads, look } = newCache();
    const path = join(makeDirectory(), 'file');
    writeFileSync(path, 'ours');
    cache.put(path, 'value');
    expect(look(path)).toBe('value');
    expect(reads).toEqual([]);
  });

  it('counts as an own write until another process changes or removes it', () => {
    const own = new OwnWrites();
    const directory = makeDirectory();
    const path = join(directory, 'made/file');
    expect(own.has(path)).toBe(false);
    mkdirSync(join(directory, 'made'));
    writeFileSync(path, 'ours');
    own.add([path, join(directory, 'made')]);
    expect([path, join(directory, 'made')].map((one) => own.has(one))).toEqual([true, true]);
    writeFileSync(path, 'theirs, longer');
    writeFileSync(join(directory, 'made/other'), '');
    expect([path, join(directory, 'made')].map((one) => own.has(one))).toEqual([false, false]);
  });

  it('is no own write any more once another process has changed it, even if it brings the old state back', () => {
    const own = new OwnWrites();
    const path = join(makeDirectory(), 'removed');
    own.add([path]);
    expect(own.has(path)).toBe(true);
    writeFileSync(path, 'theirs');
    expect(own.has(path)).toBe(false);
    rmSync(path);
    expect(own.has(path)).toBe(false);
  });
});

/** Reads one file in each slice. */
function* readSlices(paths: readonly string[]): Sliced<void> {
  for (const path of paths) {
    readCached(path, read, 'text ');
    yield;
  }
}

// biome-ignore lint/correctness/useYield: it fails before it could yield
function* failAtOnce(): Sliced<void> {
  throw new Error('no');
}

describe('reading through a cache', () => {
  it('does not use the cache between the slices', () => {
    const { cache, reads } = newCache();
    const [one, two, other] = ['one', 'two', 'other'].map((name) => join(makeDirectory(), name)) as [
      string,
      string,
      string,
    ];
    const work = readingThrough(cache, readSlices([one, two]));
    work.next();
    readCached(other, read, 'text ');
    work.next();
    expect(reads).toEqual([one, two]);
  });

  it('forgets files that were not requested, and ends with the work', async () => {
    const { cache, reads } = newCache();
    const [one, two] = ['one', 'two'].map((name) => join(makeDirectory(), name)) as [string, string];
    for (const path of [one, two]) writeFileSync(path, 'text');
    await settled(two);
    const readAll = (...paths: string[]) => finish(readingThrough(cache, readSlices(paths)));
    readAll(one, two);
    readAll(one);
    readAll(one, two);
    expect(reads).toEqual([one, two, two]);
    expect(readCached(one, read, 'text ')).toBe('text');
    expect(() => finish(readingThrough(cache, failAtOnce()))).toThrow('no');
    readCached(two, read, 'text ');
    expect(reads).toHaveLength(3);
  });
});
