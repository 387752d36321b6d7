import { chmodSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import { describeProblem } from '../../../src/host/tools/settings-reading.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { Scene, type SceneOptions } from './scene.js';

type Files = Record<string, string>;

interface Expected {
  enabled: boolean;
  file?: string;
  modelInvocable?: false;
}

function sceneWith(files: Files, options?: SceneOptions): Scene {
  const scene = new Scene(options);
  for (const [short, text] of Object.entries(files)) scene.write(short, text);
  return scene;
}

function expectState(scene: Scene, tool: Tool, entry: ReturnType<Scene['skill']>, expected: Expected): void {
  const { enabled, file, modelInvocable } = scene.switches(tool).read(entry);
  expect({ enabled, file, modelInvocable }).toEqual({
    enabled: expected.enabled,
    file: expected.file === undefined ? undefined : scene.path(expected.file),
    modelInvocable: expected.modelInvocable,
  });
}

const claudeState = (state: string) => JSON.stringify({ skillOverrides: { lint: state } });
const off = claudeState('off');
const on = claudeState('on');
const user = '~/.claude/settings.json';
const project = '.claude/settings.json';
const local = '.claude/settings.local.json';

describe('Claude Code: skills', () => {
  test.each<[name: string, files: Files, expected: Expected]>([
    ['no settings', {}, { enabled: true }],
    ['off for the user', { [user]: off }, { enabled: false, file: user }],
    ['off in the project', { [project]: off }, { enabled: false, file: project }],
    ['off here', { [local]: off }, { enabled: false, file: local }],
    ['the project beats the user', { [user]: off, [project]: on }, { enabled: true, file: project }],
    [
      'the local settings beat both',
      { [user]: on, [project]: on, [local]: off },
      { enabled: false, file: local },
    ],
    ['name-only counts as on', { [local]: claudeState('name-only') }, { enabled: true, file: local }],
    [
      'user-invocable-only counts as on, but not for the model',
      { [local]: claudeState('user-invocable-only') },
      { enabled: true, file: local, modelInvocable: false },
    ],
    ['a byte order mark', { [local]: `\uFEFF${off}` }, { enabled: false, file: local }],
    ['a file with comments is not read', { [local]: `// x\n${off}` }, { enabled: true }],
    [
      'a file with an unknown state is not read',
      { [local]: '{"skillOverrides": {"lint": "off", "x": "disabled"}}' },
      { enabled: true },
    ],
    ['names are case-sensitive', { [local]: '{"skillOverrides": {"Lint": "off"}}' }, { enabled: true }],
  ])('%s', (_, files, expected) => {
    const scene = sceneWith(files);
    expectState(scene, claude, scene.skill('.claude/skills', 'lint'), expected);
  });

  test.each<[name: string, files: Files, expected: Expected]>([
    ['the local settings of the root count', { [local]: off }, { enabled: false, file: local }],
    [
      'the local settings of the root beat those of the directory',
      { [local]: on, [`sub/${local}`]: off },
      { enabled: true, file: local },
    ],
    [
      'the local settings of the directory count too',
      { [`sub/${local}`]: off },
      { enabled: false, file: `sub/${local}` },
    ],
    ['the project settings are those of the directory', { [project]: off }, { enabled: true }],
  ])('below the root: %s', (_, files, expected) => {
    const scene = sceneWith(files, { cwd: 'sub' });
    expectState(scene, claude, scene.skill('.claude/skills', 'lint'), expected);
  });

  test('a skill is known by its folder, a command by its path', () => {
    const scene = sceneWith({ [local]: '{"skillOverrides": {"folder": "off", "group:lint": "off"}}' });
    const skill = scene.skill('.claude/skills', 'folder', { name: 'lint' });
    expectState(scene, claude, skill, { enabled: false, file: local });
    const command = scene.entry('skill', '.claude/commands', 'group/lint.md', { name: 'other' });
    expectState(scene, claude, command, { enabled: false, file: local });
  });

  test('CLAUDE_CONFIG_DIR replaces the home', () => {
    const scene = new Scene({ env: { CLAUDE_CONFIG_DIR: 'elsewhere' } });
    scene.write('~/elsewhere/settings.json', off);
    expectState(scene, claude, scene.skill('.claude/skills', 'lint'), {
      enabled: false,
      file: '~/elsewhere/settings.json',
    });
  });
});

describe('Claude Code: agents', () => {
  const deny = (...rules: unknown[]) => JSON.stringify({ permissions: { deny: rules } });
  test.each<[name: string, files: Files, expected: Expected]>([
    ['denied here', { [local]: deny('Agent(lint)') }, { enabled: false, file: local }],
    ['denied by its old name', { [user]: deny('Bash(rm)', 'Task(lint)') }, { enabled: false, file: user }],
    ['denied with all others', { [user]: deny('Agent') }, { enabled: false, file: user }],
    [
      'a denial cannot be taken back',
      { [user]: deny('Agent(lint)'), [local]: '{"permissions": {"allow": ["Agent(lint)"]}}' },
      { enabled: false, file: user },
    ],
    ['another agent denied', { [local]: deny('Agent(other)', 7) }, { enabled: true }],
  ])('%s', (_, files, expected) => {
    const scene = sceneWith(files);
    expectState(scene, claude, scene.entry('agent', '.claude/agents', 'x.md', { name: 'lint' }), expected);
  });

  test('an agent of a plugin has the plugin’s name before its own', () => {
    const scene = sceneWith({ [local]: deny('Agent(acme:lint)') });
    const entry = scene.entry('agent', '~/.claude/plugins', 'lint.md', { plugin: 'acme' });
    expectState(scene, claude, entry, { enabled: false, file: local });
  });
});

describe('Codex', () => {
  const config = '~/.codex/config.toml';
  const block = (...fields: string[]) => `[[skills.config]]\n${fields.join('\n')}\n`;
  const byName = (enabled: boolean) => block('name = "lint"', `enabled = ${enabled}`);
  test.each<[name: string, text: (path: string) => string, enabled: boolean]>([
    ['off by path', (path) => block(`path = "${path}"`, 'enabled = false'), false],
    ['off by name', () => byName(false), false],
    [
      'the last block counts, also by path',
      (path) => byName(false) + block(`path = '${path}'`, 'enabled = true'),
      true,
    ],
    [
      'the last block counts, also by name',
      (path) => block(`path = '${path}'`, 'enabled = true') + byName(false),
      false,
    ],
    ['a list in one line', () => 'skills.config = [{ name = "lint", enabled = false }]\n', false],
    [
      'a path that starts with ~',
      () => block('path = "~/.agents/skills/lint/SKILL.md"', 'enabled = false'),
      false,
    ],
    [
      'a block with both path and name is ignored',
      (path) => block(`path = '${path}'`, 'name = "lint"', 'enabled = false'),
      true,
    ],
    [
      'a path of a folder is ignored',
      (path) => block(`path = '${path.replace('/SKILL.md', '')}'`, 'enabled = false'),
      true,
    ],
    [
      'a path that is not absolute starts from the directory of the settings',
      () => block('path = "../.agents/skills/lint/SKILL.md"', 'enabled = false'),
      false,
    ],
    ['blanks around a name do not count', () => block('name = " lint "', 'enabled = false'), false],
    ['names are case-sensitive', () => block('name = "Lint"', 'enabled = false'), true],
  ])('%s', (_, text, enabled) => {
    const scene = new Scene();
    const entry = scene.skill('~/.agents/skills', 'lint');
    scene.write(config, text(entry.canonicalPath));
    expect(scene.switches(codex).read(entry).enabled).toBe(enabled);
  });

  test('a path in the config may lead through a link', () => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    symlinkSync(scene.path('.agents'), scene.path('linked'));
    scene.write(config, block(`path = "${scene.path('linked/skills/lint/SKILL.md')}"`, 'enabled = false'));
    expect(scene.switches(codex).read(entry)).toMatchObject({ enabled: false, decisions: { global: false } });
  });

  test('a skill of a plugin has the plugin’s name before its own', () => {
    const scene = new Scene();
    scene.write(config, block('name = "acme:lint"', 'enabled = false'));
    const root = '~/.codex/plugins/cache/market/kit/1.0.0';
    scene.write(`${root}/.claude-plugin/plugin.json`, '{"name": "acme"}');
    const found = scene.skill(`${root}/skills`, 'lint', { plugin: 'acme' });
    const aliases = [{ place: '~/.codex/plugins', path: found.canonicalPath }];
    expect(scene.switches(codex).read({ ...found, aliases }).enabled).toBe(false);
  });

  test('the same text means other files under another home', () => {
    const text = '[[skills.config]]\npath = "~/.agents/skills/lint/SKILL.md"\nenabled = false\n';
    for (const scene of [new Scene(), new Scene()]) {
      scene.write(config, text);
      expect(scene.switches(codex).read(scene.skill('~/.agents/skills', 'lint')).enabled).toBe(false);
    }
  });

  test('the same text means another file once a link leads elsewhere', () => {
    const scene = new Scene();
    scene.write('~/real/other/SKILL.md', '');
    scene.write(
      config,
      `[[skills.config]]\npath = "${scene.path('~/.codex/skills/lint/SKILL.md')}"\nenabled = false\n`,
    );
    const switches = scene.switches(codex);
    symlinkSync(scene.path('~/real'), scene.path('~/.codex/skills'));
    expect(switches.read(scene.skill('~/real', 'other')).enabled).toBe(true);
    const entry = scene.skill('~/real', 'lint');
    switches.reload();
    expect(switches.read(entry).enabled).toBe(false);
  });
});

describe('Copilot CLI', () => {
  const settings = '~/.copilot/settings.json';
  const repository = '.github/copilot/settings.json';
  const localSettings = '.github/copilot/settings.local.json';
  const list = (...names: unknown[]) => JSON.stringify({ disabledSkills: names });
  test.each<[name: string, files: Files, expected: Expected]>([
    ['off for the user', { [settings]: list('a', 'lint', 'lint') }, { enabled: false, file: settings }],
    ['off in the repository', { [repository]: list('lint') }, { enabled: false, file: repository }],
    [
      'off here',
      { [repository]: list('a'), [localSettings]: list('lint') },
      { enabled: false, file: localSettings },
    ],
    [
      'comments and trailing commas',
      { [settings]: '// x\n{"disabledSkills": ["lint",],}' },
      { enabled: false, file: settings },
    ],
    ['names are case-sensitive', { [settings]: list('Lint') }, { enabled: true }],
    [
      'a file with anything but names in the list is not read',
      { [settings]: list('lint', 3) },
      { enabled: true },
    ],
    [
      'a file with a text in place of the list is not read',
      { [settings]: '{"disabledSkills": "lint"}' },
      { enabled: true },
    ],
    ['the list in config.json is not read', { '~/.copilot/config.json': list('lint') }, { enabled: true }],
  ])('%s', (_, files, expected) => {
    const scene = sceneWith(files);
    expectState(scene, copilot, scene.skill('.github/skills', 'x', { name: 'lint' }), expected);
  });

  test('agents are off by name, those of a plugin with its name before theirs', () => {
    const scene = sceneWith({ [settings]: '{"subagents": {"disabledSubagents": ["lint", "acme:lint"]}}' });
    const entry = (file: string, options: object) =>
      scene.entry('agent', '.github/agents', file, { name: 'lint', ...options });
    expectState(scene, copilot, entry('x.md', {}), { enabled: false, file: settings });
    expectState(scene, copilot, entry('lint.md', { plugin: 'acme' }), { enabled: false, file: settings });
    expectState(scene, copilot, entry('x.md', { plugin: 'acme' }), { enabled: true });
    expectState(scene, copilot, entry('lint.md', { plugin: 'other' }), { enabled: true });
  });

  test('COPILOT_HOME replaces the home', () => {
    const scene = new Scene({ env: { COPILOT_HOME: 'elsewhere' } });
    scene.write('~/elsewhere/settings.json', list('lint'));
    expectState(scene, copilot, scene.skill('.github/skills', 'lint'), {
      enabled: false,
      file: '~/elsewhere/settings.json',
    });
  });

  test.each([
    ['not trusted', '{}', 'Copilot CLI obeys this once it is started here and told to trust this folder'],
    ['trusted', 'trusted', 'Copilot CLI does not read it for `copilot -p`'],
  ])('adds a caveat to a switch in a folder that is %s', async (_, config, caveat) => {
    const scene = new Scene();
    scene.write(
      '~/.copilot/config.json',
      config === '{}' ? config : JSON.stringify({ trustedFolders: [scene.folder] }),
    );
    const entry = scene.skill('.github/skills', 'lint');
    const [outcome] = await scene.switches(copilot).change([{ entry, scope: 'workspace', enabled: false }]);
    expect(outcome).toMatchObject({ state: { caveat } });
  });
});

describe('Gemini CLI', () => {
  const settings = '~/.gemini/settings.json';
  const here = '.gemini/settings.json';
  const list = (...names: string[]) => JSON.stringify({ skills: { disabled: names } });
  test.each<[name: string, files: Files, expected: Expected]>([
    ['off for the user', { [settings]: list('lint') }, { enabled: false, file: settings }],
    ['off here, in another case', { [here]: list('LINT') }, { enabled: false, file: here }],
    ['comments', { [here]: `/* x */ ${list('lint')}` }, { enabled: false, file: here }],
    [
      'a file with a trailing comma is not read',
      { [here]: '{"skills": {"disabled": ["lint",]}}' },
      { enabled: true },
    ],
    ['a file with a byte order mark is not read', { [here]: `\uFEFF ${list('lint')}` }, { enabled: true }],
    ['all skills are off', { [here]: '{"skills": {"enabled": false}}' }, { enabled: false, file: here }],
    [
      'a text instead of a list',
      { [here]: '{"skills": {"disabled": "lint"}}' },
      { enabled: false, file: here },
    ],
    [
      'all skills are off in one file, but on in a stronger one',
      { [settings]: '{"skills": {"enabled": false}}', [here]: '{"skills": {"enabled": true}}' },
      { enabled: true },
    ],
  ])('%s', (_, files, expected) => {
    const scene = sceneWith(files);
    expectState(scene, gemini, scene.skill('.gemini/skills', 'lint'), expected);
  });

  const override = (enabled: unknown) => JSON.stringify({ agents: { overrides: { lint: { enabled } } } });
  test.each<[name: string, files: Files, expected: Expected]>([
    ['off for the user', { [settings]: override(false) }, { enabled: false, file: settings }],
    ['on here', { [settings]: override(false), [here]: override(true) }, { enabled: true, file: here }],
    ['a word counts as on', { [here]: override('no') }, { enabled: true, file: here }],
    ['the text "false"', { [here]: override('false') }, { enabled: false, file: here }],
    ['null', { [here]: override(null) }, { enabled: false, file: here }],
    [
      'a value that hides a weaker file',
      { [settings]: override(false), [here]: '{"agents": {"overrides": {"lint": 5}}}' },
      { enabled: true },
    ],
    [
      'the tool for agents is left out',
      { [here]: '{"tools": {"exclude": ["invoke_agent"]}}' },
      { enabled: false, file: here },
    ],
    [
      'all agents are off',
      { [here]: '{"experimental": {"enableAgents": false}}' },
      { enabled: false, file: here },
    ],
  ])('agents: %s', (_, files, expected) => {
    const scene = sceneWith(files);
    expectState(scene, gemini, scene.entry('agent', '.gemini/agents', 'lint.md'), expected);
  });

  test('the settings are those of the working directory', () => {
    const scene = sceneWith({ [here]: list('lint'), 'sub/.gemini/settings.json': '{}' }, { cwd: 'sub' });
    expectState(scene, gemini, scene.skill('~/.gemini/skills', 'lint'), { enabled: true });
  });

  test('in the home there are only those of the user', () => {
    const scene = new Scene({ cwd: '../home' });
    const entry = scene.skill('~/.gemini/skills', 'lint');
    expect([...scene.switches(gemini).scopesOf(entry).targets.keys()]).toEqual(['global']);
  });

  test('GEMINI_CLI_HOME replaces the home', () => {
    const elsewhere = new Scene();
    elsewhere.write(settings, list('lint'));
    const scene = new Scene({ env: { GEMINI_CLI_HOME: elsewhere.home } });
    expect(scene.switches(gemini).read(scene.skill('.gemini/skills', 'lint')).enabled).toBe(false);
  });

  test('settings of the system do not count if others than root may write them', () => {
    const managed = new Scene();
    managed.write('settings.json', list('lint'));
    chmodSync(managed.path('settings.json'), 0o666);
    const scene = new Scene({ env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: managed.path('settings.json') } });
    expect(scene.switches(gemini).read(scene.skill('.gemini/skills', 'lint')).enabled).toBe(true);
  });

  test.each([
    ['TRUST_FOLDER', '', undefined],
    ['TRUST_PARENT', 'sibling', undefined],
    ['DO_NOT_TRUST', '', 'Gemini CLI obeys this once it is told to trust this folder'],
  ])('a folder under %s', async (trust, folder, caveat) => {
    const scene = new Scene();
    scene.write('~/.gemini/trustedFolders.json', JSON.stringify({ [scene.path(folder)]: trust }));
    const entry = scene.skill('.gemini/skills', 'lint');
    const [outcome] = await scene.switches(gemini).change([{ entry, scope: 'workspace', enabled: false }]);
    expect(outcome).toHaveProperty('state.enabled', false);
    expect(outcome && 'state' in outcome ? outcome.state.caveat : undefined).toBe(caveat);
  });
});

describe('opencode', () => {
  const rules = (skill: unknown) => JSON.stringify({ permission: { skill } });
  const deny = rules({ lint: 'deny' });
  const allow = rules({ lint: 'allow' });
  const order = [
    '~/.config/opencode/config.json',
    '~/.config/opencode/opencode.json',
    '~/.config/opencode/opencode.jsonc',
    'opencode.json',
    'opencode.jsonc',
    'sub/opencode.json',
    'sub/opencode.jsonc',
    'sub/.opencode/opencode.json',
    'sub/.opencode/opencode.jsonc',
    '.opencode/opencode.json',
    '.opencode/opencode.jsonc',
    '~/.opencode/opencode.json',
    '~/.opencode/opencode.jsonc',
  ];
  test.each(order.slice(1).map((stronger, at) => [stronger, order[at] ?? '']))(
    '%s beats %s',
    (stronger, weaker) => {
      const scene = sceneWith({ [weaker]: allow, [stronger]: deny }, { cwd: 'sub' });
      expectState(scene, opencode, scene.skill('.opencode/skills', 'lint'), {
        enabled: false,
        file: stronger,
      });
      scene.write(weaker, deny);
      scene.write(stronger, allow);
      expectState(scene, opencode, scene.skill('.opencode/skills', 'lint'), {
        enabled: true,
        file: stronger,
      });
    },
  );

  const config = '~/.config/opencode/opencode.json';
  test.each<[name: string, files: Files, enabled: boolean]>([
    ['ask counts as on', { 'opencode.json': rules({ lint: 'ask' }) }, true],
    ['a pattern', { 'opencode.json': rules({ 'l?n*': 'deny' }) }, false],
    ['dots are no pattern', { 'opencode.json': rules({ 'l...': 'deny' }) }, true],
    ['the last rule counts', { 'opencode.json': rules({ '*': 'deny', lint: 'allow' }) }, true],
    [
      'the last rule counts, even if it is a pattern',
      { 'opencode.json': rules({ lint: 'allow', '*': 'deny' }) },
      false,
    ],
    ['one action for all skills', { 'opencode.json': rules('deny') }, false],
    ['one action for everything', { 'opencode.json': '{"permission": "deny"}' }, false],
    ['everything but skills', { 'opencode.json': '{"permission": {"*": "deny", "skill": "allow"}}' }, true],
    [
      'rules replace an action of a weaker file',
      { [config]: rules('deny'), 'opencode.json': rules({ x: 'allow' }) },
      true,
    ],
    [
      'a rule keeps its place in the order of the weaker file',
      { [config]: rules({ lint: 'allow' }), 'opencode.json': rules({ '*': 'deny' }) },
      false,
    ],
    [
      'comments and trailing commas',
      { 'opencode.json': `// x\n{"permission": {"skill": {"lint": "deny",},},}` },
      false,
    ],
  ])('skills: %s', (_, files, enabled) => {
    const scene = sceneWith(files);
    expect(scene.switches(opencode).read(scene.skill('.opencode/skills', 'lint')).enabled).toBe(enabled);
  });

  const disable = (flag: boolean) => JSON.stringify({ agent: { 'team/lint': { disable: flag } } });
  test.each<[name: string, files: Files, enabled: boolean]>([
    ['off for the user', { [config]: disable(true) }, false],
    ['on here', { [config]: disable(true), 'opencode.json': disable(false) }, true],
    ['no setting here', { [config]: disable(true), 'opencode.json': '{"agent": {"team/lint": {}}}' }, false],
  ])('agents: %s', (_, files, enabled) => {
    const scene = sceneWith(files);
    const entry = scene.entry('agent', '.opencode/agents', 'team/lint.md', { name: 'team/lint' });
    expect(scene.switches(opencode).read(entry).enabled).toBe(enabled);
  });

  test('environment variables add files', () => {
    const other = sceneWith({ 'chosen.json': deny, 'directory/opencode.json': allow });
    const chosen = { OPENCODE_CONFIG: other.path('chosen.json') };
    const scene = new Scene({ env: chosen });
    expect(scene.switches(opencode).read(scene.skill('.opencode/skills', 'lint')).enabled).toBe(false);
    const both = new Scene({ env: { ...chosen, OPENCODE_CONFIG_DIR: other.path('directory') } });
    expect(both.switches(opencode).read(both.skill('.opencode/skills', 'lint')).enabled).toBe(true);
    const xdg = new Scene({ env: { XDG_CONFIG_HOME: 'config' } });
    xdg.write('~/config/opencode/opencode.json', deny);
    expect(xdg.switches(opencode).read(xdg.skill('.opencode/skills', 'lint')).enabled).toBe(false);
  });
});

test('a problem of a file has its line and column', () => {
  const scene = sceneWith({
    '~/.codex/config.toml': 'a = 1\nb = \n',
    '.claude/settings.local.json': '{\n  "a": 1,\n}',
    '~/.claude/settings.json': '{\n  "skillOverrides": {\n    "x": "never"\n  }\n}',
  });
  const problems = [claude, codex].flatMap((tool) => scene.switches(tool).problems.map(describeProblem));
  const at = (short: string, place: string) =>
    expect.stringContaining(`${scene.path(short)} has a mistake in ${place}`);
  expect(problems).toEqual([
    at('~/.claude/settings.json', 'line 3, column 1'),
    at('.claude/settings.local.json', 'line 3, column 1'),
    at('~/.codex/config.toml', 'line 2, column'),
  ]);
});
