import { describe, expect, it, onTestFinished } from 'vitest';
import { checkKept, checkNarrow, checkReadable, checkRestored, strayFiles } from './checks.js';
import { type ChaosEntry, entries } from './entries.js';
import { isOn, statesOnDisk } from './readers.js';
import { settingsFiles } from './settings.js';
import { World } from './world.js';

/** A world that starts with the second of the possible texts in every settings file. */
function makeWorld(): World {
  const world = new World(() => 0.5);
  onTestFinished(() => world.remove());
  return world;
}

function edit(world: World, path: string, from: string, to: string): void {
  const text = world.read(path) ?? '';
  expect(text).toContain(from);
  world.write(path, text.replace(from, to));
}

/** The failures of a world's checks, by invariant. */
function findingsIn(world: World): string[] {
  const found = new Set<string>();
  const add = (invariant: string) => void found.add(invariant);
  if (checkReadable(world, add)) {
    checkKept(world, add);
    checkNarrow(world, add);
  }
  return [...found];
}

describe('the checks of a world', () => {
  it('find nothing if nothing happened', () => {
    const world = makeWorld();
    expect(findingsIn(world)).toEqual([]);
    expect(strayFiles(world)).toEqual([]);
  });

  it.each(settingsFiles.filter(({ tool }) => tool !== 'codex'))('find that $path is empty', ({ path }) => {
    const world = makeWorld();
    world.write(path, '');
    expect(findingsIn(world)).toEqual(['readable']);
  });

  it.each([
    ['a lost comment', '~/.gemini/settings.json', '// How to log in.', ''],
    ['a lost comment in TOML', '~/.codex/config.toml', '# the good one', ''],
    ['a lost key', '~/.claude/settings.json', '"model": "opus",', ''],
    [
      'another order',
      '.github/copilot/settings.local.json',
      '"z": [1, 2],"a": null',
      '"a": null, "z": [1, 2]',
    ],
    ['a lost switch of another program', '~/.copilot/settings.json', '["elsewhere",]', '[]'],
  ])('find %s', (_what, path, from, to) => {
    const world = makeWorld();
    edit(world, path, from, to);
    expect(findingsIn(world)).toEqual(['kept']);
  });

  it('find a switch in the settings of another scope', () => {
    const world = makeWorld();
    edit(world, '~/.copilot/settings.json', '["elsewhere",]', '["elsewhere", "agents-skills-here"]');
    expect(findingsIn(world)).toEqual(['narrow']);
  });

  it('find a changed byte, a new file, and nothing else', () => {
    const world = makeWorld();
    world.write('opencode.json', `${world.read('opencode.json')} `);
    world.write('~/.claude/settings.json.tmp', '');
    const found: string[] = [];
    checkRestored(world, (_invariant, what) => found.push(what.split(':')[0]!));
    expect(found).toEqual(['opencode.json']);
    expect(strayFiles(world)).toEqual([world.path('~/.claude/settings.json.tmp')]);
  });
});

describe('the readers', () => {
  const named = (name: string): ChaosEntry => entries.find((entry) => entry.name === name)!;

  it.each([
    [
      '.claude/settings.local.json',
      '{"skillOverrides": {"claude-skills-here": "off"}}',
      'claude-skills-here',
      'claude',
    ],
    [
      '~/.claude/settings.json',
      '{"permissions": {"deny": ["Agent(claude-agents-here)"]}}',
      'claude-agents-here',
      'claude',
    ],
    [
      '.github/copilot/settings.local.json',
      '{"disabledSkills": ["github-skills-here"]}',
      'github-skills-here',
      'copilot',
    ],
    [
      '~/.copilot/settings.json',
      '{"subagents": {"disabledSubagents": ["claude-agents-here"]}}',
      'claude-agents-here',
      'copilot',
    ],
    [
      '.gemini/settings.json',
      '{"skills": {"disabled": ["gemini-skills-here"]}}',
      'gemini-skills-here',
      'gemini',
    ],
    [
      '.gemini/settings.json',
      '{"agents": {"overrides": {"home-gemini-agents-here": {"enabled": false}}}}',
      'home-gemini-agents-here',
      'gemini',
    ],
    [
      'opencode.json',
      '{"permission": {"skill": {"claude-skills-here": "deny"}}}',
      'claude-skills-here',
      'opencode',
    ],
    [
      'opencode.json',
      '{"agent": {"opencode-agents-here": {"disable": true}}}',
      'opencode-agents-here',
      'opencode',
    ],
  ])('read %s: %s', (path, text, name, tool) => {
    const world = makeWorld();
    world.write(path, text);
    const states = statesOnDisk(world, [named(name)]).get(name) ?? {};
    const expected = Object.fromEntries(named(name).readers.map((reader) => [reader, reader !== tool]));
    expect(states).toEqual(expected);
  });

  it('read what Codex and skillpick keep', () => {
    const world = makeWorld();
    const [skill, prompt] = [named('agents-skills-here'), named('github-prompts-here')];
    world.write(
      '~/.codex/config.toml',
      `[[skills.config]]\npath = "${world.path(skill.file)}"\nenabled = false\n`,
    );
    const uri = `file://${world.path(prompt.file)}`;
    world.write('../state/skillpick/switches.json', JSON.stringify({ version: 1, global: { [uri]: false } }));
    const standings = statesOnDisk(world, [skill, prompt]);
    expect(standings.get(skill.name)).toMatchObject({ codex: false, gemini: true });
    expect(isOn(standings.get(prompt.name) ?? {})).toBe(false);
  });
});
