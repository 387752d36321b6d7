/** Compares what the code assumes about the tools with what they do. */

import { rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { tools } from '../../src/host/tools/all-tools.js';
import { withFlock } from '../../src/host/tools/flock.js';
import { isRead, winnerOf } from '../../src/host/tools/readers.js';
import { readSettings } from '../../src/host/tools/switch-file.js';
import type { EntryRef, ToolId, ToolScope } from '../../src/host/tools/tool.js';
import { findContext } from '../../src/host/tools/tool-context.js';
import type { Scene } from '../host/tools/scene.js';
import { type Asked, type AskedPlugins, askerFor } from './asking.js';
import { type Installed, installed, toolNamed } from './installed.js';
import { trustedScene } from './trusted-scene.js';

const found = new Map<ToolId, Installed>();

beforeAll(async () => {
  for (const tool of tools) found.set(tool.id, await installed(tool));
}, 900_000);

/** The tool in the scene; tests of a tool that is unavailable are skipped. */
function ask(context: TestContext, id: ToolId, scene: Scene): Asked {
  const result = found.get(id);
  if (result === undefined || 'missing' in result) return context.skip(`${id} cannot be had here`);
  return askerFor(id, result.command, scene);
}

function addSkill(scene: Scene, place: string, name: string, base = ''): EntryRef {
  const entry = scene.skill(place, name, { base });
  const short = place.startsWith('~/')
    ? `${place}/${name}/SKILL.md`
    : `${base && `${base}/`}${place}/${name}/SKILL.md`;
  const own = name.replace(/^.*\//, '');
  scene.write(short, `---\nname: ${own}\ndescription: A test in ${place}.\n---\nBody.\n`);
  return { ...entry, name: own };
}

function addAgent(scene: Scene, place: string, name: string): EntryRef {
  const entry = scene.entry('agent', place, `${name}.md`);
  scene.write(`${place}/${name}.md`, `---\nname: ${name}\ndescription: A test agent.\n---\nBody.\n`);
  return entry;
}

const skillSwitches: readonly [id: ToolId, place: string, scope: ToolScope][] = [
  ['claude', '.claude/skills', 'workspace'],
  ['claude', '~/.claude/skills', 'global'],
  ['codex', '.agents/skills', 'global'],
  ['copilot', '.agents/skills', 'global'],
  ['copilot', '.github/skills', 'workspace'],
  ['gemini', '.gemini/skills', 'workspace'],
  ['gemini', '~/.agents/skills', 'global'],
  ['opencode', '.opencode/skills', 'workspace'],
  ['opencode', '.agents/skills', 'global'],
];

const stateOf = async (asked: Asked, name: string): Promise<boolean | undefined> =>
  (await asked.skills()).find((skill) => skill.name === name)?.enabled;

describe('a skill we switch is switched for the tool', () => {
  test.for(skillSwitches)('%s, %s, %s', async ([id, place, scope], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const [entry] = [addSkill(scene, place, 'lint'), addSkill(scene, place, 'other')];
    const switches = scene.switches(toolNamed(id));
    expect(await stateOf(asked, 'lint')).toBe(true);

    const [off] = await switches.change([{ entry, scope, enabled: false }]);
    expect(off).toMatchObject({ state: { enabled: false } });
    expect(await stateOf(asked, 'lint')).toBe(false);
    expect(await stateOf(asked, 'other')).toBe(true);

    const [on] = await switches.change([{ entry, scope, enabled: true }]);
    expect(on).toMatchObject({ state: { enabled: true } });
    const files = [...switches.settings.paths];
    expect(files.filter((file) => readSettings(file).value?.includes('lint'))).toEqual([]);
    expect(await stateOf(asked, 'lint')).toBe(true);
  });
});

test('a skill we switch in a list is switched for Codex', async (context) => {
  const scene = trustedScene();
  const asked = ask(context, 'codex', scene);
  scene.write('~/.codex/config.toml', 'skills.config = [{ name = "other", enabled = false }]\n');
  const [entry] = [addSkill(scene, '.agents/skills', 'lint'), addSkill(scene, '.agents/skills', 'other')];
  for (const enabled of [false, true]) {
    await scene.switches(toolNamed('codex')).change([{ entry, scope: 'global', enabled }]);
    expect([await stateOf(asked, 'lint'), await stateOf(asked, 'other')]).toEqual([enabled, false]);
  }
});

describe('an agent we switch is switched for the tool', () => {
  test.for<[id: ToolId, place: string, scope: ToolScope]>([
    ['claude', '.claude/agents', 'workspace'],
    ['claude', '~/.claude/agents', 'global'],
    ['copilot', '.github/agents', 'global'],
    ['gemini', '~/.gemini/agents', 'workspace'],
    ['gemini', '~/.gemini/agents', 'global'],
    ['opencode', '.opencode/agents', 'workspace'],
    ['opencode', '~/.config/opencode/agent', 'global'],
  ])('%s, %s, %s', async ([id, place, scope], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const [entry] = [addAgent(scene, place, 'checker'), addAgent(scene, place, 'writer')];
    const switches = scene.switches(toolNamed(id));
    const both = ['checker', 'writer'];
    expect(await asked.agents(both)).toEqual(both);
    await switches.change([{ entry, scope, enabled: false }]);
    expect(await asked.agents(both)).toEqual(['writer']);
    await switches.change([{ entry, scope, enabled: true }]);
    expect(await asked.agents(both)).toEqual(both);
  });
});

const oddNames = ['lint', 'my skill', ' pad ', 'pad', 'x[1]', 'a(b)', 'a, b', 'li*t', '*'];

type Put = [scene: Scene, kind: 'skill' | 'agent', place: string, file: string, name: string];

function addNamed(...[scene, kind, place, file, name]: Put): EntryRef {
  const entry = scene.entry(kind, place, file, { name });
  const text = `---\nname: ${JSON.stringify(name)}\ndescription: A test.\n---\nBody.\n`;
  scene.write(`${place}/${file}`, text);
  return entry;
}

describe('an entry with an odd name is switched alone, or not at all', () => {
  test.for<[id: ToolId, place: string, scope: ToolScope]>([
    ['codex', '.agents/skills', 'global'],
    ['copilot', '.github/skills', 'workspace'],
    ['gemini', '.gemini/skills', 'workspace'],
    ['opencode', '.opencode/skills', 'workspace'],
  ])('%s, skills', { timeout: 600_000 }, async ([id, place, scope], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    // Copilot CLI treats the two pads as one skill.
    const names = oddNames.filter((name) => id !== 'copilot' || name !== 'pad');
    const entries = names.map((name, at) => addNamed(scene, 'skill', place, `odd-${at}/SKILL.md`, name));
    const switches = scene.switches(toolNamed(id));
    const offNow = async () =>
      (await asked.skills())
        .filter(({ enabled }) => !enabled)
        .map(({ path }) => path?.replace(/[\\/]SKILL\.md$/, ''));
    for (const entry of entries.filter((one) => switches.read(one).fixed === undefined)) {
      await switches.change([{ entry, scope, enabled: false }]);
      expect(await offNow()).toEqual([dirname(entry.canonicalPath)]);
      await switches.change([{ entry, scope, enabled: true }]);
    }
    expect(await offNow()).toEqual([]);
  });

  test.for<[id: ToolId, place: string, scope: ToolScope]>([
    ['claude', '.claude/agents', 'workspace'],
    ['copilot', '.github/agents', 'global'],
    ['opencode', '.opencode/agents', 'workspace'],
  ])('%s, agents', { timeout: 600_000 }, async ([id, place, scope], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const entries = oddNames.map((name, at) => addNamed(scene, 'agent', place, `odd-${at}.md`, name));
    const switches = scene.switches(toolNamed(id));
    expect(await asked.agents(oddNames)).toEqual(oddNames);
    for (const entry of entries.filter((one) => switches.read(one).fixed === undefined)) {
      await switches.change([{ entry, scope, enabled: false }]);
      expect(await asked.agents(oddNames)).toEqual(oddNames.filter((name) => name !== entry.name));
      await switches.change([{ entry, scope, enabled: true }]);
    }
    expect(await asked.agents(oddNames)).toEqual(oddNames);
  });
});

test('Copilot CLI ignores settings of a repository that are not plain JSON', async (context) => {
  const scene = trustedScene();
  const asked = ask(context, 'copilot', scene);
  const entry = addSkill(scene, '.github/skills', 'lint');
  for (const file of ['settings.json', 'settings.local.json']) {
    const short = `.github/copilot/${file}`;
    const plain = '{"disabledSkills": ["lint"]}';
    for (const text of [plain, `// x\n${plain}`, '{"disabledSkills": ["lint",]}', `\uFEFF${plain}`]) {
      scene.write(short, text);
      const { enabled } = scene.switches(toolNamed('copilot')).read(entry);
      expect([text, await stateOf(asked, 'lint')]).toEqual([text, enabled]);
      expect(enabled).toBe(text !== plain);
    }
    scene.write(short, '{}');
  }
});

test.for<[id: ToolId, place: string, link: string, file: string, text: string]>([
  ['claude', '.claude/skills', '.claude/settings.local.json', '', '{"skillOverrides": {"lint": "off"}}'],
  ['copilot', '.agents/skills', '.github', 'copilot/settings.local.json', '{"disabledSkills": ["lint"]}'],
  ['gemini', '.agents/skills', '.gemini', 'settings.json', '{"skills": {"disabled": ["lint"]}}'],
  ['opencode', '.agents/skills', 'opencode.json', '', '{"permission": {"skill": {"lint": "deny"}}}'],
])(
  '%s reads settings behind a link out of the repository',
  async ([id, place, link, file, text], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const entry = addSkill(scene, place, 'lint');
    scene.write(join('~/elsewhere', file), text);
    symlinkSync(scene.path('~/elsewhere'), scene.path(link));
    expect(await stateOf(asked, 'lint')).toBe(false);
    expect(scene.switches(toolNamed(id)).read(entry).enabled).toBe(false);
  },
);

describe('a switch that the tool made is read', () => {
  test.for<[id: ToolId, place: string, scope: ToolScope]>([
    ['claude', '.claude/skills', 'workspace'],
    ['codex', '.agents/skills', 'global'],
    ['copilot', '.agents/skills', 'global'],
    ['gemini', '.gemini/skills', 'workspace'],
    ['gemini', '.gemini/skills', 'global'],
  ])('%s, %s, %s', async ([id, place, scope], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const entry = addSkill(scene, place, 'lint');
    const skill = { name: 'lint', path: entry.canonicalPath };
    const read = () => scene.switches(toolNamed(id)).read(entry);
    await asked.switchSkill?.(skill, false, scope);
    expect(read()).toMatchObject({ enabled: false, decisions: { [scope]: false } });
    await asked.switchSkill?.(skill, true, scope);
    expect(read()).toMatchObject({ enabled: true });
  });
});

test('what Gemini CLI switched off itself and we switch on again leaves settings it starts with', async (context) => {
  const scene = trustedScene();
  rmSync(scene.path('~/.gemini/settings.json'));
  const asked = ask(context, 'gemini', scene);
  const entry = addSkill(scene, '.gemini/skills', 'lint');
  await asked.switchSkill?.({ name: 'lint', path: entry.canonicalPath }, false, 'workspace');
  expect(scene.read('.gemini/settings.json')).toMatch(/[^\n]$/);
  await scene.switches(toolNamed('gemini')).change([{ entry, scope: 'workspace', enabled: true }]);
  expect(scene.read('.gemini/settings.json')).toBe('{}');
  expect(await stateOf(asked, 'lint')).toBe(true);
});

/** For each tool: the place of a skill, the user's settings, and settings with the skill off and another value. */
const odd: Partial<Record<ToolId, [place: string, file: string, withText: (more: string) => string]>> = {
  claude: [
    '.claude/skills',
    '~/.claude/settings.json',
    (more) => `{"skillOverrides": {"lint": "off"}${more}}`,
  ],
  codex: [
    '.agents/skills',
    '~/.codex/config.toml',
    (more) => `[[skills.config]]\nname = "lint"\nenabled = false\n${more}`,
  ],
  copilot: ['.agents/skills', '~/.copilot/settings.json', (more) => `{"disabledSkills": ["lint"]${more}}`],
  gemini: [
    '.gemini/skills',
    '~/.gemini/settings.json',
    (more) => `{"skills": {"disabled": ["lint"]}${more}}`,
  ],
};

describe('it reads, ignores or refuses a settings file as we expect', () => {
  test.for<[id: ToolId, more: string]>([
    ['claude', ''],
    ['claude', ', "permissions": 5'],
    ['claude', ', "permissions": null'],
    ['claude', ', "permissions": {"deny": "x"}'],
    ['claude', ', "permissions": {"deny": ["Read(.env)", 3]}'],
    ['claude', ', "permissions": {"allow": 5}'],
    ['claude', ', "permissions": {"ask": 5}'],
    ['claude', ', "permissions": {"additionalDirectories": 5}'],
    ['claude', ', "enabledPlugins": 5'],
    ['claude', ', "enabledPlugins": {"a@b": "yes"}'],
    ['claude', ', "enabledPlugins": {"a@b": ["1.0.0"]}'],
    ['claude', ', "enabledPlugins": {"a@b": [3]}'],
    ['claude', ', "env": 5'],
    ['claude', ', "model": 5'],
    ['claude', ', "hooks": 5'],
    ['claude', ', "unknown": 5'],
    ['codex', ''],
    ['codex', '[[skills.config]]\npath = "/x/SKILL.md"\n'],
    ['codex', '[[skills.config]]\nenabled = false\n'],
    ['codex', '[[skills.config]]\nname = "x"\nenabled = "no"\n'],
    ['codex', '[[skills.config]]\nname = 5\nenabled = false\n'],
    ['codex', '[[skills.config]]\npath = 5\nenabled = false\n'],
    ['codex', '[[skills.config]]\nname = "x"\nenabled = false\nextra = 1\n'],
    ['copilot', ''],
    ['copilot', ','],
    ['copilot', ', "subagents": 5'],
    ['copilot', ', "subagents": {"disabledSubagents": 5}'],
    ['copilot', ', "subagents": {"disabledSubagents": [3]}'],
    ['copilot', ', "theme": 5'],
    ['gemini', ''],
    ['gemini', ','],
    ['gemini', ', "agents": 5'],
    ['gemini', ', "agents": {"overrides": {"x": 5}}'],
  ])('%s, with %j', async ([id, more], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const [place, file, withText] = odd[id]!;
    const entry = addSkill(scene, place, 'lint');
    scene.write(file, withText(more));
    const told = await stateOf(asked, 'lint').catch(() => undefined);
    const { problems } = scene.switches(toolNamed(id));
    // Codex and Gemini CLI refuse to start with such a file; the others ignore it.
    expect({ told, isRead: problems.length === 0 }).toEqual(
      told === false
        ? { told, isRead: true }
        : { told: id === 'codex' || id === 'gemini' ? undefined : true, isRead: false },
    );
    const [outcome] = await scene.switches(toolNamed(id)).change([{ entry, scope: 'global', enabled: true }]);
    expect('refused' in outcome!).toBe(told !== false && more !== '');
  });

  test.for<[id: ToolId, file: string, text: string]>([
    ['gemini', '~/.gemini/settings.json', ''],
    ['gemini', '~/.gemini/settings.json', '\n'],
    ['gemini', '~/.gemini/settings.json', '// mine\n'],
    ['gemini', '~/.gemini/settings.json', '{}'],
    ['gemini', '~/.gemini/settings.json', '{"skills": {"disabled": ["x", 3]}}'],
    ['codex', '~/.codex/config.toml', ''],
    ['codex', '~/.codex/config.toml', 'skills = 5\n'],
    ['codex', '~/.codex/config.toml', '[skills.config]\nenabled = false\n'],
    ['opencode', '~/.config/opencode/opencode.json', ''],
    ['opencode', '~/.config/opencode/opencode.json', '\n'],
    ['opencode', '~/.config/opencode/opencode.json', '// mine\n'],
    ['opencode', '~/.config/opencode/opencode.json', '{}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"permission": 5}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"permission": {"bash": []}}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"permission": {"skill": {"a": "no"}}}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"agent": []}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"agent": {"a": 5}}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"agent": {"a": {"disable": "yes"}}}'],
    ['opencode', '~/.config/opencode/opencode.json', '{"unknown": 5,}'],
  ])('%s starts, or does not, with %s as %j', async ([id, file, text], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    scene.write(file, text);
    const starts = await asked.readSettings?.().then(
      () => true,
      () => false,
    );
    expect(scene.switches(toolNamed(id)).problems.length === 0).toBe(starts);
  });
});

test('opencode can still read what we leave after it has added its schema', async (context) => {
  const scene = trustedScene();
  const asked = ask(context, 'opencode', scene);
  const entry = addSkill(scene, '.opencode/skills', 'lint');
  scene.write('opencode.json', '{}');
  expect(await asked.agents([])).toEqual([]);
  const before = scene.read('opencode.json');
  expect(before).toMatch(/,}$/);
  for (const enabled of [false, true]) {
    await scene.switches(toolNamed('opencode')).change([{ entry, scope: 'workspace', enabled }]);
    expect(await stateOf(asked, 'lint')).toBe(enabled);
  }
  expect(scene.read('opencode.json')).toBe(before);
});

/** A plugin the tool has installed itself, from a marketplace in a directory. */
async function installedPlugin(scene: Scene, plugins: AskedPlugins): Promise<EntryRef> {
  const source = { name: 'acme', source: './acme', description: 'A test.' };
  const market = { name: 'market', owner: { name: 'x' }, plugins: [source] };
  scene.write('~/market/.claude-plugin/marketplace.json', JSON.stringify(market));
  scene.write('~/market/acme/.claude-plugin/plugin.json', '{"name": "acme", "version": "1.0.0"}');
  scene.write('~/market/acme/skills/lint/SKILL.md', '---\nname: lint\ndescription: A test.\n---\n');
  await plugins.install(scene.path('~/market'), 'acme@market');
  const [{ installPath = '' } = {}] = await plugins.list();
  const way = { place: '~/.claude/plugins', path: installPath };
  return { kind: 'plugin', name: 'acme@market', aliases: [way], canonicalPath: installPath };
}

describe('a plugin is switched for the tool, and by it', () => {
  test.for<[id: ToolId, scope: ToolScope]>([
    ['claude', 'workspace'],
    ['claude', 'global'],
  ])('%s, %s', async ([id, scope], context) => {
    const scene = trustedScene();
    const { plugins } = ask(context, id, scene);
    if (plugins === undefined) throw new Error('it switches no plugins');
    const entry = await installedPlugin(scene, plugins);
    const isOn = async () => (await plugins.list())[0]?.enabled;
    const read = () => scene.switches(toolNamed(id)).read(entry).enabled;
    expect([await isOn(), read()]).toEqual([true, true]);
    for (const enabled of [false, true]) {
      await scene.switches(toolNamed(id)).change([{ entry, scope, enabled }]);
      expect(await isOn()).toBe(enabled);
    }
    for (const enabled of [false, true]) {
      await plugins.switch(entry.name, enabled, scope);
      expect(read()).toBe(enabled);
    }
    await scene.switches(toolNamed(id)).change([{ entry, scope: 'workspace', enabled: undefined }]);
    await scene.switches(toolNamed(id)).change([{ entry, scope: 'global', enabled: undefined }]);
    expect([await isOn(), read()]).toEqual([false, false]);
  });
});

const places = ['.agents', '.claude', '.codex', '.gemini', '.github', '.opencode'].map(
  (base) => `${base}/skills`,
);
const homePlaces = ['.agents', '.claude', '.codex', '.copilot', '.gemini', '.config/opencode'].map(
  (base) => `~/${base}/skills`,
);
const wordFor = (place: string): string => place.replaceAll(/[^a-z]+/g, '-').replace(/^-|-skills$/g, '');

describe('it reads the places that we expect', () => {
  test.for(tools.map(({ id }) => [id] as const))('%s', async ([id], context) => {
    const scene = trustedScene('sub');
    const asked = ask(context, id, scene);
    const entries = [
      ...places.flatMap((place) => [
        addSkill(scene, place, `root-${wordFor(place)}`),
        addSkill(scene, place, `sub-${wordFor(place)}`, 'sub'),
        addSkill(scene, place, `group/deep-${wordFor(place)}`, 'sub'),
      ]),
      ...homePlaces.map((place) => addSkill(scene, place, `home-${wordFor(place)}`)),
    ];
    const toolContext = findContext(scene.environment);
    const expected = entries
      .filter((entry) => isRead(toolNamed(id), entry, toolContext))
      .map(({ name }) => name);
    const told = (await asked.skills()).map(({ name }) => name);
    expect(told.toSorted()).toEqual(expected.toSorted());
  });
});

describe('of skills with one name it uses the one that we expect', () => {
  test.for<[id: ToolId, order: string[]]>([
    [
      'copilot',
      ['.github/skills', '.agents/skills', '.claude/skills', '~/.copilot/skills', '~/.agents/skills'],
    ],
    ['gemini', ['.agents/skills', '.gemini/skills', '~/.agents/skills', '~/.gemini/skills']],
  ])('%s', async ([id, order], context) => {
    const scene = trustedScene();
    const asked = ask(context, id, scene);
    const toolContext = findContext(scene.environment);
    const entries: EntryRef[] = [];
    for (const place of order.toReversed()) {
      entries.push(addSkill(scene, place, 'lint'));
      const told = (await asked.skills()).filter(({ name }) => name === 'lint');
      const winner = winnerOf(toolNamed(id), entries, toolContext)?.canonicalPath ?? '';
      expect(told.map(({ path }) => path?.replace(/[\\/]SKILL\.md$/, ''))).toEqual([dirname(winner)]);
    }
  });

  test('codex uses all of them', async (context) => {
    const scene = trustedScene();
    const asked = ask(context, 'codex', scene);
    const entries = ['.agents/skills', '~/.agents/skills'].map((place) => addSkill(scene, place, 'lint'));
    const told = (await asked.skills()).map(({ path }) => path);
    expect(told.toSorted()).toEqual(entries.map(({ canonicalPath }) => canonicalPath).toSorted());
  });
});

test('Copilot CLI does not write while we hold its lock', async (context) => {
  const scene = trustedScene();
  const asked = ask(context, 'copilot', scene);
  addSkill(scene, '.agents/skills', 'lint');
  const skill = { name: 'lint', path: '' };
  await asked.switchSkill?.(skill, false, 'global');
  const lock = scene.path('~/.copilot/settings.json.lock');
  const refused = withFlock(lock, () => asked.switchSkill?.(skill, true, 'global'));
  await expect(refused).rejects.toThrow('another process is writing it');
  await asked.switchSkill?.(skill, true, 'global');
  expect(await stateOf(asked, 'lint')).toBe(true);
});

test('Copilot CLI and skillpick switch at once and lose nothing', async (context) => {
  const scene = trustedScene();
  const asked = ask(context, 'copilot', scene);
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
  const ours = names('ours-', 60).map((name) => addSkill(scene, '.agents/skills', name));
  const theirs = names('theirs-', 6).map((name) => addSkill(scene, '.agents/skills', name));
  const path = '';
  await asked.switchSkill?.({ name: 'theirs-0', path }, false, 'global');
  const switches = scene.switches(toolNamed('copilot'));
  const switchOurs = async () => {
    for (const entry of ours) {
      const [outcome] = await switches.change([{ entry, scope: 'global', enabled: false }]);
      expect(outcome).toMatchObject({ state: { enabled: false } });
    }
  };
  const switchTheirs = async () => {
    for (const { name } of theirs) await asked.switchSkill?.({ name, path }, false, 'global');
  };
  await Promise.all([switchOurs(), switchTheirs()]);
  const left = (await asked.skills()).filter(({ enabled }) => enabled);
  expect(left).toEqual([]);
});
