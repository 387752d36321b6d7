import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../../../src/host/files/make-directory.js';
import { withDirectory } from '../../../src/host/files/open-file.js';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import { repositoryOf, targetIn } from '../../../src/host/tools/repository.js';
import type { EntryRef, Tool } from '../../../src/host/tools/tool.js';
import { findContext } from '../../../src/host/tools/tool-context.js';
import { Scene, SceneSwitches } from './scene.js';

const skillPlaces: Record<string, string> = {
  claude: '.claude/skills',
  copilot: '.agents/skills',
  gemini: '.agents/skills',
  opencode: '.agents/skills',
};

/** A skill in the home, so that the repository needs no directories for skills. */
const lint = (scene: Scene, tool: Tool): EntryRef => scene.skill(`~/${skillPlaces[tool.id]}`, 'lint');

function link(scene: Scene, short: string, to: string): void {
  mkdirSync(dirname(scene.path(short)), { recursive: true });
  symlinkSync(to, scene.path(short));
}

/** Every file below a folder with its text, to see that nothing was written. */
function filesBelow(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    files[path] = entry.isFile() ? readFileSync(path, 'utf8') : entry.isSymbolicLink() ? 'link' : 'directory';
  }
  return files;
}

async function expectRefused(scene: Scene, tool: Tool, entry: EntryRef, reason: string): Promise<void> {
  const switches = scene.switches(tool);
  const before = filesBelow(scene.folder);
  const request = { entry, scope: 'workspace', enabled: false } as const;
  expect(switches.check([request])).toEqual([reason]);
  expect(await switches.change([request])).toEqual([{ refused: reason }]);
  expect(filesBelow(scene.folder)).toEqual({ ...before, ...ownState(scene) });
}

/** The directory of skillpick's own lock, which is made in the home. */
function ownState(scene: Scene): Record<string, string> {
  const state = Object.entries(filesBelow(scene.home)).filter(([path]) =>
    path.startsWith(scene.path('~/.local')),
  );
  return Object.fromEntries(state);
}

describe('a link out of the repository is never written through', () => {
  test.each<[name: string, tool: Tool, make: (scene: Scene) => [named: string, target: string]]>([
    [
      'to a file',
      claude,
      (scene) => {
        scene.write('~/.profile.json', '{}\n');
        link(scene, '.claude/settings.local.json', scene.path('~/.profile.json'));
        return ['.claude/settings.local.json', '~/.profile.json'];
      },
    ],
    [
      'to a file that is not there',
      claude,
      (scene) => {
        link(scene, '.claude/settings.local.json', scene.path('~/.bashrc'));
        return ['.claude/settings.local.json', '~/.bashrc'];
      },
    ],
    [
      'by a relative path',
      claude,
      (scene) => {
        link(scene, '.claude/settings.local.json', '../deep/../../home/.bashrc');
        return ['.claude/settings.local.json', '~/.bashrc'];
      },
    ],
    [
      'over a chain of links',
      claude,
      (scene) => {
        link(scene, '.claude/settings.local.json', '../one');
        link(scene, 'one', 'two');
        link(scene, 'two', scene.path('~/.bashrc'));
        return ['.claude/settings.local.json', '~/.bashrc'];
      },
    ],
    [
      'by a directory',
      claude,
      (scene) => {
        mkdirSync(scene.path('~/other'));
        link(scene, '.claude', scene.path('~/other'));
        return ['.claude', '~/other/settings.local.json'];
      },
    ],
    [
      'by a directory that is not there',
      claude,
      (scene) => {
        link(scene, '.claude', scene.path('~/other'));
        return ['.claude', '~/other/settings.local.json'];
      },
    ],
    [
      "to the user's own settings",
      claude,
      (scene) => {
        scene.write('~/.claude/settings.json', '{}\n');
        link(scene, '.claude/settings.local.json', scene.path('~/.claude/settings.json'));
        return ['.claude/settings.local.json', '~/.claude/settings.json'];
      },
    ],
    [
      "into Git's own files",
      claude,
      (scene) => {
        link(scene, '.claude/settings.local.json', '../.git/packed-refs');
        return ['.claude/settings.local.json', '.git/packed-refs'];
      },
    ],
    [
      'to a directory next to the repository whose name starts with the same letters',
      claude,
      (scene) => {
        link(scene, '.claude', '../repository-2');
        return ['.claude', '../repository-2/settings.local.json'];
      },
    ],
    [
      'of Copilot CLI',
      copilot,
      (scene) => {
        link(scene, '.github', scene.path('~/other'));
        return ['.github', '~/other/copilot/settings.local.json'];
      },
    ],
    [
      "of Copilot CLI's lock",
      copilot,
      (scene) => {
        scene.write('~/.netrc', '');
        link(scene, '.github/copilot/settings.local.json.lock', scene.path('~/.netrc'));
        return ['.github/copilot/settings.local.json.lock', '~/.netrc'];
      },
    ],
    [
      'of Gemini CLI',
      gemini,
      (scene) => {
        scene.write('~/.gemini/settings.json', '{}\n');
        link(scene, '.gemini', scene.path('~/.gemini'));
        return ['.gemini', '~/.gemini/settings.json'];
      },
    ],
    [
      'of opencode',
      opencode,
      (scene) => {
        link(scene, 'opencode.json', '../home/.bashrc');
        return ['opencode.json', '~/.bashrc'];
      },
    ],
    [
      "of opencode's directory",
      opencode,
      (scene) => {
        scene.write('~/.config/opencode/opencode.json', '{}\n');
        link(scene, '.opencode', scene.path('~/.config/opencode'));
        return ['.opencode', '~/.config/opencode/opencode.json'];
      },
    ],
  ])('%s', async (_, tool, make) => {
    const scene = new Scene();
    const entry = lint(scene, tool);
    const [named, target] = make(scene).map((short) => scene.path(short));
    const message = `${named} is a link that leads out of the repository, to ${target}`;
    expect(scene.switches(tool).problems).toContainEqual({
      file: expect.any(String),
      message,
      code: 'link-outside',
      severity: 'warning',
    });
    await expectRefused(scene, tool, entry, message);
  });

  test('not even in a circle', async () => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    link(scene, '.claude/settings.local.json', 'settings.local.json');
    const reason = `${scene.path('.claude/settings.local.json')} cannot be written: its links lead in a circle`;
    await expectRefused(scene, claude, entry, reason);
  });

  test('not within a wider root that was chosen for the places to look into', async () => {
    const scene = new Scene();
    const entry = lint(scene, gemini);
    link(scene, '.gemini', '../elsewhere');
    const environment = { ...scene.environment, env: { SKILLPICK_ROOT: scene.folder } };
    const request = { entry, scope: 'workspace', enabled: false } as const;
    const [outcome] = await new SceneSwitches(gemini, environment).change([request]);
    expect(outcome).toEqual({ refused: expect.stringContaining('.gemini is a link that leads out') });
    expect(existsSync(join(scene.folder, 'elsewhere'))).toBe(false);
  });

  test('not from a folder below a home that is a Git repository', async () => {
    const scene = new Scene();
    mkdirSync(scene.path('~/.git'));
    scene.write('~/unpacked/.keep', '');
    symlinkSync(scene.path('~/.bashrc'), scene.path('~/unpacked/.gemini'));
    const entry = lint(scene, gemini);
    const environment = { ...scene.environment, cwd: scene.path('~/unpacked') };
    const [outcome] = await new SceneSwitches(gemini, environment).change([
      { entry, scope: 'workspace', enabled: false },
    ]);
    const target = scene.path('~/.bashrc/settings.json');
    expect(outcome).toEqual({
      refused: `${scene.path('~/unpacked/.gemini')} is a link that leads out of the repository, to ${target}`,
    });
  });
});

describe('a link out of the repository is read as the tool reads it', () => {
  test('and its settings count', () => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    scene.write('~/shared.json', '{"skillOverrides": {"lint": "off"}}');
    link(scene, '.claude/settings.local.json', scene.path('~/shared.json'));
    expect(scene.switches(claude).read(entry)).toMatchObject({
      enabled: false,
      decisions: { workspace: false },
    });
  });

  test('and no problem quotes its contents', () => {
    const scene = new Scene();
    scene.write('~/secret.json', '{"skillOverrides": {"pass word": "swordfish"}}');
    link(scene, '.claude/settings.local.json', scene.path('~/secret.json'));
    const problems = JSON.stringify(scene.switches(claude).problems);
    expect(problems).toContain('leads out of the repository');
    expect(problems).not.toMatch(/pass word|swordfish/);
  });
});

describe('a link that stays in the repository is written through and stays', () => {
  test.each<[name: string, at: string, to: string, file: string]>([
    ['to a file', '.claude/settings.local.json', '../config/claude.json', 'config/claude.json'],
    ['by a directory', '.claude', 'config', 'config/settings.local.json'],
  ])('%s', async (_, at, to, file) => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    scene.write(file, '{}\n');
    link(scene, at, to);
    const switches = scene.switches(claude);
    const [off] = await switches.change([{ entry, scope: 'workspace', enabled: false }]);
    expect(off).toMatchObject({ state: { enabled: false } });
    expect(scene.read(file)).toBe('{ "skillOverrides": {"lint": "off"} }\n');
    await switches.change([{ entry, scope: 'workspace', enabled: true }]);
    expect(scene.read(file)).toBe('{}\n');
    expect(readlinkSync(scene.path(at))).toBe(to);
  });

  test('in a repository that is reached by a link itself', async () => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    symlinkSync(scene.repository, scene.path('~/project'));
    const switches = new SceneSwitches(claude, { ...scene.environment, cwd: scene.path('~/project') });
    const [off] = await switches.change([{ entry, scope: 'workspace', enabled: false }]);
    expect(off).toMatchObject({ state: { file: scene.path('~/project/.claude/settings.local.json') } });
    expect(scene.read('.claude/settings.local.json')).toContain('"lint": "off"');
  });

  test('in a worktree, whose .git is a file', async () => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    rmSync(scene.path('.git'), { recursive: true });
    writeFileSync(scene.path('.git'), 'gitdir: /elsewhere\n');
    link(scene, '.claude', 'config');
    const [off] = await scene.switches(claude).change([{ entry, scope: 'workspace', enabled: false }]);
    expect(off).toMatchObject({ state: { enabled: false } });
    expect(scene.read('config/settings.local.json')).toContain('"lint": "off"');
  });
});

describe("the user's own settings", () => {
  test('are written at the end of a chain of links, the last of which leads nowhere yet', async () => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    mkdirSync(scene.path('~/dotfiles'));
    link(scene, '~/.claude/settings.json', '../one');
    link(scene, '~/one', 'dotfiles/claude.json');
    const [off] = await scene.switches(claude).change([{ entry, scope: 'global', enabled: false }]);
    expect(off).toMatchObject({ state: { enabled: false } });
    expect(lstatSync(scene.path('~/one')).isSymbolicLink()).toBe(true);
    expect(scene.read('~/dotfiles/claude.json')).toContain('"lint": "off"');
  });

  test('are refused if the file behind the link is read-only, and the reason names that file', async () => {
    const scene = new Scene();
    const entry = lint(scene, claude);
    scene.write('~/store/claude.json', '{}\n');
    chmodSync(scene.path('~/store/claude.json'), 0o444);
    link(scene, '~/.claude/settings.json', scene.path('~/store/claude.json'));
    expect(await scene.switches(claude).change([{ entry, scope: 'global', enabled: false }])).toEqual([
      { refused: `${scene.path('~/store/claude.json')} is read-only` },
    ]);
    expect(scene.read('~/store/claude.json')).toBe('{}\n');
  });

  test.each<[name: string, tool: Tool, file: string, workspace: string]>([
    ['Gemini CLI', gemini, '~/.gemini/settings.json', '~/.gemini/settings.json'],
    ['opencode', opencode, '~/.opencode/opencode.json', '~/opencode.json'],
    ['Claude Code', claude, '~/.claude/settings.json', '~/.claude/settings.local.json'],
  ])(
    'of %s do not count as those of a workspace, even in the home itself',
    async (_, tool, file, workspace) => {
      const scene = new Scene();
      const entry = lint(scene, tool);
      scene.write(file, '{}\n');
      const environment = { ...scene.environment, cwd: scene.home };
      const switches = new SceneSwitches(tool, environment);
      await switches.change([{ entry, scope: 'global', enabled: false }]);
      expect(switches.read(entry)).toMatchObject({ enabled: false, decisions: { global: false } });
      expect(switches.read(entry).decisions.workspace).toBeUndefined();
      await switches.change([{ entry, scope: 'global', enabled: true }]);
      const isSame = file === workspace;
      expect([...switches.scopesOf(entry).targets.keys()].filter((scope) => scope !== 'shared')).toEqual(
        isSame ? ['global'] : ['workspace', 'global'],
      );
      await switches.change([{ entry, scope: 'workspace', enabled: false }]);
      expect(scene.read(file)).toBe('{}\n');
      expect(existsSync(scene.path(workspace))).toBe(true);
    },
  );

  test('are not written for a workspace if they are a link to its settings', async () => {
    const scene = new Scene();
    scene.write('.gemini/settings.json', '{}\n');
    symlinkSync(scene.path('.gemini'), scene.path('~/.gemini'));
    const entry = scene.skill('.gemini/skills', 'lint');
    const [outcome] = await scene.switches(gemini).change([{ entry, scope: 'workspace', enabled: false }]);
    expect(outcome).toMatchObject({ refused: expect.stringContaining('linked with your own settings') });
    expect(scene.read('.gemini/settings.json')).toBe('{}\n');
  });
});

describe('a tool’s home in the repository', () => {
  test('is not written through a link that leads out', async () => {
    const scene = new Scene();
    const env = { CLAUDE_CONFIG_DIR: scene.path('.claude') };
    mkdirSync(scene.path('.claude'));
    link(scene, '.claude/settings.json', scene.path('~/.profile'));
    const entry = scene.skill('.claude/skills', 'lint');
    const switches = new SceneSwitches(claude as Tool, { ...scene.environment, env });
    const [outcome] = await switches.change([{ entry, scope: 'global', enabled: false }]);
    expect(outcome).toMatchObject({ refused: expect.stringContaining('leads out of the repository') });
    expect(existsSync(scene.path('~/.profile'))).toBe(false);
  });
});

describe('a link put in place while a file is written', () => {
  function directoryIn(scene: Scene): string {
    const path = scene.path('.github/copilot/settings.local.json');
    scene.write('.github/copilot/.keep', '');
    return dirname(targetIn(repositoryOf(path, findContext(scene.environment)), path));
  }

  test.each(['.github', '.github/copilot'])('is not followed from %s', (swapped) => {
    const scene = new Scene();
    const directory = directoryIn(scene);
    mkdirSync(scene.path('~/copilot'));
    renameSync(scene.path(swapped), scene.path('moved'));
    link(scene, swapped, scene.home);
    const write = () => withDirectory(directory, (at) => writeFileSync(join(at, 'x'), ''));
    expect(write).toThrow();
    expect(readdirSync(scene.path('~/copilot'))).toEqual([]);
    expect(existsSync(scene.path('~/x'))).toBe(false);
  });

  test.runIf(process.platform === 'linux')('does not redirect the write', () => {
    const scene = new Scene();
    const directory = directoryIn(scene);
    withDirectory(directory, (at) => {
      renameSync(directory, scene.path('moved'));
      link(scene, '.github/copilot', scene.home);
      writeFileSync(join(at, 'x'), 'written');
      linkSync(join(at, 'x'), join(at, 'y'));
    });
    expect(existsSync(scene.path('~/x'))).toBe(false);
    expect(readdirSync(scene.path('moved')).toSorted()).toEqual(['.keep', 'x', 'y']);
  });

  test('does not make directories elsewhere', () => {
    const scene = new Scene();
    const directory = directoryIn(scene);
    rmSync(scene.path('.github'), { recursive: true });
    link(scene, '.github', scene.home);
    expect(() => makeDirectory(join(directory, 'deep'))).toThrow();
    expect(existsSync(scene.path('~/copilot'))).toBe(false);
  });
});
