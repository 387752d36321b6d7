import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Problem } from '../../src/entries/entries.js';
import { addressable } from '../../src/entries/filter.js';
import { findProblem, RefIndex, uriRef } from '../../src/entries/refs.js';
import { abilitiesOf } from '../../src/protocol/versions.js';
import { agent, directory, modelOf, plugin, server, skill } from '../support/picker.js';

const context = { cwd: '/repo/sub', home: '/home/me' };

const entries: Entry[] = modelOf([
  directory('.agents/skills', [
    skill('id-1', { name: 'deploy', uri: 'file:///repo/.agents/skills/deploy/SKILL.md' }),
    skill('id-2', { name: 'twice', uri: 'file:///repo/.agents/skills/twice/SKILL.md' }),
    skill('id-3', { name: 'a:b/c', uri: 'file:///repo/.agents/skills/odd/SKILL.md' }),
    skill('id-4', { name: 'blank', uri: 'file:///repo/sub/with%20space/SKILL.md' }),
    skill('id-9', { name: 'share', uri: 'file:///repo/sub/50%/SKILL.md' }),
  ]),
  directory('d2', [
    agent('id-5', { name: 'twice', uri: 'file:///home/me/agents/twice.md' }),
    agent('id-6', { name: 'id-1', uri: 'file:///home/me/agents/other.md' }),
    skill('id-7', { name: '$cash', uri: 'virtual://x/cash' }),
  ]),
  plugin('acme', [skill('id-8', { name: 'twice', uri: 'file:///repo/acme/skills/twice/SKILL.md' })]),
]).list.entries;

const found = (ref: string): string[] => new RefIndex(entries).find(ref, context).map(({ id }) => id);

describe('a reference', () => {
  it.each([
    ['an id', 'id-1', ['id-1']],
    ['a uri', 'file:///home/me/agents/twice.md', ['id-5']],
    ['an absolute path', '/repo/.agents/skills/deploy/SKILL.md', ['id-1']],
    ['the directory of a skill', '/repo/.agents/skills/deploy', ['id-1']],
    ['the same with a slash', '/repo/.agents/skills/deploy/', ['id-1']],
    ['a path from here', './with space/SKILL.md', ['id-4']],
    ['a path that the host did not encode', './50%', ['id-9']],
    ['a path from above', '../.agents/skills/twice', ['id-2']],
    ['a path from above the root', '../../../../home/me/agents/twice.md', ['id-5']],
    ['a path from home', '~/agents/twice.md', ['id-5']],
    ['a path with . and .. in it', '/repo/./x/../.agents//skills/deploy', ['id-1']],
    ['a Windows path', '..\\.agents\\skills\\twice', ['id-2']],
    ['type and name', 'agent:twice', ['id-5']],
    ['container and name', '.agents/skills/twice', ['id-2']],
    ['the end of the container’s name', 'skills/twice', ['id-2']],
    ['a plugin and name', 'acme/twice', ['id-8']],
    ['a name', 'deploy', ['id-1']],
    ['a mention', '$deploy', ['id-1']],
    ['a name that is a mention', '$cash', []],
    ['a name with a colon and a slash', 'a:b/c', ['id-3']],
    ['type and such a name', 'skill:a:b/c', ['id-3']],
    ['container and such a name', 'skills/a:b/c', ['id-3']],
    ['a name that several entries have', 'twice', ['id-2', 'id-5', 'id-8']],
    ['a type and a name that several entries have', 'skill:twice', ['id-2', 'id-8']],
    ['nothing', 'zzz', []],
    ['nothing at all', '', []],
    ['a path to nothing', '/etc/passwd', []],
    ['part of a name', 'dep', []],
    ['a name in capitals', 'DEPLOY', []],
  ])('%s: %s', (_what, ref, expected) => expect(found(ref)).toEqual(expected));

  it('may name one of several in a file by its line', () => {
    const range = (line: number) => ({
      start: { line, character: 0 },
      end: { line: line + 1, character: 0 },
    });
    const servers = modelOf([
      server('a', { uri: 'file:///repo/.mcp.json', range: range(2) }),
      server('b', { uri: 'file:///repo/.mcp.json', range: range(7) }),
    ]).list.entries;
    const idsOf = (ref: string) => new RefIndex(servers).find(ref, context).map(({ id }) => id);
    expect(servers.map(uriRef)).toEqual(['file:///repo/.mcp.json#L3', 'file:///repo/.mcp.json#L8']);
    expect(servers.map(uriRef).map(idsOf)).toEqual([['a'], ['b']]);
    expect(idsOf('file:///repo/.mcp.json')).toEqual(['a', 'b']);
  });

  it('matches a file that two clients publish once, and every other', () => {
    const published = (clientId: string | undefined, id: string, uri = 'file:///pack/a.md') =>
      plugin(`p-${id}`, [agent(id, { name: 'helper', uri })], {
        name: 'pack',
        uri: 'file:///pack',
        clientId,
      });
    const idsOf = (ref: string, ...nodes: ReturnType<typeof plugin>[]) => {
      const all = addressable(modelOf(nodes).list, {
        abilities: abilitiesOf(undefined),
        host: { isOwn: false },
      });
      return new RefIndex(all).find(ref, context).map(({ id }) => id);
    };
    const two = [published('one', 'a'), published('two', 'b')];
    for (const ref of ['helper', 'agent:helper', 'pack/helper', 'file:///pack/a.md', '/pack/a.md'])
      expect(idsOf(ref, ...two)).toEqual(['a']);
    expect(idsOf('b', ...two)).toEqual(['b']);
    expect(idsOf('pack', ...two)).toEqual(['p-a']);
    expect(idsOf('helper', ...two, published('two', 'c', 'file:///pack/c.md'))).toEqual(['a', 'c']);
    expect(idsOf('helper', published('one', 'a'), published('one', 'b'))).toEqual(['a', 'b']);
    expect(idsOf('helper', published(undefined, 'a'), published('two', 'b'))).toEqual(['a', 'b']);
  });

  it('matches an id before a name', () => expect(found('id-1')).toEqual(['id-1']));

  it('never throws, and every id and uri finds its entry', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (ref) => Array.isArray(found(ref))));
    for (const { id, uri } of entries) {
      expect(found(id)).toEqual([id]);
      expect(found(uri)).toContain(id);
    }
  });
});

describe('many references', () => {
  /** Entries that count how often their names are read. */
  function counting(count: number) {
    const reads = { count: 0 };
    const made = modelOf([
      directory(
        'd',
        Array.from({ length: count }, (_, index) => skill(`id-${index}`, { name: `skill-${index}` })),
      ),
    ]).list.entries.map((entry) =>
      Object.create(entry, {
        name: {
          get() {
            reads.count += 1;
            return entry.name;
          },
        },
      }),
    ) as Entry[];
    return { entries: made, reads };
  }

  it('read each entry once or twice, and not once per reference', () => {
    const { entries: many, reads } = counting(500);
    const index = new RefIndex(many);
    const refs = many.flatMap((_, at) => [
      `skill-${at}`,
      `skill:skill-${at}`,
      `d/skill-${at}`,
      `no:such/${at}`,
    ]);
    const found = refs.map((ref) => index.find(ref, context).length);
    expect(found.filter((count) => count === 1)).toHaveLength(3 * 500);
    expect(reads.count).toBeLessThanOrEqual(2 * 500);
  });

  it('may be very long', () => {
    expect(found('/'.repeat(1_000_000))).toEqual([]);
    expect(found(':'.repeat(1_000_000))).toEqual([]);
  });
});

describe('a problem instead of an entry', () => {
  const problem = (uri: string): Problem => ({ uri, line: 1, message: uri, code: null, severity: 'error' });
  const problems = [
    problem('file:///repo/.agents/skills/broken/SKILL.md'),
    problem('file:///repo/.claude/agents/helper.md'),
  ];
  it.each([
    ['broken', '/broken/SKILL.md'],
    ['helper', '/helper.md'],
    ['../.agents/skills/broken', '/broken/SKILL.md'],
    ['/repo/.claude/agents/helper.md', '/helper.md'],
    ['file:///repo/.claude/agents/helper.md', '/helper.md'],
    ['SKILL', undefined],
    ['skills', undefined],
    ['', undefined],
  ])('%s', (ref, end) => {
    const found = findProblem(problems, ref, context)?.uri;
    expect(found).toEqual(end === undefined ? undefined : expect.stringMatching(new RegExp(`${end}$`)));
  });
});
