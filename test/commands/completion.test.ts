import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';

function repository(): Scratch {
  const scratch = makeScratch();
  scratch.skill('release-notes');
  scratch.skill('twice');
  scratch.write('.opencode/skills/twice/SKILL.md', '---\nname: twice\ndescription: Again.\n---\n');
  scratch.write('.claude/commands/$(touch pwned).md', '---\ndescription: Nasty.\n---\n');
  scratch.write('.claude/commands/\u001b[2Jgone.md', '---\ndescription: Nastier.\n---\n');
  return scratch;
}

const words = async (scratch: Scratch, ...typed: string[]): Promise<string[]> => {
  const { code, stdout, stderr } = await scratch.run(['__complete', '--', ...typed]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0]!);
};

describe('completion', () => {
  it.each([
    [['show', 'rel'], ['release-notes']],
    [['disable', 'release-notes', 'rel'], ['release-notes']],
    [
      ['show', '.open'],
      ['.opencode/skills', '.opencode/skills/twice'],
    ],
    [['list', '--in', '.ag'], ['.agents/skills']],
    [['list', '--provider', 'ag'], ['agents']],
    [['list', '--host', ''], []],
    [['list', '--url', ''], []],
  ])('after %j offers %j', async (typed, expected) => {
    expect(await words(repository(), ...typed)).toEqual(expected);
  });

  it('offers only MCP servers to mcp', async () => {
    const scratch = repository();
    scratch.write('.mcp.json', '{"mcpServers":{"files":{"command":"node"}}}');
    expect(await words(scratch, 'mcp', 'start', '')).toEqual(['files']);
  });

  it('offers the uris of sessions after --session', async () => {
    const [first] = await words(repository(), 'list', '-s', 'agents:');
    expect(first).toMatch(/^agents:\/\w+$/);
  });

  it('never offers control characters', async () => {
    const { stdout } = await repository().run(['__complete', '--', 'show', '']);
    expect(stdout).toContain('$(touch pwned)');
    expect(stdout).not.toContain('\u001b');
  });

  it('offers nothing if no host answers', async () => {
    expect(await words(repository(), 'show', '--url', 'ws://127.0.0.1:9', '')).toEqual([]);
    expect(await words(repository(), 'show', '-C', '/nowhere', '')).toEqual([]);
  });
});

describe('the script for bash', () => {
  /** What bash offers when Tab is pressed after these words. */
  function complete(scratch: Scratch, typed: readonly string[]): string[] {
    const command = join(scratch.root, 'skillpick');
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${inject('bin')}' "$@"\n`);
    chmodSync(command, 0o755);
    const script = [
      'eval "$(skillpick completion bash)"',
      'COMP_WORDS=(skillpick "$@")',
      'COMP_CWORD=$#',
      '_skillpick',
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join('\n');
    const env = { ...scratch.env, PATH: `${scratch.root}:${scratch.env['PATH']}` };
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...typed], {
      cwd: scratch.cwd,
      env,
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return stdout.split('\n').filter((line) => line !== '');
  }

  it('offers commands, options and names', () => {
    const scratch = repository();
    expect(complete(scratch, ['se'])).toEqual(['search', 'sessions', 'serve']);
    expect(complete(scratch, ['list', '--inv'])).toEqual(['--invocable']);
    expect(complete(scratch, ['show', 'rel'])).toEqual(['release-notes']);
  });

  it('quotes names, so that none of them is ever run', () => {
    const scratch = repository();
    expect(complete(scratch, ['show', '$'])).toEqual(['\\$\\(touch\\ pwned\\)']);
  });
});

describe('the other scripts', () => {
  it.each(['bash', 'zsh', 'fish'])('%s asks the command itself', async (shell) => {
    const { code, stdout, stderr } = await makeScratch().run(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('__complete --');
  });
});
