import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { discover } from '../../../src/host/discovery/discover.js';
import { childrenOf } from '../../../src/protocol/index.js';
import { copyCorpus, corpusFolders } from '../../tools/corpus/corpus.js';
import { makeTree } from './tree.js';

describe.each(['.agents/skills', '.claude/skills'])('odd SKILL.md files in %s', (place) => {
  it('are each listed, or reported as a problem', () => {
    const tree = makeTree();
    const directory = join(tree.repo, place);
    copyCorpus(directory);
    const { containers, problems } = discover(tree.environment());
    const listed = containers.flatMap((container) => childrenOf(container) ?? []).map(({ uri }) => uri);
    const mentioned = new Set([...listed, ...problems.map(({ uri }) => uri)]);
    const uriOf = (folder: string) => pathToFileURL(join(directory, folder, 'SKILL.md')).href;
    expect(corpusFolders.filter((folder) => !mentioned.has(uriOf(folder)))).toEqual([]);
    expect(listed).toContain(uriOf('plain'));
  });
});
