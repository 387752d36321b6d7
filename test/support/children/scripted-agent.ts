/**
 * The process of a scripted agent. It decides nothing: it reports what happens to it over the socket that its first
 * argument names, and does what comes back. The second argument says whether it is the agent or a process that it started.
 */

import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import type { AgentAct, AgentReport, AgentRole } from '../scripted-agent.js';

const [script = '', path = '', role = 'agent', ...words] = process.argv.slice(1);
const socket = createConnection(path);
const report = (event: AgentReport) => socket.write(`${JSON.stringify(event)}\n`);

/** Writes at once, so that an exit that follows loses nothing. */
function write(fd: number, text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // Its reader has gone.
  }
}

function flood(text: string): void {
  write(1, text);
  setImmediate(flood, text);
}

const input = role === 'agent' ? createInterface({ input: process.stdin }) : undefined;

function perform(act: AgentAct): void {
  if (act.type === 'stdout') write(1, act.text);
  else if (act.type === 'stderr') write(2, act.text);
  else if (act.type === 'flood') flood(act.text);
  else if (act.type === 'close-stdout') closeSync(1);
  else if (act.type === 'stop-reading') input?.pause();
  else if (act.type === 'kill') process.kill(process.pid, 'SIGKILL');
  else if (act.type === 'exit') process.exit(act.code);
  else spawn(process.execPath, [script, path, 'child'], { stdio: ['ignore', 'inherit', 'inherit'] });
}

const { pid, env } = process;
const cwd = process.cwd();
report({ type: 'start', started: { pid, role: role as AgentRole, cwd, env, words } });
input?.on('line', (line) => report({ type: 'line', line }));
input?.on('close', () => report({ type: 'end-of-input' }));
process.on('SIGTERM', () => report({ type: 'sigterm' }));
createInterface({ input: socket }).on('line', (line) => perform(JSON.parse(line) as AgentAct));
// The test is over.
socket.on('error', () => process.exit());
socket.on('close', () => process.exit());
