import { describe, expect, it } from 'vitest';
import { brokenFiles, brokenName } from '../../src/entries/broken-files.js';
import { listEntries } from '../../src/entries/entries.js';
import { findProblem } from '../../src/entries/refs.js';
import type { Problem } from '../../src/protocol/problem-codes.js';
import { otherHost } from '../support/standing.js';

const problem = (uri: string): Problem => ({
  uri,
  line: null,
  message: 'bad',
  code: null,
  severity: 'error',
});
const asItIs = (path: string) => path;

describe('a problem of what an agent lists', () => {
  it.each([
    ['acp:/skill/a--b', 'a--b'],
    ['acp:/skill/My%20Skill', 'My Skill'],
    ['acp:/skill/a%2Fb.md', 'a/b.md'],
  ])('has a name and no place: %s', (uri, name) => {
    expect(brokenName(problem(uri), null, asItIs)).toEqual({ name, place: '' });
  });

  it.each(['acp:/skill/50%', 'acp:/%ff'])('is named, even if another host sends it: %s', (uri) => {
    expect(brokenName(problem(uri), null, asItIs).name).not.toBe('');
  });

  it('is among the broken files, each one', () => {
    const problems = ['acp:/skill/a--b', 'acp:/skill/', 'acp:/skill/'].map(problem);
    const list = listEntries(
      { _meta: { skillpick: { problems } }, customizations: [] },
      { ...otherHost, listsOnly: true },
    );
    expect(brokenFiles(list, ['skill'], asItIs).map(({ name, container }) => [name, container])).toEqual([
      ['a--b', null],
      ['(no name)', null],
      ['(no name)', null],
    ]);
    expect(brokenFiles(list, ['directory'], asItIs)).toEqual([]);
  });

  it.each([
    ['a--b', 'acp:/skill/a--b'],
    ['My Skill', 'acp:/skill/My%20Skill'],
    ['acp:/skill/My%20Skill', 'acp:/skill/My%20Skill'],
  ])('is found by its name or its uri: %s', (ref, uri) => {
    const problems = ['acp:/skill/other', uri].map(problem);
    expect(findProblem(problems, ref, { cwd: '/work', home: '/home/me' })?.uri).toBe(uri);
  });
});
