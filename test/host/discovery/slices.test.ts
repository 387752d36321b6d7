import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discover, discoverInSlices } from '../../../src/host/discovery/discover.js';
import { finish } from '../../../src/host/files/slices.js';
import { makeTree, skillText } from './tree.js';

/** A repository with skills, agents, links, a plugin, settings and broken files. */
function makeRepository() {
  const tree = makeTree();
  for (const name of ['a', 'b', 'deep/c', 'deep/er/d'])
    tree.write(`repo/.agents/skills/${name}/SKILL.md`, skillText(name.split('/').at(-1)!));
  tree.write('repo/.agents/skills/broken/SKILL.md', '---\nname: [\n---\n');
  tree.write('home/.claude/skills/a/SKILL.md', skillText('a'));
  tree.write('home/.claude/agents/planner.md', '---\nname: planner\ndescription: Plans.\n---\n');
  tree.write('repo/elsewhere/linked/SKILL.md', skillText('linked'));
  tree.link('repo/.claude/skills', '../elsewhere');
  tree.link('repo/.agents/skills/more', '../../elsewhere');
  tree.write('repo/.mcp.json', '{"mcpServers":{"files":{"command":"x"}}}');
  tree.write('plug/.plugin/plugin.json', '{"name":"plug"}');
  tree.write('plug/skills/inner/SKILL.md', skillText('inner'));
  return { environment: tree.environment(), options: { plugins: [`${tree.base}/plug`] } };
}

describe('discovery in slices', () => {
  it('finds the same as discovery at once, wherever it is interrupted', () => {
    const { environment, options } = makeRepository();
    const whole = discover(environment, options);
    expect(whole.sources.size).toBeGreaterThan(8);
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (pauses) => {
        const isOver = () => pauses.next().value === true;
        expect(finish(discoverInSlices(environment, options, { isOver }))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('can pause before every directory and every file', () => {
    const { environment, options } = makeRepository();
    const work = discoverInSlices(environment, options, { isOver: () => true });
    let pauses = 0;
    while (!work.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(discover(environment, options).sources.size);
  });
});
