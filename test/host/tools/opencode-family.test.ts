import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kilo } from '../../../src/host/tools/kilo/kilo.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { Scene, type SceneOptions } from './scene.js';
import { standingsIn, usedIn } from './tool-table.js';

const described = (name: string): string => `---\nname: ${name}\ndescription: Does it.\n---\n`;

function sceneWith(files: Record<string, string>, options: SceneOptions = {}): Scene {
  const scene = new Scene(options);
  for (const [short, text] of Object.entries(files)) scene.write(short, text);
  return scene;
}

const both: [string, Tool][] = [
  ['opencode', opencode],
  ['Kilo', kilo],
];

const noteOf = (scene: Scene, tool: Tool, key: string) => standingsIn(scene, tool).get(key)?.note;

describe.each(both)('a skill in %s', (title, tool) => {
  test.each([
    ['plain text', described('lint')],
    ['a byte order mark', `\uFEFF${described('lint')}`],
    ['a name that is empty', '---\nname: ""\ndescription: d\n---\n'],
    ['a quoted number as its name', '---\nname: "5"\ndescription: d\n---\n'],
    ['an unquoted colon', '---\nname: lint\ndescription: Use when: it fails\n---\n'],
    ['a line of dashes that goes on', '---\nname: lint\ndescription: d\n---text\n'],
    ['no end of its frontmatter', '---\nname: lint\ndescription: d\n'],
    ['a tab', '---\nname: lint\n\tdescription: d\n---\n'],
  ])('is loaded with %s', (_, text) => {
    const scene = sceneWith({ '.agents/skills/lint/SKILL.md': text });
    const [standing] = [...standingsIn(scene, tool).values()];
    expect(standing).toMatchObject({ isRefused: false, inEffect: true, modelInvocable: true });
  });

  test.each([
    ['it has no frontmatter', '# Lint\n'],
    ['its name is missing', '---\ndescription: d\n---\n'],
    ['its name is not a text', '---\nname: 5\ndescription: d\n---\n'],
    ['its name is not a text', '---\nname: 2020-01-01\ndescription: d\n---\n'],
    ['its name cannot be used', described('__proto__')],
    ['its description is not a text', '---\nname: lint\ndescription: [d]\n---\n'],
    ['its description is not a text', '---\nname: lint\ndescription:\n---\n'],
    ['its frontmatter is not valid YAML', '---\nname: lint\nname: twice\ndescription: d\n---\n'],
    ['its frontmatter is not valid YAML', '---\nname: lint\ndescription: d\nx-y: a: b\n---\n'],
    ['its frontmatter is not valid YAML', '---\nname: lint\ndescription: d\n\nA text.\n'],
  ])('is refused, because %s: %j', (reason, text) => {
    const scene = sceneWith({ '.agents/skills/lint/SKILL.md': text });
    const [standing] = [...standingsIn(scene, tool).values()];
    expect(standing).toMatchObject({ isRefused: true, inEffect: false });
    expect(standing?.note).toContain(`${title} does not load it: ${reason}`);
  });

  test('is kept from the model without a description', () => {
    const scene = sceneWith({ '.agents/skills/lint/SKILL.md': '---\nname: lint\n---\n' });
    expect(standingsIn(scene, tool).get('skill lint')).toMatchObject({
      inEffect: true,
      userInvocable: true,
      modelInvocable: false,
    });
  });

  test('is refused in a hidden folder of its own places, but not in those of others', () => {
    const scene = sceneWith({
      [`${tool.directory}/skills/.old/a/SKILL.md`]: described('a'),
      '.agents/skills/.old/b/SKILL.md': described('b'),
    });
    expect(usedIn(scene, tool, 'skill')).toEqual(['b']);
  });
});

describe('an agent', () => {
  test.each([
    ['its "tools" is not an object', 'tools: Read, Write'],
    ['its "mode" is not "subagent"', 'mode: other'],
    ['its "disable" is not true or false', 'disable: "yes"'],
    ['its "color" is not a color', 'color: red'],
    ['its "permission.edit" is not', 'permission: {edit: maybe}'],
  ])('is refused: %s', (reason, line) => {
    const text = `---\ndescription: d\n${line}\n---\n`;
    const scene = sceneWith({ '.opencode/agent/a.md': text, '.kilo/agent/a.md': text });
    expect(noteOf(scene, opencode, 'agent a')).toContain(reason);
    expect(noteOf(scene, opencode, 'agent a')).toContain('opencode does not start because of it');
    expect(noteOf(scene, kilo, 'agent a')).toContain(reason);
    expect(noteOf(scene, kilo, 'agent a')).not.toContain('does not start');
  });

  test.each(both)('of %s is loaded although its frontmatter is not valid', (_, tool) => {
    const scene = sceneWith({
      [`${tool.directory}/agent/team/a.md`]: '---\ndescription: [x\n---\n',
      [`${tool.directory}/agents/README.md`]: 'text',
      [`${tool.directory}/modes/m.md`]: 'text',
      [`${tool.directory}/modes/deep/n.md`]: 'text',
    });
    expect(usedIn(scene, tool, 'agent')).toEqual(['README', 'm', 'team/a']);
    expect(standingsIn(scene, tool).get('agent m')).toMatchObject({ modelInvocable: false, invoke: null });
    expect(standingsIn(scene, tool).get('agent team/a')).toMatchObject({ invoke: '@team/a' });
  });

  test.each(both)('of %s may be disabled by its own file, with the strength of its directory', (_, tool) => {
    const text = '---\ndescription: d\ndisable: true\n---\n';
    const setting = '{"agent": {"a": {"disable": false}, "b": {"disable": false}}}';
    const { directory, id } = tool;
    const scene = sceneWith({ [`${directory}/agent/a.md`]: text, [`${directory}/${id}.json`]: setting });
    expect(usedIn(scene, tool, 'agent')).toEqual([]);
    scene.write(`~/${directory}/${id}.json`, setting);
    expect(usedIn(scene, tool, 'agent')).toEqual(['a']);
  });

  test.each(both)('of %s is kept from the model by a rule for tasks', (_, tool) => {
    const { directory, id } = tool;
    const scene = sceneWith({
      [`${directory}/agent/a.md`]: '---\ndescription: d\n---\n',
      [`${id}.json`]: '{"permission": {"task": {"*": "deny"}}}',
    });
    const standing = standingsIn(scene, tool).get('agent a');
    expect(standing).toMatchObject({ inEffect: true, userInvocable: true, modelInvocable: false });
  });
});

test.each(both)('a mode in the settings of %s makes an agent primary, and its switch counts', (_, tool) => {
  const { directory, id } = tool;
  const scene = sceneWith({
    [`${directory}/agent/a.md`]: '---\ndescription: d\n---\n',
    [`${id}.json`]: '{"agent": {"a": {"disable": true}}, "mode": {"a": {"disable": false}}}',
  });
  expect(standingsIn(scene, tool).get('agent a')).toMatchObject({ inEffect: true, modelInvocable: false });
});

describe('an MCP server', () => {
  test.each(both)('of %s may be switched in another file than its own', (_, tool) => {
    const { directory, id } = tool;
    const scene = sceneWith({
      [`${id}.json`]: '{"mcp": {"a": {"type": "local", "command": ["a"]}, "b": {"enabled": false}}}',
      [`${directory}/${id}.json`]: '{"mcp": {"a": {"enabled": false}}}',
    });
    const standings = standingsIn(scene, tool);
    expect([...standings.keys()]).toEqual(['mcpServer a']);
    expect(standings.get('mcpServer a')).toMatchObject({
      inEffect: false,
      why: { file: scene.path(`${directory}/${id}.json`), text: 'mcp.a.enabled = false' },
    });
  });

  test('of a file with a mistake does not exist for Kilo', () => {
    const scene = sceneWith({
      'kilo.json': '{"model": 5, "mcp": {"a": {"type": "local", "command": ["a"]}}}',
    });
    expect(usedIn(scene, kilo, 'mcpServer')).toEqual([]);
  });

  test('of a file for servers alone is read by Kilo, with its own switch', () => {
    const scene = sceneWith({
      '.kilocode/mcp.json':
        '{"mcpServers": {"a": {"command": "a"}, "b": {"command": "b", "disabled": true}}}',
    });
    expect(usedIn(scene, kilo, 'mcpServer')).toEqual(['a']);
    expect(usedIn(scene, opencode, 'mcpServer')).toEqual([]);
  });
});

test.each(both)('%s reads the folders of skills that its strongest settings name', (_, tool) => {
  const { directory, id } = tool;
  const scene = sceneWith({
    'one/a/SKILL.md': described('a'),
    'two/b/SKILL.md': described('b'),
    'two/.old/c/SKILL.md': described('c'),
    [`${id}.json`]: '{"skills": {"paths": ["one"]}}',
    [`${directory}/${id}.json`]: '{"skills": {"paths": ["two"]}}',
  });
  expect(usedIn(scene, tool, 'skill')).toEqual(['b']);
  expect(noteOf(scene, tool, 'skill a')).toContain('the settings that count do not name its folder');
});

test.each(both)(
  "%s reads the servers and folders of skills in the file of the user's variable",
  (_, tool) => {
    const server = { type: 'local', command: ['true'] };
    const chosen = { skills: { paths: ['~/one'] }, mcp: { a: server, b: { ...server, enabled: false } } };
    const scene = sceneWith(
      {
        '~/one/a/SKILL.md': described('a'),
        'chosen.json': JSON.stringify(chosen),
        [`${tool.id}.json`]: '{"mcp": {"b": {"enabled": true}}}',
      },
      { env: { [`${tool.id.toUpperCase()}_CONFIG`]: 'chosen.json' } },
    );
    expect(usedIn(scene, tool, 'skill')).toEqual(['a']);
    expect(usedIn(scene, tool, 'mcpServer')).toEqual(['a', 'b']);
  },
);

test('opencode reads a plain list of folders, and Kilo does not', () => {
  const list = '{"skills": ["one"]}';
  const scene = sceneWith({ 'one/a/SKILL.md': described('a'), 'opencode.json': list, 'kilo.json': list });
  expect(usedIn(scene, opencode, 'skill')).toEqual(['a']);
  expect(usedIn(scene, kilo, 'skill')).toEqual([]);
});

test('Kilo reads a folder out of the repository only if the user names it', () => {
  const files = { '~/one/a/SKILL.md': described('a') };
  const settings = '{"skills": {"paths": ["~/one"]}}';
  const ofUser = sceneWith({ ...files, '~/.config/kilo/kilo.json': settings });
  expect(usedIn(ofUser, kilo, 'skill')).toEqual(['a']);
  const ofRepository = sceneWith({ ...files, 'kilo.json': settings });
  expect(usedIn(ofRepository, kilo, 'skill')).toEqual([]);
});

test('Kilo loads nothing of a repository through a link that leads out of it', () => {
  const scene = sceneWith({ '~/out/a/SKILL.md': described('a'), 'in/b/SKILL.md': described('b') });
  for (const [name, target] of [
    ['a', '~/out/a'],
    ['b', 'in/b'],
  ] as const) {
    const link = scene.path(`.agents/skills/${name}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(scene.path(target), link);
  }
  expect(usedIn(scene, kilo, 'skill')).toEqual(['b']);
  expect(usedIn(scene, opencode, 'skill')).toEqual(['a', 'b']);
});

test('Kilo obeys opencode.json, but a switch for Kilo leaves it alone', async () => {
  const text = '{"permission": {"skill": {"lint": "deny"}}}\n';
  const scene = sceneWith({ 'opencode.json': text });
  const entry = scene.skill('.agents/skills', 'lint');
  const switches = scene.switches(kilo);
  expect(switches.read(entry)).toMatchObject({ enabled: false, file: scene.path('opencode.json') });
  const [on] = await switches.change([{ entry, scope: 'workspace', enabled: true }]);
  expect(on).toMatchObject({ state: { enabled: true, file: scene.path('.kilo/kilo.jsonc') } });
  expect(scene.read('opencode.json')).toBe(text);
});

test.each(both)('%s reads no settings of a repository if a variable forbids it', (_, tool) => {
  const variable = `${tool.id.toUpperCase()}_DISABLE_PROJECT_CONFIG`;
  const files = {
    '.agents/skills/a/SKILL.md': described('a'),
    [`${tool.directory}/skills/b/SKILL.md`]: described('b'),
    [`${tool.id}.json`]: '{"permission": {"skill": {"a": "deny"}}}',
  };
  expect(usedIn(sceneWith(files, { env: { [variable]: '1' } }), tool, 'skill')).toEqual(['a']);
  expect(usedIn(sceneWith(files), tool, 'skill')).toEqual(['b']);
});
