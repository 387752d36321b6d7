import { describe, expect, it } from 'vitest';
import { brokenFiles as brokenFilesOf } from '../../src/entries/broken-files.js';
import type { EntryList } from '../../src/entries/entries.js';
import { shortPath } from '../../src/text/humanize.js';
import { directory, extras, modelOf, plugin, skill } from '../support/picker.js';

const problem = (uri: string, fields: Record<string, unknown> = {}) => ({ uri, message: 'm', ...fields });
const inFolder = (...problems: unknown[]) => extras({ problems });

const brokenFiles = (list: EntryList, types: readonly string[]) =>
  brokenFilesOf(list, types, (path) => shortPath(path, '/repo', '/home'));

describe('a file that was left out', () => {
  it.each([
    ['file:///repo/d/half/SKILL.md', 4, 'half', 'SKILL.md:4'],
    ['file:///repo/d/half%20way/SKILL.md', null, 'half way', 'SKILL.md'],
    ['file:///repo/d/planner.md', 1, 'planner', 'planner.md:1'],
    ['file:///repo/d/link', null, 'link', 'link'],
    ['file:///repo/d/.hidden', null, '.hidden', '.hidden'],
  ])('of %s has a name and a place', (uri, line, name, place) => {
    const { list } = modelOf([directory('d', [], inFolder(problem(uri, { line })))]);
    expect(brokenFiles(list, [])).toMatchObject([{ name, place, container: { id: 'd' } }]);
  });

  it('is not one with a warning, one that is listed, one of elsewhere or the folder itself', () => {
    const problems = [
      problem('file:///repo/d/warned/SKILL.md', { severity: 'warning' }),
      problem('file:///repo/a'),
      problem('file:///repo/dd/SKILL.md'),
      problem('file:///repo/d'),
    ];
    const { list } = modelOf([directory('d', [skill('a')], inFolder(...problems))]);
    expect(brokenFiles(list, [])).toEqual([]);
  });

  it('is named once, with its first problem', () => {
    const uri = 'file:///repo/d/half/SKILL.md';
    const { list } = modelOf([
      directory('d', [], inFolder(problem(uri, { line: 2 }), problem(uri, { line: 7 }))),
    ]);
    expect(brokenFiles(list, []).map(({ place }) => place)).toEqual(['SKILL.md:2']);
  });

  it.each([
    [[], ['in-d', 'in-p', 'torn']],
    [['skill'], ['in-d', 'in-p', 'torn']],
    [['agent'], ['torn']],
    [['hook', 'agent'], ['torn']],
    [['plugin', 'directory'], []],
  ])('is one of the types %o by its folder, by its name, or if that is not known', (types, names) => {
    const { list } = modelOf([
      directory('d', [], inFolder(problem('file:///repo/d/in-d/SKILL.md'))),
      plugin('p', [], inFolder(problem('file:///repo/p/in-p/SKILL.md'), problem('file:///repo/p/torn.md'))),
    ]);
    expect(brokenFiles(list, types).map(({ name }) => name)).toEqual(names);
  });
});

describe('a settings file that is not read', () => {
  const settings = (path: string, severity: 'error' | 'warning') =>
    ({ uri: `file://${path}`, line: 2, message: 'm', code: 'settings-invalid', severity }) as const;
  const { list } = modelOf([directory('d', [skill('a')])]);
  const withSettings = {
    ...list,
    sessionProblems: [
      settings('/repo/.gemini/settings.json', 'error'),
      settings('/home/.gemini/settings.json', 'error'),
      settings('/repo/opencode.json', 'warning'),
    ],
  };

  it('has its path, and is not one with a warning', () => {
    expect(brokenFiles(withSettings, ['skill']).map(({ name, place }) => [name, place])).toEqual([
      ['settings', '.gemini/settings.json:2'],
      ['settings', '~/.gemini/settings.json:2'],
    ]);
  });

  it('is left out of a list of folders', () => {
    expect(brokenFiles(withSettings, ['plugin'])).toEqual([]);
  });
});
