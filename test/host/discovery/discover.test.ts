import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Catalog, Source } from '../../../src/host/discovery/catalog.js';
import { discover } from '../../../src/host/discovery/discover.js';
import { homePlaces, repositoryPlaces, toolHome } from '../../../src/host/discovery/search-places.js';
import { hostLimits } from '../../../src/host/limits.js';
import {
  type AnyCustomization,
  type ChildCustomization,
  childrenOf,
  walk,
} from '../../../src/protocol/index.js';
import type { SkillpickMeta } from '../../../src/protocol/skillpick-meta.js';
import { makeTree, skillText, type Tree } from './tree.js';

const nodes = (catalog: Catalog): AnyCustomization[] => [...walk(catalog.containers)].map(({ node }) => node);
const metaOf = (node: AnyCustomization) => node._meta?.['skillpick'] as SkillpickMeta;

function container(catalog: Catalog, name: string) {
  const found = catalog.containers.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no ${name} in ${catalog.containers.map((c) => c.name)}`);
  return found;
}

const names = (catalog: Catalog, name: string) =>
  childrenOf(container(catalog, name))?.map((child) => child.name);

function entry(catalog: Catalog, name: string): ChildCustomization {
  const found = nodes(catalog).find((node) => node.name === name);
  if (found === undefined) throw new Error(`no entry ${name}`);
  return found as ChildCustomization;
}

const sourceOf = (catalog: Catalog, name: string): Source | undefined =>
  catalog.sources.get(entry(catalog, name).id);

/** One good file for every format. */
const samples: Record<string, [string, string]> = {
  skill: ['demo/SKILL.md', skillText('demo')],
  markdown: ['', '---\nname: demo\ndescription: d\n---\n'],
  toml: ['demo.toml', 'name = "demo"\ndescription = "d"\n'],
  agentTables: ['', '[agents.demo]\ndescription = "d"\n'],
  hooks: ['demo.json', '{"hooks": {"demo": []}}'],
  memory: ['AGENTS.md', '# Rules\n'],
};

function sample(kind: string, files: RegExp): [string, string] {
  const [path, text] = samples[kind] ?? ['', ''];
  const usual = ['demo.md', 'demo.prompt.md', 'demo.instructions.md'].find((name) => files.test(name));
  return [path || (usual ?? ''), text];
}

describe('places', () => {
  const all = [...repositoryPlaces, ...homePlaces];
  const usual = all.filter(({ needs }) => needs === undefined);

  it('have unique keys', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['.agents/skills', '~/.copilot/agents', '~/.config/opencode/command']),
    );
  });

  it.each(usual.map((place) => [place.key, place] as const))('%s is read', (key, place) => {
    const tree = makeTree();
    const [file, text] = sample(place.format.kind, place.format.files);
    tree.write(join(place.from === 'repo' ? 'repo' : 'home', key.replace('~/', ''), file), text);
    const catalog = discover(tree.environment());
    const found = container(catalog, key);
    const [child] = childrenOf(found) ?? [];
    expect(found).toMatchObject({ type: 'directory', contents: place.format.contents });
    expect(child).toMatchObject({ type: place.format.contents, name: expect.stringMatching(/demo|AGENTS/) });
    expect(child && catalog.sources.get(child.id)).toMatchObject({ place: key, from: place.from });
    expect(child && metaOf(child).from).toBe(place.from);
    expect(catalog.problems).toEqual([]);
  });

  it.each([
    ['.opencode', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/opencode'],
    ['.opencode', {}, '/home/me/.config/opencode'],
    ['.claude', { CLAUDE_CONFIG_DIR: '/c', XDG_CONFIG_HOME: '/xdg' }, '/c'],
    ['.codex', { CODEX_HOME: '/x' }, '/x'],
    ['.github', { COPILOT_HOME: '/p' }, '/p'],
    ['.github', { COPILOT_HOME: '' }, '/home/me/.copilot'],
    ['.agents', {}, '/home/me/.agents'],
    ['.agents', { GEMINI_CLI_HOME: '/g' }, '/home/me/.agents'],
    ['.gemini', { GEMINI_CLI_HOME: '/g' }, '/g/.gemini'],
    ['.gemini', { GEMINI_CLI_HOME: '' }, '/home/me/.gemini'],
    ['$GEMINI_CLI_HOME/.agents', { GEMINI_CLI_HOME: '/g' }, '/g/.agents'],
    ['~/.opencode', { XDG_CONFIG_HOME: '/xdg' }, '/home/me/.opencode'],
  ] as const)('%s with %j is at home in %s', (tool, env, path) => {
    expect(toolHome({ cwd: '/', home: '/home/me', env, platform: 'linux' }, tool)).toBe(path);
  });
});

describe('discover', () => {
  it('also searches the home of Gemini CLI', () => {
    const tree = makeTree();
    for (const path of ['other/.agents', 'other/.gemini', 'home/.agents', 'home/.gemini']) {
      const name = path.replace(/\W+/g, '-');
      tree.write(`${path}/skills/${name}/SKILL.md`, skillText(name));
    }
    const env = { GEMINI_CLI_HOME: join(tree.base, 'other') };
    const catalog = discover(tree.environment({ env }));
    const place = (name: string) => sourceOf(catalog, name)?.place;
    expect(place('home-agents')).toBe('~/.agents/skills');
    expect(place('other-gemini')).toBe('~/.gemini/skills');
    expect(place('other-agents')).toBe('$GEMINI_CLI_HOME/.agents/skills');
    expect(nodes(catalog).map(({ name }) => name)).not.toContain('home-gemini');
  });

  it('reads the directories from the root to the working directory, and no others', () => {
    const tree = makeTree();
    for (const path of ['repo', 'repo/pkg', 'repo/pkg/app', 'repo/other', 'repo/pkg/app/below', '.']) {
      const name = path === '.' ? 'above' : (path.split('/').at(-1) ?? '');
      tree.write(`${path}/.agents/skills/${name}/SKILL.md`, skillText(name));
    }
    tree.write('home/.agents/skills/mine/SKILL.md', skillText('mine'));
    const catalog = discover(tree.environment({ cwd: join(tree.repo, 'pkg/app') }));
    expect(
      catalog.containers.map((found) => [found.name, childrenOf(found)?.map((child) => child.name)]),
    ).toEqual([
      ['.agents/skills', ['repo']],
      ['pkg/.agents/skills', ['pkg']],
      ['pkg/app/.agents/skills', ['app']],
      ['~/.agents/skills', ['mine']],
    ]);
  });

  it('lists .agents/skills at the root before it exists', () => {
    const tree = makeTree();
    const { containers, paths } = discover(tree.environment());
    expect(containers).toEqual([
      expect.objectContaining({ name: '.agents/skills', contents: 'skill', writable: true, children: [] }),
    ]);
    expect(containers[0]).toHaveProperty('load', { kind: 'loaded' });
    expect(paths).toContain(join(tree.repo, '.agents/skills'));
  });

  it('lists .agents/skills as not writable if a file has the place of .agents', () => {
    const tree = makeTree();
    tree.write('repo/.agents', '');
    const { containers } = discover(tree.environment());
    expect(containers).toEqual([expect.objectContaining({ name: '.agents/skills', writable: false })]);
  });

  it('finds no repository if the root is not above the working directory', () => {
    const tree = makeTree();
    tree.write('repo/.agents/skills/a/SKILL.md', skillText('a'));
    tree.write('home/.agents/skills/b/SKILL.md', skillText('b'));
    const catalog = discover(tree.environment({ env: { SKILLPICK_ROOT: tree.home } }));
    expect(catalog.containers.map(({ name }) => name)).toEqual(['~/.agents/skills']);
  });

  it('reads the home once, as part of the repository, if it is in the chain', () => {
    const tree = makeTree();
    tree.write('home/.agents/skills/a/SKILL.md', skillText('a'));
    tree.write('home/.copilot/skills/b/SKILL.md', skillText('b'));
    const catalog = discover(tree.environment({ cwd: tree.home }));
    expect(catalog.containers.map(({ name }) => name)).toEqual(['.agents/skills', '~/.copilot/skills']);
    expect(sourceOf(catalog, 'a')).toMatchObject({
      from: 'repo',
      place: '.agents/skills',
      aliases: [{ place: '~/.agents/skills', path: join(tree.home, '.agents/skills/a/SKILL.md') }],
    });
    expect(catalog.sources.get(container(catalog, '.agents/skills').id)?.aliases).toEqual([
      { place: '~/.agents/skills', path: join(tree.home, '.agents/skills') },
    ]);
    const linked = tree.directory('elsewhere');
    tree.link('elsewhere/me', tree.home);
    const again = discover(tree.environment({ cwd: tree.home, home: join(linked, 'me') }));
    expect(again.containers.map(({ name }) => name)).toEqual(['.agents/skills', '~/.copilot/skills']);
  });

  it('lists a file once, with its other paths as aliases', () => {
    const tree = makeTree();
    tree.write('repo/.agents/skills/a/SKILL.md', skillText('a'));
    tree.link('repo/.claude/skills/a', '../../.agents/skills/a');
    tree.write('repo/.claude/skills/own/SKILL.md', skillText('own'));
    tree.link('home/.agents/skills', join(tree.repo, '.agents/skills'));
    const catalog = discover(tree.environment());
    expect(names(catalog, '.claude/skills')).toEqual(['own']);
    expect(catalog.containers.map(({ name }) => name)).toEqual(['.agents/skills', '.claude/skills']);
    expect(sourceOf(catalog, 'a')).toMatchObject({
      place: '.agents/skills',
      from: 'repo',
      aliases: [
        { place: '.claude/skills', path: join(tree.repo, '.claude/skills/a/SKILL.md') },
        { place: '~/.agents/skills', path: join(tree.home, '.agents/skills/a/SKILL.md') },
      ],
    });
    expect(catalog.sources.get(container(catalog, '.agents/skills').id)?.aliases).toEqual([
      { place: '~/.agents/skills', path: join(tree.home, '.agents/skills') },
    ]);
  });

  it('adds the home’s path as an alias if a place of the repository listed the entry first', () => {
    const tree = makeTree();
    tree.write('home/.agents/skills/a/SKILL.md', skillText('a'));
    tree.link('home/.gemini/skills/a', '../../.agents/skills/a');
    const source = sourceOf(discover(tree.environment({ cwd: tree.home })), 'a');
    expect(source?.aliases?.map(({ place }) => place).sort()).toEqual([
      '.gemini/skills',
      '~/.agents/skills',
      '~/.gemini/skills',
    ]);
  });

  it('does not search deep behind a container that is a link out of the repository', () => {
    const tree = makeTree();
    for (const base of ['elsewhere', 'repo/shared']) {
      tree.write(`${base}/group/near/SKILL.md`, skillText('near'));
      tree.write(`${base}/a/b/c/d/far/SKILL.md`, skillText('far'));
    }
    tree.link('repo/.claude/skills', join(tree.base, 'elsewhere'));
    tree.link('repo/.codex/skills', join(tree.repo, 'shared'));
    const catalog = discover(tree.environment());
    expect(names(catalog, '.claude/skills')).toEqual(['near']);
    expect(container(catalog, '.claude/skills')).toMatchObject({ writable: false, load: { kind: 'loaded' } });
    expect(names(catalog, '.codex/skills')).toEqual(['far', 'near']);
    expect(container(catalog, '.codex/skills')).toMatchObject({ writable: true });
  });

  it('stops behind such a link after too many directories', () => {
    const tree = makeTree();
    for (let index = 0; index <= hostLimits.linkedDirectories; index += 1)
      tree.directory(`elsewhere/${index}`);
    tree.link('repo/.claude/skills', join(tree.base, 'elsewhere'));
    expect(container(discover(tree.environment()), '.claude/skills')).toMatchObject({
      load: { kind: 'degraded', message: expect.stringContaining('search stopped here') },
    });
  });

  it('lists a skill behind a link under its own path', () => {
    const tree = makeTree();
    const target = tree.write('elsewhere/shared/SKILL.md', skillText('shared'));
    tree.link('repo/.agents/skills/shared', join(tree.base, 'elsewhere/shared'));
    const catalog = discover(tree.environment());
    const path = join(tree.repo, '.agents/skills/shared/SKILL.md');
    expect(fileURLToPath(entry(catalog, 'shared').uri)).toBe(path);
    expect(sourceOf(catalog, 'shared')).toMatchObject({ path, canonicalPath: target });
  });

  it('lists a skill that breaks a rule of the specification, with a warning', () => {
    const tree = makeTree();
    tree.write('repo/.agents/skills/a/SKILL.md', skillText('Other'));
    const catalog = discover(tree.environment());
    expect(names(catalog, '.agents/skills')).toEqual(['Other']);
    expect(catalog.problems).toMatchObject([{ code: 'name-invalid', severity: 'warning' }]);
  });

  it('marks the second entry of the same type and name', () => {
    const tree = makeTree();
    tree.write('repo/.agents/skills/a/SKILL.md', skillText('a'));
    tree.write('home/.agents/skills/a/SKILL.md', skillText('a'));
    tree.write('repo/.claude/agents/a.md', '---\nname: a\n---\n');
    tree.write('repo/AGENTS.md', '');
    tree.write('repo/pkg/AGENTS.md', '');
    const catalog = discover(tree.environment({ cwd: join(tree.repo, 'pkg') }));
    const [first, second] = nodes(catalog).filter(({ type }) => type === 'skill');
    expect(second && metaOf(second).duplicateOf).toBe(first?.id);
    expect(nodes(catalog).filter((node) => metaOf(node).duplicateOf !== undefined)).toEqual([second]);
  });

  it('gives every node a unique and stable id', () => {
    const tree = makeTree();
    tree.write('repo/AGENTS.md', '');
    tree.write(
      'repo/plugin.json',
      '{"name": "p", "mcpServers": {"x": {"command": "c"}, "y": {"command": "c"}}}',
    );
    tree.write('repo/skills/a/SKILL.md', skillText('a'));
    tree.write('repo/.mcp.json', '{"mcpServers": {"a": {"url": "u"}, "b": {"url": "u"}}}');
    tree.write('repo/.github/hooks/h.json', '{"hooks": {"a": [], "b": []}}');
    const catalogs = [0, 1].map(() => discover(tree.environment(), { plugins: ['.'] }));
    const [ids, again] = catalogs.map((catalog) => nodes(catalog).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids?.length);
    expect(ids?.length).toBe(12);
    expect(again).toEqual(ids);
    expect([...(catalogs[0]?.sources.keys() ?? [])].sort()).toEqual([...(ids ?? [])].sort());
  });
});

/** Claude Code's memory with servers of the user and of a repository. */
function claudeServers(repository: string, ofUser: string[], ofRepository: string[]): string {
  const all = (names: string[]) => Object.fromEntries(names.map((name) => [name, { command: 'x' }]));
  const projects = { [repository]: { mcpServers: all(ofRepository) } };
  return JSON.stringify({ mcpServers: all(ofUser), projects });
}

describe('ids', () => {
  it('of a skill that is reached through a link is that of its target', () => {
    const tree = makeTree();
    tree.write('home/.agents/skills/a/SKILL.md', skillText('a'));
    tree.write('repo/.claude/agents/b.md', '---\nname: b\n---\n');
    const idOf = (name: string) => entry(discover(tree.environment()), name).id;
    const before = ['a', 'b'].map(idOf);
    tree.link('repo/.agents/skills/a', join(tree.home, '.agents/skills/a'));
    tree.link('repo/.agents/agents/b.md', join(tree.repo, '.claude/agents/b.md'));
    expect(['a', 'b'].map(idOf)).toEqual(before);
    const catalog = discover(tree.environment());
    expect(nodes(catalog).filter(({ name }) => name === 'a')).toHaveLength(1);
    expect(sourceOf(catalog, 'a')).toMatchObject({ place: '.agents/skills', from: 'repo' });
  });

  it('of the parts of a file depend on their names, not on their positions', () => {
    const tree = makeTree();
    const command = { type: 'local', command: ['x'] };
    tree.write('home/.claude.json', claudeServers(tree.repo, ['one'], ['one']));
    const idsWith = (text: string) => {
      tree.write('repo/opencode.json', text);
      const { containers } = discover(tree.environment());
      return containers.flatMap(({ type, name, id }) => (type === 'mcpServer' ? [[name, id]] : []));
    };
    const servers = { one: command, two: command };
    const before = idsWith(JSON.stringify({ mcp: servers }));
    expect(before).toHaveLength(4);
    expect(new Set(before.map(([, id]) => id)).size).toBe(4);
    expect(idsWith(JSON.stringify({ theme: 'x', mcp: servers }, null, 2))).toEqual(before);
    // A server of the same name elsewhere in a file is another one.
    const [, , , ofProject] = before;
    tree.write('home/.claude.json', claudeServers(tree.repo, [], ['one']));
    expect(idsWith(JSON.stringify({ mcp: servers })).at(-1)).toEqual(ofProject);
  });
});

describe('entries', () => {
  it('have the fields of the frontmatter and no others', () => {
    const tree = makeTree();
    tree.write('repo/.agents/skills/bare/SKILL.md', skillText('bare'));
    tree.write(
      'repo/.agents/skills/full/SKILL.md',
      skillText(
        'full',
        'license: MIT\ncompatibility: Needs git\nmetadata:\n  version: 1.0\nallowed-tools: Read Bash(git add:*)\n' +
          'argument-hint: "[file]"\nmodel: fast\nuser-invocable: false\ndisable-model-invocation: true\n',
      ),
    );
    const catalog = discover(tree.environment());
    expect(entry(catalog, 'bare')).toEqual({
      type: 'skill',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      uri: expect.stringMatching(/^file:\/\/.*bare\/SKILL\.md$/),
      name: 'bare',
      description: 'What bare does',
      _meta: { skillpick: { from: 'repo', details: { tokens: 5 } } },
    });
    expect(entry(catalog, 'full')).toMatchObject({
      disableUserInvocation: true,
      disableModelInvocation: true,
    });
    expect(metaOf(entry(catalog, 'full')).details).toEqual({
      license: 'MIT',
      compatibility: 'Needs git',
      metadata: { version: '1.0' },
      allowedTools: ['Read', 'Bash(git add:*)'],
      argumentHint: '[file]',
      model: 'fast',
      tokens: 5,
    });
  });

  it.each([
    ['user-invocable: false', { disableUserInvocation: true }],
    ['user-invokable: False', { disableUserInvocation: true }],
    ['user-invocable: true', {}],
    ['disable-model-invocation: "true"', { disableModelInvocation: true }],
    ['disable-model-invocation: false', {}],
    ['disable-model-invocation: yes', {}],
  ])('%s', (line, expected) => {
    const tree = makeTree();
    tree.write('repo/.claude/agents/a.md', `---\nname: a\n${line}\n---\n`);
    const { disableUserInvocation, disableModelInvocation } = entry(
      discover(tree.environment()),
      'a',
    ) as never;
    expect(JSON.parse(JSON.stringify({ disableUserInvocation, disableModelInvocation }))).toEqual(expected);
  });

  it.each([
    ['tools: Read, Bash(git log, git diff)', ['Read', 'Bash(git log, git diff)']],
    ['tools: ["read", edit]', ['read', 'edit']],
    ['tools:\n  write: false\n  bash: true', ['bash']],
    ['tools:', undefined],
  ])('include the tools of an agent: %j', (line, tools) => {
    const tree = makeTree();
    tree.write('repo/.opencode/agent/a.md', `---\ndescription: d\nmodel: m\n${line}\n---\n`);
    const agent = entry(discover(tree.environment()), 'a');
    expect(agent).toMatchObject({ type: 'agent', model: 'm' });
    expect('tools' in agent ? agent.tools : undefined).toEqual(tools);
  });

  it.each([
    [
      'alwaysApply: true\nglobs: "*.{ts,tsx}, src/**"',
      { alwaysApply: true, globs: ['*.{ts,tsx}', 'src/**'] },
    ],
    ['applyTo: "**/*.ts"', { globs: ['**/*.ts'] }],
    ['paths:\n  - a\n  - b', { globs: ['a', 'b'] }],
    ['alwaysApply: false', { alwaysApply: false }],
    ['', {}],
  ])('include when a rule applies: %j', (lines, expected) => {
    const tree = makeTree();
    tree.write('repo/.github/instructions/r.instructions.md', `---\n${lines}\n---\n`);
    const { id, uri, _meta, ...rule } = entry(discover(tree.environment()), 'r');
    expect(rule).toEqual({ type: 'rule', name: 'r', ...expected });
  });

  it.each([
    ['.claude/commands/deploy.md', 'deploy'],
    ['.claude/commands/front/end/button.md', 'front:end:button'],
    ['.opencode/command/front/button.md', 'front/button'],
    ['.claude/agents/team/reviewer.md', 'reviewer'],
    ['.github/agents/reviewer.agent.md', 'reviewer'],
    ['.github/prompts/plan.prompt.md', 'plan'],
    ['.codex/agents/reviewer.toml', 'reviewer'],
  ])('%s without a name in its text is called %s', (path, name) => {
    const tree = makeTree();
    tree.write(`repo/${path}`, path.endsWith('.toml') ? '' : 'Just text\n');
    const catalog = discover(tree.environment());
    expect(entry(catalog, name)).not.toHaveProperty('description');
    expect(catalog.problems).toEqual([]);
  });

  it('do not include a README as an agent', () => {
    const tree = makeTree();
    tree.write('repo/.claude/agents/README.md', '# Agents\n');
    expect(names(discover(tree.environment()), '.claude/agents')).toEqual([]);
  });

  it('are bounded', () => {
    const tree = makeTree();
    const text = `---\nname: ${'n'.repeat(299)}😀\ndescription: ${'d'.repeat(6000)}\n---\n`;
    tree.write('repo/.claude/agents/a.md', text);
    const [agent] = childrenOf(container(discover(tree.environment()), '.claude/agents')) ?? [];
    expect(agent?.name).toBe('n'.repeat(299));
    expect(agent).toHaveProperty('description', 'd'.repeat(5000));
  });

  it('are read from a frontmatter longer than the first bytes', () => {
    const tree = makeTree();
    const more = `metadata:\n${Array.from({ length: 900 }, (_, n) => `  key-${n}: value\n`).join('')}`;
    tree.write('repo/.agents/skills/a/SKILL.md', skillText('a', more));
    expect(names(discover(tree.environment()), '.agents/skills')).toEqual(['a']);
  });

  it('never include a body, a command or a secret', () => {
    const tree = makeTree();
    tree.write('repo/.agents/skills/a/SKILL.md', `${skillText('a')}\nSECRET`);
    tree.write('repo/.mcp.json', '{"mcpServers": {"m": {"command": "SECRET", "env": {"K": "SECRET"}}}}');
    tree.write('repo/.github/hooks/h.json', '{"hooks": {"stop": [{"bash": "SECRET"}]}}');
    tree.write('repo/.codex/agents/c.toml', 'name = "c"\ndeveloper_instructions = "SECRET"\n');
    const { containers, problems } = discover(tree.environment());
    expect(JSON.stringify([containers, problems])).not.toContain('SECRET');
    expect(containers.at(-1)).toMatchObject({ type: 'mcpServer', name: 'm', state: { kind: 'stopped' } });
  });
});

describe('memory files', () => {
  it('are one container for each directory that has any, with no other files', () => {
    const tree = makeTree();
    tree.write('repo/AGENTS.md', '---\nnot: [yaml\n---\n');
    tree.link('repo/CLAUDE.md', 'AGENTS.md');
    tree.write('repo/pkg/app/GEMINI.md', '');
    tree.write('repo/pkg/app/QWEN.md', '');
    tree.write('home/.claude/CLAUDE.md', '');
    const catalog = discover(tree.environment({ cwd: join(tree.repo, 'pkg/app') }));
    const found = catalog.containers.filter((each) => 'contents' in each && each.contents === 'rule');
    expect(found.map((each) => [each.name, childrenOf(each)?.map(({ name }) => name)])).toEqual([
      ['.', ['AGENTS.md']],
      ['pkg/app', ['GEMINI.md', 'QWEN.md']],
      ['~/.claude', ['CLAUDE.md']],
    ]);
    for (const each of found) {
      expect(each).toHaveProperty('writable', false);
      expect(catalog.sources.get(each.id)).toMatchObject({ reach: 'listed' });
    }
    expect(catalog.problems).toEqual([]);
  });
});

describe('problems', () => {
  const broken = (tree: Tree) => {
    tree.write('repo/.agents/skills/good/SKILL.md', skillText('good'));
    tree.write('repo/.agents/skills/bad/SKILL.md', '---\nname: bad\n---\n');
    return discover(tree.environment());
  };

  it('do not affect the other entries, and make the container degraded', () => {
    const tree = makeTree();
    const catalog = broken(tree);
    const problem = {
      uri: expect.stringMatching(/bad\/SKILL\.md$/),
      line: 1,
      message: 'description is missing',
      code: 'description-missing',
      severity: 'warning',
    };
    expect(names(catalog, '.agents/skills')).toEqual(['bad', 'good']);
    expect(container(catalog, '.agents/skills')).toHaveProperty('load', {
      kind: 'degraded',
      message: '1 of 2 breaks a rule, first bad/SKILL.md: description is missing',
    });
    expect(catalog.problems).toEqual([problem]);
    expect(metaOf(container(catalog, '.agents/skills')).problems).toEqual([problem]);
  });

  it('are reported for a directory that cannot be read', () => {
    const tree = makeTree();
    tree.link('repo/.agents', '.agents');
    const found = container(discover(tree.environment()), '.agents/skills');
    expect(found).toMatchObject({ load: { kind: 'error', message: 'its links lead in a circle' } });
    expect(metaOf(found).problems).toHaveLength(1);
  });

  it('of an agent in TOML leave it out, as its tool does', () => {
    const tree = makeTree();
    tree.write('repo/.codex/agents/torn.toml', 'name = "torn');
    tree.write('repo/.codex/agents/fine.toml', 'name = "fine"');
    const catalog = discover(tree.environment());
    expect(names(catalog, '.codex/agents')).toEqual(['fine']);
    expect(container(catalog, '.codex/agents')).toMatchObject({ load: { kind: 'degraded' } });
  });

  it('anywhere in an agent in TOML leave it out', () => {
    const tree = makeTree();
    tree.write('repo/.codex/agents/late.toml', 'name = "late"\n[mcp_servers.docs]\nurl = https\n');
    const catalog = discover(tree.environment());
    expect(names(catalog, '.codex/agents')).toEqual([]);
    expect(catalog.problems).toEqual([
      {
        uri: expect.stringMatching(/late\.toml$/),
        line: 3,
        message: 'not valid TOML',
        code: 'toml-invalid',
        severity: 'error',
      },
    ]);
  });

  it('of files in no container are listed separately', () => {
    const tree = makeTree();
    tree.write('repo/.mcp.json', '{torn');
    tree.write('repo/.agents/skills/torn/SKILL.md', 'torn');
    const { problems, looseProblems } = discover(tree.environment());
    expect(problems).toHaveLength(2);
    expect(looseProblems.map(({ uri }) => uri)).toEqual([expect.stringMatching(/\.mcp\.json$/)]);
  });

  it('of listed entries and of files that are left out are counted separately', () => {
    const tree = makeTree();
    tree.write('repo/.claude/skills/a/SKILL.md', skillText('another'));
    tree.write('repo/.claude/skills/b/SKILL.md', skillText('b', 'license: [1, 2]\n'));
    tree.write('repo/.claude/skills/c/SKILL.md', skillText('c', 'version: 1\n'));
    tree.write('repo/.claude/skills/d/SKILL.md', Buffer.from('\uFEFF---\n', 'utf16le'));
    const found = container(discover(tree.environment()), '.claude/skills');
    expect(found).toHaveProperty('load', {
      kind: 'degraded',
      message:
        '1 of 4 left out, first d/SKILL.md: file is UTF-16, not UTF-8; ' +
        '2 of 3 break a rule, first a/SKILL.md: name must equal the directory name',
    });
  });

  it('are not reported for missing recommended fields, or for names used twice', () => {
    const tree = makeTree();
    tree.write('repo/.claude/skills/a/SKILL.md', skillText('a', 'unheard-of: yes\n'));
    tree.write('repo/.claude/skills/group/a/SKILL.md', skillText('a'));
    tree.write('repo/.claude/agents/b.md', 'No frontmatter.\n');
    const catalog = discover(tree.environment());
    for (const name of ['.claude/skills', '.claude/agents'])
      expect(container(catalog, name)).toHaveProperty('load', { kind: 'loaded' });
  });

  it('of listed entries make the container degraded too, and are counted separately', () => {
    const tree = makeTree();
    tree.write('repo/.claude/skills/dir/SKILL.md', '---\ndescription: Use when: always\n---\n');
    const catalog = discover(tree.environment());
    expect(entry(catalog, 'dir')).toHaveProperty('description', 'Use when: always');
    expect(container(catalog, '.claude/skills')).toHaveProperty('load', {
      kind: 'degraded',
      message: expect.stringMatching(/^1 of 1 breaks a rule, first dir\/SKILL\.md: .*needs quotes/),
    });
    expect(catalog.problems.map(({ line, message }) => [line, message])).toEqual([
      [2, expect.stringContaining('needs quotes')],
      [1, 'name is missing'],
    ]);
  });

  it.each([
    ['.claude/skills', 'file', 'it is not a directory'],
    ['.claude/agents', 'link', 'it is not there'],
  ])('of a directory make %s an error, a %s', (path, kind, message) => {
    const tree = makeTree();
    if (kind === 'file') tree.write(`repo/${path}`, '');
    else tree.link(`repo/${path}`, 'nowhere');
    const found = container(discover(tree.environment()), path);
    expect(found).toHaveProperty('load', { kind: 'error', message });
    expect(found).not.toHaveProperty('children');
  });

  it('of a broken .mcp.json name its line', () => {
    const tree = makeTree();
    tree.write('repo/.mcp.json', '{\n"mcpServers": {\n');
    const { problems, containers } = discover(tree.environment());
    expect(problems).toEqual([
      {
        uri: expect.stringMatching(/\.mcp\.json$/),
        line: 3,
        message: expect.stringContaining('not valid JSON'),
        code: 'json-invalid',
        severity: 'error',
      },
    ]);
    expect(containers.some(({ type }) => type === 'mcpServer')).toBe(false);
  });

  it('of one server are errors, because it is not listed next to the others', () => {
    const tree = makeTree();
    tree.write('repo/.mcp.json', '{"mcpServers": {"good": {"command": "x"},\n"bad": 1}}');
    const { problems, containers } = discover(tree.environment());
    expect(problems).toMatchObject([{ line: 2, code: 'server-invalid', severity: 'error' }]);
    expect(containers.filter(({ type }) => type === 'mcpServer')).toMatchObject([{ name: 'good' }]);
  });
});

describe('the watch list', () => {
  it('has every directory that was read', () => {
    const tree = makeTree();
    tree.write('repo/.claude/settings.json', '{}');
    tree.write('repo/.agents/skills/group/a/SKILL.md', skillText('a'));
    const { directories } = discover(tree.environment());
    expect([...directories].sort()).toEqual(
      ['.agents/skills', '.agents/skills/group', '.agents/skills/group/a'].map((path) =>
        join(tree.repo, path),
      ),
    );
  });

  it('has every single path that may appear or vanish, or that is a link', () => {
    const tree = makeTree();
    tree.write('repo/elsewhere/a.md', skillText('a'));
    tree.link('repo/.agents/skills/a/SKILL.md', join(tree.repo, 'elsewhere/a.md'));
    const plugin = join(tree.base, 'later');
    const { paths } = discover(tree.environment(), { plugins: [plugin] });
    const inRepository = ['.claude', '.claude/skills', 'AGENTS.md', '.mcp.json', '.agents/skills/a/SKILL.md'];
    const inHome = ['.claude', '.codex/AGENTS.md', '.config/opencode/skills', '.copilot/config.json'];
    expect(paths).toEqual(
      expect.arrayContaining([
        ...inRepository.map((path) => join(tree.repo, path)),
        ...inHome.map((path) => join(tree.home, path)),
        join(tree.home, '.claude/plugins/installed_plugins.json'),
        plugin,
        join(plugin, '.claude-plugin/plugin.json'),
      ]),
    );
    for (const directory of [tree.repo, tree.home]) expect(paths).not.toContain(directory);
  });
});

describe('the modules of discovery', () => {
  it('learn about the machine only from the environment they get', () => {
    const folder = fileURLToPath(new URL('../../../src/host/discovery/', import.meta.url));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    expect(names).toContain('discover.ts');
    for (const name of names) {
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/process\.|node:os/);
    }
  });
});
