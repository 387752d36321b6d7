import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, type ModelNode, ModelSession, plugin, skill } from '../support/scripted-session.js';

const text = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

/** A repository with a skill that Claude Code and Copilot CLI read, and one that Codex reads in the home. */
function repository(): Scratch {
  const scratch = makeScratch();
  for (const home of ['.claude', '.codex/skills/far', '.copilot'])
    mkdirSync(join(scratch.home, home), { recursive: true });
  scratch.write('.claude/skills/deploy/SKILL.md', text('deploy'));
  scratch.write('.claude/skills/lint/SKILL.md', text('lint'));
  scratch.write('../home/.codex/skills/far/SKILL.md', text('far'));
  return scratch;
}

describe('a switch with --dry-run', () => {
  it('names the tools and the files, and writes nothing', async () => {
    const scratch = repository();
    const { code, stdout } = await scratch.run(['disable', 'deploy', '--dry-run']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'skill deploy: would be switched off in Claude Code, Copilot CLI for this repo, .claude/settings.local.json (new), .github/copilot/settings.local.json (new)\n',
    });
    expect(existsSync(join(scratch.cwd, '.claude/settings.local.json'))).toBe(false);
    expect(existsSync(join(scratch.root, 'state/skillpick/history.jsonl'))).toBe(false);
    expect(await scratch.json(['disable', 'deploy', '--dry-run', '--json'])).toMatchObject({
      results: [
        {
          outcome: 'planned',
          enabled: false,
          tools: [
            {
              id: 'claude',
              outcome: 'planned',
              scope: 'workspace',
              file: join(scratch.cwd, '.claude/settings.local.json'),
            },
            { id: 'copilot', outcome: 'planned' },
          ],
          batch: null,
        },
      ],
    });
  });

  it('names the settings that a reset would remove', async () => {
    const scratch = repository();
    expect((await scratch.run(['reset', 'deploy', '--dry-run'])).stdout).toBe(
      'skill deploy: nothing to reset for this repo, on in Claude Code, Copilot CLI\n',
    );
    await scratch.run(['disable', 'deploy']);
    expect((await scratch.run(['reset', 'deploy', '--dry-run'])).stdout).toBe(
      'skill deploy: would be reset; would remove "deploy": "off" from .claude/settings.local.json (Claude Code); would remove "deploy" from .github/copilot/settings.local.json (Copilot CLI)\n',
    );
    expect((await scratch.run(['list', '--off', '--tool', 'claude', '--format', 'names'])).stdout).toBe(
      'deploy\n',
    );
  });

  it('fails if the switch would be refused', async () => {
    expect(await repository().run(['disable', 'far', '--dry-run'])).toMatchObject({
      code: 1,
      stdout: 'skill far: would be rejected: Codex only switches it for all repositories (--scope global)\n',
      stderr:
        'skillpick: The switch would not take effect: Codex only switches it for all repositories (--scope global).\n',
    });
  });
});

type Decisions = NonNullable<ModelNode['enablement']>;

describe('a switch with --dry-run on another host', () => {
  const off = (...kinds: string[]): Decisions => kinds.map((kind) => ({ kind, enabled: false }));

  it.each<[string[], Decisions, { planned: string; made: string; enabled: boolean; decidedIn: unknown }]>([
    [
      ['enable', '--scope', 'global'],
      off('session', 'global'),
      {
        planned: 'would be kept everywhere; this session still has it off',
        made: 'kept everywhere; this session still has it off',
        enabled: false,
        decidedIn: 'session',
      },
    ],
    [
      ['enable', '--scope', 'session'],
      off('session', 'global'),
      { planned: 'would be switched on', made: 'now on', enabled: true, decidedIn: null },
    ],
    [
      ['reset', '--scope', 'global'],
      off('session', 'global'),
      {
        planned: 'would be reset everywhere; this session has it off',
        made: 'reset everywhere; this session has it off',
        enabled: false,
        decidedIn: 'session',
      },
    ],
  ])('promises of %j what the host does', async ([verb = '', ...words], enablement, expected) => {
    const host = new ScriptedHost(new ModelSession([plugin('files', [], { enablement })]));
    const { url } = await listenDuringTest(host);
    const scratch = makeScratch();
    const { planned, made, enabled, decidedIn } = expected;
    const args = [verb, 'files', ...words, '--url', url];
    const state = { enabled, effectiveEnabled: enabled, decidedIn };
    expect((await scratch.run([...args, '--dry-run'])).stdout).toBe(`plugin files: ${planned}\n`);
    expect(await scratch.json([...args, '--dry-run', '--json'])).toMatchObject({
      results: [{ outcome: 'planned', ...state }],
    });
    expect(host.calls('dispatchAction')).toEqual([]);
    expect((await scratch.run(args)).stdout).toBe(`plugin files: ${made}\n`);
    host.session.find('files')!.enablement = enablement;
    expect(await scratch.json([...args, '--json'])).toMatchObject({
      results: [{ outcome: 'changed', ...state }],
    });
  });
});

it('says where an entry is on already that a narrower scope keeps off', async () => {
  const enablement = [{ kind: 'workspace', enabled: false }];
  const host = new ScriptedHost(new ModelSession([plugin('files', [], { enablement })]));
  const args = ['enable', 'files', '--scope', 'global', '--url', (await listenDuringTest(host)).url];
  expect((await makeScratch().run(args)).stdout).toBe(
    'plugin files: already on everywhere else; this workspace still has it off\n',
  );
});

it('says with --dry-run, too, how long a switch on another host would hold', async () => {
  const { url } = await listenDuringTest(new ScriptedHost(new ModelSession([directory('d', [skill('a')])])));
  const scratch = makeScratch();
  const args = ['disable', 'a', '--scope', 'global', '--url', url];
  const planned = await scratch.run([...args, '--dry-run']);
  expect(planned.stdout).toBe('skill a: would be switched off\n');
  expect(planned.stderr).toContain('This holds for this session only, and perhaps only until the host next');
  expect((await scratch.run(args)).stderr).toBe(planned.stderr);
});

describe('a directory', () => {
  it('is switched through its entries, each with its own line', async () => {
    const scratch = repository();
    const say = async (verb: string) =>
      (await scratch.run([verb, '.claude/skills', '--tool', 'claude'])).stdout;
    await scratch.run(['disable', 'deploy', '--tool', 'claude']);
    expect(await say('toggle')).toBe(
      'skill deploy: now on in Claude Code for this repo, .claude/settings.local.json\nskill lint: already on in Claude Code\n',
    );
    expect(await say('toggle')).toMatch(/^skill deploy: now off in .*\nskill lint: now off in .*\n$/);
  });
});

describe('a reset', () => {
  it('finds nothing where no tool keeps a switch in the scope', async () => {
    expect(await repository().run(['reset', 'far'])).toMatchObject({
      code: 0,
      stdout:
        'skill far: nothing to reset for this repo, on in Codex; Codex left out: Codex only switches it for all repositories (--scope global)\n',
    });
  });
});
