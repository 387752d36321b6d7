import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, listEntries } from '../../src/entries/entries.js';
import { createIndex, search } from '../../src/entries/search-entries.js';
import type { Customization } from '../../src/protocol/types.js';
import { otherHost } from '../support/standing.js';

type Given = readonly [name: string, description?: string];

function entriesOf(given: readonly Given[]): Entry[] {
  const children = given.map(([name, description], index) => ({
    type: 'skill',
    id: `#${index}`,
    uri: `file:///w/${String(index).padStart(3, '0')}`,
    name,
    ...(description !== undefined && { description }),
  }));
  const container = { type: 'plugin', id: 'acme', uri: 'file:///w', name: 'acme-tools', children };
  return listEntries({ customizations: [container] as unknown as Customization[] }, otherHost).entries;
}

const find = (given: readonly Given[], query: string) =>
  search(createIndex(entriesOf(given)), query, { matching: 'some' }).rows;
const namesFor = (given: readonly Given[], query: string) =>
  find(given, query).map(({ entry }) => entry.name);

const usual: readonly Given[] = [
  ['how-we-work', 'How we do things. Read this first.'],
  ['code-review', 'Look at a diff before you merge it'],
  ['release-notes', 'Draft notes from commits since the last tag'],
  ['release-check', 'Run the release check'],
  ['deploy-staging', 'Deploy a build to staging'],
  ['writer', 'Improve how a text reads'],
];

describe('a sentence', () => {
  it.each([
    ['how do I write release notes for a tag', ['release-notes', 'release-check', 'writer']],
    ['release notes for a sprint', ['release-notes', 'release-check']],
    ['please check the build on staging', ['deploy-staging', 'release-check']],
    ['What do I run to merge?', ['code-review', 'release-check']],
    ['acme release', ['release-notes', 'release-check']],
    ['check ag', ['release-check']],
    ['merge zebra', ['code-review']],
    ['zebra giraffe', []],
    ['the zebra', []],
  ])('%j finds %j', (query, names) => {
    expect(namesFor(usual, query)).toEqual(names);
  });

  it('of little words alone counts them', () => {
    expect(namesFor(usual, 'how do we')).toEqual(['how-we-work', 'writer']);
  });

  it('still finds a name, the start of one and an address first', () => {
    const reasons = (query: string) => find(usual, query).map(({ entry, reason }) => [entry.name, reason])[0];
    expect(reasons('how we work')).toEqual(['how-we-work', 'exact_name']);
    expect(reasons('release no')).toEqual(['release-notes', 'prefix']);
    expect(reasons('/w/003')).toEqual(['release-check', 'exact_path']);
  });

  it('finds one word like a query in which every word has to match', () => {
    const index = createIndex(entriesOf(usual));
    for (const query of ['rel', 'release', 'rlsnts', 'ag', 'skill', 'zebra'])
      expect(search(index, query, { matching: 'some' })).toEqual(search(index, query));
  });
});

describe('the order of a sentence', () => {
  it('puts more words in common before better places', () => {
    const given: Given[] = [
      ['draft-mail', 'x'],
      ['zz', 'draft a release'],
    ];
    expect(namesFor(given, 'draft release mails')).toEqual(['zz', 'draft-mail']);
  });

  it('puts the name before the description', () => {
    const given: Given[] = [
      ['aa', 'notes of a talk'],
      ['notes', 'x'],
    ];
    expect(namesFor(given, 'notes zebra')).toEqual(['notes', 'aa']);
  });

  it('puts rarer words first', () => {
    const given: Given[] = [
      ['aa', 'about code'],
      ['bb', 'about code'],
      ['zz', 'about audits'],
    ];
    expect(namesFor(given, 'audits code')).toEqual(['zz', 'aa', 'bb']);
  });

  it('returns the reason, and a score that falls with the words that are missing', () => {
    const rows = find(usual, 'how do I write release notes for a tag');
    expect(rows.map(({ reason }) => reason)).toEqual(['token_overlap', 'token_overlap', 'fuzzy']);
    expect(rows[0]!.score).toBeGreaterThan(3 / 5);
    expect(rows[1]!.score).toBeLessThan(2 / 5);
  });
});

describe('a word that most entries have', () => {
  const many = [
    ...Array.from({ length: 25 }, (_, index): Given => [`n${index}`, 'Helps with your code']),
    ['audit', 'Security'] as Given,
  ];

  it('finds nothing beside a rarer word', () => {
    expect(namesFor(many, 'security of my code')).toEqual(['audit']);
  });

  it('counts if no other word is found, and if it is marked', () => {
    expect(find(many, 'zebra code')).toHaveLength(25);
    expect(namesFor(many, "'code security")).toHaveLength(25);
  });

  it('counts in a short list', () => {
    expect(namesFor(many.slice(-4), 'security of my code')).toHaveLength(4);
  });
});

describe('operators in a sentence', () => {
  it.each([
    ["how do I draft 'release notes", ['release-notes', 'release-check']],
    ["release 'zebra", []],
    ['release notes !draft', ['release-check']],
    ['^release the build', ['release-notes', 'release-check']],
    ['release notes is:off', []],
    ['release in:other', []],
    ['"release check" of tags', ['release-check']],
  ])('%j finds %j', (query, names) => {
    expect(namesFor(usual, query)).toEqual(names);
  });
});

it('finds everything that has every word', () => {
  const word = fc.constantFrom('release', 'notes', 'a', 'the', 'tag', 'café', 're');
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  const given = fc.array(fc.tuple(text, text), { maxLength: 30 });
  fc.assert(
    fc.property(given, text, (list, query) => {
      const index = createIndex(entriesOf(list));
      const some = new Set(search(index, query, { matching: 'some' }).rows.map(({ entry }) => entry));
      for (const { entry } of search(index, query).rows) expect(some).toContain(entry);
    }),
  );
});
