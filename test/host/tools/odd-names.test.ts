import { describe, expect, test } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import type { EntryRef, Tool, ToolScope } from '../../../src/host/tools/tool.js';
import { Scene, SceneSwitches } from './scene.js';

type Kind = 'skill' | 'agent';

interface Setup {
  tool: Tool;
  kind: Kind;
  place: string;
  scope: ToolScope;
  file: string;
}

const claudeAgents: Setup = {
  tool: claude,
  kind: 'agent',
  place: '.claude/agents',
  scope: 'workspace',
  file: '.claude/settings.local.json',
};
const copilotSkills: Setup = {
  tool: copilot,
  kind: 'skill',
  place: '.github/skills',
  scope: 'workspace',
  file: '.github/copilot/settings.local.json',
};
const copilotAgents: Setup = {
  tool: copilot,
  kind: 'agent',
  place: '.github/agents',
  scope: 'global',
  file: '~/.copilot/settings.json',
};
const geminiSkills: Setup = {
  tool: gemini,
  kind: 'skill',
  place: '.gemini/skills',
  scope: 'workspace',
  file: '.gemini/settings.json',
};
const geminiAgents: Setup = { ...geminiSkills, kind: 'agent', place: '.gemini/agents' };
const opencodeSkills: Setup = {
  tool: opencode,
  kind: 'skill',
  place: '.opencode/skills',
  scope: 'workspace',
  file: 'opencode.json',
};
const opencodeAgents: Setup = { ...opencodeSkills, kind: 'agent', place: '.opencode/agents' };
const schema = { $schema: 'https://opencode.ai/config.json' };

/** An entry in a plain folder or file that gives itself this name. */
function named(scene: Scene, { kind, place }: Setup, name: string, file = 'plain'): EntryRef {
  return kind === 'skill'
    ? scene.skill(place, file, { name })
    : scene.entry('agent', place, `${file}.md`, { name });
}

type Case<T> = [name: string, setup: Setup, expected: T];

const titled = <T>(cases: readonly Case<T>[]) =>
  cases.map(
    ([name, setup, expected]) =>
      [`${setup.tool.title}, ${setup.kind} ${JSON.stringify(name)}`, name, setup, expected] as const,
  );

describe('an odd name is switched under the name the tool makes of it', () => {
  test.each(
    titled<unknown>([
      ['li*t', claudeAgents, { permissions: { deny: ['Agent(li*t)'] } }],
      ['a(b)', claudeAgents, { permissions: { deny: ['Agent(a\\(b\\))'] } }],
      ['a, b', claudeAgents, { permissions: { deny: ['Agent(a, b)'] } }],
      [' pad ', claudeAgents, { permissions: { deny: ['Agent( pad )'] } }],
      ['new\nline', claudeAgents, { permissions: { deny: ['Agent(new\nline)'] } }],
      ['my skill', copilotSkills, { disabledSkills: ['my-skill'] }],
      ['acme:lint', copilotSkills, { disabledSkills: ['acme:lint'] }],
      [' two  blanks ', copilotSkills, { disabledSkills: ['two-blanks'] }],
      ['*', copilotAgents, { subagents: { disabledSubagents: ['*'] } }],
      ['my agent', copilotAgents, { subagents: { disabledSubagents: ['my agent'] } }],
      [' pad ', copilotAgents, { subagents: { disabledSubagents: [' pad '] } }],
      ['*', geminiSkills, { skills: { disabled: ['-'] } }],
      ['a b', geminiSkills, { skills: { disabled: ['a b'] } }],
      [' pad ', geminiSkills, { skills: { disabled: [' pad '] } }],
      ['a b', opencodeSkills, { ...schema, permission: { skill: { 'a b': 'deny' } } }],
      [' pad ', opencodeSkills, { ...schema, permission: { skill: { ' pad ': 'deny' } } }],
      ['x[1]', opencodeSkills, { ...schema, permission: { skill: { 'x[1]': 'deny' } } }],
      ['new\nline', opencodeSkills, { ...schema, permission: { skill: { 'new\nline': 'deny' } } }],
      ['constructor', opencodeSkills, { ...schema, permission: { skill: { constructor: 'deny' } } }],
      ['*', opencodeAgents, { ...schema, agent: { '*': { disable: true } } }],
    ]),
  )('%s', async (_, name, setup, written) => {
    const scene = new Scene();
    const entry = named(scene, setup, name);
    const switches = scene.switches(setup.tool);
    const [off] = await switches.change([{ entry, scope: setup.scope, enabled: false }]);
    expect(off).toMatchObject({ state: { enabled: false } });
    expect(JSON.parse(scene.read(setup.file) ?? '')).toEqual(written);
    expect(scene.switches(setup.tool).read(entry).enabled).toBe(false);
    const [on] = await switches.change([{ entry, scope: setup.scope, enabled: true }]);
    expect(on).toMatchObject({ state: { enabled: true } });
    expect(scene.read(setup.file)).toBeUndefined();
  });
});

describe('a name that would switch other entries, or none, is refused', () => {
  const pattern = 'opencode takes this name for a pattern, which may fit other skills';
  test.each(
    titled<string>([
      ['*', claudeAgents, 'Claude Code takes the name * for all agents'],
      ['a\\(b', claudeAgents, 'Claude Code takes the backslash in this name for an escape'],
      [' ', claudeAgents, 'Claude Code switches agents by their names, and the name of this one is empty'],
      ['*', copilotSkills, 'Copilot CLI does not load a skill of this name'],
      ['new\nline', copilotSkills, 'Copilot CLI does not load a skill of this name'],
      ['', copilotSkills, 'Copilot CLI does not load a skill of this name'],
      [' ', copilotAgents, 'Copilot CLI switches agents by their names, and the name of this one is empty'],
      ['', geminiSkills, 'Gemini CLI switches skills by their names, and the name of this one is empty'],
      ['constructor', geminiAgents, 'Gemini CLI cannot keep a switch for this name'],
      ['__proto__', geminiAgents, 'Gemini CLI cannot keep a switch for this name'],
      ['Lint', geminiAgents, 'Gemini CLI does not load an agent of this name'],
      ['*', opencodeSkills, pattern],
      ['li?t', opencodeSkills, pattern],
      ['a\\b', opencodeSkills, pattern],
      ['a/b', opencodeSkills, pattern],
      ['__proto__', opencodeSkills, 'opencode cannot keep a switch for this name'],
      ['', opencodeSkills, 'opencode switches skills by their names, and the name of this one is empty'],
      ['toString', opencodeAgents, 'opencode cannot keep a switch for this name'],
    ]),
  )('%s', async (_, name, setup, reason) => {
    const scene = new Scene();
    const entry = named(scene, setup, name);
    const switches = scene.switches(setup.tool);
    expect(switches.read(entry)).toMatchObject({ enabled: true, fixed: reason });
    const request = { entry, scope: setup.scope, enabled: false } as const;
    expect(switches.check([request])).toEqual([reason]);
    expect(await switches.change([request])).toEqual([{ refused: reason }]);
    expect(scene.read(setup.file)).toBeUndefined();
  });
});

describe('an entry that cannot be switched is shown as it is', () => {
  test.each(
    titled<unknown>([
      ['*', claudeAgents, { permissions: { deny: ['Agent(*)'] } }],
      ['*', opencodeSkills, { permission: { skill: { '*': 'deny' } } }],
      ['a\\b', opencodeSkills, { permission: { skill: { 'a/b': 'deny' } } }],
      ['a/b', opencodeSkills, { permission: { skill: { 'a\\?': 'deny' } } }],
      ['a', opencodeSkills, { permission: { skill: { 'a *': 'deny' } } }],
      ['my skill', copilotSkills, { disabled_skills: ['my-skill'] }],
    ]),
  )('%s', (_, name, setup, settings) => {
    const scene = new Scene();
    const entry = named(scene, setup, name);
    scene.write(setup.file, JSON.stringify(settings));
    expect(scene.switches(setup.tool).read(entry).enabled).toBe(false);
  });
});

test('Codex joins the lines of a name', () => {
  const scene = new Scene();
  const setup = { ...geminiSkills, tool: codex, place: '.agents/skills' };
  const fields = new Map([
    ['name', ' a\n b '],
    ['description', 'A test.'],
  ]);
  const entry = { ...named(scene, setup, ' a\n b '), facts: { fields, block: 'name: …\n' } };
  scene.write('~/.codex/config.toml', '[[skills.config]]\nname = "a b"\nenabled = false\n');
  expect(scene.switches(codex).read(entry).enabled).toBe(false);
});

test('a path of Codex that starts with ~ is in the home, even if the home has dollar signs in its name', () => {
  const scene = new Scene();
  const entry = scene.skill('~/odd$$home/skills', 'lint');
  scene.write(
    '~/odd$$home/.codex/config.toml',
    '[[skills.config]]\npath = "~/skills/lint/SKILL.md"\nenabled = false\n',
  );
  const switches = new SceneSwitches(codex, { ...scene.environment, home: scene.path('~/odd$$home') });
  expect(switches.read(entry).enabled).toBe(false);
});

test('rules of Claude Code with and without escapes are the same', async () => {
  const scene = new Scene();
  const entry = named(scene, claudeAgents, 'a(b)');
  scene.write(claudeAgents.file, '{"permissions": {"deny": ["Agent(a(b))", "Task(a\\\\(b\\\\))"]}}');
  const switches = scene.switches(claude);
  expect(switches.read(entry).enabled).toBe(false);
  const [on] = await switches.change([{ entry, scope: 'workspace', enabled: true }]);
  expect(on).toMatchObject({ state: { enabled: true } });
  expect(scene.read(claudeAgents.file)).not.toContain('Agent(');
});

describe('Copilot CLI', () => {
  test('keeps using the other name of the list if the file has it', async () => {
    const scene = new Scene();
    scene.write(copilotSkills.file, '{"disabled_skills": ["other"]}');
    const [entry, other] = [named(scene, copilotSkills, 'lint'), named(scene, copilotSkills, 'other', 'two')];
    const switches = scene.switches(copilot);
    await switches.change([{ entry, scope: 'workspace', enabled: false }]);
    expect(scene.read(copilotSkills.file)).toBe('{"disabled_skills": ["other", "lint"]}');
    expect(switches.read(other).enabled).toBe(false);
    await switches.change([{ entry: other, scope: 'workspace', enabled: true }]);
    expect(scene.read(copilotSkills.file)).toBe('{"disabled_skills": ["lint"]}');
  });

  const disabled = '{"disabledSkills": ["other"]}';

  test.each<[name: string, text: string, line: number, column: number, mistake: string]>([
    ['a comment', `// mine\n${disabled}`, 1, 1, 'comments are not allowed here'],
    ['a trailing comma', '{"disabledSkills": ["other",]}', 1, 29, 'a value is expected'],
    ['a byte order mark', `\uFEFF${disabled}`, 1, 1, 'it starts with a byte order mark'],
  ])(
    'ignores settings of a repository with %s, and they are left alone',
    async (_, text, line, column, mistake) => {
      const scene = new Scene();
      const [entry, other] = [
        named(scene, copilotSkills, 'lint'),
        named(scene, copilotSkills, 'other', 'two'),
      ];
      scene.write(copilotSkills.file, text);
      const switches = scene.switches(copilot);
      const file = scene.path(copilotSkills.file);
      const message = `${mistake}, so Copilot CLI ignores the whole file`;
      expect(switches.problems).toEqual([
        { file, line, column, message, code: 'settings-invalid', severity: 'error' },
      ]);
      expect(switches.read(other).enabled).toBe(true);
      expect(await switches.change([{ entry, scope: 'workspace', enabled: false }])).toEqual([
        { refused: `${file} has a mistake in line ${line}, column ${column}: ${message}` },
      ]);
      expect(scene.read(copilotSkills.file)).toBe(text);
    },
  );

  test('accepts all of these in the settings of the user', async () => {
    const scene = new Scene();
    const [entry, other] = [named(scene, copilotSkills, 'lint'), named(scene, copilotSkills, 'other', 'two')];
    scene.write('~/.copilot/settings.json', '\uFEFF// mine\n{"disabledSkills": ["other",]}');
    const switches = scene.switches(copilot);
    await switches.change([{ entry, scope: 'global', enabled: false }]);
    expect(switches.read(entry).enabled).toBe(false);
    expect(switches.read(other).enabled).toBe(false);
    expect(scene.read('~/.copilot/settings.json')).toContain('// mine');
  });
});
