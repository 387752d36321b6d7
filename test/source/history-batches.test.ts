import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { historyPath } from '../../src/host/session/history-file.js';
import type { HistoryLine } from '../../src/host/session/history-line.js';
import type { Io } from '../../src/io.js';
import { batchesIn, chooseBatches, readHistory } from '../../src/source/history-batches.js';
import { makeTree } from '../support/host-tree.js';

const line = (batch: string, more: Partial<HistoryLine> = {}): HistoryLine => ({
  time: '2026-01-31T12:00:00.000Z',
  repository: '/here',
  directory: '/here',
  batch,
  entry: { type: 'skill', name: 'lint', uri: 'file:///lint' },
  tool: 'claude',
  scope: 'workspace',
  file: '/here/settings.json',
  before: null,
  after: { text: '"lint": "off"', at: 0 },
  ...more,
});

const undo = (batch: string, undoes: string) => line(batch, { undoes });
const there = (batch: string) => line(batch, { repository: '/there' });

describe('batches', () => {
  test('are in the order of their last lines', () => {
    const batches = batchesIn([line('a'), line('b'), line('a'), line('c')]);
    expect(batches.map(({ batch, lines }) => [batch, lines.length])).toEqual([
      ['b', 1],
      ['a', 2],
      ['c', 1],
    ]);
  });

  test('may have very many lines', { timeout: 5_000 }, () => {
    const lines = Array.from({ length: 50_000 }, () => line('a'));
    expect(batchesIn(lines).map(({ lines: own }) => own.length)).toEqual([lines.length]);
  });

  test.each<[name: string, lines: HistoryLine[], undone: string[]]>([
    ['nothing was taken back', [line('a'), line('b')], []],
    ['one was taken back', [line('a'), line('b'), undo('u', 'b')], ['b']],
    ['it was made again', [line('a'), undo('u', 'a'), undo('r', 'u')], ['u']],
    [
      'it was taken back a second time',
      [line('a'), undo('u', 'a'), undo('r', 'u'), undo('v', 'a')],
      ['a', 'u'],
    ],
    ['that redo was taken back', [line('a'), undo('u', 'a'), undo('r', 'u'), undo('v', 'r')], ['a', 'r']],
  ])('are marked: %s', (_, lines, undone) => {
    const marked = batchesIn(lines).flatMap(({ batch, undone: taken }) => (taken.size > 0 ? [batch] : []));
    expect(marked).toEqual(undone);
  });

  test.each<[name: string, lines: HistoryLine[], redos: string[]]>([
    ['an undo', [line('a'), undo('u', 'a')], []],
    ['a redo', [line('a'), undo('u', 'a'), undo('r', 'u')], ['r']],
    ['an undo of a redo', [line('a'), undo('u', 'a'), undo('r', 'u'), undo('v', 'r')], ['r']],
    ['an undo of what is no longer recorded', [undo('u', 'a')], []],
  ])('distinguish undo and redo: %s', (_, lines, redos) => {
    const found = batchesIn(lines).flatMap(({ batch, isRedo }) => (isRedo ? [batch] : []));
    expect(found).toEqual(redos);
  });

  test('have no mark on a line whose undo was refused', () => {
    const refused = line('a', { entry: { type: 'skill', name: 'test', uri: 'file:///test' } });
    const [batch] = batchesIn([line('a'), refused, undo('u', 'a')]);
    expect([...(batch?.undone ?? [])].map(({ entry }) => entry.name)).toEqual(['lint']);
  });
});

describe('what an undo takes', () => {
  const choose = (lines: HistoryLine[], count = 1, repository: string | undefined = '/here') => {
    const { batches, elsewhere } = chooseBatches(batchesIn(lines), { count, repository });
    return [batches.map(({ batch }) => batch), elsewhere?.batch];
  };

  test('includes a batch of which a part was refused before', () => {
    const refused = line('a', { entry: { type: 'skill', name: 'test', uri: 'file:///test' } });
    expect(choose([line('a'), refused, undo('u', 'a')])).toEqual([['a'], undefined]);
    expect(choose([line('a'), refused, undo('u', 'a'), { ...refused, batch: 'v', undoes: 'a' }])).toEqual([
      [],
      undefined,
    ]);
  });

  test.each<[name: string, lines: HistoryLine[], chosen: unknown]>([
    ['the last batch', [line('a'), line('b')], [['b'], undefined]],
    ['the last that is not taken back yet', [line('a'), line('b'), undo('u', 'b')], [['a'], undefined]],
    ['a batch that was made again', [line('a'), undo('u', 'a'), undo('r', 'u')], [['a'], undefined]],
    ['nothing from elsewhere, which is named if it is newer', [line('a'), there('x')], [['a'], 'x']],
    [
      'nothing from elsewhere, which is not named if it is older',
      [there('x'), line('a')],
      [['a'], undefined],
    ],
    ['nothing if all is from elsewhere', [there('x'), there('y')], [[], 'y']],
    ['nothing from an empty history', [], [[], undefined]],
  ])('is %s', (_, lines, chosen) => {
    expect(choose(lines)).toEqual(chosen);
  });

  test('is as many as were asked for, the newest first', () => {
    expect(choose([line('a'), line('b'), line('c')], 2)).toEqual([['c', 'b'], undefined]);
    expect(choose([line('a')], 5)).toEqual([['a'], undefined]);
  });

  test('is from everywhere if that was asked for', () => {
    const { batches, elsewhere } = chooseBatches(batchesIn([line('a'), there('x')]), {
      count: 1,
      repository: undefined,
    });
    expect([batches.map(({ batch }) => batch), elsewhere]).toEqual([['x'], undefined]);
  });

  test('is from the repository, by whatever link it was reached', () => {
    const { root, cwd } = makeTree();
    const link = join(root, 'link');
    symlinkSync(cwd, link);
    const history = [line('a', { repository: link }), line('b', { repository: cwd })];
    for (const repository of [cwd, link])
      expect(choose(history, 2, repository)).toEqual([['b', 'a'], undefined]);
  });
});

test.each<[what: string, make: (path: string) => void, reason: string]>([
  ['a directory', (path) => mkdirSync(path), 'is a directory'],
  ['a link to itself', (path) => symlinkSync(path, path), 'cannot be read: its links lead in a circle'],
  [
    'too large',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 33 * 1024 * 1024);
    },
    'is larger than 32768 KiB',
  ],
])('a history that is %s is an error with a hint', (_, make, reason) => {
  const { root, home } = makeTree();
  const io = { env: { XDG_STATE_HOME: root }, platform: 'linux', home } as unknown as Io;
  const path = historyPath(io);
  mkdirSync(dirname(path));
  make(path);
  expect(() => readHistory(io)).toThrow(
    expect.objectContaining({
      code: 'history-unreadable',
      message: `The history cannot be read: ${path} ${reason}.`,
      hint: 'Move it away, and skillpick starts a new one.',
    }),
  );
});
