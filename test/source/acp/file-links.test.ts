import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Customization } from '../../../src/protocol/types.js';
import type { AgentRow } from '../../../src/source/acp/agent-rows.js';
import { FileLinks, factsOf } from '../../../src/source/acp/file-links.js';
import { makeDirectory } from '../../support/host-tree.js';
import { agent, directory, extras, type Node, plugin, skill } from '../../support/picker.js';
import { standing } from '../../support/standing.js';

const inClaude = (invoke: string | null = null, more: object = {}) =>
  extras({ tools: [standing('claude', { invoke })], ...more });

const linksOf = (...nodes: Node[]) => new FileLinks(nodes as unknown as Customization[], 'claude');

const row = (type: AgentRow['type'], name: string, path: string | null = null): AgentRow => {
  return { type, name, invoke: null, description: null, path, details: {} };
};

/** The ids of the entries that a row is linked to. */
function found(links: FileLinks, type: AgentRow['type'], name: string, path?: string): string[] {
  const link = links.find(row(type, name, path));
  if (link.kind === 'none') return [];
  if (link.kind === 'one') return [link.node.id];
  expect(link.entries.length).toBeGreaterThan(1);
  return link.entries.map(({ node }) => node.id);
}

describe('a row is linked by its name', () => {
  const links = linksOf(
    directory('d', [
      skill('lint', inClaude('/lint')),
      skill('deploy', inClaude('/ship')),
      skill('codex-only', extras({ tools: [standing('codex')] })),
      skill('unread'),
    ]),
    plugin('pack', [skill('review', inClaude('/pack:review')), agent('critic', inClaude())], inClaude()),
    { ...skill('old'), type: 'prompt', ...inClaude('/old') },
    { ...skill('house'), type: 'rule', ...inClaude() },
    agent('planner', inClaude()),
    skill('planner-skill', { name: 'planner', ...inClaude('$planner') }),
  );

  it.each<[string, AgentRow['type'], string, string[]]>([
    ['a skill', 'skill', 'lint', ['lint']],
    ['a command that is a skill', 'command', 'lint', ['lint']],
    ['a command that is a prompt', 'command', 'old', ['old']],
    ['what it is typed as in the tool', 'command', 'ship', ['deploy']],
    ['its own name, if the tool has another for it', 'command', 'deploy', ['deploy']],
    ['the name with its plugin', 'command', 'pack:review', ['review']],
    ['the name without its plugin', 'command', 'review', ['review']],
    ['an agent', 'agent', 'planner', ['planner']],
    ['an agent of a plugin', 'agent', 'critic', ['critic']],
    ['a skill of the same name as an agent', 'skill', 'planner', ['planner-skill']],
    ['not a prompt, if it is a skill', 'skill', 'old', []],
    ['not a skill, if it is an agent', 'agent', 'lint', []],
    ['not a rule', 'command', 'house', []],
    ['not a plugin', 'command', 'pack', []],
    ['not what another tool reads', 'skill', 'codex-only', []],
    ['not what no tool reads', 'skill', 'unread', []],
    ['not a name in other letters', 'skill', 'Lint', []],
    ['not the name of a prototype', 'skill', 'constructor', []],
  ])('%s', (_what, type, name, ids) => {
    expect(found(links, type, name)).toEqual(ids);
  });

  it('to all of several, in the order of the list', () => {
    const both = linksOf(
      directory('repo', [skill('a', { name: 'lint', ...inClaude() })]),
      directory('user', [skill('b', { name: 'lint', ...inClaude() })]),
      skill('c', inClaude('/lint')),
    );
    expect(found(both, 'skill', 'lint')).toEqual(['a', 'b', 'c']);
    expect(found(both, 'skill', 'c')).toEqual(['c']);
  });

  it('with its standing in the tool, and where it comes from', () => {
    const tools = [standing('codex'), standing('claude', { enabled: false })];
    const own = linksOf(
      directory('d', [skill('a', extras({ tools, from: 'user' }))], extras({ from: 'repo' })),
    );
    expect(own.find(row('skill', 'a'))).toMatchObject({
      ...{ kind: 'one', from: 'user', node: { id: 'a' } },
      standing: { id: 'claude', enabled: false },
    });
    const ofFolder = linksOf(directory('d', [skill('a', inClaude())], extras({ from: 'repo' })));
    expect(ofFolder.find(row('skill', 'a'))).toMatchObject({ from: 'repo' });
    expect(linksOf(skill('a', inClaude())).find(row('skill', 'a'))).toMatchObject({ from: null });
  });
});

describe('the path that an agent names', () => {
  /** Two skills of one name; the directory of the second is also reached through a link. */
  function twoFiles() {
    const root = makeDirectory();
    const paths = ['one', 'two'].map((name) => {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'SKILL.md'), '');
      return join(root, name, 'SKILL.md');
    });
    symlinkSync('two', join(root, 'link'));
    const [one, two] = paths.map((path, index) =>
      skill(`s${index + 1}`, { name: 'lint', uri: pathToFileURL(path).href, ...inClaude() }),
    );
    return { root, links: linksOf(one!, two!) };
  }

  it.each([
    ['one/SKILL.md', ['s1']],
    ['two/SKILL.md', ['s2']],
    ['link/SKILL.md', ['s2']],
    ['one/../two/SKILL.md', ['s2']],
    ['three/SKILL.md', []],
  ])('decides between files of one name: %s', (path, ids) => {
    const { root, links } = twoFiles();
    expect(found(links, 'skill', 'lint', `${root}/${path}`)).toEqual(ids);
  });

  it('does not make a link to a file of another name', () => {
    const { root, links } = twoFiles();
    expect(found(links, 'skill', 'other', join(root, 'one/SKILL.md'))).toEqual([]);
  });

  it('is compared with a file that is gone', () => {
    const links = linksOf(skill('lint', inClaude()), skill('b', { name: 'lint', ...inClaude() }));
    expect(found(links, 'skill', 'lint', '/repo/lint')).toEqual(['lint']);
  });

  it('is never that of something that is no file', () => {
    const links = linksOf(skill('lint', { uri: 'mcp://lint', ...inClaude() }));
    expect(found(links, 'skill', 'lint')).toEqual(['lint']);
    expect(found(links, 'skill', 'lint', 'mcp://lint')).toEqual([]);
  });
});

it('brings along the details and the problems of the file', () => {
  const details = { license: 'MIT', notes: ['x'] };
  const links = linksOf(skill('lint', inClaude(null, { details, problems: [{ message: 'bad', line: 2 }] })));
  const link = links.find(row('skill', 'lint'));
  if (link.kind !== 'one') throw new Error('it is not linked');
  expect(factsOf(link)).toEqual({
    details,
    problems: [{ uri: 'file:///repo/lint', line: 2, message: 'bad', code: null, severity: 'error' }],
  });
});
