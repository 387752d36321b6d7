import { spawn } from 'node:child_process';
import { describe, expect, inject, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill, skills } from '../support/scripted-session.js';
import { runInShell } from '../support/shell.js';

const many = 10_000;

const bash = (line: string, url: string) => runInShell(makeScratch(), line, { AHP_URL: url });

describe('ten thousand entries', () => {
  it.each([
    ['the table', 'skillpick list | head -1', 1],
    ['lines', 'skillpick list --format ids | head -3', 3],
    ['a document', 'skillpick list --json | head -c 10', 1],
  ])('end cleanly if the reader leaves early: %s', async (_what, line, lines) => {
    const host = new ScriptedHost(new ModelSession(skills(many)));
    const { code, stdout, stderr } = await bash(line, (await listenDuringTest(host)).url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(lines);
  });

  it('leave no temporary session behind if the reader leaves early', async () => {
    const host = new ScriptedHost();
    const made = host.serve.bind(host);
    host.script = (call, peer) => {
      made(call, peer);
      if (call.method !== 'createSession') return;
      const uri = String(call.params['channel']);
      host.sessions.set(uri, new ModelSession(skills(many)));
    };
    const { code } = await bash('skillpick list --quiet | head -1', (await listenDuringTest(host)).url);
    expect(code).toBe(0);
    expect(host.sessions.size).toBe(0);
  });

  it('reach a slow reader to the last byte', async () => {
    const host = new ScriptedHost(new ModelSession(skills(many)));
    const { url } = await listenDuringTest(host);
    const { env, cwd } = makeScratch();
    const child = spawn(process.execPath, [inject('bin'), 'list', '--format', 'uris'], {
      cwd,
      env: { ...env, AHP_URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      text += chunk as string;
      // Reads on only after others have had their turn, so that the pipe is full most of the time.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    const lines = text.split('\n');
    expect(lines).toHaveLength(many + 1);
    expect(lines.at(-2)).toBe(`file:///skills/s${many - 1}/SKILL.md`);
  });
});

describe('output that cannot be written', () => {
  it.each([
    'list',
    'list --json',
    'show one',
    'doctor',
    'watch',
    'disable one --dry-run',
    'completion bash',
    '--help',
    'list --help',
    '--version',
  ])('makes the command fail with a message: %s', async (args) => {
    const scratch = makeScratch();
    scratch.skill('one');
    expect(await runInShell(scratch, `skillpick ${args} > /dev/full`)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'skillpick: The output cannot be written (ENOSPC).\n',
    });
  });

  it.each(['--help', '--version', 'completion bash'])(
    'is no error if the reader is gone: %s',
    async (args) => {
      expect(await runInShell(makeScratch(), `skillpick ${args} | true`)).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    },
  );

  it('does not end the command if it is stderr', async () => {
    const host = new ScriptedHost();
    const { code, stdout } = await bash(
      'skillpick list --format names 2> >(true); echo done',
      (await listenDuringTest(host)).url,
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
  });
});

describe('colour', () => {
  const host = () =>
    new ScriptedHost(new ModelSession([directory('d', [skill('on'), skill('off', { enabled: false })])]));

  it.each([
    ['a pipe', {}, [], false],
    ['a pipe and NO_COLOR', { NO_COLOR: '1' }, [], false],
    ['a pipe and FORCE_COLOR', { FORCE_COLOR: '1' }, [], true],
    ['FORCE_COLOR and --no-color', { FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('is used as expected in %s', async (_what, env, args, isColoured) => {
    const { url } = await listenDuringTest(host());
    const { stdout } = await makeScratch().run(['list', '--url', url, ...args], { env });
    expect(stdout.includes('\u001b[')).toBe(isColoured);
  });

  it('is not needed to distinguish on from off', async () => {
    const { url } = await listenDuringTest(host());
    const { stdout } = await makeScratch().run(['list', '--url', url]);
    expect(stdout).toMatch(/^on .* on .*\noff .* off .*\n$/);
  });

  it('is used with ASCII alone with --ascii', async () => {
    const { url } = await listenDuringTest(
      new ScriptedHost(new ModelSession([directory('d', [skill('s', { disableUserInvocation: true })])])),
    );
    const { stdout } = await makeScratch().run(['list', '--ascii', '--url', url]);
    expect(stdout).toMatch(/^[\x20-\x7e\n]+$/);
    expect(stdout).toMatch(/^on +\. +model/);
  });
});

describe('--debug', () => {
  it('prints what goes over the wire, but neither token nor content', async () => {
    const host = new ScriptedHost(new ModelSession([directory('d', [skill('top-secret-skill')])]));
    const { url } = await listenDuringTest(host, { token: 'top-secret-token' });
    const { code, stderr } = await makeScratch().run(
      ['disable', 'top-secret-skill', '--debug', '--url', url],
      {
        env: { AHP_TOKEN: 'top-secret-token' },
      },
    );
    expect(code).toBe(0);
    expect(stderr).not.toContain('top-secret');
    const lines = stderr
      .split('\n')
      .map((line) => line.replace(/^skillpick: \+\d+ ms /, '').replace(/, \d+ B$/, ''));
    expect(lines.slice(0, 9)).toEqual([
      `connecting to ${url}`,
      '-> #1 initialize',
      '<- #1 result',
      '-> #2 subscribe',
      '<- #2 result',
      '-> #3 listSessions',
      '<- #3 result',
      '-> #4 subscribe',
      '<- #4 result',
    ]);
    expect(lines).toContain('-> dispatchAction session/customizationToggled clientSeq 1');
    expect(lines).toContain('<- action session/customizationToggled serverSeq 1');
  });
});
