import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientLimits } from '../../src/client/limits.js';
import { readPluginFiles } from '../../src/client/plugin-directory.js';
import { serveFile } from '../../src/client/serve-file.js';
import { makeDirectory } from '../support/host-tree.js';

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function makePlugin(): string {
  const directory = join(makeDirectory(), 'pack');
  write(join(directory, 'plugin.json'), '{"name":"pack"}');
  write(join(directory, 'skills/über uns/SKILL.md'), 'first');
  return directory;
}

const paths = (directory: string) => [...readPluginFiles(directory).files.keys()];

describe('the content of a plugin', () => {
  it('is every file and directory, by the names that lead to it', () => {
    expect(paths(makePlugin())).toEqual([
      '',
      'plugin.json',
      'skills',
      'skills/über uns',
      'skills/über uns/SKILL.md',
    ]);
  });

  it('has a nonce that is the same for the same content, in whichever directory', () => {
    const [one, other] = [makePlugin(), makePlugin()];
    expect(readPluginFiles(one).nonce).toBe(readPluginFiles(other).nonce);
    expect(readPluginFiles(one).nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    [
      'a text of the same length',
      (at: string) => writeFileSync(join(at, 'skills/über uns/SKILL.md'), 'other'),
    ],
    ['a new file', (at: string) => write(join(at, 'a'))],
    ['an empty directory', (at: string) => mkdirSync(join(at, 'agents'))],
    ['a file that is gone', (at: string) => rmSync(join(at, 'plugin.json'))],
  ])('has another nonce after %s', (_what, change) => {
    const directory = makePlugin();
    const { nonce } = readPluginFiles(directory);
    change(directory);
    expect(readPluginFiles(directory).nonce).not.toBe(nonce);
  });

  it('leaves out links that lead out, links without an end, large files, and what belongs to no plugin', () => {
    const directory = makePlugin();
    const before = paths(directory);
    write(join(directory, '../secret'), 'key');
    symlinkSync('../secret', join(directory, 'secret'));
    symlinkSync('..', join(directory, 'outside'));
    symlinkSync('..', join(directory, 'skills/loop'));
    symlinkSync('nowhere', join(directory, 'broken'));
    write(join(directory, '.git/config'));
    write(join(directory, 'node_modules/a/SKILL.md'));
    write(join(directory, 'back\\slash'));
    write(join(directory, 'large'));
    truncateSync(join(directory, 'large'), clientLimits.pluginFileBytes + 1);
    expect(paths(directory)).toEqual(before);
  });

  it('names what is left out, but not what nobody misses', () => {
    const directory = makePlugin();
    expect(readPluginFiles(directory).leftOut).toEqual([]);
    write(join(directory, '.git/config'));
    write(join(directory, 'node_modules/a/SKILL.md'));
    symlinkSync('.git', join(directory, 'assets'));
    symlinkSync('..', join(directory, 'skills/loop'));
    symlinkSync('me@here.1234', join(directory, 'skills/.#SKILL.md'));
    expect(readPluginFiles(directory).leftOut).toEqual([]);
    symlinkSync('..', join(directory, 'outside'));
    write(join(directory, 'back\\slash/SKILL.md'));
    write(join(directory, 'skills/large'));
    truncateSync(join(directory, 'skills/large'), clientLimits.pluginFileBytes + 1);
    expect(readPluginFiles(directory).leftOut).toEqual(['back\\slash', 'outside', 'skills/large']);
  });

  it.each(['.git', '.git/config', 'skills/node_modules/a'])('leaves out a link to %s', (target) => {
    const directory = makePlugin();
    write(join(directory, '.git/config'));
    write(join(directory, 'skills/node_modules/a/SKILL.md'));
    const before = paths(directory);
    symlinkSync(target, join(directory, 'assets'));
    expect(paths(directory)).toEqual(before);
  });

  it('has the targets of links inside', () => {
    const directory = makePlugin();
    symlinkSync('skills', join(directory, 'same'));
    const { files } = readPluginFiles(directory);
    expect(files.get('same/über uns/SKILL.md')).toEqual(files.get('skills/über uns/SKILL.md'));
  });

  it('is refused if it has too many files, or too much in them', () => {
    const many = makePlugin();
    for (let at = 0; at < clientLimits.pluginEntries; at += 1) writeFileSync(join(many, `f${at}`), '');
    expect(() => readPluginFiles(many)).toThrow('more than 5000 files');
    const large = makePlugin();
    for (let at = 0; at < 5; at += 1) {
      write(join(large, `f${at}`));
      truncateSync(join(large, `f${at}`), clientLimits.pluginFileBytes);
    }
    expect(() => readPluginFiles(large)).toThrow('larger than 16 MiB');
  });

  it.each(['nowhere', 'plugin.json'])('is refused if the directory is %s', (name) => {
    expect(() => readPluginFiles(join(makePlugin(), name))).toThrow(
      expect.objectContaining({ code: 'bad-usage' }),
    );
  });
});

describe('a request for a file of a plugin', () => {
  const ask = (method: string, uri: unknown, plugin = readPluginFiles(makePlugin())) =>
    serveFile(plugin, method, { uri: typeof uri === 'string' ? uri.replace('TOP', plugin.uri) : uri });

  it('is answered from what was read, even if the file has changed', () => {
    const directory = makePlugin();
    const plugin = readPluginFiles(directory);
    rmSync(directory, { recursive: true });
    expect(ask('resourceRead', 'TOP/skills/%C3%BCber%20uns/SKILL.md', plugin)).toMatchObject({
      data: 'first',
      encoding: 'utf-8',
    });
    expect(ask('resourceList', 'TOP', plugin)).toEqual({
      entries: [
        { name: 'plugin.json', type: 'file' },
        { name: 'skills', type: 'directory' },
      ],
    });
    expect(ask('resourceResolve', 'TOP/plugin.json', plugin)).toMatchObject({ type: 'file', size: 15 });
    expect(ask('resourceResolve', 'TOP/', plugin)).toMatchObject({ type: 'directory' });
  });

  it('is answered in base64 for bytes that are no text', () => {
    const directory = makePlugin();
    writeFileSync(join(directory, 'icon'), Buffer.from([0xff, 0xfe]));
    const answer = ask('resourceRead', 'TOP/icon', readPluginFiles(directory));
    expect(answer).toMatchObject({ data: '//4=', encoding: 'base64' });
  });

  const denied = -32009;
  const missing = -32008;
  it.each([
    ['file:///etc/passwd', denied],
    ['TOP/../secret', denied],
    ['TOP/%2e%2e/secret', denied],
    ['TOP/skills%2f..%2f..%2fsecret', denied],
    ['TOP/skills%5c..', denied],
    ['TOP/plugin.json%00', denied],
    ['TOP/plugin.json?x', denied],
    ['TOP/plugin.json#x', denied],
    ['TOPx/plugin.json', denied],
    ['https://example.com/plugin.json', denied],
    ['/etc/passwd', denied],
    ['', denied],
    ['TOP/nothing', missing],
    ['TOP/constructor', missing],
    ['TOP/skills', denied],
    [undefined, -32602],
    [7, -32602],
  ])('for %s is refused', (uri, code) => {
    expect(() => ask('resourceRead', uri)).toThrow(expect.objectContaining({ code }));
  });

  it.each(['resourceWrite', 'resourceDelete', 'resourceMkdir', 'initialize', 'toString'])(
    'is not one if it is %s',
    (method) => {
      expect(ask(method, 'TOP/plugin.json')).toBeUndefined();
    },
  );
});
