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
import { type PickerConfig, readConfig, rememberGlobalTool, rememberSetting } from '../../src/app/config.js';
import { appLimits } from '../../src/app/limits.js';
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
    expect(readConfig(places)).toEqual({ config: {}, problems: [] });
    expect(existsSync(dirname(path))).toBe(false);
    expect(rememberGlobalTool(places, 'codex')).toBeNull();
    expect(read()).toEqual({ globalTools: ['codex'] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readConfig(places)).toEqual({ config: { globalTools: ['codex'] }, problems: [] });
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
    const { config, problems } = readConfig(places);
    expect(config).toEqual({});
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(rememberGlobalTool(places, 'codex')).toContain(problem);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('that is a directory is left alone', () => {
    const { places, path } = start();
    mkdirSync(path, { recursive: true });
    expect(readConfig(places).problems).toEqual([`${path} is not a file`]);
    expect(rememberGlobalTool(places, 'codex')).toBe(`${path} is not a file`);
  });

  it('that is too large is left alone', () => {
    const { places, path } = start(`{"tab":"all","x":"${'x'.repeat(appLimits.configBytes)}"}`);
    expect(readConfig(places)).toEqual({ config: {}, problems: [`${path} is too large`] });
  });
});

const whole: Required<PickerConfig> = {
  tab: 'codex',
  preview: true,
  mouse: false,
  screenReader: true,
  scope: 'shared',
  tools: ['claude', 'codex'],
  globalTools: [],
};
const settings = Object.entries(whole) as [keyof PickerConfig, never][];

describe('a setting', () => {
  it('is read as it was written, with all others', () => {
    const { places } = start();
    for (const [key, value] of settings) expect(rememberSetting(places, key, value)).toBeNull();
    expect(readConfig(places)).toEqual({ config: whole, problems: [] });
  });

  it.each([
    ['tab', 'vim', 'one of all, claude, codex, copilot, gemini, opencode, qwen, kilo'],
    ['tab', null, 'one of all, claude'],
    ['preview', 'yes', 'true or false'],
    ['mouse', 0, 'true or false'],
    ['screenReader', 'true', 'true or false'],
    ['scope', 'session', 'one of workspace, shared, global'],
    ['tools', 'claude', 'a list of names'],
    ['tools', [1], 'a list of names'],
    ['globalTools', {}, 'a list of names'],
  ] as const)('%s that is %j is ignored, named and not replaced; the others count', (key, value, words) => {
    const text = JSON.stringify({ ...whole, [key]: value });
    const { places, path } = start(text);
    const { config, problems } = readConfig(places);
    const { [key]: _wrong, ...others } = whole;
    expect(config).toEqual(others);
    expect(problems).toEqual([expect.stringContaining(`"${key}" in ${path} is not ${words}`)]);
    expect(rememberSetting(places, key, whole[key] as never)).toBe(problems[0]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is stored in its place, and leaves the order and unknown keys as they are', () => {
    const { places, path } = start(
      '{"later":{"b":1,"a":[2]},"preview":true,"__proto__":{"x":1},"mouse":true}',
    );
    expect(rememberSetting(places, 'preview', false)).toBeNull();
    expect(rememberSetting(places, 'tab', 'all')).toBeNull();
    const text = '{"later":{"b":1,"a":[2]},"preview":false,"__proto__":{"x":1},"mouse":true,"tab":"all"}';
    expect(readFileSync(path, 'utf8').replace(/\s/g, '')).toBe(text);
  });

  it('is not written again if it has the value', () => {
    const text = '{ "mouse":   false }';
    const { places, path } = start(text);
    expect(rememberSetting(places, 'mouse', false)).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('that cannot be written leaves the file and nothing else', () => {
    const { places, path } = start('{}');
    const temporary = `${path}.${process.pid}.tmp`;
    mkdirSync(temporary);
    expect(rememberSetting(places, 'mouse', false)).toContain(`${path} cannot be written`);
    expect(readFileSync(path, 'utf8')).toBe('{}');
  });

  it('is described in docs/config.md', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/config.md'), 'utf8');
    const described = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
    expect(described).toEqual(Object.keys(whole));
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
    expect(readConfig(start(example).places).config).toEqual(JSON.parse(example));
  });

  it('is never taken from what every object has', () => {
    const { places } = start('{"constructor":1,"toString":2}');
    expect(readConfig(places)).toEqual({ config: {}, problems: [] });
  });
});
