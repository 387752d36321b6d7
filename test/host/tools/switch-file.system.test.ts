import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { withFlock } from '../../../src/host/tools/flock.js';
import { SettingsCache } from '../../../src/host/tools/settings-cache.js';
import { readSettings } from '../../../src/host/tools/switch-file.js';
import type { Tool, ToolScope } from '../../../src/host/tools/tool.js';
import { Scene, type ToolOutcome } from './scene.js';

const user = '~/.claude/settings.json';
const local = '.claude/settings.local.json';
const modeOf = (path: string) => statSync(path).mode & 0o777;

async function turn(
  scene: Scene,
  enabled: boolean,
  scope: ToolScope = 'global',
  tool: Tool = claude,
): Promise<ToolOutcome> {
  const entry = scene.skill(tool === codex ? '.agents/skills' : '.claude/skills', 'lint');
  const [outcome] = await scene.switches(tool).change([{ entry, scope, enabled }]);
  return outcome as ToolOutcome;
}

describe('a file that is written', () => {
  test.each([0o600, 0o664, 0o755])('keeps its mode %o', async (mode) => {
    const scene = new Scene();
    scene.write(user, '{}\n');
    chmodSync(scene.path(user), mode);
    await turn(scene, false);
    expect(modeOf(scene.path(user))).toBe(mode);
  });

  test('is for the user alone if it is new in the home, and leaves nothing beside it', async () => {
    const scene = new Scene();
    await turn(scene, false);
    expect(modeOf(scene.path(user))).toBe(0o600);
    expect(readdirSync(dirname(scene.path(user)))).toEqual(['settings.json']);
  });

  test('stays a link if it was one', async () => {
    const scene = new Scene();
    scene.write('~/dotfiles/claude.json', '{}\n');
    mkdirSync(dirname(scene.path(user)));
    symlinkSync('../dotfiles/claude.json', scene.path(user));
    await turn(scene, false);
    expect(lstatSync(scene.path(user)).isSymbolicLink()).toBe(true);
    expect(scene.read('~/dotfiles/claude.json')).toBe('{ "skillOverrides": {"lint": "off"} }\n');
  });

  test('is made where a link leads, and stays there when it is empty again', async () => {
    const scene = new Scene();
    mkdirSync(scene.path('~/dotfiles'));
    mkdirSync(dirname(scene.path(user)));
    symlinkSync('../dotfiles/claude.json', scene.path(user));
    await turn(scene, false);
    expect(scene.read('~/dotfiles/claude.json')).toContain('"lint": "off"');
    await turn(scene, true);
    expect(scene.read('~/dotfiles/claude.json')).toBe('{}\n');
  });

  test('is removed with the directories that were made for it', async () => {
    const scene = new Scene();
    const entry = scene.skill('~/.claude/skills', 'lint');
    const switches = scene.switches(claude);
    await switches.change([{ entry, scope: 'workspace', enabled: false }]);
    expect(existsSync(scene.path(local))).toBe(true);
    await switches.change([{ entry, scope: 'workspace', enabled: true }]);
    expect(readdirSync(scene.repository)).toEqual(['.git']);
  });
});

describe('a file that is left alone', () => {
  test.each<[name: string, text: string, reason: string]>([
    ['with a mistake', '{\n  "a": 1,\n  b\n}', 'has a mistake in line 3, column 3: '],
    [
      'with a comment that Claude Code does not take',
      '{} // x',
      'has a mistake in line 1, column 4: comments are not allowed here',
    ],
    ['that is a list', '[]', 'has a mistake in line 1, column 1: it is not an object'],
    ['with a number for its overrides', '{"skillOverrides": 3}', '"skillOverrides" is not an object'],
    ['that is too large', `{"a": "${'x'.repeat(hostLimits.settingsFileBytes)}"}`, 'is too large'],
  ])('%s', async (_, text, reason) => {
    const scene = new Scene();
    scene.write(user, text);
    expect(await turn(scene, false)).toEqual({ refused: expect.stringContaining(reason) });
    expect(scene.read(user) === text).toBe(true);
  });

  test('TOML with a mistake', async () => {
    const scene = new Scene();
    scene.write('~/.codex/config.toml', 'a = 1\n[[skills.config]\n');
    const refused = expect.stringContaining(
      `${scene.path('~/.codex/config.toml')} has a mistake in line 2, column `,
    );
    expect(await turn(scene, false, 'global', codex)).toEqual({ refused });
  });

  test('that is read-only', async () => {
    const scene = new Scene();
    scene.write(user, '{}\n');
    chmodSync(scene.path(user), 0o444);
    expect(await turn(scene, false)).toEqual({ refused: `${scene.path(user)} is read-only` });
    expect(scene.read(user)).toBe('{}\n');
  });

  test('that is a directory, or not text', async () => {
    const scene = new Scene();
    mkdirSync(scene.path(user), { recursive: true });
    expect(await turn(scene, false)).toEqual({ refused: `${scene.path(user)} is not a file` });
    const other = new Scene();
    execFileSync('sh', [
      '-c',
      `mkdir -p "$(dirname "$0")" && printf '{"a": "\\377"}' > "$0"`,
      other.path(user),
    ]);
    expect(await turn(other, false)).toEqual({ refused: `${other.path(user)} is not UTF-8` });
  });

  test('that is a pipe without a writer', async () => {
    const scene = new Scene();
    mkdirSync(dirname(scene.path(user)), { recursive: true });
    execFileSync('mkfifo', [scene.path(user)]);
    expect(await turn(scene, false)).toEqual({ refused: `${scene.path(user)} is not a file` });
  });

  test('that has changed since it was read', () => {
    const scene = new Scene();
    scene.write(user, '{"theirs": 1}');
    const path = scene.path(user);
    const settings = new SettingsCache(scene.environment);
    const change = { path, text: '{}', emptyText: '{}', mode: 0o600, repository: undefined };
    expect(settings.write('claude', '{"ours": 1}', change)).toBeUndefined();
    expect(readSettings(path).value).toBe('{"theirs": 1}');
    expect(settings.write('claude', '{"theirs": 1}', change)).toEqual({ text: '{}' });
    expect(readSettings(path).value).toBe('{}');
  });
});

describe("a tool's own lock", () => {
  test('is held by one program at a time', async () => {
    const scene = new Scene();
    scene.write('lock', '');
    const steps: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const file = scene.path('lock');
    let isTaken = () => {};
    const taken = new Promise<void>((resolve) => {
      isTaken = resolve;
    });
    const first = withFlock(file, async () => {
      isTaken();
      await held;
      steps.push('first');
    });
    await taken;
    const second = withFlock(file, () => {
      steps.push('second');
    });
    expect(() => execFileSync('flock', ['-n', file, 'true'])).toThrow();
    release();
    await Promise.all([first, second]);
    expect(steps).toEqual(['first', 'second']);
    execFileSync('flock', ['-n', file, 'true']);
  });

  test('is not opened through a link, nor if it is a pipe', async () => {
    const scene = new Scene();
    scene.write('target', '');
    symlinkSync('target', scene.path('link'));
    execFileSync('mkfifo', [scene.path('pipe')]);
    const work = () => scene.write('done', '');
    await expect(withFlock(scene.path('link'), work)).rejects.toThrow('cannot be opened');
    await expect(withFlock(scene.path('pipe'), work)).rejects.toThrow('is not a file');
    expect(scene.read('done')).toBeUndefined();
  });

  test('is not made if it is missing, and released after a failure', async () => {
    const scene = new Scene();
    expect(await withFlock(scene.path('lock'), () => 7)).toBe(7);
    expect(existsSync(scene.path('lock'))).toBe(false);
    scene.write('lock', '');
    const failing = withFlock(scene.path('lock'), () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    execFileSync('flock', ['-n', scene.path('lock'), 'true']);
  });
});
