import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { hostLimits } from '../../../src/host/limits.js';
import { codeOf, codes, HostFiles } from '../../support/host-files.js';

let files: HostFiles;

beforeEach(() => {
  files = new HostFiles();
});

describe('addresses that lead out', () => {
  const skill = '/.agents/skills/alpha';
  const leading: [string, (root: string) => string][] = [
    ['a neighbour', (root) => `${root}/secret.txt`],
    ['the repository', (root) => root],
    ['the root of the disk', () => 'file:///'],
    ['a file of the system', () => 'file:///etc/passwd'],
    ['dots', (root) => `${root}${skill}/../../../secret.txt`],
    ['escaped dots', (root) => `${root}${skill}/%2e%2e/%2E%2e/%2e./secret.txt`],
    ['escaped slashes', (root) => `${root}${skill}/..%2f..%2f..%2fsecret.txt`],
    ['backslashes', (root) => `${root}${skill}\\..\\..\\..\\secret.txt`],
    ['escaped backslashes', (root) => `${root}${skill}/..%5c..%5c..%5csecret.txt`],
    ['an end of text', (root) => `${root}${skill}/SKILL.md%00.txt`],
    ['a raw end of text', (root) => `${root}${skill}/SKILL.md\0`],
    ['another machine', (root) => root.replace('file://', 'file://host') + skill],
    ['another machine by slashes', (root) => root.replace('file://', 'file:////host') + skill],
    ['another scheme', (root) => root.replace('file:', 'http:') + skill],
    ['no scheme', (root) => root.replace('file://', '') + skill],
    ['no address', () => 'nonsense'],
    ['nothing', () => ''],
    ['a name that begins like the container’s', (root) => `${root}/.agents/skills-not/x`],
    ['a part that cannot be decoded', (root) => `${root}${skill}/%ff%zz`],
  ];

  it.each(leading)('by %s are refused', (_, address) => {
    files.expectClosed(address(files.uri()));
    expect(readFileSync(files.at('secret.txt'), 'utf8')).toBe('outside');
    expect(files.writes).toBe(0);
  });

  it('by another case are refused on a case-sensitive disk', () => {
    const upper = files.uri('.AGENTS/SKILLS/alpha/SKILL.md');
    const isSame = existsSync(files.at('.AGENTS'));
    if (isSame) expect(files.resources.read(upper).data).toContain('alpha');
    else files.expectClosed(upper);
  });

  it('by a link in a skill are refused', () => {
    symlinkSync(files.at('secret.txt'), files.at('.agents/skills/alpha/link.txt'));
    symlinkSync(files.scene.cwd, files.at('.agents/skills/alpha/up'));
    symlinkSync('/nowhere/at/all', files.at('.agents/skills/alpha/dangling'));
    files.expectClosed(files.uri('.agents/skills/alpha/link.txt'));
    files.expectClosed(files.uri('.agents/skills/alpha/up'));
    files.expectClosed(files.uri('.agents/skills/alpha/up/secret.txt'));
    const names = files.resources.list(files.uri('.agents/skills/alpha')).entries.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['SKILL.md', 'notes.txt']);
  });

  it('by a dangling link are refused, and nothing is created there', () => {
    const target = files.at('nowhere');
    symlinkSync(target, files.at('.agents/skills/alpha/dangling'));
    files.expectClosed(files.uri('.agents/skills/alpha/dangling/x/SKILL.md'));
    files.expectClosed(files.uri('.agents/skills/alpha/dangling'));
    expect(existsSync(target)).toBe(false);
  });

  describe('by a link between containers', () => {
    const inHome = (...path: string[]) => join(files.scene.environment.home, '.claude/skills', ...path);

    beforeEach(() => {
      mkdirSync(inHome('mine'), { recursive: true });
      writeFileSync(inHome('mine/SKILL.md'), '---\nname: mine\ndescription: Mine.\n---\n');
      files.scene.write('.claude/skills/own/SKILL.md', '---\nname: own\ndescription: Own.\n---\n');
      files.look();
    });

    const write = (path: string) => files.resources.write(path, { data: 'x' });

    it.each(['mine', 'missing'])('of the repository to %s in the home are refused', (name) => {
      for (const link of ['link', '.hidden']) {
        symlinkSync(inHome(name), files.at('.claude/skills', link));
        expect(codeOf(() => write(files.uri('.claude/skills', link, 'new.md')))).toBe(codes.denied);
        expect(codeOf(() => files.resources.mkdir(files.uri('.claude/skills', link, 'new')))).toBe(
          codes.denied,
        );
      }
      expect(existsSync(inHome(name, 'new.md'))).toBe(false);
      expect(existsSync(inHome(name, 'new'))).toBe(false);
    });

    it('inside the repository, or out of the home, are allowed', () => {
      symlinkSync('../../.agents/skills/alpha', files.at('.claude/skills/twin'));
      write(files.uri('.claude/skills/twin/new.md'));
      expect(readFileSync(files.at('.agents/skills/alpha/new.md'), 'utf8')).toBe('x');
      symlinkSync(files.at('.agents/skills/alpha'), inHome('theirs'));
      write(fileUri(inHome('theirs/other.md')));
      expect(readFileSync(files.at('.agents/skills/alpha/other.md'), 'utf8')).toBe('x');
    });
  });

  it('by links in a circle are refused', () => {
    symlinkSync('b', files.at('.agents/skills/alpha/a'));
    symlinkSync('a', files.at('.agents/skills/alpha/b'));
    expect(codeOf(() => files.resources.read(files.uri('.agents/skills/alpha/a')))).toBe(codes.denied);
  });
});

describe('what may be read', () => {
  it('is everything in a directory, a package, and the folder of a skill', () => {
    expect(files.resources.read(files.uri('.agents/skills/alpha/notes.txt'))).toEqual({
      data: 'inside',
      encoding: 'utf-8',
      contentType: 'text/plain',
    });
    expect(files.resources.read(files.uri('pack/skills/delta/SKILL.md')).data).toContain('Packed');
    expect(files.resources.read(files.uri('.agents/skills/../skills/./alpha/notes.txt')).data).toBe('inside');
    expect(files.resources.list(files.uri('.agents/skills')).entries).toEqual([
      { name: 'alpha', type: 'directory' },
      { name: 'beta', type: 'directory' },
    ]);
    expect(files.resources.resolve(files.uri('.agents/skills/alpha/notes.txt'))).toEqual({
      uri: files.uri('.agents/skills/alpha/notes.txt'),
      type: 'file',
      size: 6,
      mtime: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(files.resources.resolve(files.uri('.agents/skills'))).toMatchObject({ type: 'directory' });
  });

  it('is a rule file, but not the files next to it', () => {
    expect(files.resources.read(files.uri('AGENTS.md')).data).toBe('Be kind.\n');
    files.expectClosed(files.uri('secret.txt'));
    files.expectClosed(files.uri());
  });

  it('is not a file with servers or hooks, in any directory', () => {
    const hooks = '{"hooks":{"Stop":[]}}';
    files.scene.write('pack/.mcp.json', '{"mcpServers":{"inner":{"command":"x"}}}');
    files.scene.write('pack/hooks/hooks.json', hooks);
    files.scene.write('.github/hooks/stop.json', hooks);
    files.scene.write('.github/hooks/broken.json', '{ "hooks": ');
    files.look();
    for (const path of [
      ...['.mcp.json', 'pack/.mcp.json', 'pack/.claude-plugin/plugin.json'],
      ...['pack/hooks/hooks.json', '.github/hooks/stop.json', '.github/hooks/broken.json'],
    ])
      files.expectClosed(files.uri(path));
    expect(files.resources.list(files.uri('pack/hooks')).entries).toHaveLength(1);
  });

  it('is a manifest that only gives paths', () => {
    files.scene.write('pack/.claude-plugin/plugin.json', '{"name":"pack","hooks":"./hooks/hooks.json"}');
    files.look();
    expect(files.resources.read(files.uri('pack/.claude-plugin/plugin.json')).data).toContain('pack');
  });

  it('is a skill that is linked into its container, with its folder', () => {
    files.scene.write(
      '../elsewhere/linked/SKILL.md',
      '---\nname: linked\ndescription: From elsewhere.\n---\n',
    );
    files.scene.write('../elsewhere/linked/notes.txt', 'along');
    files.scene.write('../elsewhere/other.txt', 'not this');
    symlinkSync(join(files.scene.root, 'elsewhere/linked'), files.at('.agents/skills/linked'));
    files.look();
    expect(files.resources.read(files.uri('.agents/skills/linked/notes.txt')).data).toBe('along');
    expect(files.resources.resolve(files.uri('.agents/skills/linked/notes.txt')).uri).toBe(
      fileUri(join(files.scene.root, 'elsewhere/linked/notes.txt')),
    );
    files.expectClosed(fileUri(join(files.scene.root, 'elsewhere/other.txt')));
    expect(
      codeOf(() => files.resources.write(files.uri('.agents/skills/linked/new.txt'), { data: 'x' })),
    ).toBe(codes.denied);
  });

  /** A container of the repository that is a link to this directory, with a skill and something else in it. */
  const linkedTo = (directory: string) => {
    const skill = join(directory, 'there/SKILL.md');
    mkdirSync(join(directory, 'there'), { recursive: true });
    writeFileSync(skill, '---\nname: there\ndescription: Behind a link.\n---\n');
    writeFileSync(join(directory, 'other.txt'), 'not a skill');
    mkdirSync(files.at('.claude'), { recursive: true });
    symlinkSync(directory, files.at('.claude/skills'));
    files.look();
    expect(files.resources.read(files.uri('.claude/skills/there/SKILL.md')).data).toContain('Behind a link');
  };

  it.each([
    ['the repository, which may also be written', 'repo/shared/skills', true],
    ['a place of the user, where a repository leads no write', 'home/.codex/skills/mine', false],
  ])('is a container that is a link within %s', (_, path, isWritable) => {
    const directory = join(files.scene.root, path);
    linkedTo(directory);
    expect(files.resources.read(files.uri('.claude/skills/other.txt')).data).toBe('not a skill');
    const write = () => files.resources.write(files.uri('.claude/skills/new/SKILL.md'), { data: 'made' });
    if (isWritable) write();
    else expect(codeOf(write)).toBe(codes.denied);
    expect(existsSync(join(directory, 'new/SKILL.md'))).toBe(isWritable);
  });

  it.each(['elsewhere/skills', 'home', 'home/.config'])(
    'is only the skills of a container that is a link to %s',
    (path) => {
      linkedTo(join(files.scene.root, path));
      files.expectClosed(files.uri('.claude/skills/other.txt'));
      files.expectClosed(files.uri('.claude/skills'));
      files.expectClosed(fileUri(join(files.scene.root, path, '.bashrc')));
      const write = () => files.resources.write(files.uri('.claude/skills/there/SKILL.md'), { data: 'x' });
      expect(codeOf(write)).toBe(codes.denied);
    },
  );

  it('is nothing in a missing directory behind a link that leads out', () => {
    mkdirSync(files.at('bare/.git'), { recursive: true });
    symlinkSync(files.scene.home, files.at('bare/.agents'));
    files.use(discover({ ...files.scene.environment, cwd: files.at('bare') }));
    files.expectClosed(files.uri('bare/.agents/skills/first/SKILL.md'));
  });

  it('is a file in a directory that was missing before', () => {
    const linked = join(files.scene.root, 'linked');
    mkdirSync(join(files.scene.root, 'empty/.git'), { recursive: true });
    symlinkSync(join(files.scene.root, 'empty'), linked);
    const catalog = discover({ ...files.scene.environment, cwd: linked });
    files.use(catalog);
    const file = fileUri(join(linked, '.agents/skills/first/SKILL.md'));
    files.resources.write(file, { data: 'first' });
    expect(files.resources.read(file).data).toBe('first');
  });

  it('is sent as base64 if it is not text', () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
    writeFileSync(files.at('.agents/skills/alpha/image.png'), bytes);
    expect(files.resources.read(files.uri('.agents/skills/alpha/image.png'))).toEqual({
      data: bytes.toString('base64'),
      encoding: 'base64',
      contentType: 'application/octet-stream',
    });
  });

  it.each(['%20space', 'ä', '100%25', 'a%23b', 'a%3Fb'])('may be called %s', (name) => {
    writeFileSync(files.at('.agents/skills/alpha', decodeURIComponent(name)), 'named');
    expect(files.resources.read(`${files.uri('.agents/skills/alpha')}/${name}`).data).toBe('named');
  });

  it('is bounded in size', () => {
    writeFileSync(files.at('.agents/skills/alpha/large'), Buffer.alloc(hostLimits.resourceBytes + 1));
    expect(codeOf(() => files.resources.read(files.uri('.agents/skills/alpha/large')))).toBe(codes.denied);
  });

  it('is not a missing file or one of the wrong kind', () => {
    expect(codeOf(() => files.resources.read(files.uri('.agents/skills/alpha/none')))).toBe(codes.notFound);
    expect(codeOf(() => files.resources.read(files.uri('.agents/skills/alpha')))).toBe(codes.notFound);
    expect(codeOf(() => files.resources.list(files.uri('.agents/skills/none')))).toBe(codes.notFound);
    expect(codeOf(() => files.resources.list(files.uri('.agents/skills/alpha/SKILL.md')))).toBe(
      codes.notFound,
    );
    expect(codeOf(() => files.resources.resolve(files.uri('.agents/skills/alpha/SKILL.md/x')))).toBe(
      codes.notFound,
    );
  });
});
