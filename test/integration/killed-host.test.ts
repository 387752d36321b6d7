import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../src/client/address.js';
import { Client } from '../../src/client/client.js';
import { openSocket } from '../../src/client/ws-transport.js';
import { walk } from '../../src/protocol/tree.js';
import { makeScratch, type Scratch, type Served, serveIn } from '../support/command.js';

const lock = '.github/copilot/settings.local.json.lock';

/** A repository with one skill that four tools read, off in all of them. */
async function makeOff(): Promise<Scratch> {
  const scratch = makeScratch();
  for (const tool of ['.codex', '.copilot', '.gemini']) mkdirSync(join(scratch.home, tool));
  mkdirSync(join(scratch.env['XDG_CONFIG_HOME']!, 'opencode'), { recursive: true });
  scratch.skill('lint');
  scratch.write(lock, '');
  await scratch.run(['disable', 'lint']);
  return scratch;
}

/** Holds Copilot CLI's lock, so that a switch stops half-way; answers how to let go. */
async function holdLock(scratch: Scratch): Promise<() => void> {
  const child = spawn('flock', ['-x', join(scratch.cwd, lock), 'sh', '-c', 'echo held; read -r _'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.stdin.end());
  await once(child.stdout, 'data');
  return () => void child.stdin.end();
}

/** Resolves when Codex, the first of the tools, has the skill on. */
function switchedInCodex(scratch: Scratch): Promise<void> {
  const config = join(scratch.home, '.codex', 'config.toml');
  const isOn = () => !existsSync(config) || !readFileSync(config, 'utf8').includes('enabled = false');
  return new Promise((resolve) => {
    const watcher = watch(join(scratch.home, '.codex'), () => {
      if (!isOn()) return;
      watcher.close();
      resolve();
    });
  });
}

it('a switch that a killed host made in part is made in whole before it counts as confirmed', async () => {
  const scratch = await makeOff();
  let host: Served = await serveIn(scratch);
  const token = () => readFileSync(host.tokenFile, 'utf8').trim();
  const client = await Client.connect({
    open: (signal) => openSocket(parseAddress(host.url), { signal, token: token() }),
  });
  onTestFinished(() => client.close());
  const [session] = (await client.listSessions()).filter(({ provider }) => provider === 'agents');
  const store = await client.openSession(session!.resource);
  const skills = () => [...walk(store.getSnapshot().state.customizations)].map(({ node }) => node);
  const letGo = await holdLock(scratch);
  const half = switchedInCodex(scratch);
  const outcome = store.toggle(skills().find(({ name }) => name === 'lint')!.id, true, 'workspace');
  await half;
  host.running.process.kill('SIGKILL');
  await host.running.ended;
  letGo();
  host = await serveIn(scratch);
  expect(await outcome).toEqual({ kind: 'confirmed', enabled: true });
  const { entries } = (await scratch.json(['list', '--json'])) as {
    entries: { tools: { enabled: boolean }[] }[];
  };
  expect(entries[0]?.tools.map(({ enabled }) => enabled)).toEqual([true, true, true, true]);
});
