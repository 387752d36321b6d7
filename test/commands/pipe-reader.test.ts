import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commandsLimits } from '../../src/commands/limits.js';
import { onReaderGone } from '../../src/commands/pipe-reader.js';
import type { Io } from '../../src/io.js';
import { makeDirectory } from '../support/host-tree.js';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

it('looks for another reader before it reports that the reader is gone, once', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(makeDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  const open = () => openSync(path, O_RDONLY | O_NONBLOCK);
  const first = open();
  const fd = openSync(path, O_WRONLY);
  onTestFinished(() => closeSync(fd));
  const gone = vi.fn();
  onReaderGone({ stdout: { fd } } as unknown as Io, gone);
  const look = () => vi.advanceTimersByTime(commandsLimits.readerCheckMs);
  look();
  const second = open();
  closeSync(first);
  look();
  look();
  expect(gone).not.toHaveBeenCalled();
  closeSync(second);
  look();
  look();
  expect(gone).toHaveBeenCalledTimes(1);
});

it('ignores what is not a pipe', () => {
  const fd = openSync('/dev/null', 'w');
  onTestFinished(() => closeSync(fd));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  onReaderGone({ stdout: { fd } } as unknown as Io, () => {});
  onReaderGone({ stdout: {} } as unknown as Io, () => {});
  expect(vi.getTimerCount()).toBe(0);
});
