import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { appLimits } from '../../src/app/limits.js';
import { ownFile, readOwnFile } from '../../src/app/own-file.js';
import { type EntryList, listEntries } from '../../src/entries/entries.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { openEmbedded } from '../support/embedded-session.js';
import { makeTree, type Tree } from '../support/host-tree.js';

interface Listed {
  session: SessionSource;
  list: EntryList;
}

async function listed(tree: Tree): Promise<Listed> {
  const session = await openEmbedded(tree);
  return { session, list: listEntries(session.getView().state, session.host) };
}

const idOf = ({ list }: Listed, name: string): string => {
  const entry = list.entries.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`no entry ${name}`);
  return entry.id;
};

const fileOf = (all: Listed, name: string) => ownFile(all.list, idOf(all, name), null)!;

describe('the file of a row', () => {
  it('is opened at the line of its problem, or where it is declared', async () => {
    const tree = makeTree();
    tree.skill('fine');
    const odd = tree.write('.agents/skills/folder/SKILL.md', '---\ndescription: x\nname: other\n---\n');
    tree.write('.mcp.json', '{\n  "mcpServers": {\n    "db": { "command": "db" }\n  }\n}\n');
    const all = await listed(tree);
    expect(fileOf(all, 'fine')).toMatchObject({ line: null, hidden: null });
    expect(fileOf(all, 'other')).toMatchObject({ uri: pathToFileURL(odd).href, line: 3, hidden: null });
    expect(fileOf(all, 'db').hidden).toBe('such files hold commands and secrets');
  });

  it('is that of the directory that is published here, not the copy of the host', async () => {
    const tree = makeTree();
    tree.skill('one');
    const session = await openEmbedded(tree);
    const publishedPath = (node: { name: string }) =>
      node.name === 'one' ? '/pack/one/SKILL.md' : undefined;
    const list = listEntries(session.getView().state, { ...session.host, publishedPath });
    expect(fileOf({ session, list }, 'one').publishedPath).toBe('/pack/one/SKILL.md');
  });

  it('of a broken file is opened at the line of the problem, without files beside it', async () => {
    const tree = makeTree();
    const broken = tree.write('.agents/skills/torn/SKILL.md', '---\nname: torn\ndescription: [\n---\n');
    const { list } = await listed(tree);
    const problem = list.problems.find(({ uri }) => uri === pathToFileURL(broken).href)!;
    expect(ownFile(list, '\0', problem)).toEqual({
      uri: problem.uri,
      publishedPath: null,
      line: problem.line,
      hidden: null,
      directory: undefined,
    });
    expect(problem.line).not.toBeNull();
  });

  it('is hidden if it is broken and not known to be harmless', () => {
    const problem = {
      uri: 'file:///x/mcp.json',
      line: 1,
      message: 'bad',
      code: null,
      severity: 'error',
    } as const;
    expect(ownFile({ entries: [] }, '\0', problem)?.hidden).toBe('such files hold commands and secrets');
  });

  it('is not there for a folder, or for what is gone', async () => {
    const tree = makeTree();
    tree.skill('one');
    const { list } = await listed(tree);
    expect(ownFile(list, list.containers[0]!.id, null)).toBeUndefined();
    expect(ownFile(list, 'nothing', null)).toBeUndefined();
  });
});

describe('the text of a file', () => {
  it('comes with the names of the files beside it, folders with a slash', async () => {
    const tree = makeTree();
    tree.skill('one');
    tree.write('.agents/skills/one/scripts/run.sh', '');
    tree.write('.agents/skills/one/notes.md', '');
    const all = await listed(tree);
    expect(await readOwnFile(all.session, fileOf(all, 'one'))).toEqual({
      lines: ['---', 'name: one', 'description: Does one.', '---', 'Body.', ''],
      isCut: false,
      files: ['notes.md', 'scripts/'],
    });
  });

  it('names the first files of a large folder', async () => {
    const tree = makeTree();
    tree.skill('one');
    const names = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(2, '0')}.md`);
    for (const name of names.toReversed()) tree.write(`.agents/skills/one/${name}`, '');
    const all = await listed(tree);
    const text = await readOwnFile(all.session, fileOf(all, 'one'));
    expect(text).toMatchObject({ files: names.slice(0, appLimits.bundledNames) });
  });

  it('is cut if it is long', async () => {
    const tree = makeTree();
    tree.write(
      '.agents/skills/one/SKILL.md',
      `---\nname: one\ndescription: x\n---\n${'x'.repeat(appLimits.shownFileBytes)}`,
    );
    const all = await listed(tree);
    const text = await readOwnFile(all.session, fileOf(all, 'one'));
    expect('lines' in text && [text.lines.join('\n').length, text.isCut]).toEqual([
      appLimits.shownFileBytes,
      true,
    ]);
  });

  it('is replaced by a reason if it is hidden or gone', async () => {
    const tree = makeTree();
    const path = tree.skill('one');
    const all = await listed(tree);
    const file = fileOf(all, 'one');
    expect(await readOwnFile(all.session, { ...file, hidden: 'it is secret' })).toEqual({
      problem: 'Its text is not shown: it is secret.',
    });
    rmSync(path);
    expect(await readOwnFile(all.session, file)).toEqual({
      problem: expect.stringMatching(/^Its file cannot be shown\. ./),
    });
  });
});
