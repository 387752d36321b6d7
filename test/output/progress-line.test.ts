import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Io } from '../../src/io.js';
import { outputLimits } from '../../src/output/limits.js';
import { eraseProgress, ProgressLine } from '../../src/output/progress-line.js';
import { note, writeLines } from '../../src/output/streams.js';

const { progressDelayMs: delayMs, progressIntervalMs: intervalMs } = outputLimits;
const erased = '\r\x1b[2K';

function start({ isTTY = true, columns = 80 } = {}) {
  const written: string[] = [];
  const stream = (name: string) => ({
    ...{ isTTY, columns },
    write: (text: string) => written.push(`${name}${text}`) > 0,
  });
  const io = { stderr: stream(''), stdout: stream('out '), signal: new AbortController().signal };
  return { io: io as unknown as Io, line: new ProgressLine(io as unknown as Io), written };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['hrtime', 'setInterval', 'clearInterval'] });
});

afterEach(() => {
  eraseProgress();
  vi.useRealTimers();
});

describe('the line of a command that takes long', () => {
  it('appears after a while, follows the text, and is erased at the end', () => {
    const { line, written } = start();
    let count = 1;
    const stop = line.start(() => `Switching: ${count} of 3`);
    vi.advanceTimersByTime(delayMs - 1);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(intervalMs);
    expect(written).toEqual([`${erased}Switching: 1 of 3`]);
    vi.advanceTimersByTime(5 * intervalMs);
    expect(written).toHaveLength(1);
    count = 2;
    vi.advanceTimersByTime(intervalMs);
    expect(written.at(-1)).toBe(`${erased}Switching: 2 of 3`);
    stop();
    expect(written.at(-1)).toBe(erased);
    vi.advanceTimersByTime(10 * intervalMs);
    expect(written).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('writes nothing for a command that is quick', () => {
    const { line, written } = start();
    const stop = line.start(() => 'Switching: 1 of 3');
    vi.advanceTimersByTime(delayMs - 1);
    stop();
    expect(written).toEqual([]);
  });

  it('is drawn by ticks if no timer can run, but not by every tick', () => {
    // Time passes, but the timers are real and cannot run.
    vi.useFakeTimers({ toFake: ['hrtime'] });
    const { line, written } = start();
    const stop = line.start(() => 'Reading files: 1');
    vi.advanceTimersByTime(delayMs);
    line.tick();
    expect(written).toEqual([`${erased}Reading files: 1`]);
    vi.advanceTimersByTime(1);
    const stopNext = line.start(() => 'Reading files: 2');
    line.tick();
    expect(written).toHaveLength(1);
    stopNext();
    stop();
  });

  it('shows the innermost of several, and the outer one after it', () => {
    const { line, written } = start();
    const stopOuter = line.start(() => 'outer');
    const stopInner = line.start(() => 'inner');
    vi.advanceTimersByTime(delayMs + intervalMs);
    stopInner();
    vi.advanceTimersByTime(intervalMs);
    stopOuter();
    expect(written).toEqual([`${erased}inner`, `${erased}outer`, erased]);
  });

  it('is erased before a remark and before data, and comes back', async () => {
    const { io, line, written } = start();
    line.start(() => 'Connecting');
    vi.advanceTimersByTime(delayMs + intervalMs);
    note(io, 'A remark.');
    vi.advanceTimersByTime(intervalMs);
    await writeLines(io, ['data']);
    const shown = `${erased}Connecting`;
    expect(written).toEqual([shown, erased, 'skillpick: A remark.\n', shown, erased, 'out data\n']);
  });

  it.each([
    ['is cut so that it does not wrap', 'x'.repeat(200), 'x'.repeat(19)],
    ['is free of control characters', 'a\x1b[31mb\nc', 'ab c'],
    ['has only characters of one column', 'Waiting for /世é/x', 'Waiting for /??/x'],
  ])('%s', (_, text, shown) => {
    const { line, written } = start({ columns: 20 });
    line.start(() => text);
    vi.advanceTimersByTime(delayMs + intervalMs);
    expect(written).toEqual([erased + shown]);
  });

  it('is not written where there is no terminal', () => {
    const { line, written } = start({ isTTY: false });
    const stop = line.start(() => 'Connecting');
    vi.advanceTimersByTime(delayMs + 10 * intervalMs);
    stop();
    expect(written).toEqual([]);
  });
});
