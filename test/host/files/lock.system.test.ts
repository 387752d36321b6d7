import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withLock } from '../../../src/host/files/lock.js';
import { hostLimits } from '../../../src/host/limits.js';
import { monotonicMs } from '../../../src/monotonic.js';
import { makeDirectory } from '../../support/host-tree.js';

/** Other systems do not report when a process was started. */
const hasStartTimes = existsSync('/proc/self/stat');

const newFile = () => join(makeDirectory(), 'state', 'switches.json.lock');

function lay(file: string, text: string, ageMs = 0): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const made = new Date(Date.now() - ageMs);
  utimesSync(file, made, made);
}

/** The pid of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/** The text that this process writes into a lock. */
async function ownText(): Promise<string> {
  const file = newFile();
  return withLock(file, () => readFileSync(file, 'utf8'));
}

describe('a free lock', () => {
  it('is held during the work, private to the user, and removed afterwards', async () => {
    const file = newFile();
    const during = await withLock(file, () => {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
      return JSON.parse(readFileSync(file, 'utf8'));
    });
    expect(during).toMatchObject({
      pid: process.pid,
      ...(hasStartTimes && { startedAt: expect.any(String) }),
    });
    expect(existsSync(file)).toBe(false);
  });

  it('is removed after work that failed', async () => {
    const file = newFile();
    await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });

  it('is taken by one after the other', async () => {
    const file = newFile();
    const marks: string[] = [];
    const work = (name: string) => async () => {
      marks.push(`${name} in`);
      await new Promise<void>((resolve) => setImmediate(resolve));
      marks.push(`${name} out`);
    };
    await Promise.all(['a', 'b', 'c'].map((name) => withLock(file, work(name))));
    expect(marks.filter((_, index) => index % 2 === 0).map((mark) => mark.replace('in', 'out'))).toEqual(
      marks.filter((_, index) => index % 2 === 1),
    );
  });

  it('is left to other processes for a moment before the same process takes it again', async () => {
    const file = newFile();
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await withLock(file, () => undefined);
    let isTaken = false;
    const again = withLock(file, () => {
      isTaken = true;
    });
    await vi.advanceTimersByTimeAsync(hostLimits.lockPollMs);
    expect([isTaken, existsSync(file)]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(hostLimits.lockPollMs);
    await again;
    expect(isTaken).toBe(true);
  });

  it('is refused if its directory cannot be written', async () => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'file'), '');
    await expect(withLock(join(directory, 'file', 'lock'), () => 1)).rejects.toThrow();
  });
});

describe('an abandoned lock', () => {
  const startedAt = '1';
  const abandoned: [string, () => string, number][] = [
    ['by a process that is gone', () => JSON.stringify({ pid: deadPid(), startedAt }), 0],
    [
      'by a process whose pid another process has now',
      () => JSON.stringify({ pid: process.pid, startedAt }),
      hasStartTimes ? 0 : hostLimits.lockLifeMs + 500,
    ],
    ['empty', () => '', hostLimits.emptyLockMs + 500],
    ['half written', () => '{"pid":', 0],
    ['with nonsense in it', () => 'null', 0],
    ['without a process', () => '{}', 0],
    ['by process 0', () => '{"pid":0}', 0],
    ['by a pid with a fraction', () => '{"pid":1.5}', 0],
    [
      'where start times are unknown',
      () => JSON.stringify({ pid: process.pid }),
      hostLimits.lockLifeMs + 500,
    ],
  ];

  it.each(abandoned)('%s is broken', async (_, text, ageMs) => {
    const file = newFile();
    lay(file, text(), ageMs);
    expect(await withLock(file, () => JSON.parse(readFileSync(file, 'utf8')).pid)).toBe(process.pid);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(`${file}.break`)).toBe(false);
  });

  it.runIf(hasStartTimes)('of a zombie process is broken', async () => {
    // A shell starts a child that ends with its input, and becomes a process that never waits for it.
    const script = 'cat <&3 & echo $!; exec sleep 1000';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    onTestFinished(() => void parent.kill());
    const [data] = await once(parent.stdout!, 'data');
    const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [pid, patience] = [Number(String(data)), { timeout: 10_000 }];
    await vi.waitUntil(() => statOf(parent.pid!).includes('(sleep)'), patience);
    (parent.stdio[3] as Writable).end();
    await vi.waitUntil(() => statOf(pid).includes(') Z '), patience);
    const file = newFile();
    lay(file, JSON.stringify({ pid, startedAt: statOf(pid).split(') ')[1]!.split(' ')[19] }));
    expect(await withLock(file, () => 'mine')).toBe('mine');
  });

  it('is broken by one of many processes, and then held by one at a time', async () => {
    const file = newFile();
    lay(file, JSON.stringify({ pid: deadPid(), startedAt }));
    let inside = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        withLock(file, async () => {
          inside += 1;
          await new Promise<void>((resolve) => setImmediate(resolve));
          expect(inside).toBe(1);
          inside -= 1;
          return index;
        }),
      ),
    );
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('is broken even if the process that was breaking it has ended', async () => {
    const file = newFile();
    lay(file, JSON.stringify({ pid: deadPid(), startedAt }));
    lay(`${file}.break`, JSON.stringify({ pid: deadPid(), startedAt }), hostLimits.emptyLockMs + 500);
    expect(await withLock(file, () => 'mine')).toBe('mine');
  });
});

/** Opens a pipe for writing after a long time, so that a test that reads it fails and does not hang for ever. */
function watchdog(pipe: string): () => boolean {
  const writer = spawn('sh', ['-c', 'sleep 20; echo > "$0"', pipe], { stdio: 'ignore' });
  onTestFinished(() => void writer.kill());
  return () => writer.exitCode === null;
}

describe('anything else in the place of a lock', () => {
  const makePipe = (path: string) => void execFileSync('mkfifo', [path]);
  const inAnHour = (path: string) => lay(path, '', -3_600_000);

  it.each<[string, (path: string) => void]>([
    ['a pipe without a writer', makePipe],
    ['a link to nothing', (path) => symlinkSync('nowhere', path)],
    ['a link to a pipe', (path) => [makePipe(`${path}.pipe`), symlinkSync(`${path}.pipe`, path)]],
    ['an empty file from the future', inAnHour],
  ])('%s is removed', async (_, put) => {
    for (const ending of ['', '.break']) {
      const file = newFile();
      mkdirSync(dirname(file), { recursive: true });
      if (ending !== '') lay(file, JSON.stringify({ pid: deadPid(), startedAt: '1' }));
      put(file + ending);
      const isAsleep = watchdog(file + ending);
      expect(await withLock(file, () => JSON.parse(readFileSync(file, 'utf8')).pid)).toBe(process.pid);
      expect(isAsleep()).toBe(true);
      expect(lstatSync(file + ending, { throwIfNoEntry: false })).toBeUndefined();
    }
  });

  it('is removed without touching the target of a link', async () => {
    const file = newFile();
    lay(`${file}.target`, 'theirs');
    symlinkSync(`${file}.target`, file);
    await withLock(file, () => undefined);
    expect(readFileSync(`${file}.target`, 'utf8')).toBe('theirs');
  });

  it.each(['', '.break'])('is reported and kept if it is a directory: lock%s', async (ending) => {
    const file = newFile();
    mkdirSync(join(file + ending, 'inside'), { recursive: true });
    if (ending !== '') lay(file, JSON.stringify({ pid: deadPid(), startedAt: '1' }));
    const reason = `${file}${ending} is a directory, where only a lock file may be`;
    await expect(withLock(file, () => 'mine')).rejects.toThrow(reason);
    expect(existsSync(join(file + ending, 'inside'))).toBe(true);
  });

  it('is removed if it is a guard from the future, even of a running process', async () => {
    const file = newFile();
    lay(file, JSON.stringify({ pid: deadPid(), startedAt: '1' }));
    lay(`${file}.break`, await ownText(), -3_600_000);
    expect(await withLock(file, () => 'mine')).toBe('mine');
  });
});

describe('a lock that is held', () => {
  const held: [string, () => Promise<string>, number][] = [
    ['for a moment', ownText, 0],
    ['for an hour', ownText, hasStartTimes ? 3_600_000 : 0],
    ['by a process that has not written its pid yet', async () => '', 0],
    ['where start times are unknown', async () => JSON.stringify({ pid: process.pid }), 0],
  ];

  it.each(held)('%s is respected', async (_, text, ageMs) => {
    const file = newFile();
    lay(file, await text(), ageMs);
    const before = readFileSync(file, 'utf8');
    let isIn = false;
    const waiting = withLock(file, () => {
      isIn = true;
    });
    for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(before);
    writeFileSync(file, '{"pid":0}');
    await waiting;
    expect(isIn).toBe(true);
  });

  it.each([
    ['', 0],
    [', though the clock is set back', -3_600_000],
  ])('too long is given up on, and left as it is%s', async (_, stepMs) => {
    const file = newFile();
    const before = await ownText();
    lay(file, before);
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = withLock(file, () => 'mine');
    vi.advanceTimersByTime(hostLimits.lockTimeoutMs + 1);
    vi.setSystemTime(Date.now() + stepMs);
    await expect(waiting).rejects.toThrow(/another process holds .*switches\.json\.lock/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('is tried once if the deadline has passed', async () => {
    const file = newFile();
    const late = monotonicMs() - 1;
    expect(await withLock(file, () => 'mine', late)).toBe('mine');
    lay(file, await ownText());
    await expect(withLock(file, () => 'mine', late)).rejects.toThrow('another process holds');
  });
});
