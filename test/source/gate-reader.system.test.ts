import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyCustomization } from '../../src/protocol/types.js';
import { gateReader } from '../../src/source/gate-reader.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillpick-gates-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const here = { url: 'ws://127.0.0.1:9' };

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const nodeAt = (path: string, fields: object = {}): AnyCustomization =>
  ({ type: 'skill', id: path, name: 'x', uri: pathToFileURL(path).href, ...fields }) as AnyCustomization;

const container = () => nodeAt(join(root, 'skills'), { type: 'directory' });

const read = (path: string, fields: object = {}, host = here) =>
  gateReader(host)(nodeAt(path, fields), container());

const skillWith = (header: string) => write('skills/a/SKILL.md', `---\nname: a\n${header}---\n\nText.\n`);

describe('the gates in a file', () => {
  it.each([
    ['', true, true],
    ['user-invocable: false\n', false, true],
    ['user-invokable: FALSE\n', false, true],
    ['disable-model-invocation: true\n', true, false],
    ['disable-model-invocation: "true"\nuser-invocable: \'false\'\n', false, false],
    ['user-invocable: no\ndisable-model-invocation: false\n', true, true],
    ['nested:\n  user-invocable: false\n', true, true],
  ])('of the header %j', (header, user, model) => {
    expect(read(skillWith(header))).toEqual({ user, model });
  });

  it('are open without frontmatter', () => {
    expect(read(write('skills/a/SKILL.md', 'Text.\n'))).toEqual({ user: true, model: true });
  });

  it.each([
    ['is not valid YAML', '---\nname: [a\n---\n'],
    ['is not closed', '---\nuser-invocable: false\n'],
    ['is longer than a head', `---\nx: ${'y'.repeat(200_000)}\nuser-invocable: false\n---\n`],
    ['is UTF-16', Buffer.from('\ufeff---\n', 'utf16le').toString('latin1')],
  ])('are unknown if its header %s', (_what, text) => {
    const file = write('skills/a/SKILL.md', '');
    writeFileSync(file, text, 'latin1');
    expect(read(file)).toBeUndefined();
  });

  it('are unknown if there is no such file, or it is a directory or a pipe', () => {
    mkdirSync(join(root, 'skills/b.md'), { recursive: true });
    expect(read(join(root, 'skills/none/SKILL.md'))).toBeUndefined();
    expect(read(join(root, 'skills/b.md'))).toBeUndefined();
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [join(root, 'skills/pipe.md')]);
    expect(read(join(root, 'skills/pipe.md'))).toBeUndefined();
  });

  it('are not read outside of the container, in other kinds of files, or for a part of a file', () => {
    const header = '---\nuser-invocable: false\n---\n';
    const outside = write('outside/SKILL.md', header);
    mkdirSync(join(root, 'skills/a'), { recursive: true });
    symlinkSync(outside, join(root, 'skills/a/SKILL.md'));
    expect(read(join(root, 'skills/a/SKILL.md'))).toBeUndefined();
    expect(read(outside)).toBeUndefined();
    expect(read(write('skills/settings.json', header))).toBeUndefined();
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    expect(read(write('skills/b/SKILL.md', header), { range })).toBeUndefined();
    expect(gateReader(here)(nodeAt(outside), undefined)).toBeUndefined();
  });

  it('are read behind a link that stays inside the directory of the session', () => {
    write('.agents/skills/a/SKILL.md', '---\nuser-invocable: false\n---\n');
    const linked = join(root, 'skills/a');
    mkdirSync(dirname(linked));
    symlinkSync('../.agents/skills/a', linked);
    const node = nodeAt(join(linked, 'SKILL.md'));
    const directory = (path: string) => () => pathToFileURL(path).href;
    expect(gateReader(here, { directory: directory(root) })(node, container())).toEqual({
      user: false,
      model: true,
    });
    expect(
      gateReader(here, { directory: directory(join(root, 'x')) })({ ...node }, container()),
    ).toBeUndefined();
    expect(gateReader(here, { directory: () => undefined })({ ...node }, container())).toBeUndefined();
  });

  it('are read in the copy that the host has made of a plugin of a client, or in the plugin that is published', () => {
    const pack = nodeAt(join(root, 'pack'), { type: 'plugin', clientId: 'me' });
    const copy = write('copies/1/skills/a/SKILL.md', '---\nuser-invocable: false\n---\n');
    const own = write('pack/skills/a/SKILL.md', '---\ndisable-model-invocation: true\n---\n');
    const publishedPath = () => own;
    const inCopy = { user: false, model: true };
    const inOwn = { user: true, model: false };
    expect(gateReader(here)(nodeAt(copy), pack)).toEqual(inCopy);
    expect(gateReader(here, { publishedPath })(nodeAt(copy), pack)).toEqual(inCopy);
    expect(gateReader(here)(nodeAt(own), pack)).toBeUndefined();
    expect(gateReader(here, { publishedPath })(nodeAt(own), pack)).toEqual(inOwn);
    const far = { url: 'wss://example.com/' };
    expect(gateReader(far, { publishedPath })(nodeAt(copy), pack)).toEqual(inOwn);
    expect(gateReader(far)(nodeAt(copy), pack)).toBeUndefined();
    const link = join(root, 'copies/1/skills/a/other.md');
    symlinkSync(own, link);
    expect(gateReader(here)(nodeAt(link), pack)).toBeUndefined();
  });

  it('are not read for a plugin of another client, whose files are elsewhere', () => {
    const file = skillWith('user-invocable: false\n');
    const plugin = nodeAt(join(root, 'skills'), { type: 'plugin' });
    expect(gateReader(here)(nodeAt(file), plugin)).toEqual({ user: false, model: true });
    expect(
      gateReader(here)(nodeAt(file), { ...plugin, clientId: 'other' } as AnyCustomization),
    ).toBeUndefined();
  });

  it('are not read for a host on another machine', () => {
    const file = skillWith('user-invocable: false\n');
    expect(read(file, {}, { url: 'wss://example.com/' })).toBeUndefined();
  });

  it('are read again for a new list, and once for each', () => {
    const reader = gateReader(here);
    const [list, again] = [container(), container()];
    const entry = nodeAt(skillWith(''));
    expect(reader(entry, list)).toEqual({ user: true, model: true });
    skillWith('user-invocable: false\n');
    expect(reader(entry, list)).toEqual({ user: true, model: true });
    expect(reader({ ...entry }, again)).toEqual({ user: false, model: true });
  });
});
