/** Commands on settings that another process has locked, and on a full disk. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { withLock } from '../../src/host/files/lock.js';
import { type Ended, makeScratch, type Running, type Scratch, serveIn } from '../support/command.js';
import { trustInGemini } from '../support/host-tree.js';

function repository(): Scratch {
  const scratch = makeScratch();
  mkdirSync(join(scratch.home, '.codex'));
  trustInGemini(scratch);
  scratch.skill('one');
  return scratch;
}

const stateOf = (scratch: Scratch, file: string): string => join(scratch.root, 'state/skillpick', file);
const config = (scratch: Scratch): string => join(scratch.home, '.codex/config.toml');

/** Holds a lock of skillpick until it is let go. */
async function hold(file: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = Promise.resolve();
  await new Promise<void>((taken) => {
    held = withLock(file, () => {
      taken();
      return released;
    });
  });
  return () => {
    letGo();
    return held;
  };
}

/** Holds a lock as Copilot CLI does. */
async function holdAsCopilot(file: string): Promise<() => Promise<void>> {
  const child = spawn('flock', ['-x', file, 'sh', '-c', 'echo held; read -r _']);
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end('\n');
    await once(child, 'close');
  };
}

/** Resolves once the command has asked for the state again, because its switch was not echoed. */
const isDoubted = (running: Running): Promise<void> =>
  running.until(() => /customizationToggled[\s\S]*-> #\d+ subscribe/.test(running.stderr));

describe('a lock that is held longer than the wait for an echo', () => {
  it.each([[[]], [['--timeout', '1']]])('is waited for, and the switch is made: %j', async (more) => {
    const scratch = repository();
    const letGo = await hold(stateOf(scratch, 'codex.lock'));
    const running = scratch.start(['disable', 'one', '--scope', 'global', '--debug', ...more]);
    await isDoubted(running);
    expect(existsSync(config(scratch))).toBe(false);
    await letGo();
    expect(await running.ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^skill one: now off in Codex, Gemini CLI everywhere, /),
    });
    expect(readFileSync(config(scratch), 'utf8')).toContain('enabled = false');
  });

  it('is waited for by a served host too', async () => {
    const scratch = repository();
    const { args } = await serveIn(scratch);
    const letGo = await hold(stateOf(scratch, 'gemini.lock'));
    const running = scratch.start(['disable', 'one', '--scope', 'global', '--debug', ...args]);
    await isDoubted(running);
    await letGo();
    expect(await running.ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^skill one: now off in Codex, Gemini CLI everywhere, /),
    });
  });

  it('makes the switch fail with the reason if it is held too long, and the switch is not made later', async () => {
    const scratch = repository();
    const lock = stateOf(scratch, 'gemini.lock');
    const letGo = await hold(lock);
    const { code, stdout } = await scratch.run(['disable', 'one']);
    expect(code).not.toBe(0);
    expect(stdout).toBe(
      `skill one: rejected, still on: Gemini CLI: the switch could not be saved: another process holds ${lock}\n`,
    );
    await letGo();
    expect(existsSync(config(scratch))).toBe(false);
    expect(existsSync(join(scratch.cwd, '.gemini'))).toBe(false);
  });

  it('makes a switch that skillpick keeps itself fail too', async () => {
    const scratch = makeScratch();
    scratch.skill('one');
    const lock = stateOf(scratch, 'switches.json.lock');
    const letGo = await hold(lock);
    const { stdout } = await scratch.run(['disable', 'one']);
    expect(stdout).toContain(
      `rejected, still on: the switch could not be saved: another process holds ${lock}`,
    );
    await letGo();
    expect(existsSync(stateOf(scratch, 'switches.json'))).toBe(false);
  });

  it('makes the switch fail if Copilot CLI holds it too long', async () => {
    const scratch = repository();
    mkdirSync(join(scratch.home, '.copilot'));
    const lock = join(scratch.home, '.copilot/settings.json.lock');
    writeFileSync(lock, '');
    const letGo = await holdAsCopilot(lock);
    const { stdout } = await scratch.run(['disable', 'one', '--scope', 'global']);
    expect(stdout).toBe(`skill one: rejected, still on: Copilot CLI: another program holds ${lock}\n`);
    await letGo();
    expect(existsSync(config(scratch))).toBe(false);
  });
});

it('names a lock of Copilot CLI that is not valid', async () => {
  const scratch = repository();
  mkdirSync(join(scratch.home, '.copilot'));
  const lock = join(scratch.home, '.copilot/settings.json.lock');
  execFile('mkfifo', [lock]);
  await expect.poll(() => existsSync(lock)).toBe(true);
  const { stdout } = await scratch.run(['disable', 'one', '--scope', 'global']);
  expect(stdout).toBe(`skill one: rejected, still on: Copilot CLI: the lock ${lock} is not a file\n`);
});

/** Runs the command with a limit on the size of files, in blocks of 1024 bytes, as on a full disk. */
async function runCramped(scratch: Scratch, blocks: number, args: readonly string[]): Promise<Ended> {
  const script = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
  const child = spawn('bash', ['-c', script, process.execPath, inject('bin'), ...args], {
    cwd: scratch.cwd,
    env: scratch.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    ended.stderr += text;
  });
  [ended.code, ended.signal] = await once(child, 'close');
  return ended;
}

describe('a full disk', () => {
  const everything = (folder: string): string[] =>
    readdirSync(folder, { recursive: true }).map(String).toSorted();

  it.each([
    ['no directory', []],
    ['the directory of skills', ['.agents/skills']],
  ])('leaves no part of a new skill if %s existed before', async (_, directories) => {
    const scratch = makeScratch();
    for (const directory of directories) mkdirSync(join(scratch.cwd, directory), { recursive: true });
    const before = everything(scratch.cwd);
    const { code, stdout, stderr } = await runCramped(scratch, 0, ['new', 'x', '--description', 'X.']);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/files may not be that large here/);
    expect(stderr.split('\n').length).toBeLessThan(4);
    expect(everything(scratch.cwd)).toEqual(before);
  });

  it('ends serve with a message', async () => {
    const { code, stdout, stderr } = await runCramped(makeScratch(), 0, ['serve']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^skillpick: The token cannot be written \(EFBIG\)\. .+\n$/);
  });

  it('makes the switch in no tool if it fails in one', async () => {
    const scratch = repository();
    const text = `{"a": "${'x'.repeat(2_000)}"}\n`;
    scratch.write('.gemini/settings.json', text);
    const before = [everything(scratch.cwd), everything(scratch.home)];
    const { code, stdout } = await runCramped(scratch, 1, ['disable', 'one']);
    expect(code).not.toBe(0);
    const file = join(scratch.cwd, '.gemini/settings.json');
    const reason = `Gemini CLI: ${file} cannot be written: files may not be that large here`;
    expect(stdout).toBe(`skill one: rejected, still on: ${reason}\n`);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect([everything(scratch.cwd), everything(scratch.home)]).toEqual(before);
    expect(everything(stateOf(scratch, '')).filter((name) => /lock|tmp/.test(name))).toEqual([]);
  });

  it('leaves no lock behind if the lock could not be written', async () => {
    const scratch = repository();
    const { code, stdout } = await runCramped(scratch, 0, ['disable', 'one']);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/^skill one: rejected, still on: Codex: the switch could not be saved: /);
    expect(everything(stateOf(scratch, ''))).toEqual([]);
  });
});
