import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Catalog } from '../../../src/host/discovery/catalog.js';
import { discover } from '../../../src/host/discovery/discover.js';
import { hostLimits } from '../../../src/host/limits.js';
import { CatalogReader, type ReadingOptions } from '../../../src/host/session/catalog-reader.js';
import { monotonicMs } from '../../../src/monotonic.js';
import { makeTree } from '../../support/host-tree.js';
import { blockFor } from '../../support/slow-disk.js';

/** A repository with this many skills, each of which takes some milliseconds to open. */
function start(count: number, options: ReadingOptions, slowMs = 3) {
  const tree = makeTree();
  for (let at = 0; at < count; at += 1) tree.skill(`skill-${at}`);
  const reads: string[] = [];
  const onRead = (path: string) => {
    reads.push(path);
    blockFor(slowMs);
  };
  const reader = new CatalogReader({ ...tree.environment, onRead }, options);
  onTestFinished(() => reader.stop());
  return { tree, reader, reads };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const count = ({ sources }: Catalog) => sources.size;

describe('a discovery in slices', () => {
  it('lets the event loop run, and ends with everything', async () => {
    const { tree, reader, reads } = start(60, { inSlices: true });
    const reading = reader.read(1);
    expect(reading).toBeInstanceOf(Promise);
    const readInTurns: number[] = [];
    let isDone = false;
    void Promise.resolve(reading).then(() => {
      isDone = true;
    });
    for (; !isDone; await nextTurn()) readInTurns.push(reader.files);
    expect(new Set(readInTurns).size).toBeGreaterThan(10);
    expect(await reading).toEqual(discover(tree.environment));
    expect(reader.files).toBe(reads.length);
  });

  it('is done at once if the first slice is long enough', () => {
    const { tree, reader } = start(3, { inSlices: true }, 0);
    expect(reader.read(10_000)).toEqual(discover(tree.environment));
  });

  it('reports at intervals how many files were read', async () => {
    const reports: number[] = [];
    const { reader } = start(120, { inSlices: true, onProgress: (files) => reports.push(files) });
    const startedAtMs = monotonicMs();
    await reader.read();
    const most = (monotonicMs() - startedAtMs) / hostLimits.progressIntervalMs;
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.length).toBeLessThanOrEqual(most);
    expect(reports).toEqual([...new Set(reports)].sort((a, b) => a - b));
  });

  it('is followed by one more for all that ask meanwhile, because it may have missed their change', async () => {
    const { tree, reader, reads } = start(20, { inSlices: true });
    const first = reader.read(1);
    await nextTurn();
    tree.skill('new');
    const [second, third] = [reader.read(), reader.read()];
    expect(second).toBe(third);
    expect(count(await second)).toBe(count(discover(tree.environment)));
    await first;
    const { length } = reads.filter((path) => path.includes('/new/'));
    expect(length).toBeLessThanOrEqual(2);
  });

  it('opens nothing more once it is stopped', async () => {
    const { reader, reads } = start(40, { inSlices: true });
    void reader.read(1);
    await nextTurn();
    reader.stop();
    const { length } = reads;
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(length).toBeLessThan(40);
    expect(reads).toHaveLength(length);
  });
});

describe('a discovery at once', () => {
  it('reports how many files were read, although no timer can run', () => {
    const reports: number[] = [];
    const { tree, reader } = start(120, { onProgress: (files) => reports.push(files) });
    const timer = vi.fn();
    const timeout = setTimeout(timer, 0);
    expect(reader.read()).toEqual(discover(tree.environment));
    expect(timer).not.toHaveBeenCalled();
    clearTimeout(timeout);
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.at(-1)).toBeGreaterThan(reports[0]!);
  });
});
