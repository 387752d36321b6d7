import { expect, it } from 'vitest';
import { Pty } from './pty.js';
import { blockFor } from './slow-disk.js';

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

function run(command: string, ...args: string[]): Pty {
  const env = { PATH: process.env['PATH'] ?? '' };
  return new Pty({ command, args, cwd: '/', env, size: { columns: 80, rows: 24 } });
}

it('reads all that was written, however busy this process is when the other one ends', async () => {
  const pty = run('/bin/sh', '-c', 'yes | head -n 6000; echo the last words');
  const stop = beBusy();
  await pty.ended;
  stop();
  expect(pty.output).toContain('the last words');
});

it('reads what a process has written that ends at once, however busy the machine is', async () => {
  const others = Array.from({ length: 4 }, () => run('/bin/sh', '-c', 'while :; do :; done'));
  const outputs: string[] = [];
  for (let count = 0; count < 150; count += 1) {
    const pty = run('/bin/echo', 'the last words');
    await pty.ended;
    outputs.push(pty.output);
  }
  for (const other of others) other.kill('SIGKILL');
  expect(outputs.filter((output) => output !== 'the last words\r\n')).toEqual([]);
});

it('ends if it was hung up and its process has ended before the stream is closed', async () => {
  const pty = run('/bin/sh', '-c', 'echo ready; exec sleep 1000');
  await pty.shows('ready');
  // After a timer Node looks for ended processes, and only then closes streams.
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  pty.hangUp();
  blockFor(200);
  expect(await pty.ended).toEqual({ code: 0, signal: 1 });
});
