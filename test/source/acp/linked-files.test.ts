import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linkedFiles } from '../../../src/source/acp/linked-files.js';
import { openEmbedded } from '../../support/embedded-session.js';
import { makeTree } from '../../support/host-tree.js';

const unnamed = 'the agent does not say which file it is from';
const refused = `It cannot be read: ${unnamed}.`;

async function filesHere() {
  const tree = makeTree();
  const path = tree.write('.claude/skills/lint/SKILL.md', '---\nname: lint\ndescription: Checks.\n---\n');
  const session = await openEmbedded(tree, { provider: 'claude', onlyTool: 'claude' });
  return { files: linkedFiles(session), path };
}

describe('the files of the tool', () => {
  it('are read as the embedded host reads them', async () => {
    const { files, path } = await filesHere();
    const uri = pathToFileURL(path).href;
    expect(await files.read(uri)).toContain('description: Checks.');
    expect(await files.stat(uri)).toMatchObject({ isLink: false });
    expect([files.whyHidden(uri), files.localPath(uri)]).toEqual([null, path]);
    expect(await files.list(pathToFileURL(`${path}/..`).href)).toHaveLength(1);
  });

  it('are never written', async () => {
    const { files, path } = await filesHere();
    await expect(files.create(pathToFileURL(`${path}.new`).href, 'x')).rejects.toThrow(
      'Nothing is written through an ACP agent.',
    );
  });
});

describe('what has no file', () => {
  it.each([
    ['known', async () => (await filesHere()).files],
    ['not known', async () => linkedFiles(undefined)],
  ])('is not read: the agent is %s', async (_what, open) => {
    const files = await open();
    const uri = 'acp:/skill/lint';
    await expect(files.read(uri)).rejects.toThrow(refused);
    await expect(files.list(uri)).rejects.toThrow(refused);
    expect(await files.stat(uri)).toBeUndefined();
    expect([files.whyHidden(uri), files.localPath(uri)]).toEqual([unnamed, undefined]);
  });
});
