import { describe, expect, it } from 'vitest';
import { createIndex } from '../../src/entries/search-entries.js';
import { suggestionsFor } from '../../src/entries/suggest.js';
import { agent, directory, modelOf, type Node, skill } from '../support/picker.js';

const other = (type: string, name: string): Node => ({ type, id: name, name, uri: `file:///${name}` });
const { entries } = modelOf([
  directory('skills', [skill('release-notes'), skill('deploy', { enabled: false }), skill('Überblick')]),
  agent('planner'),
  other('prompt', 'changelog'),
  other('prompt', 'changelog-draft'),
  other('rule', 'changelog-rule'),
]).list;
const index = createIndex(entries);
const none = { nearest: null, otherKinds: [], withoutFilters: 0 };

describe('a query without a match', () => {
  it.each([
    ['relaese-notes', 'release-notes'],
    ['relaese notes', 'release-notes'],
    ['raelese', 'release-notes'],
    ['notse release', 'release-notes'],
    ['depoly', 'deploy'],
    ['DEPOLY', 'deploy'],
    ['ubreblick', 'Überblick'],
    ["'plannre", 'planner'],
    ['depoly is:off', 'deploy'],
    ['depoly is:on', null],
    ['plannre type:skill', 'planner'],
    ['planner type:skill', null],
    ['zebra', null],
    ['depoly zebra', null],
    ['', null],
    ['!depoly', null],
    ['is:mixed', null],
  ])('%j is near to %s', (query, nearest) => {
    expect(suggestionsFor(index, query).nearest).toBe(nearest);
  });

  it('suggests only names that the filters accept', () => {
    expect(
      suggestionsFor(index, 'depoly', { accept: ({ effectiveEnabled }) => effectiveEnabled === true })
        .nearest,
    ).toBeNull();
  });

  it('suggests the other kinds that match', () => {
    const otherKinds = [
      { type: 'prompt', count: 2 },
      { type: 'rule', count: 1 },
    ];
    expect(suggestionsFor(index, 'changelog type:skill')).toMatchObject({ otherKinds, withoutFilters: 0 });
    expect(suggestionsFor(index, 'changelog type:skill !type:rule').otherKinds).toEqual(
      otherKinds.slice(0, 1),
    );
  });

  it('counts what would match without the filters, if no other kind matches', () => {
    expect(suggestionsFor(index, 'deploy is:on')).toEqual({ ...none, withoutFilters: 1 });
    expect(suggestionsFor(index, 'planner', { accept: () => false })).toEqual({ ...none, withoutFilters: 1 });
    expect(suggestionsFor(index, 'is:mixed')).toEqual(none);
  });
});
