import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';

describe('a unit test', () => {
  it.each([
    ['spawn', () => spawn('true')],
    ['spawnSync', () => spawnSync('true')],
    ['exec', () => exec('true')],
    ['execSync', () => execSync('true')],
    ['execFile', () => execFile('true')],
    ['execFileSync', () => execFileSync('true')],
    ['fork', () => fork('true')],
  ])('cannot start a process with %s', (_name, start) => {
    expect(start).toThrow('A unit test may not start a process');
  });

  it('cannot open a socket', () => {
    expect(() => createServer().listen(0)).toThrow('A unit test may not listen');
    expect(() => connect(1)).toThrow('A unit test may not connect');
    const socket = createSocket('udp4');
    expect(() => socket.bind(0)).toThrow('A unit test may not open a socket');
    socket.close();
  });
});
