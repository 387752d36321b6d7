import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/host/discovery/catalog.js';
import { discover } from '../../../src/host/discovery/discover.js';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { HostFiles } from '../../support/host-files.js';

let files: HostFiles;

beforeEach(() => {
  files = new HostFiles();
});

/** Writes a file next to the repository, with its parents. */
function put(path: string, text = '---\nname: secret-name\ndescription: Secret text.\n---\n'): string {
  const file = join(files.scene.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function link(path: string, target: string): void {
  mkdirSync(dirname(files.at(path)), { recursive: true });
  symlinkSync(target, files.at(path));
}

/** Everything that is discovered, opened to clients. */
function look(): Catalog {
  const catalog = discover(files.scene.environment, { plugins: files.scene.plugins });
  files.use(catalog);
  return catalog;
}

const messages = ({ problems }: Catalog): string[] => problems.map(({ message }) => message);

const secretKey = '---\nname: id_rsa\ndescription: Secret text.\n---\n';

describe('a link of a repository that leads out of it', () => {
  it.each([
    ['GEMINI.md', '/proc/self/environ'],
    ['CLAUDE.md', '/etc/passwd'],
    ['.claude/agents/x.md', '/etc/passwd'],
    ['.claude/agents/x.md', 'home/.ssh/id_rsa'],
    ['.claude/agents/x.md', 'home/notes/private.md'],
    ['.claude/agents/sub', 'home/notes'],
    ['.claude/commands', 'home/notes'],
    ['.claude/commands/x.md', 'home/notes/private.md'],
    ['.claude/rules/x.md', 'home/notes/private.md'],
    ['.github/prompts/x.prompt.md', 'home/notes/private.md'],
    ['.github/instructions/x.instructions.md', 'home/notes/private.md'],
    ['.claude/skills/x/SKILL.md', 'home/notes/private.md'],
    ['.claude/skills/x/SKILL.md', '/etc/passwd'],
    ['.claude/skills/x', 'home'],
    ['.codex/agents/x.toml', 'home/notes/private.toml'],
    ['.github/hooks/x.json', 'home/notes/private.json'],
  ])('opens nothing: %s -> %s', (path, target) => {
    put('home/.ssh/id_rsa', secretKey);
    put('home/SKILL.md', secretKey);
    put('home/notes/private.md');
    put('home/notes/private.toml', 'name = "secret-name"\ndescription = "Secret text."\n');
    put('home/notes/private.json', '{"hooks":{"secret-name":[{"matcher":"Secret text."}]}}');
    link(path, target.startsWith('/') ? target : join(files.scene.root, target));
    const catalog = look();
    expect(JSON.stringify(catalog.containers)).not.toMatch(/secret-name|Secret text|id_rsa/);
    files.expectClosed(files.uri(path));
    expect(messages(catalog).join()).toMatch(/link leads (out|to another)/);
  });

  it('lists no servers that are declared outside', () => {
    const file = put('home/notes/servers.json', '{"mcpServers":{"secret-name":{"command":"x"}}}');
    link('sub/.mcp.json', file);
    mkdirSync(files.at('sub/.git'));
    const catalog = discover({ ...files.scene.environment, cwd: files.at('sub') });
    expect(JSON.stringify(catalog.containers)).not.toContain('secret-name');
    expect(messages(catalog)).toEqual(['link leads out of the repository']);
  });

  it('opens a skill and the visible files in its folder', () => {
    put('elsewhere/shared/SKILL.md', '---\nname: shared\ndescription: For all.\n---\n');
    put('elsewhere/shared/notes.txt', 'along');
    put('elsewhere/shared/.env', 'KEY=secret');
    put('elsewhere/shared/.git/config', 'secret');
    link('.claude/skills/shared', join(files.scene.root, 'elsewhere/shared'));
    expect(JSON.stringify(look().containers)).toContain('For all.');
    expect(files.resources.read(files.uri('.claude/skills/shared/notes.txt')).data).toBe('along');
    for (const hidden of ['.env', '.git', '.git/config'])
      files.expectClosed(files.uri('.claude/skills/shared', hidden));
  });

  describe('to a plugin', () => {
    const skill = '---\nname: shared\ndescription: For all.\n---\n';
    const opened = ['plugin/agents/helper.md', 'plugin/skills/shared/SKILL.md', 'plugin/skills/shared/a.txt'];
    const hidden = ['plugin/secrets/key.txt', 'plugin/.hidden/key.txt', 'plugin/skills/shared/.env'];

    beforeEach(() => {
      for (const path of [...opened, ...hidden]) put(`elsewhere/${path}`, skill);
      put('elsewhere/plugin/.claude-plugin/plugin.json', '{"name":"plugin"}');
    });

    const expectOnlyEntries = (base: string) => {
      for (const path of opened) expect(files.resources.read(files.uri(base, path)).data).toBe(skill);
      for (const path of hidden) files.expectClosed(files.uri(base, path));
    };

    it('opens its entries and the visible files of its skills', () => {
      link('.claude/skills/plugin', join(files.scene.root, 'elsewhere/plugin'));
      expect(look().containers).toContainEqual(expect.objectContaining({ type: 'plugin', name: 'plugin' }));
      expectOnlyEntries('.claude/skills');
    });

    it('does not open the folder of a plugin that is a skill itself', () => {
      put('elsewhere/single/SKILL.md', skill);
      put('elsewhere/single/key.txt', 'secret');
      put('elsewhere/single/.claude-plugin/plugin.json', '{"name":"single"}');
      link('.claude/skills/single', join(files.scene.root, 'elsewhere/single'));
      look();
      expect(files.resources.read(files.uri('.claude/skills/single/SKILL.md')).data).toBe(skill);
      files.expectClosed(files.uri('.claude/skills/single/key.txt'));
    });

    it('opens no more of it to other links', () => {
      link('.claude/skills/plugin', join(files.scene.root, 'elsewhere/plugin'));
      link('.claude/agents/x.md', put('elsewhere/plugin/private.md'));
      expect(messages(look())).toContain('link leads out of the repository');
      files.expectClosed(files.uri('.claude/agents/x.md'));
    });

    it("opens the same of a plugin that the repository's settings name", () => {
      const source = { source: 'directory', path: join(files.scene.root, 'elsewhere') };
      const settings = JSON.stringify({ extraKnownMarketplaces: { near: { source } } });
      put('repo/.github/copilot/settings.json', settings);
      put('elsewhere/marketplace.json', '{"plugins":[{"name":"plugin","source":"./plugin"}]}');
      put('home/.copilot/config.json', JSON.stringify({ trustedFolders: [files.at('.')] }));
      look();
      expectOnlyEntries('../elsewhere');
    });
  });

  it("opens only the skills of a folder that the repository's settings name", () => {
    const skill = put('elsewhere/shared/SKILL.md', '---\nname: shared\ndescription: For all.\n---\n');
    put('elsewhere/key.txt', 'secret');
    put('repo/opencode.json', JSON.stringify({ skills: { paths: [join(files.scene.root, 'elsewhere')] } }));
    look();
    expect(files.resources.read(fileUri(skill)).data).toContain('For all.');
    files.expectClosed(files.uri('../elsewhere/key.txt'));
  });

  it('does not open the folder that contains the skills', () => {
    const skill = put('elsewhere/SKILL.md', '---\nname: elsewhere\ndescription: Loose.\n---\n');
    put('elsewhere/other.txt', 'other');
    link('.claude/skills', dirname(skill));
    expect(JSON.stringify(look().containers)).toContain('Loose.');
    expect(files.resources.read(files.uri('.claude/skills/SKILL.md')).data).toContain('Loose.');
    files.expectClosed(files.uri('.claude/skills/other.txt'));
  });
});

describe('a link of a repository', () => {
  it.each([
    [
      'to a skill of another tool',
      '.claude/skills/x/SKILL.md',
      '../../../.agents/skills/alpha/SKILL.md',
      'Does alpha',
    ],
    ['to a rule', 'CLAUDE.md', 'AGENTS.md', 'Be kind'],
    ['to a Markdown file of the repository', 'CLAUDE.md', 'docs/rules.md', 'prose'],
    ['to the rules of another tool', 'CLAUDE.md', '.cursorrules', 'rules'],
    ['to an agent of the user', '.claude/agents/mine.md', '../../../home/.claude/agents/mine.md', 'Mine'],
    ['to a rule of the user', 'CLAUDE.md', '../home/.claude/CLAUDE.md', 'user rule'],
    ['to an agent of a package', '.claude/agents/packed.md', '../../pack/agents/packed.md', 'Packed'],
  ])('is followed %s', (_, path, target, text) => {
    put('repo/docs/rules.md', 'prose');
    put('repo/.cursorrules', 'rules');
    put('repo/pack/agents/packed.md', '---\nname: packed\ndescription: Packed.\n---\n');
    put('home/.claude/agents/mine.md', '---\nname: mine\ndescription: Mine.\n---\n');
    put('home/.claude/CLAUDE.md', 'user rule');
    link(path, target);
    const { problems } = look();
    expect(problems).toEqual([]);
    expect(files.resources.read(files.uri(path)).data).toContain(text);
  });

  it.each([
    ['.claude/agents/x.md', '../../.env'],
    ['.claude/commands/x.md', '../../.git/config'],
    ['GEMINI.md', '.npmrc'],
    ['.claude/skills/x/SKILL.md', '../../../.env'],
  ])('opens no other kind of file of the repository: %s -> %s', (path, target) => {
    for (const secret of ['.env', '.git/config', '.npmrc']) put(`repo/${secret}`, secretKey);
    link(path, target);
    expect(JSON.stringify(look().containers)).not.toContain('Secret text');
    files.expectClosed(files.uri(path));
  });

  it.each(['.', '..', '../.vscode', '../.git'])('to %s opens nothing but skills', (target) => {
    put('repo/.claude/settings.json', '{}');
    put('repo/.git/settings.json', '{}');
    put('repo/.vscode/settings.json', '{}');
    put('repo/settings.json', '{}');
    link('.claude/skills', target);
    look();
    files.expectClosed(files.uri('.claude/skills/settings.json'));
    files.expectClosed(files.uri('.claude/skills/new/SKILL.md'));
  });

  it('to the root, as a plugin, opens only the entries there', () => {
    put('repo/.claude-plugin/plugin.json', '{"name":"whole"}');
    put('repo/agents/helper.md');
    put('repo/.git/config', 'secret');
    link('.claude/skills/whole', '../..');
    expect(JSON.stringify(look().containers)).toContain('secret-name');
    files.expectClosed(files.uri('.git/config'));
  });

  it('or its settings, to hidden folders, open nothing but skills', () => {
    const secrets = ['.git/config', '.vscode/settings.json', 'sub/.env'].map((path) => put(`repo/${path}`));
    put('repo/opencode.json', '{"skills":{"paths":[".","sub",".git",".vscode"]}}');
    put('repo/sub/notes.txt', 'notes');
    look();
    for (const secret of secrets) files.expectClosed(fileUri(secret));
    expect(files.resources.read(files.uri('sub/notes.txt')).data).toBe('notes');
  });

  it('leads to the visible files in a directory of the repository', () => {
    put('repo/common/.env', 'KEY=secret');
    put('repo/common/notes.txt', 'notes');
    link('.claude/skills', '../common');
    look();
    expect(files.resources.read(files.uri('.claude/skills/notes.txt')).data).toBe('notes');
    files.expectClosed(files.uri('.claude/skills/.env'));
    files.expectClosed(files.uri('.claude/skills/.husky/pre-commit'));
  });

  it('leads to the directory of another tool in the repository', () => {
    put('repo/.cursor/skills/there/SKILL.md', '---\nname: there\ndescription: Of another.\n---\n');
    link('.claude/skills', '../.cursor/skills');
    look();
    files.resources.write(files.uri('.claude/skills/new/SKILL.md'), { data: 'made' });
    expect(readFileSync(files.at('.cursor/skills/new/SKILL.md'), 'utf8')).toBe('made');
  });
});

describe('a link that is made after the discovery', () => {
  it.each([
    ['a container', '.agents/skills'],
    ['a container that did not exist yet', 'bare/.agents/skills'],
  ])('opens nothing in the place of %s', (_, path) => {
    mkdirSync(files.at('bare/.git'), { recursive: true });
    const cwd = path.startsWith('bare') ? files.at('bare') : files.scene.cwd;
    files.use(discover({ ...files.scene.environment, cwd }));
    put('home/private.txt', 'Secret text.');
    rmSync(files.at(path), { recursive: true, force: true });
    link(path, files.scene.home);
    files.expectClosed(files.uri(path, 'private.txt'));
    files.expectClosed(files.uri(path, 'new/SKILL.md'));
  });
});

describe('links of the user', () => {
  it('lead anywhere', () => {
    const agent = put('dotfiles/agent.txt', '---\nname: dotted\ndescription: Kept elsewhere.\n---\n');
    mkdirSync(join(files.scene.home, '.claude/agents'), { recursive: true });
    symlinkSync(agent, join(files.scene.home, '.claude/agents/dotted.md'));
    expect(JSON.stringify(look().containers)).toContain('Kept elsewhere.');
  });
});
