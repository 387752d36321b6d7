import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SwitchesFile, switchesPath } from '../../../src/host/session/switches-file.js';
import { makeDirectory, run } from '../../support/host-tree.js';

function newFile(text?: string): SwitchesFile {
  const path = join(makeDirectory(), 'skillpick', 'switches.json');
  if (text !== undefined) {
    mkdirSync(dirname(path));
    writeFileSync(path, text);
  }
  return new SwitchesFile(path);
}

const empty = { version: 1, global: {}, workspaces: {} };
const on = (key: string, enabled: boolean | undefined, workspace?: string) => ({ workspace, key, enabled });
const stored = (file: SwitchesFile) => JSON.parse(readFileSync(file.path, 'utf8'));

describe('where switches are kept', () => {
  const home = '/home/me';
  it.each([
    [{ env: {}, home, platform: 'linux' }, '/home/me/.local/state/skillpick/switches.json'],
    [{ env: { XDG_STATE_HOME: '/s' }, home, platform: 'linux' }, '/s/skillpick/switches.json'],
    [
      { env: { XDG_STATE_HOME: '' }, home, platform: 'darwin' },
      '/home/me/.local/state/skillpick/switches.json',
    ],
    [{ env: { LOCALAPPDATA: 'D:\\l' }, home, platform: 'win32' }, 'D:\\l\\skillpick\\switches.json'],
    [
      { env: { LOCALAPPDATA: '' }, home: 'C:\\me', platform: 'win32' },
      'C:\\me\\AppData\\Local\\skillpick\\switches.json',
    ],
  ] as const)('%j', (places, path) => {
    expect(switchesPath({ cwd: '/', ...places })).toBe(path);
  });
});

describe('switches on disk', () => {
  it('are none before the first one', () => {
    const file = newFile();
    expect(file.switches).toEqual(empty);
    expect(file.finding).toBeUndefined();
    expect(existsSync(dirname(file.path))).toBe(false);
  });

  it('are merged with those on disk', async () => {
    const file = newFile();
    await file.change([on('a', false), on('b', true, 'w'), on('c', false, 'v')]);
    const other = new SwitchesFile(file.path);
    await other.change([on('a', true), on('b', undefined, 'w'), on('d', false)]);
    const merged = { version: 1, global: { a: true, d: false }, workspaces: { v: { c: false } } };
    await file.change([]);
    expect(file.switches).toEqual(merged);
    expect(stored(file)).toEqual(merged);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('are not written again if nothing changes', async () => {
    const file = newFile();
    await file.change([on('a', false)]);
    const before = statSync(file.path);
    await file.change([on('a', false), on('b', undefined), on('c', undefined, 'w')]);
    expect(statSync(file.path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it('may be many at once', async () => {
    const file = newFile();
    const edits = Array.from({ length: 10_000 }, (_, index) => on(`file:///${index}`, index % 2 === 0, 'w'));
    await file.change(edits);
    await file.change(edits.map((edit) => ({ ...edit, enabled: undefined })));
    expect(file.switches).toEqual(empty);
  });

  it('are read without values that do not belong there', () => {
    const file = newFile(
      JSON.stringify({
        version: 1,
        global: { a: false, b: 'x' },
        workspaces: { w: { c: true, d: 1 }, v: 7 },
        more: 1,
      }),
    );
    expect(file.switches).toEqual({
      version: 1,
      global: { a: false },
      workspaces: { w: { c: true }, v: {} },
    });
    expect(file.finding).toBeUndefined();
  });

  it('are read after a byte order mark', () => {
    expect(newFile(`\uFEFF${JSON.stringify({ ...empty, global: { a: false } })}`).switches.global).toEqual({
      a: false,
    });
  });
});

describe('a file that cannot be parsed', () => {
  const damaged = [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    '{"version":2,"global":{"a":false}}',
    '{"version":"1"}',
    '\0\0',
  ];

  it.each(damaged)('counts as empty, and is set aside by the next switch: %j', async (text) => {
    const file = newFile(text);
    expect(file.switches).toEqual(empty);
    expect(file.finding?.message).toMatch(/damaged, or from a newer skillpick/);
    expect(readFileSync(file.path, 'utf8')).toBe(text);
    await file.change([on('a', false)]);
    expect(stored(file)).toEqual({ ...empty, global: { a: false } });
    const aside = readdirSync(dirname(file.path)).find((name) => name.includes('set-aside'))!;
    expect(readFileSync(join(dirname(file.path), aside), 'utf8')).toBe(text);
    expect(file.finding?.message).toContain(aside);
    file.reload();
    expect(file.switches).toEqual({ ...empty, global: { a: false } });
    expect(file.finding?.message).toContain(aside);
  });

  it('is no longer a problem once another process has repaired it', async () => {
    const file = newFile('{');
    file.reload();
    await new SwitchesFile(file.path).change([on('a', false)]);
    file.reload();
    expect(file.switches.global).toEqual({ a: false });
    expect(file.finding).toBeUndefined();
  });
});

describe('a file that cannot be read', () => {
  it.each(['a directory', 'a pipe'])('because it is %s is left alone, and nothing is saved', async (what) => {
    const file = newFile();
    mkdirSync(dirname(file.path));
    if (what === 'a directory') mkdirSync(file.path);
    else run('mkfifo', [file.path], '/');
    expect(file.switches).toEqual(empty);
    expect(file.finding?.message).toContain(file.path);
    await expect(file.change([on('a', false)])).rejects.toThrow(file.path);
    expect(existsSync(`${file.path}.lock`)).toBe(false);
  });
});
