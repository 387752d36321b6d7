import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolHome } from '../../../src/host/discovery/search-places.js';
import type { HostEnvironment } from '../../../src/host/environment.js';
import { tools } from '../../../src/host/tools/all-tools.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { presentTools, whyPresent } from '../../../src/host/tools/presence.js';
import { findContext } from '../../../src/host/tools/tool-context.js';
import { makeTree } from '../../support/host-tree.js';
import { Scene } from './scene.js';

/** Unusable paths that may be in PATH or in a variable for a home. */
function oddPaths(root: string): string[] {
  const [file, loop, closed] = ['file', 'loop', 'closed'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, 'x');
  symlinkSync('loop', loop);
  mkdirSync(closed);
  chmodSync(closed, 0);
  return [file, loop, closed, join(root, 'none'), `${root}/\0`, 'x'.repeat(5_000)];
}

describe('a path that cannot be checked', () => {
  it('does not make a tool present', () => {
    const { root, environment } = makeTree();
    for (const path of oddPaths(root)) {
      expect(whyPresent(codex, { ...environment, env: { PATH: path } }), path).toBeUndefined();
      const env = { CODEX_HOME: join(path, '.codex') };
      expect(whyPresent(codex, { ...environment, env }), path).toBeUndefined();
    }
  });

  it('does not hide a command in a later directory', () => {
    const { root, environment } = makeTree();
    const bin = join(root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'codex'), '');
    const path = [...oddPaths(root), bin].join(delimiter);
    expect(whyPresent(codex, { ...environment, env: { PATH: path }, platform: 'linux' })).toBe(
      `its command is ${join(bin, 'codex')}`,
    );
  });
});

const idsIn = (environment: HostEnvironment) => presentTools(tools, environment).map(({ tool }) => tool.id);

describe('a tool is on this machine', () => {
  it('if its directory in the home was used in the last 90 days', () => {
    const scene = new Scene();
    expect(idsIn(scene.environment)).toEqual([]);
    scene.write('~/.codex/config.toml', '');
    expect(whyPresent(codex, scene.environment)).toMatch(/\.codex was used on \d{4}-\d\d-\d\d$/);
    const old = Date.now() / 1_000 - 91 * 24 * 60 * 60;
    for (const path of ['~/.codex/config.toml', '~/.codex']) utimesSync(scene.path(path), old, old);
    expect(idsIn(scene.environment)).toEqual([]);
    scene.write('~/.codex/sessions/today.jsonl', '');
    utimesSync(scene.path('~/.codex'), old, old);
    expect(idsIn(scene.environment)).toEqual(['codex']);
  });

  it.each(tools.map((tool) => [tool.title, tool] as const))('if the settings of %s are new', (_, tool) => {
    const scene = new Scene();
    const paths = tool
      .files('skill', findContext(scene.environment))
      .flatMap(({ scope, path }) => (scope === 'global' ? path : []));
    const home = toolHome(scene.environment, tool.directory);
    const inHome = paths.filter((path) => dirname(path) === home);
    expect(inHome).not.toEqual([]);
    mkdirSync(home, { recursive: true });
    for (const path of inHome) {
      writeFileSync(path, '');
      utimesSync(home, 0, 0);
      expect(idsIn(scene.environment), path).toEqual([tool.id]);
      rmSync(path);
    }
    utimesSync(home, 0, 0);
    expect(idsIn(scene.environment)).toEqual([]);
  });

  it('if its command can be found', () => {
    const other = new Scene();
    other.write('bin/codex', '');
    other.write('bin/gemini.cmd', '');
    const env = { PATH: `${other.path('none')}:${other.path('bin')}` };
    const present = (platform: NodeJS.Platform) => idsIn(new Scene({ env, platform }).environment);
    expect(present('linux')).toEqual(['codex']);
    expect(present('win32')).toEqual(['gemini']);
  });

  it('if the configuration names it, and then no other is', () => {
    const scene = new Scene();
    scene.write('~/.codex/config.toml', '');
    scene.write('~/.config/skillpick/config.json', '{"tools": ["gemini", "unheard-of"]}');
    expect(idsIn(scene.environment)).toEqual(['gemini']);
    for (const broken of ['{', '[]', '{"tools": "gemini"}', '{"tools": [3]}']) {
      scene.write('~/.config/skillpick/config.json', broken);
      expect(idsIn(scene.environment), broken).toEqual(['codex']);
    }
  });
});
