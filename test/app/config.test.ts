import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGlobalTools, rememberGlobalTool } from '../../src/app/config.js';
import { makeDirectory } from '../support/host-tree.js';

function start(text?: string) {
  const home = makeDirectory();
  const places = { env: { XDG_CONFIG_HOME: join(home, 'config') }, platform: 'linux' as const, home };
  const path = join(home, 'config/skillpick/config.json');
  if (text !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { places, path, read: () => JSON.parse(readFileSync(path, 'utf8')) as unknown };
}

describe('the configuration', () => {
  it('need not exist, and is made for the user alone', () => {
    const { places, path, read } = start();
    expect(readGlobalTools(places)).toEqual({ tools: [], problem: null });
    expect(existsSync(dirname(path))).toBe(false);
    expect(rememberGlobalTool(places, 'codex')).toBeNull();
    expect(read()).toEqual({ globalTools: ['codex'] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readGlobalTools(places)).toEqual({ tools: ['codex'], problem: null });
  });

  it('is in the home without XDG_CONFIG_HOME', () => {
    const home = makeDirectory();
    expect(rememberGlobalTool({ env: {}, platform: 'linux', home }, 'codex')).toBeNull();
    expect(existsSync(join(home, '.config/skillpick/config.json'))).toBe(true);
  });

  it('keeps its other keys, its mode and its link', () => {
    const { places, path, read } = start();
    const real = join(dirname(path), 'real.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(real, '{"tools":["claude"],"mouse":false,"globalTools":["qwen"]}');
    chmodSync(real, 0o640);
    symlinkSync(real, path);
    expect(rememberGlobalTool(places, 'codex')).toBeNull();
    expect(read()).toEqual({ tools: ['claude'], mouse: false, globalTools: ['qwen', 'codex'] });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['config.json', 'real.json']);
  });

  it('is not written again for a tool that it has', () => {
    const text = '{ "globalTools": ["codex"] }';
    const { places, path } = start(text);
    expect(rememberGlobalTool(places, 'codex')).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each([
    ['is not JSON', '{ broken', 'it is not valid JSON'],
    ['is not an object', '[]', 'is not a JSON object'],
    ['has another value', '{"globalTools":"codex"}', 'is not a list of names'],
  ])('that %s is left alone, and said to be so', (_, text, problem) => {
    const { places, path } = start(text);
    const found = readGlobalTools(places);
    expect(found.tools).toEqual([]);
    expect(found.problem).toContain(problem);
    expect(rememberGlobalTool(places, 'codex')).toContain(problem);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('that is a directory is left alone', () => {
    const { places, path } = start();
    mkdirSync(path, { recursive: true });
    expect(readGlobalTools(places).problem).toBe(`${path} is not a file`);
    expect(rememberGlobalTool(places, 'codex')).toBe(`${path} is not a file`);
  });
});
