import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edit, editorCommand } from '../../src/app/editor.js';
import { type EffectContext, EffectRunner } from '../../src/app/effects.js';
import { listEntries } from '../../src/entries/entries.js';
import { pathHere } from '../../src/source/host-files.js';
import { makeDirectory } from '../support/host-tree.js';
import { skill } from '../support/picker.js';

describe('a file of the host', () => {
  it.each([
    [null, true],
    ['ws://127.0.0.1:80', true],
    ['ws://localhost:80', true],
    ['wss://[::1]:80/a', true],
    ['ws+unix:/run/host.sock', true],
    ['ws://localhost.evil.com', false],
    ['ws://127.evil.com:80', false],
    ['ws://10.0.0.1', false],
    ['wss://example.com/localhost', false],
  ])('at %s is on this machine: %s', (url, isHere) => {
    expect(pathHere({ url }, 'file:///a/b.md')).toBe(isHere ? '/a/b.md' : undefined);
  });

  it.each([
    ['file:///a/b%20c.md', '/a/b c.md'],
    ['file:///a/b%2Fc.md', undefined],
    ['file:///a/%zz.md', undefined],
    ['file:///a/%ff.md', undefined],
    ['file:///a/%00.md', undefined],
    ['file://server/a/b.md', undefined],
    ['https://example.com/a.md', undefined],
    ['', undefined],
  ])('%j lies at %s', (uri, path) => expect(pathHere({ url: null }, uri)).toBe(path));
});

describe('the editor', () => {
  it.each([
    [{ VISUAL: 'code -w', EDITOR: 'vim' }, ['code', '-w']],
    [{ VISUAL: '', EDITOR: 'vim' }, ['vim']],
    [{ VISUAL: ' ', EDITOR: '"" x' }, ['vi']],
    [{}, ['vi']],
  ])('is the first that the variables name: %j', (env, words) => {
    expect(editorCommand({ env, platform: 'linux' })).toEqual(words);
  });

  const run = (editor: string, path = 'file') =>
    edit({ path, line: null }, { env: { EDITOR: editor }, platform: 'linux' });

  it.each([
    ['true', null],
    ['sh -c "exit 3"', 'sh ended with 3.'],
    [`sh -c 'kill -INT $$'`, 'sh ended with SIGINT.'],
    ['/nowhere/ed', '/nowhere/ed could not be started: spawn /nowhere/ed ENOENT'],
    ['/etc/passwd/ed', '/etc/passwd/ed could not be started: spawn ENOTDIR'],
  ])('%s ends with %j', async (editor, answer) => expect(await run(editor)).toBe(answer));

  it('gets the path unchanged', async () => {
    const out = join(makeDirectory(), 'out');
    const path = '/tmp/$(exit 3) "; exit 4; \'`exit 5`\n';
    expect(await run(`sh -c 'printf %s "$1" > "$0"' ${out}`, path)).toBe(null);
    expect(readFileSync(out, 'utf8')).toBe(path);
  });

  it('gets the file in the directory that is published, not the copy that the host lists', async () => {
    const out = join(makeDirectory(), 'out');
    const list = listEntries(
      { customizations: [skill('deploy') as never] },
      { isOwn: false, protocolVersion: '1.0.0', publishedPath: () => '/my pack/SKILL.md' },
    );
    const context = {
      session: { current: { files: { localPath: () => '/copy/SKILL.md' } } },
      terminal: { enter() {}, leave() {} },
      io: { env: { EDITOR: `sh -c 'printf %s "$1" > "$0"' ${out}` }, platform: 'linux' },
      model: () => ({ list }),
      redraw() {},
      readAgain() {},
    };
    const effects = new EffectRunner(context as unknown as EffectContext);
    await effects.run({ type: 'edit-file', id: 'deploy', problem: null });
    expect(readFileSync(out, 'utf8')).toBe('/my pack/SKILL.md');
  });

  it('is asked to open a file at a line', async () => {
    const directory = makeDirectory();
    const [vim, out] = [join(directory, 'vim'), join(directory, 'out')];
    writeFileSync(vim, `#!/bin/sh\nprintf '%s\\n' "$@" > '${out}'\n`, { mode: 0o755 });
    const io = { env: { EDITOR: `${vim} -R` }, platform: 'linux' } as const;
    expect(await edit({ path: '/a b/c.md', line: 12 }, io)).toBe(null);
    expect(readFileSync(out, 'utf8')).toBe('-R\n+12\n/a b/c.md\n');
  });
});
