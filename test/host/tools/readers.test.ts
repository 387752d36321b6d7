import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../src/host/tools/all-tools.js';
import { isRead, winnerOf } from '../../../src/host/tools/readers.js';
import type { EntryRef } from '../../../src/host/tools/tool.js';
import { findContext, isPresent } from '../../../src/host/tools/tool-context.js';
import { Scene, type SceneOptions } from './scene.js';

const idsReading = (scene: Scene, entry: EntryRef): string[] => {
  const context = findContext(scene.environment);
  return tools.filter((tool) => isRead(tool, entry, context)).map(({ id }) => id);
};

const toolNamed = (id: string) => tools.find((tool) => tool.id === id) as (typeof tools)[number];

describe('the tools that read an entry', () => {
  test.each<[place: string, readers: string[]]>([
    ['.claude/skills', ['claude', 'copilot', 'opencode']],
    ['~/.claude/skills', ['claude', 'opencode']],
    ['.agents/skills', ['codex', 'copilot', 'gemini', 'opencode']],
    ['~/.agents/skills', ['codex', 'copilot', 'gemini', 'opencode']],
    ['.github/skills', ['copilot']],
    ['~/.copilot/skills', ['copilot']],
    ['.codex/skills', ['codex']],
    ['~/.codex/skills', ['codex']],
    ['.gemini/skills', ['gemini']],
    ['~/.gemini/skills', ['gemini']],
    ['.opencode/skill', ['opencode']],
    ['~/.config/opencode/skills', ['opencode']],
    ['~/.claude/plugins', ['claude']],
    ['~/.copilot/installed-plugins', ['copilot']],
  ])('skills in %s', (place, readers) => {
    const scene = new Scene();
    expect(idsReading(scene, scene.skill(place, 'lint'))).toEqual(readers);
  });

  test.each<[place: string, readers: string[]]>([
    ['.claude/agents', ['claude', 'copilot']],
    ['~/.claude/agents', ['claude']],
    ['.github/agents', ['copilot']],
    ['~/.copilot/agents', ['copilot']],
    ['.codex/agents', ['codex']],
    ['.gemini/agents', ['gemini']],
    ['.opencode/agents', ['opencode']],
    ['~/.config/opencode/agent', ['opencode']],
    ['.agents/agents', []],
  ])('agents in %s', (place, readers) => {
    const scene = new Scene();
    expect(idsReading(scene, scene.entry('agent', place, 'lint.md'))).toEqual(readers);
  });

  test('differ for an entry that is nested deeper', () => {
    const scene = new Scene();
    expect(idsReading(scene, scene.skill('.agents/skills', 'group/lint'))).toEqual([
      'codex',
      'copilot',
      'opencode',
    ]);
    expect(idsReading(scene, scene.skill('.claude/skills', 'group/lint'))).toEqual(['copilot', 'opencode']);
    expect(idsReading(scene, scene.skill('~/.claude/skills', 'group/lint'))).toEqual(['opencode']);
  });

  test('differ for an entry above the working directory', () => {
    const scene = new Scene({ cwd: 'sub' });
    expect(idsReading(scene, scene.skill('.agents/skills', 'lint'))).toEqual([
      'codex',
      'copilot',
      'opencode',
    ]);
    const near = scene.skill('.agents/skills', 'near', { base: 'sub' });
    expect(idsReading(scene, near)).toEqual(['codex', 'copilot', 'gemini', 'opencode']);
  });

  test('include those of every path by which it is found', () => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    symlinkSync('.agents', scene.path('.claude'));
    const alias = { place: '.claude/skills', path: scene.path('.claude/skills/lint/SKILL.md') };
    const both = { ...entry, aliases: [...entry.aliases, alias] };
    expect(idsReading(scene, both)).toEqual(['claude', 'codex', 'copilot', 'gemini', 'opencode']);
  });

  test.each<[name: string, options: SceneOptions, place: string, readers: string[]]>([
    [
      'GEMINI_CLI_HOME',
      { env: { GEMINI_CLI_HOME: '/x' } },
      '~/.agents/skills',
      ['codex', 'copilot', 'opencode'],
    ],
    ['COPILOT_HOME', { env: { COPILOT_HOME: 'x' } }, '~/.agents/skills', ['codex', 'gemini', 'opencode']],
    [
      'OPENCODE_DISABLE_EXTERNAL_SKILLS',
      { env: { OPENCODE_DISABLE_EXTERNAL_SKILLS: '1' } },
      '.agents/skills',
      ['codex', 'copilot', 'gemini'],
    ],
    [
      'OPENCODE_DISABLE_CLAUDE_CODE',
      { env: { OPENCODE_DISABLE_CLAUDE_CODE: '1' } },
      '.claude/skills',
      ['claude', 'copilot'],
    ],
  ])('%s makes a difference', (_, options, place, readers) => {
    const scene = new Scene(options);
    expect(idsReading(scene, scene.skill(place, 'lint'))).toEqual(readers);
  });
});

describe('the entry that a tool uses of several', () => {
  const candidates = (scene: Scene, kind: EntryRef['kind'], ...places: string[]): EntryRef[] =>
    places.map((place) => {
      const [base = '', key = place] = place.startsWith('sub/') ? ['sub', place.slice(4)] : ['', place];
      return kind === 'skill'
        ? scene.skill(key, 'lint', { base })
        : scene.entry('agent', key, 'lint.md', { base });
    });

  test.each<[id: string, kind: EntryRef['kind'], order: string[]]>([
    ['claude', 'skill', ['~/.claude/skills', 'sub/.claude/skills', '.claude/skills', '~/.claude/commands']],
    ['claude', 'agent', ['sub/.claude/agents', '.claude/agents', '~/.claude/agents']],
    [
      'copilot',
      'skill',
      [
        'sub/.github/skills',
        '.github/skills',
        'sub/.agents/skills',
        '.agents/skills',
        '.claude/skills',
        '~/.copilot/skills',
        '~/.agents/skills',
      ],
    ],
    ['copilot', 'agent', ['~/.copilot/agents', 'sub/.github/agents', '.github/agents', 'sub/.claude/agents']],
    ['gemini', 'skill', ['sub/.agents/skills', 'sub/.gemini/skills', '~/.agents/skills', '~/.gemini/skills']],
    ['gemini', 'agent', ['sub/.gemini/agents', '~/.gemini/agents']],
  ])('in %s, %s: the first of those that are there', (id, kind, order) => {
    const scene = new Scene({ cwd: 'sub' });
    const entries = candidates(scene, kind, ...order);
    const context = findContext(scene.environment);
    for (const [at, entry] of entries.entries()) {
      expect(winnerOf(toolNamed(id), entries.slice(at).toReversed(), context)).toBe(entry);
    }
  });

  test.each(['codex', 'opencode'])(
    'is unknown for %s, which uses all of them or one that cannot be known',
    (id) => {
      const scene = new Scene();
      const entries = candidates(scene, 'skill', '.agents/skills', '~/.agents/skills');
      expect(winnerOf(toolNamed(id), entries, findContext(scene.environment))).toBeUndefined();
    },
  );
});

describe('a tool is on this machine', () => {
  test('if it has a directory in the home', () => {
    const scene = new Scene();
    const present = () => tools.filter((tool) => isPresent(tool, scene.environment)).map(({ id }) => id);
    expect(present()).toEqual([]);
    for (const directory of ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode']) {
      scene.write(`~/${directory}/x`, '');
    }
    expect(present()).toEqual(tools.map(({ id }) => id));
  });

  test('if its command can be found', () => {
    const other = new Scene();
    other.write('bin/codex', '');
    other.write('bin/gemini.cmd', '');
    const env = { PATH: `${other.path('none')}:${other.path('bin')}` };
    const present = (platform: NodeJS.Platform) => {
      const scene = new Scene({ env, platform });
      return tools.filter((tool) => isPresent(tool, scene.environment)).map(({ id }) => id);
    };
    expect(present('linux')).toEqual(['codex']);
    expect(present('win32')).toEqual(['gemini']);
  });
});
