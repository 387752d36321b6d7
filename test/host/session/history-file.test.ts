import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { HistoryFile, historyPath } from '../../../src/host/session/history-file.js';
import type { HistoryLine } from '../../../src/host/session/history-line.js';
import { makeDirectory } from '../../support/host-tree.js';

const newFile = () => new HistoryFile(join(makeDirectory(), 'skillpick', 'history.jsonl'));

const line = (batch: string, more: Partial<HistoryLine> = {}): HistoryLine => ({
  time: '2026-01-31T12:00:00.000Z',
  repository: '/repo',
  directory: '/repo/packages/a',
  batch,
  entry: { type: 'skill', name: 'lint', uri: 'file:///repo/.agents/skills/lint/SKILL.md' },
  tool: 'claude',
  scope: 'workspace',
  file: '/repo/.claude/settings.local.json',
  before: null,
  after: { text: '"lint": "off"', at: 1, around: [{ open: '{', close: '}', at: 0 }] },
  ...more,
});

const batchesOf = (file: HistoryFile) => file.read().map(({ batch }) => batch);

it('is in the state directory', () => {
  const places = { env: { XDG_STATE_HOME: '/s' }, home: '/h' };
  expect(historyPath({ ...places, platform: 'linux' })).toBe('/s/skillpick/history.jsonl');
  expect(historyPath({ env: { LOCALAPPDATA: 'D:\\l' }, home: '/h', platform: 'win32' })).toBe(
    'D:\\l\\skillpick\\history.jsonl',
  );
});

describe('a history', () => {
  it('is empty before the first switch, and makes no file for nothing', async () => {
    const file = newFile();
    await file.append([]);
    expect(file.read()).toEqual([]);
    expect(existsSync(dirname(file.path))).toBe(false);
  });

  it('has all lines in their order, in a file for the user alone', async () => {
    const file = newFile();
    const lines = [line('a'), line('b', { undoes: 'a', before: line('a').after, after: null, tool: null })];
    await file.append(lines);
    await file.append([line('c')]);
    expect(file.read()).toEqual([...lines, line('c')]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file.path}.lock`)).toBe(false);
  });

  it('closes a file that others could read', async () => {
    const file = newFile();
    await file.append([line('a')]);
    chmodSync(file.path, 0o644);
    await file.append([line('b')]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('keeps the lines of all that write at the same time', async () => {
    const file = newFile();
    const writers = Array.from({ length: 8 }, () => new HistoryFile(file.path));
    await Promise.all(writers.map((writer, at) => writer.append([line(`${at}`), line(`${at}`)])));
    expect(batchesOf(file).toSorted()).toEqual(writers.flatMap((_, at) => [`${at}`, `${at}`]));
  });

  it('finds a batch, what took it back, and what took that back', async () => {
    const file = newFile();
    await file.append([line('a'), line('b'), line('c', { undoes: 'a' }), line('d', { undoes: 'c' })]);
    expect(file.about('a').map(({ batch }) => batch)).toEqual(['a', 'c', 'd']);
    expect(file.about('x')).toEqual([]);
  });
});

describe('damage', () => {
  it.each([
    ['rubbish', 'rubbish\n'],
    ['an empty line', '\n\n'],
    ['a line without an end', '{"time":"2026'],
    [
      'a line with a field of a wrong type',
      `${JSON.stringify({ ...line('x'), after: { text: 1, at: 0 } })}\n`,
    ],
    ['a line with an unknown scope', `${JSON.stringify({ ...line('x'), scope: 'session' })}\n`],
    ['a line without an entry', `${JSON.stringify({ ...line('x'), entry: null })}\n`],
    ['a value that is no object', 'null\n7\n'],
  ])('by %s costs no other line', async (_, text) => {
    const file = newFile();
    await file.append([line('a')]);
    appendFileSync(file.path, text);
    await file.append([line('b')]);
    expect(batchesOf(file)).toEqual(['a', 'b']);
  });

  it('reads lines with fields that it does not know', async () => {
    const file = newFile();
    await file.append([line('a')]);
    appendFileSync(file.path, `${JSON.stringify({ ...line('b'), more: 1 })}\n`);
    expect(batchesOf(file)).toEqual(['a', 'b']);
  });

  it('is an error if there is no file at the path', async () => {
    const file = newFile();
    mkdirSync(file.path, { recursive: true });
    expect(() => file.read()).toThrow(file.path);
    await expect(file.append([line('a')])).rejects.toThrow();
  });
});

describe('a history that grows too large', () => {
  const long = { text: 'x'.repeat(1_000_000), at: 0 };
  const count = Math.ceil(hostLimits.historyBytes / 1_000_000);
  const fill = (file: HistoryFile, lines: readonly HistoryLine[]) => {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  };

  it('drops the oldest batches, each as a whole', async () => {
    const file = newFile();
    const batches = Array.from({ length: count }, (_, at) => `${Math.floor(at / 2)}`);
    fill(
      file,
      batches.map((batch) => line(batch, { after: long })),
    );
    await file.append([line('new')]);
    const left = batchesOf(file);
    expect(left.at(-1)).toBe('new');
    expect(left[0]).not.toBe('0');
    for (const batch of new Set(left.slice(0, -1)))
      expect(left.filter((one) => one === batch)).toHaveLength(batches.filter((one) => one === batch).length);
    expect(readFileSync(file.path).length).toBeLessThanOrEqual(hostLimits.historyKeptBytes);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('keeps the newest batch whole, however large it is', async () => {
    const file = newFile();
    fill(file, [line('old', { after: long })]);
    const newest = Array.from({ length: count + 1 }, () => line('new', { after: long }));
    await file.append(newest);
    expect(batchesOf(file)).toEqual(newest.map(() => 'new'));
  });

  it('refuses lines that would make their batch too large to be read', async () => {
    const file = newFile();
    const part = Array.from({ length: count }, () => line('new', { after: long }));
    await file.append(part);
    await expect(file.append([...part, ...part])).rejects.toThrow('the batch is too large');
    expect(batchesOf(file)).toEqual(part.map(() => 'new'));
    await file.append([line('next')]);
    expect(batchesOf(file).at(-1)).toBe('next');
  });

  it('starts again with the newest lines if it was too large to be read', async () => {
    const file = newFile();
    fill(
      file,
      Array.from({ length: 2 * count + 2 }, () => line('old', { after: long })),
    );
    expect(() => file.read()).toThrow('is larger than');
    await file.append([line('new')]);
    expect(batchesOf(file)).toEqual(['new']);
  });
});
