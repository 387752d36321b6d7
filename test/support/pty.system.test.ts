import { expect, it } from 'vitest';
import { Pty } from './pty.js';

/** Keeps this process busy, with few turns to read in; returns a function that stops it. */
function beBusy(): () => void {
  let next: NodeJS.Immediate;
  const work = () => {
    const untilMs = Date.now() + 300;
    while (Date.now() < untilMs);
    next = setImmediate(work);
  };
  next = setImmediate(work);
  return () => clearImmediate(next);
}

it('reads all that was written, however busy this process is when the other one ends', async () => {
  const pty = new Pty({
    command: '/bin/sh',
    args: ['-c', 'yes | head -n 6000; echo the last words'],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    size: { columns: 80, rows: 24 },
  });
  const stop = beBusy();
  await pty.ended;
  stop();
  expect(pty.output).toContain('the last words');
});
