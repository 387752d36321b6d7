import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { childrenOf } from '../../../src/protocol/index.js';
import { oddSkills } from '../../tools/odd-files.js';
import { makeTree } from './tree.js';

describe.each(['.agents/skills', '.claude/skills'])('odd SKILL.md files in %s', (place) => {
  it('are each listed, and reported with warnings alone', () => {
    const tree = makeTree();
    const uris = Object.entries(oddSkills).map(([folder, content]) => {
      tree.write(`repo/${place}/${folder}/SKILL.md`, content);
      return pathToFileURL(join(tree.repo, place, folder, 'SKILL.md')).href;
    });
    const { containers, problems } = discover(tree.environment());
    const listed = containers.flatMap((container) => childrenOf(container) ?? []).map(({ uri }) => uri);
    expect(uris.filter((uri) => !listed.includes(uri))).toEqual([]);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
