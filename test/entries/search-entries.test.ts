import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, type ListingHost, listEntries } from '../../src/entries/entries.js';
import { literalQuery } from '../../src/entries/query.js';
import { createIndex, search } from '../../src/entries/search-entries.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import type { Customization } from '../../src/protocol/types.js';
import { otherHost, ownHost, standing } from '../support/standing.js';

interface Given {
  name: string;
  description?: string;
  type?: string;
  uri?: string;
  id?: string;
  from?: string | undefined;
  enabled?: boolean;
  container?: string;
  tools?: readonly ToolStanding[];
}

const entriesOf = (...given: Given[]): Entry[] => entriesOn(otherHost, ...given);

function entriesOn(host: ListingHost, ...given: Given[]): Entry[] {
  const customizations = given.map(({ container = 'tools', from, tools, ...node }, index) => ({
    type: 'plugin',
    id: `container-${index}`,
    uri: 'file:///w',
    name: container,
    children: [
      {
        type: 'skill',
        id: `#${index}`,
        uri: `file:///w/${index}`,
        ...node,
        _meta: { skillpick: { from, tools } },
      },
    ],
  }));
  return listEntries({ customizations: customizations as unknown as Customization[] }, host).entries;
}

const find = (entries: Entry[], query: string) => search(createIndex(entries), query).rows;
const namesFor = (entries: Entry[], query: string) => find(entries, query).map(({ entry }) => entry.name);

describe('what matches', () => {
  const entries = entriesOf(
    { name: 'release-notes', description: 'Draft notes from commits since the last tag' },
    { name: 'code_review', description: 'Look at a diff', container: 'acme-tools' },
    { name: 'relay', type: 'agent', description: 'Hands work to a sub-agent' },
    { name: 'Überprüfung' },
  );

  it.each([
    ['notes', ['release-notes']],
    ['NOTES Release', ['release-notes']],
    ['release_notes', ['release-notes']],
    ['release,notes.', ['release-notes']],
    ['commit', ['release-notes']],
    ['release commits', ['release-notes']],
    ['release diff', []],
    ['review acme', ['code_review']],
    ['agent hands', ['relay']],
    ['agent', ['relay']],
    ['skill diff', ['code_review']],
    ['rn', ['release-notes']],
    ['rlsnts', ['release-notes']],
    ['crev', ['code_review']],
    ['überprüfung', ['Überprüfung']],
    ['u\u0308berpru\u0308fung', ['Überprüfung']],
    ['xyzzy', []],
  ])('%s', (query, names) => {
    expect(namesFor(entries, query)).toEqual(names);
  });

  it.each(['', '   ', ' -_,. ', '\n'])('is nothing for the blank query %j', (query) => {
    expect(search(createIndex(entries), query)).toEqual({ rows: [], total: 0, words: [] });
  });

  it('is not misled by entries without names or descriptions', () => {
    expect(namesFor(entriesOf({ name: '' }, { name: 'a' }), 'a')).toEqual(['a']);
    expect(search(createIndex([]), 'a').rows).toEqual([]);
  });

  it('never spans two texts', () => {
    expect(namesFor(entriesOf({ name: 'foo', description: 'bar' }, { name: 'baz' }), 'foobar')).toEqual([]);
  });
});

describe('operators', () => {
  const readBy = (...ids: string[]) => ({ tools: ids.map((id) => standing(id)) });
  const entries = entriesOn(
    ownHost,
    { name: 'release-notes', description: 'Draft notes\nfrom commits', ...readBy('claude', 'gemini') },
    { name: 'code_review', description: 'Look at a release diff', container: 'acme-tools' },
    { name: 'relay', type: 'agent', description: 'Hands notes on', enabled: false },
    { name: 'prerelease', ...readBy('codex') },
  );

  it.each([
    ["'release", ['release-notes', 'code_review', 'prerelease']],
    ["'release-n", ['release-notes']],
    ["'rlsnts", []],
    ['"notes from"', ['release-notes']],
    ["'RELEASE 'diff", ['code_review']],
    ['^re', ['relay', 'release-notes']],
    ['^release-notes', ['release-notes']],
    ['^release-notes-and-more', []],
    ['^notes', []],
    ['^rel !agent', ['release-notes']],
    ['!notes', ['code_review', 'prerelease']],
    ['!"notes on"', ['release-notes', 'code_review', 'prerelease']],
    ['!^re', ['code_review', 'prerelease']],
    ['notes !draft', ['relay']],
    ['is:off', ['relay']],
    ['release tool:codex', ['prerelease']],
    ['type:agent', ['relay']],
    ['notes type:skill', ['release-notes']],
    ['in:acme', ['code_review']],
    ['is:', ['release-notes', 'code_review', 'relay', 'prerelease']],
    ['is:foo', ['release-notes', 'code_review', 'relay', 'prerelease']],
    ['sort:name', ['code_review', 'prerelease', 'relay', 'release-notes']],
    ["'release sort:name", ['code_review', 'prerelease', 'release-notes']],
    ["'release sort:place", ['release-notes', 'code_review', 'prerelease']],
    ['!zebra', ['release-notes', 'code_review', 'relay', 'prerelease']],
  ])('%s', (query, names) => {
    expect(namesFor(entries, query)).toEqual(names);
  });

  it.each([
    ['claude', ['release-notes']],
    ['"gemini cli"', ['release-notes']],
    ['codex pre', ['prerelease']],
    ['!claude', ['code_review', 'relay', 'prerelease']],
  ])('find an entry by a tool that reads it: %s', (query, names) => {
    expect(namesFor(entries, query)).toEqual(names);
  });

  it('rank exact words and starts by how they match', () => {
    const reasons = (query: string) => find(entries, query).map(({ reason }) => reason);
    expect(reasons("'release-notes")).toEqual(['exact_name']);
    expect(reasons("'release")).toEqual(['prefix', 'token_overlap', 'fuzzy']);
    expect(reasons('^release-notes')).toEqual(['exact_name']);
    expect(reasons("'_")).toEqual(['fuzzy']);
    expect(reasons('is:off')).toEqual(['filter']);
  });

  it('find an address that has an operator in it, or next to it', () => {
    const odd = entriesOf(
      { name: 'a', id: 'is:on', enabled: false },
      { name: 'b', uri: 'file:///w/in:x is:off/SKILL.md' },
      { name: 'c', id: '!c' },
      { name: 'd', enabled: false, uri: 'file:///w/d.md' },
    );
    const first = (query: string) => {
      const [row] = find(odd, query);
      return [row?.entry.name, row?.reason];
    };
    expect(find(odd, 'is:on').map(({ entry, reason }) => [entry.name, reason])).toEqual([
      ['a', 'exact_path'],
      ['b', 'filter'],
      ['c', 'filter'],
    ]);
    expect(first('/w/in:x is:off/SKILL.md')).toEqual(['b', 'exact_path']);
    expect(namesFor(odd, '!c')).toContain('c');
    expect(first('/w/d.md is:off')).toEqual(['d', 'exact_path']);
    expect(first('is:off file:///w/d.md')).toEqual(['d', 'exact_path']);
    expect(find(odd, '/w/d.md is:on')).toEqual([]);
  });

  it('return the entry in the tools of the query, and in all tools', () => {
    const [row] = find(entries, 'tool:claude');
    expect(row?.entry.tools.map(({ id }) => id)).toEqual(['claude']);
    expect(row?.whole).toBe(entries[0]);
  });

  it('pass the entry in those tools to the other filters', () => {
    const seen: string[][] = [];
    const accept = ({ tools }: Entry) => seen.push(tools.map(({ id }) => id)) > 0;
    search(createIndex(entries), 'tool:ge', { accept });
    expect(seen).toEqual([['gemini']]);
  });

  it('keep what was just switched', () => {
    const isKept = ({ name }: Entry) => name === 'relay';
    const { rows } = search(createIndex(entries), 'is:on notes', { isKept });
    expect(rows.map(({ entry }) => entry.name)).toEqual(['release-notes', 'relay']);
  });

  it('are limited like words', () => {
    const { rows, total } = search(createIndex(entries), 'sort:name', { limit: 2 });
    expect([rows.map(({ entry }) => entry.name), total]).toEqual([['code_review', 'prerelease'], 4]);
  });
});

describe('the order', () => {
  it('sorts by reason first', () => {
    const entries = entriesOf(
      { name: 'rexlexase', from: 'repo' },
      { name: 'zz', description: 'release', from: 'repo' },
      { name: 'release-it', from: 'repo' },
      { name: 'release', from: 'user' },
      { name: 'other', id: 'release', from: 'user' },
    );
    expect(find(entries, 'release').map(({ entry, reason }) => [entry.name, reason])).toEqual([
      ['other', 'exact_path'],
      ['release', 'exact_name'],
      ['release-it', 'prefix'],
      ['zz', 'token_overlap'],
      ['rexlexase', 'fuzzy'],
    ]);
  });

  it.each([
    ['its path', '/w/a b/SKILL.md'],
    ['its uri', 'file:///w/a%20b/SKILL.md'],
    ['its id', 'opaque id'],
  ])('ranks an entry found by %s', (_what, query) => {
    const entries = entriesOf(
      { name: 'other', description: query },
      { name: 'x', uri: 'file:///w/a%20b/SKILL.md', id: 'opaque id' },
    );
    expect(find(entries, query)[0]).toMatchObject({ entry: { name: 'x' }, reason: 'exact_path', score: 1 });
  });

  it.each([
    ['C:\\w\\x.md', 'file:///C:/w/x.md'],
    ['/w/50%.md', 'file:///w/50%.md'],
    ['/w/cafe\u0301', 'file:///w/caf%C3%A9'],
  ])('path %s is %s', (query, uri) => {
    expect(find(entriesOf({ name: 'x', uri }), query)[0]?.reason).toBe('exact_path');
  });

  it('reads separators of a name as spaces', () => {
    const entries = entriesOf(
      { name: 'release-notes-old' },
      { name: 'Release_Notes' },
      { name: 'notes-release' },
    );
    expect(find(entries, 'Release NOTES').map(({ entry, reason }) => [entry.name, reason])).toEqual([
      ['Release_Notes', 'exact_name'],
      ['release-notes-old', 'prefix'],
      ['notes-release', 'token_overlap'],
    ]);
  });

  it('puts more words in common first', () => {
    const entries = entriesOf(
      { name: 'a', description: 'drafting release' },
      { name: 'b', description: 'draft a release, note by note' },
      { name: 'c', description: 'draft the release notes' },
    );
    expect(namesFor(entries, 'release draft note')).toEqual(['b', 'c']);
    expect(namesFor(entries, 'release draft')).toEqual(['b', 'c', 'a']);
  });

  it('prefers one more matching word to a better place', () => {
    const entries = entriesOf({ name: 'release-drafts' }, { name: 'zz', description: 'draft a release' });
    expect(namesFor(entries, 'draft release')).toEqual(['zz', 'release-drafts']);
  });

  it('counts the best place of several', () => {
    const entries = entriesOf(
      { name: 'b', description: 'denote' },
      { name: 'a', description: 'notes denote' },
      { name: 'c', description: 'denote a note' },
    );
    expect(namesFor(entries, 'note')).toEqual(['c', 'a', 'b']);
  });

  it('puts shorter names first among those that begin alike', () => {
    expect(namesFor(entriesOf({ name: 'review-everything' }, { name: 'reviews' }), 'review')).toEqual([
      'reviews',
      'review-everything',
    ]);
  });

  it('breaks ties by origin, then by uri', () => {
    const entries = entriesOf(
      { name: 'dup', uri: 'file:///b', from: 'user' },
      { name: 'dup', uri: 'file:///a', from: 'user' },
      { name: 'dup', uri: 'file:///0' },
      { name: 'dup', uri: 'file:///z', from: 'repo' },
    );
    expect(find(entries, 'dup').map(({ entry }) => entry.uri)).toEqual([
      'file:///z',
      'file:///a',
      'file:///b',
      'file:///0',
    ]);
  });
});

describe('options', () => {
  const entries = entriesOf(
    ...Array.from({ length: 60 }, (_, index) => ({
      name: `note-${index}`,
      from: index % 2 ? 'user' : 'repo',
    })),
  );

  it('limits the rows and still counts all', () => {
    const { rows, total } = search(createIndex(entries), 'note', { limit: 8 });
    expect([rows.length, total]).toEqual([8, 60]);
  });

  it('does not count entries that are not accepted', () => {
    const { rows, total } = search(createIndex(entries), 'note', { accept: ({ from }) => from === 'user' });
    expect(total).toBe(30);
    expect(rows.every(({ entry }) => entry.from === 'user')).toBe(true);
  });
});

describe('the index', () => {
  const given = [{ name: 'alpha', description: 'one' }, { name: 'beta' }];

  it('is reused when only flags change, and returns the new entries', () => {
    const before = createIndex(entriesOf(...given));
    const changed = entriesOf(...given.map((node) => ({ ...node, enabled: false })));
    const after = createIndex(changed, before);
    expect(after.text).toBe(before.text);
    expect(search(after, 'alpha').rows[0]!.entry).toBe(changed[0]);
  });

  it.each([
    ['a name', [{ name: 'alpha2', description: 'one' }, { name: 'beta' }], 'alpha2'],
    ['a description', [{ name: 'alpha', description: 'two' }, { name: 'beta' }], 'two'],
    ['a container', [{ name: 'alpha', description: 'one', container: 'new' }, { name: 'beta' }], 'new'],
    ['a type', [{ name: 'alpha', description: 'one', type: 'prompt' }, { name: 'beta' }], 'prompt'],
    ['an id', [{ name: 'alpha', description: 'one', id: 'new' }, { name: 'beta' }], 'new'],
    ['one more entry', [...given, { name: 'gamma' }], 'gamma'],
  ])('is rebuilt for %s', (_what, now, query) => {
    const index = createIndex(entriesOf(...now), createIndex(entriesOf(...given)));
    expect(search(index, query).total).toBe(1);
  });

  it('is rebuilt for a tool that reads an entry, and reused for what the tool does with it', () => {
    const read = (...tools: ToolStanding[]) => entriesOn(ownHost, { name: 'alpha', tools });
    const before = createIndex(read(standing('claude')));
    const off = createIndex(read(standing('claude', { enabled: false })), before);
    const other = createIndex(read(standing('codex')), off);
    expect(off.text).toBe(before.text);
    expect([search(before, 'codex').total, search(other, 'codex').total]).toEqual([0, 1]);
    expect(search(createIndex(read(), other), 'codex').total).toBe(0);
  });

  it('finds in every block of a long list', () => {
    const many = entriesOf(
      ...Array.from({ length: 1_300 }, (_, index) => ({
        name: `n${index}`,
        description: index === 700 ? 'Żółw' : 'x',
      })),
    );
    const index = createIndex(many);
    for (const name of ['n0', 'n511', 'n512', 'n700', 'n1023', 'n1024', 'n1299']) {
      expect(search(index, name).rows[0]).toMatchObject({ entry: { name }, reason: 'exact_name' });
    }
    expect(search(index, 'żółw').rows.map(({ entry }) => entry.name)).toEqual(['n700']);
    expect(search(index, "'żółw").rows.map(({ entry }) => entry.name)).toEqual(['n700']);
    expect(search(index, '!x').rows.map(({ entry }) => entry.name)).toEqual(['n700']);
    expect(
      search(index, '^n129')
        .rows.map(({ entry }) => entry.name)
        .toSorted(),
    ).toEqual(['n129', ...Array.from({ length: 10 }, (_, last) => `n129${last}`)].toSorted());
  });
});

describe('any list and any queries', () => {
  const word = fc.constantFrom(
    'release',
    'notes',
    'note',
    're',
    'café',
    'Straße',
    'İ',
    '日本',
    'a',
    'x1',
    '\u{1f680}',
  );
  const phrase = fc.array(word, { maxLength: 4 }).map((words) => words.join('-'));
  const given = fc.array(
    fc.record({ name: phrase, description: phrase, from: fc.constantFrom('repo', 'user', undefined) }),
    { maxLength: 30 },
  );
  const order = ['exact_path', 'exact_name', 'prefix', 'token_overlap', 'fuzzy'];

  it('sorts by reason, then score, then origin, then uri', () => {
    fc.assert(
      fc.property(given, phrase, (list, query) => {
        const { rows } = search(createIndex(entriesOf(...list)), query);
        for (const [index, { entry, reason, score }] of rows.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          const next = rows[index + 1];
          if (next === undefined) continue;
          const classes = order.indexOf(next.reason) - order.indexOf(reason);
          expect(classes).toBeGreaterThanOrEqual(0);
          if (classes > 0) continue;
          expect(next.score).toBeLessThanOrEqual(score);
          if (next.score < score) continue;
          const rank = ({ from }: Entry) => ['repo', 'user', null].indexOf(from);
          expect(rank(next.entry)).toBeGreaterThanOrEqual(rank(entry));
          if (rank(next.entry) === rank(entry)) expect(next.entry.uri > entry.uri).toBe(true);
        }
      }),
    );
  });

  it('finds an entry first by its own name, and by every part of it', () => {
    fc.assert(
      fc.property(given, fc.nat(), fc.nat(5), fc.nat(5), (list, pick, from, length) => {
        const entries = entriesOf(...list);
        const entry = entries[pick % Math.max(1, entries.length)];
        if (entry === undefined || entry.name === '') return;
        const index = createIndex(entries);
        expect(search(index, entry.name).rows[0]).toMatchObject({ reason: 'exact_name' });
        const part = Array.from(entry.name)
          .slice(from, from + length + 1)
          .join('');
        const { rows, words } = search(index, part);
        if (words.length > 0) expect(rows.map((row) => row.entry)).toContain(entry);
      }),
    );
  });

  it('returns the same after any other search', () => {
    fc.assert(
      fc.property(given, fc.array(phrase, { maxLength: 6 }), (list, queries) => {
        const entries = entriesOf(...list);
        const used = createIndex(entries);
        const steps = queries.flatMap((query) => [
          query.slice(0, 1),
          query.slice(0, 3),
          query,
          query.slice(0, 2),
        ]);
        for (const query of steps) expect(search(used, query)).toEqual(search(createIndex(entries), query));
      }),
      { numRuns: 50 },
    );
  });

  it('excludes exactly what the exact word finds', () => {
    fc.assert(
      fc.property(given, word, fc.constantFrom("'", '^'), (list, one, mark) => {
        const index = createIndex(entriesOf(...list));
        const idsFor = (query: string) => search(index, query).rows.map(({ entry }) => entry.id);
        const found = new Set(idsFor(`${mark}${one}`));
        const others = index.entries.map(({ id }) => id).filter((id) => !found.has(id));
        expect(idsFor(`!${mark}${one}`)).toEqual(others);
      }),
    );
  });

  it('finds the same with a text and with its words as a literal query', () => {
    fc.assert(
      fc.property(given, phrase, (list, query) => {
        const index = createIndex(entriesOf(...list));
        expect(search(index, query)).toEqual(search(index, literalQuery(query)));
      }),
    );
  });
});
