import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { hostLimits } from '../../../src/host/limits.js';
import { HostError } from '../../../src/host/wire/host-error.js';
import { HostResources } from '../../../src/host/wire/host-resources.js';
import { codeOf, codes, HostFiles, looks } from '../../support/host-files.js';
import { makeDirectory, run } from '../../support/host-tree.js';

let files: HostFiles;

beforeEach(() => {
  files = new HostFiles();
});

describe('what may be written', () => {
  const file = () => files.uri('.agents/skills/new/deep/SKILL.md');

  it('is a new file, with its directories', () => {
    expect(files.resources.write(file(), { data: 'text', encoding: 'utf-8', createOnly: true })).toEqual({});
    expect(readFileSync(files.at('.agents/skills/new/deep/SKILL.md'), 'utf8')).toBe('text');
    expect(readdirSync(files.at('.agents/skills/new/deep'))).toEqual(['SKILL.md']);
    expect(files.writes).toBe(1);
  });

  it('is not an existing file, if it should be new', () => {
    files.resources.write(file(), { data: 'first' });
    expect(codeOf(() => files.resources.write(file(), { data: 'second', createOnly: true }))).toBe(
      codes.alreadyThere,
    );
    expect(readFileSync(files.at('.agents/skills/new/deep/SKILL.md'), 'utf8')).toBe('first');
  });

  it('is an existing file, which keeps its mode; other names of it keep their content', () => {
    const path = files.at('.agents/skills/alpha/run.sh');
    writeFileSync(path, 'old');
    chmodSync(path, 0o755);
    linkSync(path, files.at('other-name'));
    files.resources.write(fileUri(path), { data: 'new' });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readFileSync(files.at('other-name'), 'utf8')).toBe('old');
  });

  it.each([true, false])('is a file of bytes (createOnly %s)', (createOnly) => {
    const bytes = Buffer.from([0, 255, 254, 10]);
    const params = { data: bytes.toString('base64'), encoding: 'base64', createOnly };
    files.resources.write(files.uri('.agents/skills/alpha/bytes'), params);
    expect(readFileSync(files.at('.agents/skills/alpha/bytes'))).toEqual(bytes);
  });

  it('is the target of a link in a writable directory, which stays a link', () => {
    symlinkSync('target.txt', files.at('.agents/skills/alpha/link.txt'));
    files.resources.write(files.uri('.agents/skills/alpha/link.txt'), { data: 'x' });
    expect(readFileSync(files.at('.agents/skills/alpha/target.txt'), 'utf8')).toBe('x');
    expect(lstatSync(files.at('.agents/skills/alpha/link.txt')).isSymbolicLink()).toBe(true);
  });

  it('is no file in a directory whose place another file has', () => {
    writeFileSync(files.at('.agents/skills/file'), '');
    const write = () => files.resources.write(files.uri('.agents/skills/file/SKILL.md'), { data: 'x' });
    expect(write).toThrow('something else is in the place of its directory');
    expect(codeOf(write)).toBe(codes.denied);
  });

  it('is a directory', () => {
    expect(files.resources.mkdir(files.uri('.agents/skills/new/deep'))).toEqual({});
    expect(files.resources.mkdir(files.uri('.agents/skills/new/deep'))).toEqual({});
    expect(statSync(files.at('.agents/skills/new/deep')).isDirectory()).toBe(true);
    expect(codeOf(() => files.resources.mkdir(files.uri('.agents/skills/alpha/SKILL.md')))).toBe(
      codes.alreadyThere,
    );
  });

  it('is not a container itself, nor a directory, nor below a file', () => {
    expect(codeOf(() => files.resources.write(files.uri('.agents/skills'), { data: 'x' }))).toBe(
      codes.denied,
    );
    expect(
      codeOf(() => files.resources.write(files.uri('.agents/skills/alpha'), { data: 'x', createOnly: true })),
    ).toBe(codes.alreadyThere);
    expect(() => files.resources.write(files.uri('.agents/skills/alpha'), { data: 'x' })).toThrow(HostError);
    expect(() => files.resources.write(files.uri('.agents/skills/alpha/SKILL.md/x'), { data: 'x' })).toThrow(
      HostError,
    );
    expect(readdirSync(files.at('.agents/skills')).toSorted()).toEqual(['alpha', 'beta']);
    expect(files.writes).toBe(0);
  });

  it.each([
    ['is missing', () => rmSync(files.at('.agents'), { recursive: true })],
    [
      'is empty',
      () => {
        rmSync(files.at('.agents/skills'), { recursive: true });
        mkdirSync(files.at('.agents/skills'));
      },
    ],
  ])('is not a file in the place of a container that %s', (_, change) => {
    change();
    files.use(discover(files.scene.environment));
    const before = existsSync(files.at('.agents'));
    for (const createOnly of [true, false]) {
      const write = () => files.resources.write(files.uri('.agents/skills'), { data: 'x', createOnly });
      expect(write).toThrow('outside of the discovered directories');
    }
    expect(existsSync(files.at('.agents'))).toBe(before);
    if (before) expect(readdirSync(files.at('.agents/skills'))).toEqual([]);
    expect(files.writes).toBe(0);
  });

  it.each([true, false])(
    'is not the target of a link that appears meanwhile (createOnly %s)',
    (createOnly) => {
      const catalog = discover(files.scene.environment);
      const outside = makeDirectory();
      let looks = 0;
      const resources = new HostResources(
        () => {
          // The second catalog is read after the path of the uri was resolved.
          if (++looks === 2) {
            renameSync(files.at('.agents/skills/alpha'), files.at('moved'));
            symlinkSync(outside, files.at('.agents/skills/alpha'));
          }
          return [catalog];
        },
        () => undefined,
      );
      const write = () => resources.write(files.uri('.agents/skills/alpha/x'), { data: 'x', createOnly });
      expect(write).toThrow(HostError);
      expect(looks).toBe(2);
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  it.each(['AGENTS.md', 'pack/skills/delta/SKILL.md', 'pack/new.txt', '.mcp.json', 'CLAUDE.md'])(
    'is not %s, which is in no writable directory',
    (path) => {
      const before = existsSync(files.at(path)) ? readFileSync(files.at(path), 'utf8') : undefined;
      expect(codeOf(() => files.resources.write(files.uri(path), { data: 'x' }))).toBe(codes.denied);
      expect(existsSync(files.at(path)) ? readFileSync(files.at(path), 'utf8') : undefined).toBe(before);
    },
  );

  it.each([
    {},
    { data: 7 },
    { data: 'x', encoding: 'latin1' },
    { data: 'x', mode: 'append' },
    { data: 'x', position: 3 },
    { data: 'x'.repeat(hostLimits.resourceBytes + 1) },
  ])('is refused for parameters that ask for something else', (params) => {
    expect(codeOf(() => files.resources.write(file(), params))).toBe(codes.badParams);
    expect(existsSync(files.at('.agents/skills/new'))).toBe(false);
  });
});
describe('pipes and devices', () => {
  it('are refused without waiting for them', () => {
    const pipe = files.at('.agents/skills/alpha/pipe');
    run('mkfifo', [pipe], '/');
    for (const way of looks) expect(() => files.resources[way](fileUri(pipe)), way).toThrow(HostError);
    expect(codeOf(() => files.resources.read(fileUri(pipe)))).toBe(codes.denied);
    expect(codeOf(() => files.resources.write(fileUri(pipe), { data: 'x' }))).toBe(codes.denied);
    expect(codeOf(() => files.resources.write(fileUri(pipe), { data: 'x', createOnly: true }))).toBe(
      codes.alreadyThere,
    );
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(
      files.resources.list(files.uri('.agents/skills/alpha')).entries.map(({ name }) => name),
    ).not.toContain('pipe');
  });

  it('behind a link are refused', () => {
    symlinkSync('/dev/zero', files.at('.agents/skills/alpha/zero'));
    files.expectClosed(files.uri('.agents/skills/alpha/zero'));
  });
});
