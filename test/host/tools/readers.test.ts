import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../src/host/tools/all-tools.js';
import { waysOf, winnerOf } from '../../../src/host/tools/readers.js';
import type { EntryRef } from '../../../src/host/tools/tool.js';
import { findContext } from '../../../src/host/tools/tool-context.js';
import { Scene, type SceneOptions } from './scene.js';

const idsReading = (scene: Scene, entry: EntryRef): string[] => {
  const context = findContext(scene.environment);
  return tools.filter((tool) => waysOf(tool, entry, context).length > 0).map(({ id }) => id);
};

const toolNamed = (id: string) => tools.find((tool) => tool.id === id) as (typeof tools)[number];

describe('the tools that read an entry', () => {
  test.each<[place: string, readers: string[]]>([
    ['.claude/skills', ['claude', 'copilot', 'opencode', 'kilo']],
    ['~/.claude/skills', ['claude', 'opencode', 'kilo']],
    ['.agents/skills', ['codex', 'copilot', 'gemini', 'opencode', 'qwen', 'kilo']],
    ['~/.agents/skills', ['codex', 'copilot', 'gemini', 'opencode', 'qwen', 'kilo']],
    ['.github/skills', ['copilot']],
    ['~/.copilot/skills', ['copilot']],
    ['.codex/skills', ['codex']],
    ['~/.codex/skills', ['codex']],
    ['.gemini/skills', ['gemini']],
    ['~/.gemini/skills', ['gemini']],
    ['.opencode/skill', ['opencode']],
    ['.qwen/skills', ['qwen']],
    ['~/.qwen/skills', ['qwen']],
    ['~/.qwen/extensions', ['qwen']],
    ['.kilo/skills', ['kilo']],
    ['.kilocode/skill', ['kilo']],
    ['~/.config/kilo/skills', ['kilo']],
    ['~/.kilo/skills', ['kilo']],
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
    ['.qwen/agents', ['qwen']],
    ['~/.qwen/agents', ['qwen']],
    ['.opencode/modes', ['opencode']],
    ['.kilo/agent', ['kilo']],
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
      'kilo',
    ]);
    expect(idsReading(scene, scene.skill('.claude/skills', 'group/lint'))).toEqual([
      'copilot',
      'opencode',
      'kilo',
    ]);
    expect(idsReading(scene, scene.skill('~/.claude/skills', 'group/lint'))).toEqual(['opencode', 'kilo']);
  });

  test('differ for an entry above the working directory', () => {
    const scene = new Scene({ cwd: 'sub' });
    expect(idsReading(scene, scene.skill('.agents/skills', 'lint'))).toEqual([
      'codex',
      'copilot',
      'opencode',
      'kilo',
    ]);
    const near = scene.skill('.agents/skills', 'near', { base: 'sub' });
    expect(idsReading(scene, near)).toEqual(['codex', 'copilot', 'gemini', 'opencode', 'qwen', 'kilo']);
  });

  test('include those of every path by which it is found', () => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    symlinkSync('.agents', scene.path('.claude'));
    const alias = { place: '.claude/skills', path: scene.path('.claude/skills/lint/SKILL.md') };
    const both = { ...entry, aliases: [...entry.aliases, alias] };
    expect(idsReading(scene, both)).toEqual([
      'claude',
      'codex',
      'copilot',
      'gemini',
      'opencode',
      'qwen',
      'kilo',
    ]);
  });

  test.each<[name: string, options: SceneOptions, place: string, readers: string[]]>([
    [
      'GEMINI_CLI_HOME',
      { env: { GEMINI_CLI_HOME: '/x' } },
      '~/.agents/skills',
      ['codex', 'copilot', 'opencode', 'qwen', 'kilo'],
    ],
    [
      'COPILOT_HOME',
      { env: { COPILOT_HOME: 'x' } },
      '~/.agents/skills',
      ['codex', 'gemini', 'opencode', 'qwen', 'kilo'],
    ],
    [
      'OPENCODE_DISABLE_EXTERNAL_SKILLS',
      { env: { OPENCODE_DISABLE_EXTERNAL_SKILLS: '1' } },
      '.agents/skills',
      ['codex', 'copilot', 'gemini', 'qwen', 'kilo'],
    ],
    [
      'OPENCODE_DISABLE_CLAUDE_CODE',
      { env: { OPENCODE_DISABLE_CLAUDE_CODE: '1' } },
      '.claude/skills',
      ['claude', 'copilot', 'kilo'],
    ],
    [
      'KILO_DISABLE_CLAUDE_CODE_SKILLS',
      { env: { KILO_DISABLE_CLAUDE_CODE_SKILLS: 'yes' } },
      '.claude/skills',
      ['claude', 'copilot', 'opencode'],
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
    [
      'opencode',
      'agent',
      ['~/.opencode/agent', '.opencode/agent', 'sub/.opencode/agent', '~/.config/opencode/agent'],
    ],
    [
      'kilo',
      'skill',
      [
        ...['~/.kilo/skills', '~/.kilocode/skills', '.kilo/skills', '.kilocode/skills', 'sub/.kilo/skills'],
        ...['sub/.kilocode/skills', '~/.config/kilo/skills', '.agents/skills', '.claude/skills'],
        ...['sub/.agents/skills', 'sub/.claude/skills', '~/.agents/skills', '~/.claude/skills'],
      ],
    ],
    ['kilo', 'agent', ['~/.kilo/agent', '.kilo/agent', 'sub/.kilo/agents', '~/.config/kilo/agent']],
  ])('in %s, %s: the first of those that are there', (id, kind, order) => {
    const scene = new Scene({ cwd: 'sub' });
    const entries = candidates(scene, kind, ...order);
    const context = findContext(scene.environment);
    const rivals = entries.map((ref) => ({ ref, ways: ref.aliases }));
    for (const [at, rival] of rivals.entries()) {
      expect(winnerOf(toolNamed(id), rivals.slice(at).toReversed(), context)).toBe(rival);
    }
  });

  test.each([
    ['codex', 'all'],
    ['opencode', 'any'],
  ])('is not one of them for %s, which uses %s of them', (id, used) => {
    const scene = new Scene();
    const entries = candidates(scene, 'skill', '.agents/skills', '~/.agents/skills');
    const rivals = entries.map((ref) => ({ ref, ways: ref.aliases }));
    expect(winnerOf(toolNamed(id), rivals, findContext(scene.environment))).toBe(used);
  });
});
