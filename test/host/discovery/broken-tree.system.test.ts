import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/host/discovery/catalog.js';
import { discover } from '../../../src/host/discovery/discover.js';
import { childrenOf } from '../../../src/protocol/index.js';
import { makeTree, skillText } from './tree.js';

const goodCount = 9_800;
const brokenCount = 200;
const mebibyte = 1024 * 1024;

interface Breakage {
  message: RegExp;
  /** Makes `<directory>/SKILL.md`, or `<directory>` itself, in a broken way. */
  make(directory: string): void;
}

const withText = (message: RegExp, text: string | Buffer): Breakage => ({
  message,
  make: (directory) => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'SKILL.md'), text);
  },
});

/** Frontmatter with a correct description and this text in place of the name. */
const withLines = (message: RegExp, lines: string): Breakage =>
  withText(message, `---\n${lines}\ndescription: d\n---\nbody\n`);

const withLink = (message: RegExp, target: string): Breakage => ({
  message,
  make: (directory) => {
    mkdirSync(directory);
    symlinkSync(target, join(directory, 'SKILL.md'));
  },
});

function sparse(directory: string, start: string): void {
  mkdirSync(directory);
  const path = join(directory, 'SKILL.md');
  writeFileSync(path, start);
  truncateSync(path, 50 * mebibyte);
}

const bomb = Array.from({ length: 9 }, (_, level) => {
  const item = level === 0 ? 'lol' : `*l${level - 1}`;
  return `l${level}: &l${level} [${Array(9).fill(item).join(', ')}]`;
}).join('\n');

const breakages: Record<string, Breakage> = {
  directory: {
    message: /is a directory, not a file/,
    make: (directory) => mkdirSync(join(directory, 'SKILL.md'), { recursive: true }),
  },
  fifo: {
    message: /is not a file/,
    make: (directory) => {
      mkdirSync(directory);
      execFileSync('mkfifo', [join(directory, 'SKILL.md')]);
    },
  },
  dangling: withLink(/link cannot be followed: it is not there/, 'nowhere.md'),
  circle: withLink(/link cannot be followed: its links lead in a circle/, 'SKILL.md'),
  device: withLink(/is not a file/, '/dev/zero'),
  foreign: withLink(/link leads to another kind of file/, process.execPath),
  'dangling-directory': {
    message: /link cannot be followed: it is not there/,
    make: (directory) => symlinkSync('nowhere', directory),
  },
  'looping-directory': {
    message: /link leads back to a directory above it/,
    make: (directory) => symlinkSync('../..', directory),
  },
  disk: {
    message: /link leads out of the repository/,
    make: (directory) => symlinkSync('/', directory),
  },
  'huge-open': { message: /no closing/, make: (directory) => sparse(directory, '---\nname: x\n') },
  'huge-empty': { message: /no YAML frontmatter/, make: (directory) => sparse(directory, '') },
  empty: withText(/no YAML frontmatter/, ''),
  binary: withText(
    /no YAML frontmatter/,
    Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 7) % 256)),
  ),
  'binary-inside': withText(
    /not valid YAML/,
    Buffer.concat([Buffer.from('---\n'), Buffer.from([0, 1, 2, 0x80, 0xff]), Buffer.from('\n---\n')]),
  ),
  utf16: withText(/UTF-16/, Buffer.from('\uFEFF---\nname: x\n---\n', 'utf16le')),
  bare: withText(/no YAML frontmatter/, '# Title\n\nText\n'),
  open: withText(/no closing/, '---\nname: x\ndescription: d\n'),
  list: withText(/not a list of "key: value" lines/, '---\n- name: x\n---\n'),
  'alias-bomb': withLines(/more than 2000 values/, bomb),
  'alias-of-nothing': withLines(/unidentified alias/, 'name: *x'),
  'deep-flow': withLines(/nesting/, `name: ${'['.repeat(20_000)}`),
  tab: withLines(/tab characters/, 'metadata:\n\tversion: "1"'),
  duplicate: withLines(/duplicated mapping key/, 'name: x\nname: y'),
  colon: withLines(/needs quotes/, 'name: x: y'),
  quote: withLines(/not valid YAML/, 'name: "x'),
  tag: withLines(/unknown tag/, 'name: !!js/function "function () {}"'),
  prototype: withLines(/__proto__/, '__proto__: {polluted: yes}'),
  nul: withLines(/null byte/, 'name: x\0y'),
  escape: withLines(/non-printable/, 'name: x\x1b[2Jy'),
  nameless: withLines(/name is missing/, 'license: MIT'),
  undescribed: withText(/description is missing/, '---\nname: x\n---\n'),
  'long-description': withText(/longer than 1024/, `---\nname: x\ndescription: ${'d'.repeat(1025)}\n---\n`),
  'long-name': withLines(/longer than 64/, `name: ${'n'.repeat(65)}`),
  capitals: withLines(/lowercase/, 'name: Capitals'),
  decomposed: withLines(/lowercase/, 'name: cafe\u0301'),
  bidirectional: withLines(/lowercase/, 'name: "x\u202Ey"'),
  'escaped-escape': withLines(/lowercase/, 'name: "x\\e[31my"'),
  another: withLines(/must equal the directory name/, 'name: another'),
};

/** Root may read everything, so this breakage has no effect for it. */
if (process.getuid?.() !== 0) {
  breakages['forbidden'] = {
    message: /permission denied/,
    make: (directory) => {
      mkdirSync(directory);
      writeFileSync(join(directory, 'SKILL.md'), '');
      chmodSync(join(directory, 'SKILL.md'), 0);
    },
  };
}

/** The kinds that are not listed, because there is no file, or none with text. */
const unlistedKinds = new Set([
  ...['directory', 'fifo', 'dangling', 'circle', 'device', 'foreign', 'dangling-directory'],
  ...['looping-directory', 'disk', 'utf16', 'forbidden'],
]);

/** Names of directories that are hard to handle. */
const decorations = ['', '-\u001b[31m', '-\u202Etxt', '-cafe\u0301', '-a b', '-%2e%2e', '-x\ny', '-😀'];

describe('ten thousand skills, two hundred of them broken', () => {
  const kinds = Object.keys(breakages);
  const broken = Array.from({ length: brokenCount }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? '';
    return { kind, name: `bad-${index}-${kind}${decorations[Math.floor(index / kinds.length)] ?? ''}` };
  });
  const flawed = broken.filter(({ kind }) => !unlistedKinds.has(kind));
  const good = Array.from({ length: goodCount }, (_, index) => `good-${index}`);
  let base: string;
  let skills: string;
  let catalog: Catalog;
  let grownBytes: number;

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'skillpick-broken-')));
    skills = join(base, '.agents/skills');
    mkdirSync(skills, { recursive: true });
    mkdirSync(join(base, '.git'));
    for (const name of good) {
      mkdirSync(join(skills, name));
      writeFileSync(join(skills, name, 'SKILL.md'), skillText(name));
    }
    for (const { kind, name } of broken) breakages[kind]?.make(join(skills, name));
    const before = process.resourceUsage().maxRSS;
    catalog = discover({ cwd: base, home: join(base, 'home'), env: {}, platform: process.platform });
    grownBytes = (process.resourceUsage().maxRSS - before) * 1024;
  }, 120_000);

  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it('lists every skill that has a text', () => {
    const [container] = catalog.containers;
    const listed = (container && childrenOf(container)) ?? [];
    const folders = listed.map(({ uri }) => basename(dirname(fileURLToPath(uri))));
    expect(catalog.containers).toHaveLength(1);
    expect(folders.sort()).toEqual([...good, ...flawed.map(({ name }) => name)].sort());
    const leftOut = brokenCount - flawed.length;
    const message = new RegExp(
      `^${leftOut} of 10000 left out.*; ${flawed.length} of ${listed.length} break a rule`,
    );
    expect(container).toHaveProperty('load', { kind: 'degraded', message: expect.stringMatching(message) });
  });

  it.each(kinds)('reports every skill that is broken by: %s', (kind) => {
    const { message } = breakages[kind] ?? {};
    const paths = catalog.problems.map((problem) => ({ ...problem, path: fileURLToPath(problem.uri) }));
    for (const { name } of broken.filter((each) => each.kind === kind)) {
      const own = paths.filter(({ path }) => `${path}/`.startsWith(`${join(skills, name)}/`));
      expect(own.map((problem) => problem.message)).toContainEqual(expect.stringMatching(message ?? /^$/));
    }
  });

  it('reports no other problems', () => {
    const start = join(skills, 'bad-');
    expect(catalog.problems.filter(({ uri }) => !fileURLToPath(uri).startsWith(start))).toEqual([]);
  });

  it('gives each skill its own id', () => {
    expect(catalog.sources.size).toBe(goodCount + flawed.length + 1);
  });

  it('does not read large files whole', () => {
    expect(grownBytes).toBeLessThan(75 * mebibyte);
  });

  it('is not changed by the text of a file', () => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a broken skill is listed if there is a text to show', () => {
  it.each(Object.keys(breakages))('%s', (kind) => {
    const tree = makeTree();
    const directory = join(tree.directory('repo/.claude/skills'), 'demo');
    breakages[kind]?.make(directory);
    const { containers, problems } = discover(tree.environment());
    const listed = containers.flatMap((container) => childrenOf(container) ?? []);
    expect(listed).toHaveLength(unlistedKinds.has(kind) ? 0 : 1);
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(breakages[kind]?.message ?? /^$/),
    );
  });
});
