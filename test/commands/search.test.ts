import { describe, expect, it } from 'vitest';
import { boundedLimit } from '../../src/commands/search.js';
import { makeScratch } from '../support/command.js';

interface Found {
  count: number;
  truncated: boolean;
  results: { name: string; reason: string; score: number; uri: string }[];
}

describe('search', () => {
  it('ranks by how an entry matches, and prints the reason', async () => {
    const scratch = makeScratch();
    scratch.skill('release');
    scratch.skill('release-notes');
    scratch.write('.agents/skills/notes/SKILL.md', '---\nname: notes\ndescription: For a release.\n---\n');
    scratch.write('.agents/skills/rxlxxse/SKILL.md', '---\nname: prereleases\ndescription: x\n---\n');
    scratch.write('.claude/agents/prereleaser.md', '---\nname: prereleaser\ndescription: x\n---\n');
    const { results, count, truncated } = (await scratch.json(['search', 'release', '--json'])) as Found;
    expect(results.map(({ name, reason }) => [name, reason])).toEqual([
      ['release', 'exact_name'],
      ['release-notes', 'prefix'],
      ['notes', 'token_overlap'],
      ['prereleases', 'fuzzy'],
      ['prereleaser', 'fuzzy'],
    ]);
    expect({ count, truncated }).toEqual({ count: 5, truncated: false });
    const [{ uri } = { uri: '' }] = results;
    const byPath = (await scratch.json(['search', uri, '--json'])) as Found;
    expect(byPath.results[0]).toMatchObject({ name: 'release', reason: 'exact_path', score: 1 });
    const { stdout } = await scratch.run(['search', 'Release', 'NOTES']);
    expect(stdout).toMatch(/^exact name +1\.00 {2}on {2}skill {2}release-notes {2}\.agents\/skills/);
  });

  it('finds a sentence, which list does not', async () => {
    const scratch = makeScratch();
    scratch.skill('howto');
    scratch.skill('deploy');
    const notes = 'Draft notes from commits since the last tag.';
    scratch.write(
      '.agents/skills/release-notes/SKILL.md',
      `---\nname: release-notes\ndescription: ${notes}\n---\n`,
    );
    const sentence = 'how do I write release notes for a tag';
    const { results } = (await scratch.json(['search', ...sentence.split(' '), '--json'])) as Found;
    expect(results.map(({ name, reason }) => [name, reason])).toEqual([['release-notes', 'token_overlap']]);
    expect((await scratch.run(['list', sentence])).stdout).toBe('');
  });

  it('ranks equal entries by repository first, then by path', async () => {
    const scratch = makeScratch();
    const text = (name: string) => `---\nname: ${name}\ndescription: The same words.\n---\n`;
    for (const name of ['b', 'a']) scratch.write(`.agents/skills/${name}/SKILL.md`, text(name));
    scratch.write('../home/.agents/skills/c/SKILL.md', text('c'));
    const { results } = (await scratch.json(['search', 'same words', '--json'])) as Found;
    expect(results.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('cuts at the limit with a note, and clamps the limit', async () => {
    const scratch = makeScratch();
    for (let index = 0; index < 60; index += 1)
      scratch.write(`.claude/commands/thing-${index}.md`, '---\ndescription: A thing.\n---\n');
    for (const [args, count] of [
      [[], 8],
      [['--limit', '3'], 3],
      [['--limit', '99'], 50],
      [['--limit=0'], 1],
      [['--limit=-5'], 1],
    ] as const)
      expect(await scratch.json(['search', 'thing', '--json', ...args])).toMatchObject({
        count,
        truncated: true,
      });
    const { stderr } = await scratch.run(['search', 'thing']);
    expect(stderr).toBe('skillpick: 52 more; --limit shows up to 50.\n');
  });

  it.each([[''], ['   '], ['zzz']])('finds nothing for %j and succeeds', async (query) => {
    const scratch = makeScratch();
    scratch.skill('one');
    expect(await scratch.json(['search', query, '--json'])).toEqual({
      schema: 'skillpick.search/1',
      query,
      count: 0,
      truncated: false,
      results: [],
    });
    expect(await scratch.run(['search', query])).toMatchObject({ code: 0, stdout: '' });
  });

  it('filters before it counts', async () => {
    const scratch = makeScratch();
    scratch.skill('thing');
    scratch.write('.claude/agents/thing.md', '---\nname: thing\ndescription: An agent.\n---\n');
    const { results } = (await scratch.json(['search', 'thing', '--type', 'agent', '--json'])) as Found;
    expect(results).toHaveLength(1);
  });
});

it.each([
  [undefined, 8],
  [1, 1],
  [0, 1],
  [-3, 1],
  [50, 50],
  [51, 50],
])('bounds a limit of %s to %i', (limit, bounded) => expect(boundedLimit(limit)).toBe(bounded));
