import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { HostError } from '../../../src/host/wire/host-error.js';
import { HostFiles } from '../../support/host-files.js';
import { whileSwapping } from '../../support/swap-paths.js';

const swapsAtLeast = 3_000;

let files: HostFiles;
let outside: string;

beforeEach(() => {
  files = new HostFiles();
  outside = join(files.scene.root, 'outside');
  const secret = '---\nname: alpha\ndescription: Secret.\n---\nSecret.\n';
  mkdirSync(join(outside, 'alpha'), { recursive: true });
  writeFileSync(join(outside, 'alpha/SKILL.md'), secret);
  writeFileSync(join(outside, 'alpha/secret-name'), secret);
});

/** A link replaces the file itself, or a directory above it. */
const exchanges = [
  ['the file', '.agents/skills/alpha/SKILL.md', 'alpha/SKILL.md'],
  ['its directory', '.agents/skills/alpha', 'alpha'],
] as const;

/** Repeats the work while the path is swapped with another; returns the distinct results. */
async function resultsWhileSwapping(path: string, other: string, work: () => string): Promise<Set<string>> {
  const results = new Set<string>();
  await whileSwapping(files.at(path), other, swapsAtLeast, () => {
    try {
      results.add(work());
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  });
  return results;
}

/** Repeats the work while the path is swapped with a link to a directory that clients may not read. */
function whileLinked(path: string, target: string, work: () => string): Promise<Set<string>> {
  const link = files.at('.agents/link');
  symlinkSync(join(outside, target), link);
  return resultsWhileSwapping(path, link, work);
}

describe.each(exchanges)('a link that takes the place of %s while it is opened', (_, path, target) => {
  it('does not lead a read outside', async () => {
    const read = () => files.resources.read(files.uri('.agents/skills/alpha/SKILL.md')).data;
    const texts = await whileLinked(path, target, read);
    expect([...texts]).toEqual([expect.stringContaining('Does alpha')]);
  });

  it('does not lead a resolve outside', async () => {
    writeFileSync(join(outside, 'alpha/SKILL.md'), 'x'.repeat(5_000));
    const look = () => String(files.resources.resolve(files.uri('.agents/skills/alpha/SKILL.md')).size);
    expect(await whileLinked(path, target, look)).not.toContain('5000');
  });
});

describe('a link that takes the place of a directory while it is opened', () => {
  const path = '.agents/skills/alpha';

  it('does not lead a list outside', async () => {
    const list = () =>
      files.resources
        .list(files.uri('.agents/skills/alpha'))
        .entries.map(({ name }) => name)
        .join(' ');
    for (const names of await whileLinked(path, 'alpha', list)) expect(names).not.toContain('secret-name');
  });

  it.each([true, false])('does not lead a write outside (createOnly %s)', async (createOnly) => {
    let count = 0;
    const write = () => {
      count += 1;
      files.resources.write(files.uri(`.agents/skills/alpha/made/new-${count}`), { data: 'x', createOnly });
      return '';
    };
    expect(await whileLinked(path, 'alpha', write)).toContain('');
    expect(readdirSync(join(outside, 'alpha')).toSorted()).toEqual(['SKILL.md', 'secret-name']);
  });
});

it.each([
  ['file', '.claude/agents/gamma.md', 'agents/gamma.md'],
  ['directory', '.claude/agents', 'agents'],
])(
  'a link that takes the place of a %s while it is discovered shows nothing from outside',
  async (_, path, target) => {
    mkdirSync(join(outside, 'agents'));
    writeFileSync(join(outside, 'agents/gamma.md'), '---\nname: gamma\ndescription: Secret.\n---\n');
    const find = () => JSON.stringify(discover(files.scene.environment).containers);
    const found = [...(await whileLinked(path, target, find))].join();
    expect(found).toContain('An agent.');
    expect(found).not.toContain('Secret.');
  },
);

it('reads a file that is replaced meanwhile', async () => {
  const path = '.agents/skills/alpha/SKILL.md';
  const other = files.at('.agents/other');
  writeFileSync(other, readFileSync(files.at(path), 'utf8').replaceAll('alpha', 'omega'));
  const texts = await resultsWhileSwapping(path, other, () => files.resources.read(files.uri(path)).data);
  expect([...texts].join()).toContain('omega');
});
