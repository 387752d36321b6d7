import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { installedPluginDirs } from '../../../src/host/discovery/installed-plugins.js';
import type { PluginCustomization } from '../../../src/protocol/index.js';
import type { SkillpickMeta } from '../../../src/protocol/skillpick-meta.js';
import { makeTree, skillText, type Tree } from './tree.js';

function pluginAt(tree: Tree, directory = 'plug'): PluginCustomization {
  const { containers } = discover(tree.environment(), { plugins: [join(tree.base, directory)] });
  const found = containers.find(({ type }) => type === 'plugin');
  if (found === undefined) throw new Error('no plugin');
  return found as PluginCustomization;
}

const children = (plugin: PluginCustomization) => plugin.children?.map(({ type, name }) => `${type} ${name}`);
const problems = (plugin: PluginCustomization) => {
  const meta = plugin._meta?.['skillpick'] as SkillpickMeta | undefined;
  return meta?.problems?.map(
    ({ uri, line, message }) => `${uri.slice(uri.lastIndexOf('/') + 1)}:${line ?? ''} ${message}`,
  );
};

describe('a plugin package', () => {
  it.each([
    ...['plugin.json', '.plugin/plugin.json', '.github/plugin/plugin.json'],
    ...['.claude-plugin/plugin.json', 'gemini-extension.json'],
  ])('is recognized by %s', (manifest) => {
    const tree = makeTree();
    tree.write(`plug/${manifest}`, '{"name": "acme", "version": "1.2.0"}');
    expect(pluginAt(tree)).toMatchObject({
      type: 'plugin',
      name: 'acme',
      version: '1.2.0',
      load: { kind: 'loaded' },
      children: [],
      _meta: { skillpick: { from: 'user', problems: [] } },
    });
  });

  it('has its parts in the default directories', () => {
    const tree = makeTree();
    tree.write('plug/plugin.json', '{"name": "acme"}');
    tree.write('plug/skills/a/SKILL.md', skillText('a'));
    tree.write('plug/commands/deploy.md', 'Deploy');
    tree.write('plug/commands/db/migrate.md', '---\ndescription: Moves\n---\n');
    tree.write('plug/agents/reviewer.md', '---\nname: reviewer\n---\n');
    tree.write('plug/rules/style.mdc', '---\nalwaysApply: true\n---\n');
    tree.write('plug/hooks/hooks.json', '{"hooks": {"Stop": [{"hooks": [{"command": "SECRET"}]}]}}');
    tree.write('plug/.mcp.json', '{"mcpServers": {"db": {"command": "SECRET"}}}');
    const plugin = pluginAt(tree);
    expect(children(plugin)).toEqual([
      'skill a',
      'skill db:migrate',
      'skill deploy',
      'agent reviewer',
      'rule style',
      'hook Stop',
      'mcpServer db',
    ]);
    expect(plugin.load).toEqual({ kind: 'loaded' });
    expect(JSON.stringify(plugin)).not.toContain('SECRET');
  });

  it('has its parts at the paths in its manifest instead, if it gives any', () => {
    const tree = makeTree();
    tree.write(
      'plug/.claude-plugin/plugin.json',
      JSON.stringify({
        name: 'acme',
        skills: ['./one', './two/single'],
        commands: './special/cmd.md',
        agents: `${'$'}{CLAUDE_PLUGIN_ROOT}/people`,
        hooks: './config/h.json',
        mcpServers: ['./config/m.json'],
      }),
    );
    tree.write('plug/skills/usual/SKILL.md', skillText('usual'));
    tree.write('plug/one/a/SKILL.md', skillText('a'));
    tree.write('plug/two/single/SKILL.md', skillText('single'));
    tree.write('plug/special/cmd.md', '');
    tree.write('plug/special/other.md', '');
    tree.write('plug/people/p.md', '');
    tree.write('plug/config/h.json', '{"PreToolUse": []}');
    tree.write('plug/config/m.json', '{"db": {"command": "x"}}');
    expect(children(pluginAt(tree))).toEqual([
      'skill a',
      'skill single',
      'skill cmd',
      'agent p',
      'hook h:PreToolUse',
      'mcpServer db',
    ]);
  });

  it('may declare hooks and servers inline, each with its range in the manifest', () => {
    const tree = makeTree();
    const text = `{
  "name": "acme",
  "hooks": {"Stop": []},
  "mcpServers": {
    "one": {"command": "c"},
    "two": {"url": "u"}
  }
}`;
    const path = tree.write('plug/plugin.json', text);
    const plugin = pluginAt(tree);
    expect(children(plugin)).toEqual(['hook Stop', 'mcpServer one', 'mcpServer two']);
    expect(plugin.children?.map(({ range }) => range?.start)).toEqual([
      { line: 2, character: 12 },
      { line: 4, character: 4 },
      { line: 5, character: 4 },
    ]);
    expect(new Set(plugin.children?.map(({ uri }) => uri))).toEqual(new Set([`file://${path}`]));
    expect(new Set(plugin.children?.map(({ id }) => id)).size).toBe(3);
  });

  it('may give its skills any name', () => {
    const tree = makeTree();
    tree.write('plug/plugin.json', '{}');
    tree.write('plug/skills/dir/SKILL.md', skillText('Fancy Name'));
    const plugin = pluginAt(tree);
    expect(plugin.name).toBe('plug');
    expect(children(plugin)).toEqual(['skill Fancy Name']);
    expect(plugin.load).toMatchObject({ kind: 'degraded', message: expect.stringMatching(/^1 of 1 breaks/) });
    expect(problems(plugin)).toEqual([
      'SKILL.md:2 name must be lowercase letters, digits and single hyphens between them',
    ]);
  });

  it.each([
    ['"../outside"', 'path leads out of the package'],
    ['"./a/../../outside"', 'path leads out of the package'],
    ['"/etc"', 'path leads out of the package'],
    ['"./linked"', 'path leads out of the package'],
    ['"./linked/deep"', 'path leads out of the package'],
    ['"./missing"', 'path is not there'],
    ['7', 'not a path'],
    ['[["x"]]', 'not a path'],
  ])('has no parts at the invalid path %s', (path, message) => {
    const tree = makeTree();
    tree.write('outside/deep/x/SKILL.md', skillText('x'));
    tree.link('plug/linked', '../outside');
    tree.write('plug/plugin.json', `{"name": "acme",\n"skills": ${path}}`);
    const plugin = pluginAt(tree);
    expect(plugin.children).toEqual([]);
    expect(problems(plugin)).toEqual([`plugin.json:2 ${message}`]);
    expect(plugin.load).toMatchObject({ kind: 'degraded' });
  });

  it.each(['skills', 'skills/x', 'skills/x/SKILL.md', 'hooks', 'hooks/hooks.json', '.mcp.json'])(
    'has no parts outside, behind a link at %s',
    (path) => {
      const tree = makeTree();
      tree.write('outside/x/SKILL.md', skillText('x'));
      tree.write('outside/SKILL.md', skillText('x'));
      tree.write('outside/hooks.json', '{"Stop": []}');
      tree.write('outside/.mcp.json', '{"mcpServers": {"m": {}}}');
      tree.write('plug/plugin.json', '{"name": "acme"}');
      const isFile = path.includes('.');
      const target = isFile ? join('outside', path.split('/').at(-1) ?? '') : 'outside';
      tree.link(`plug/${path}`, join(tree.base, target));
      const plugin = pluginAt(tree);
      expect(plugin.children).toEqual([]);
      expect(problems(plugin)).toEqual([expect.stringContaining('link leads out of the package')]);
    },
  );

  it.each([
    ['{"name": ', /plugin\.json: not valid JSON/],
    ['[]', /manifest is not an object/],
  ])('with the manifest %j is an error', (manifest, message) => {
    const tree = makeTree();
    tree.write('plug/plugin.json', manifest);
    tree.write('plug/skills/a/SKILL.md', skillText('a'));
    const plugin = pluginAt(tree);
    expect(plugin.load).toEqual({ kind: 'error', message: expect.stringMatching(message) });
    expect(plugin).not.toHaveProperty('children');
  });

  it('needs no manifest if it has parts', () => {
    const tree = makeTree();
    tree.write('plug/skills/a/SKILL.md', skillText('a'));
    expect(pluginAt(tree)).toMatchObject({
      name: 'plug',
      load: { kind: 'loaded' },
      children: [{ name: 'a' }],
    });
  });

  it.each([
    ['empty', /no plugin\.json/],
    ['missing', /not there/],
  ])('that is %s is an error', (name, message) => {
    const tree = makeTree();
    tree.directory('empty');
    expect(pluginAt(tree, name).load).toEqual({ kind: 'error', message: expect.stringMatching(message) });
  });

  it('keeps its other parts if one is broken', () => {
    const tree = makeTree();
    tree.write('plug/plugin.json', '{"name": "acme"}');
    tree.write('plug/skills/a/SKILL.md', 'no frontmatter');
    tree.write('plug/skills/b/SKILL.md', skillText('b'));
    tree.write('plug/.mcp.json', '{');
    tree.write('plug/hooks.json', '{"hooks": {}}');
    const plugin = pluginAt(tree);
    expect(children(plugin)).toEqual(['skill a', 'skill b']);
    expect(plugin.load).toMatchObject({
      kind: 'degraded',
      message: expect.stringMatching(/^2 of 4 left out.*1 of 2 breaks/),
    });
  });

  it('is listed once, even if it is named several times', () => {
    const tree = makeTree();
    tree.write('repo/plug/plugin.json', '{"name": "acme"}');
    tree.link('repo/again', 'plug');
    const { containers, sources } = discover(tree.environment(), { plugins: ['plug', './plug/', 'again'] });
    const plugins = containers.filter(({ type }) => type === 'plugin');
    expect(plugins).toHaveLength(1);
    expect(sources.get(plugins[0]?.id ?? '')).toMatchObject({ place: 'plugin', from: 'repo', reach: 'tree' });
  });
});

describe('installed packages', () => {
  it('of Claude Code are used in place if their marketplace is a directory, with the skills that it lists', () => {
    const tree = makeTree();
    const market = tree.directory('market');
    const installation = [{ installPath: join(tree.home, 'copy') }];
    const plugins = { 'docs@market': installation, 'tools@market': installation };
    tree.write('home/.claude/plugins/installed_plugins.json', JSON.stringify({ plugins }));
    const known = { market: { source: { source: 'directory' }, installLocation: market } };
    tree.write('home/.claude/plugins/known_marketplaces.json', JSON.stringify(known));
    const listed = [
      { name: 'docs', source: './', skills: ['./skills/a'] },
      { name: 'tools', source: './tools', agents: './more.md' },
    ];
    tree.write('market/.claude-plugin/marketplace.json', JSON.stringify({ plugins: listed }));
    const { packages } = installedPluginDirs(tree.environment());
    expect(packages).toMatchObject([
      { directory: market, more: { skills: [join(market, 'skills/a')] }, hasListedSkills: true },
      { directory: join(market, 'tools'), more: { agents: [join(market, 'tools/more.md')] } },
    ]);
    expect(packages[1]).not.toHaveProperty('hasListedSkills');
  });

  it('of Claude Code may have hooks and servers in their marketplace', () => {
    const tree = makeTree();
    const market = tree.directory('market');
    const installation = [{ installPath: join(tree.home, 'copy') }];
    const plugins = { 'marked@market': installation, 'bare@market': installation };
    tree.write('home/.claude/plugins/installed_plugins.json', JSON.stringify({ plugins }));
    const known = { market: { source: { source: 'directory' }, installLocation: market } };
    tree.write('home/.claude/plugins/known_marketplaces.json', JSON.stringify(known));
    const mcpServers = { inline: { command: 'secret' } };
    const listed = [
      { name: 'marked', source: './marked', mcpServers, hooks: { SessionStart: [] } },
      { name: 'bare', source: './bare', mcpServers },
    ];
    tree.write('market/.claude-plugin/marketplace.json', JSON.stringify({ plugins: listed }));
    tree.write('market/marked/.claude-plugin/plugin.json', '{"mcpServers": {"own": {"command": "x"}}}');
    for (const plugin of ['marked', 'bare'])
      tree.write(`market/${plugin}/hooks/hooks.json`, '{"hooks": {"Stop": []}}');
    const { containers, closed } = discover(tree.environment());
    const found = containers.filter((container) => container.type === 'plugin');
    expect(found.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
      ['marked', ['SessionStart', 'own']],
      ['bare', ['Stop', 'inline']],
    ]);
    expect([...closed]).toContain(join(market, '.claude-plugin/marketplace.json'));
  });

  it('of Claude Code may be folders of skills, under the name in their manifest', () => {
    const tree = makeTree();
    tree.write('home/.claude/skills/outer/.claude-plugin/plugin.json', '{"name": "mine"}');
    tree.write('repo/.claude/skills/ours/.claude-plugin/plugin.json', '{}');
    tree.write('repo/.claude/skills/plain/SKILL.md', '');
    const { packages } = installedPluginDirs(tree.environment());
    expect(packages.map(({ ref, from, isInPlace }) => [ref, from, isInPlace])).toEqual([
      ['mine@skills-dir', 'user', true],
      ['ours@skills-dir', 'repo', true],
    ]);
  });

  it('of Claude Code are those of all projects, that of this project first', () => {
    const tree = makeTree();
    const at = (name: string) => join(tree.home, '.claude/plugins/cache/market', name, '1.0.0');
    tree.write(
      'home/.claude/plugins/installed_plugins.json',
      JSON.stringify({
        version: 2,
        plugins: {
          'mine@market': [{ scope: 'user', installPath: at('mine'), version: '1.0.0' }],
          'other@market': [{ scope: 'project', projectPath: '/elsewhere', installPath: at('other') }],
          'here@market': [
            { scope: 'local', projectPath: '/elsewhere', installPath: at('wrong') },
            { scope: 'local', projectPath: tree.repo, installPath: at('here') },
          ],
          'old@market': { installPath: at('old') },
          'odd@market': [{ installPath: 'relative' }, 7],
          'none@market': [],
        },
      }),
    );
    const { packages } = installedPluginDirs(tree.environment());
    expect(packages).toEqual(
      ['mine', 'other', 'here', 'old'].map((name) => ({
        directory: at(name),
        place: '~/.claude/plugins',
        from: 'user',
        ref: `${name}@market`,
        addsSkills: true,
      })),
    );
  });

  it('of Copilot CLI are those in its config.json, and all of a marketplace on this machine', () => {
    const tree = makeTree();
    const at = (path: string) => join(tree.home, '.copilot/installed-plugins', path);
    tree.write('home/.copilot/installed-plugins/market/acme/plugin.json', '{"name": "acme"}');
    tree.write('home/.copilot/installed-plugins/_direct/x/plugin.json', '{"name": "direct"}');
    tree.write('home/.copilot/installed-plugins/market/left/plugin.json', '{"name": "left"}');
    const installed = [
      { name: 'acme', marketplace: 'market', cache_path: at('market/acme') },
      { name: 'direct', marketplace: '', cache_path: at('_direct/x') },
      { name: 'nowhere', marketplace: 'market' },
      7,
    ];
    tree.write(
      'home/.copilot/config.json',
      `// Managed.\n${JSON.stringify({ installedPlugins: installed })}`,
    );
    const source = { source: 'directory', path: '~/near' };
    const settings = { extraKnownMarketplaces: { near: { source }, far: { source: { source: 'github' } } } };
    tree.write('home/.copilot/settings.json', JSON.stringify(settings));
    const offers = [
      { name: 'tools', source: './tools' },
      { name: 'outside', source: '../outside' },
      { name: 'remote', source: { source: 'github' } },
    ];
    tree.write('home/near/.claude-plugin/marketplace.json', JSON.stringify({ plugins: offers }));
    tree.write('home/near/tools/plugin.json', '{"name": "tools"}');
    tree.write('home/outside/plugin.json', '{"name": "outside"}');
    const { containers, sources } = discover(tree.environment());
    const plugins = containers.filter(({ type }) => type === 'plugin');
    expect(plugins.map(({ name, id }) => [name, sources.get(id)?.plugin, sources.get(id)?.place])).toEqual([
      ['acme', 'acme@market', '~/.copilot/installed-plugins'],
      ['direct', 'direct', '~/.copilot/installed-plugins'],
      ['tools', 'tools@near', '~/.copilot/installed-plugins'],
    ]);
  });

  it("of a marketplace in a repository's settings are found only if the user trusts the folder", () => {
    const tree = makeTree();
    const source = { source: 'directory', path: tree.base };
    const settings = { extraKnownMarketplaces: { near: { source } } };
    tree.write('repo/.github/copilot/settings.json', JSON.stringify(settings));
    tree.write('marketplace.json', '{"plugins": [{"name": "tools", "source": "./tools"}]}');
    tree.write('tools/plugin.json', '{"name": "tools"}');
    const plugins = () => discover(tree.environment()).containers.filter(({ type }) => type === 'plugin');
    expect(plugins()).toEqual([]);
    tree.write('home/.copilot/config.json', JSON.stringify({ trustedFolders: [tree.repo] }));
    expect(plugins()).toMatchObject([{ name: 'tools' }]);
  });

  it('of Gemini CLI are its extensions, copied or linked, by their own manifest', () => {
    const tree = makeTree();
    const extensions = 'home/.gemini/extensions';
    tree.write(`${extensions}/copied/gemini-extension.json`, '{"name": "acme", "version": "2.0.0"}');
    tree.write(`${extensions}/copied/plugin.json`, '{"name": "for-others"}');
    tree.write(`${extensions}/copied/skills/lint/SKILL.md`, skillText('lint'));
    tree.write(`${extensions}/copied/agents/scout.md`, '---\nname: scout\ndescription: Looks.\n---\n');
    tree.write('work/gemini-extension.json', '{"name": "mine", "mcpServers": {"m": {"command": "x"}}}');
    const install = { type: 'link', source: join(tree.base, 'work') };
    tree.write(`${extensions}/linked/.gemini-extension-install.json`, JSON.stringify(install));
    tree.directory(`${extensions}/nothing`);
    tree.write(`${extensions}/extension-enablement.json`, '{}');
    const { containers, sources, closed } = discover(tree.environment());
    const plugins = containers.filter(({ type }) => type === 'plugin') as PluginCustomization[];
    expect(plugins.map((plugin) => [plugin.name, children(plugin)])).toEqual([
      ['acme', ['skill lint', 'agent scout']],
      ['mine', ['mcpServer m']],
    ]);
    for (const { id } of plugins) expect(sources.get(id)).toMatchObject({ place: '~/.gemini/extensions' });
    expect([...closed]).toEqual([join(tree.base, 'work/gemini-extension.json')]);
  });

  it('of Gemini CLI are found in its own home', () => {
    const tree = makeTree();
    tree.write('other/.gemini/extensions/a/gemini-extension.json', '{"name": "a"}');
    const env = { GEMINI_CLI_HOME: join(tree.base, 'other') };
    expect(installedPluginDirs(tree.environment({ env })).packages).toMatchObject([{ ref: 'a' }]);
  });

  it('that are missing are listed under the name they were installed with', () => {
    const tree = makeTree();
    const plugins = { 'ghost@market': [{ installPath: join(tree.home, 'gone') }] };
    tree.write('home/.claude/plugins/installed_plugins.json', JSON.stringify({ plugins }));
    const { containers, problems: all } = discover(tree.environment());
    expect(containers.at(-1)).toMatchObject({ name: 'ghost', load: { kind: 'error' } });
    expect(all.map(({ message }) => message)).toEqual(['package is not there']);
  });

  it('are reported with one problem if their list is broken', () => {
    const tree = makeTree();
    tree.write('home/.claude/plugins/installed_plugins.json', '{"plugins": {');
    const { problems: all } = discover(tree.environment());
    expect(all).toEqual([expect.objectContaining({ line: 1, message: expect.stringContaining('JSON') })]);
  });
});
