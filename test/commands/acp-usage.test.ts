import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellLine } from '../../src/shell-words.js';
import { makeScratch } from '../support/command.js';
import { commands, type ScriptedAgent, scriptedAgent } from '../support/scripted-agent.js';

const usualAgent = () => scriptedAgent({ listing: (agent) => agent.update(commands('alpha')) });

/** Runs a command that is refused before the agent is started. */
async function refused(args: readonly string[]): Promise<string> {
  const agent = await usualAgent();
  const { code, stdout, stderr } = await makeScratch().run([...args, '--acp', agent.commandLine]);
  expect({ code, stdout, started: agent.processes }).toEqual({ code: 2, stdout: '', started: [] });
  expect(stderr).toMatch(/^skillpick: [^\n]+\n$/);
  return stderr;
}

/** Runs `list` with a command line that starts no agent. */
async function unstarted(line: string) {
  const ended = await makeScratch().run(['list', '--acp', line]);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toMatch(/^skillpick: [^\n]+\n$/);
  return { code: ended.code, text: ended.stderr.slice('skillpick: '.length, -1) };
}

describe('--acp is refused', () => {
  it.each([
    ['enable', 'alpha'],
    ['disable', 'alpha'],
    ['toggle', 'alpha'],
    ['reset', 'alpha'],
    ['agent', 'alpha'],
    ['agent'],
    ['undo'],
    ['new', 'alpha'],
    ['mcp', 'start', 'alpha'],
    ['sessions'],
    ['hosts'],
    ['history'],
    ['serve'],
  ])('with %s', async (...args) => {
    const stderr = await refused(args);
    expect(stderr).toBe(
      `skillpick: --acp cannot be used with ${args[0]}. An ACP agent can only be listed, shown, searched, watched and picked from: it has no switches.\n`,
    );
  });

  it.each([
    ['--tool', 'codex'],
    ['--url', 'ws://127.0.0.1:1'],
    ['--host', 'x'],
    ['--local'],
    ['--session', 'x'],
    ['--provider', 'codex'],
    ['--plugin', '.'],
    ['--token-file', 'x'],
    ['--insecure'],
  ])('with %s', async (...option) => {
    const stderr = await refused(['list', ...option]);
    expect(stderr).toBe(`skillpick: --acp cannot be used with ${option[0]}. Give one of them.\n`);
  });

  it.each(['show alpha --tool codex', 'watch --publish .', 'doctor --local', 'search x --session x'])(
    'with %s',
    async (line) => {
      expect(await refused(line.split(' '))).toContain('--acp cannot be used with --');
    },
  );

  it('with --demo', async () => {
    expect(await refused(['list', '--demo'])).toBe(
      'skillpick: --demo cannot be used with --acp. Give one of them.\n',
    );
  });

  it('with a working directory that does not exist', async () => {
    expect(await refused(['list', '-C', '/nowhere/at/all'])).toContain('There is no directory');
  });
});

describe('the command line of --acp', () => {
  /** Runs `list` with a variable that names the agent. */
  async function listWith(env: (agent: ScriptedAgent) => Record<string, string>, args: string[] = []) {
    const agent = await usualAgent();
    const scratch = makeScratch();
    scratch.skill('own');
    const line = args.length > 0 ? [...args, agent.commandLine] : [];
    const ended = await scratch.run(['list', '--format', 'names', ...line], { env: env(agent) });
    return { agent, ended };
  }

  it.each(['ACP', 'AHP_ACP', 'SKILLPICK_ACP', 'SKILLPICK_OPTIONS', 'ACP_COMMAND', 'SKILLPICK_AGENT'])(
    'is not taken from %s',
    async (name) => {
      const { agent, ended } = await listWith(({ commandLine }) => ({ [name]: commandLine }));
      expect(ended).toMatchObject({ code: 0, stdout: 'own\n', stderr: '' });
      expect(agent.processes).toEqual([]);
    },
  );

  it('comes before the variables that name a host', async () => {
    const env = { AHP_URL: 'ws://127.0.0.1:1', AHP_SESSION: 'x', SKILLPICK_PROVIDER: 'codex' };
    const { ended } = await listWith(() => env, ['--acp']);
    expect(ended).toMatchObject({ code: 0, stdout: 'alpha\n' });
  });

  it.each([
    '; touch made',
    '&& touch made',
    '| tee made',
    '$(touch made)',
    '`touch made`',
    '> made',
    '& touch made',
  ])('gives %s to the agent instead of a shell', async (syntax) => {
    const agent = await usualAgent();
    const scratch = makeScratch();
    const line = `${agent.commandLine} agent ${syntax}`;
    expect(await scratch.run(['list', '--format', 'names', '--acp', line])).toMatchObject({
      code: 0,
      stdout: 'alpha\n',
    });
    expect(agent.processes[0]?.words.join(' ')).toBe(syntax);
    expect(existsSync(join(scratch.cwd, 'made'))).toBe(false);
  });

  it('is split by quotes', async () => {
    const agent = await usualAgent();
    const line = `${agent.commandLine} agent "two words" 'don"t' a\\ b "$HOME" ''`;
    await makeScratch().run(['list', '--acp', line]);
    expect(agent.processes[0]?.words).toEqual(['two words', 'don"t', 'a b', '$HOME', '']);
  });

  it.each(['"node', "node 'x", 'node "x\\"'])('has to close its quotes: %s', async (line) => {
    expect(await unstarted(line)).toEqual({
      code: 2,
      text: 'The command line of --acp has a quote that is not closed. Close it, or write \\ before it.',
    });
  });

  it.each(['', '   ', "''"])('has to name a program: "%s"', async (line) => {
    expect(await unstarted(line)).toEqual({
      code: 2,
      text: '--acp names no program. Give it a command line, such as --acp "opencode acp".',
    });
  });

  it('may name a program that does not exist', async () => {
    expect(await unstarted('no-such-agent --acp')).toEqual({
      code: 1,
      text: 'There is no program "no-such-agent". Install it, or check PATH and the command line of --acp.',
    });
  });

  it.each(['~/bin/agent', '$HOME/agent', 'KEY=1 agent'])(
    'reads nothing that a shell would: %s',
    async (line) => {
      expect(await unstarted(line)).toEqual({
        code: 1,
        text: `There is no program "${line.split(' ')[0]}". No shell runs the command line, so ~, $ and variables in it are not read.`,
      });
    },
  );

  it('may name a program without permission', async () => {
    const scratch = makeScratch();
    const file = scratch.write('agent.sh', '#!/bin/sh\n');
    chmodSync(file, 0o644);
    expect(await unstarted(shellLine([file]))).toEqual({
      code: 1,
      text: `"${file}" may not be run. Check that it is a program.`,
    });
  });

  it('takes a relative program from where the command runs', async () => {
    const agent = await usualAgent();
    const scratch = makeScratch();
    const other = makeScratch();
    const file = scratch.write('run-agent.sh', `#!/bin/sh\nexec ${agent.commandLine}\n`);
    chmodSync(file, 0o755);
    expect(await scratch.run(['list', '-C', other.cwd, '--acp', './run-agent.sh'])).toMatchObject({
      code: 0,
    });
    expect(agent.processes[0]?.cwd).toBe(other.cwd);
  });
});
