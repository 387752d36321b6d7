import { expect, test } from 'vitest';
import { Workspace } from '../../../src/host/session/workspace.js';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { Scene } from '../tools/scene.js';

const skill = '---\nname: lint\ndescription: Does it.\n---\n';

function makeScene(tool: Tool, files: Record<string, string>) {
  const scene = new Scene({ cwd: 'sub' });
  for (const [path, text] of Object.entries(files)) scene.write(path, text);
  const workspace = new Workspace(scene.environment, {});
  const tableOf = () => workspace.tableOf(workspace.switchesOf([tool]).get(tool)!);
  return { workspace, scene, tableOf, entries: [...tableOf().values()] };
}

test('a tool that uses one entry of a name shadows the others', () => {
  const { entries, scene } = makeScene(claude, {
    '.claude/skills/lint/SKILL.md': skill,
    'sub/.claude/skills/lint/SKILL.md': skill,
    '~/.claude/skills/lint/SKILL.md': skill,
  });
  const used = entries.filter(({ shadowedBy }) => shadowedBy === undefined);
  expect(used.map(({ ref }) => ref.canonicalPath)).toEqual([scene.path('~/.claude/skills/lint/SKILL.md')]);
});

test('a tool that uses any entry of a name marks all of them', () => {
  const { entries } = makeScene(opencode, {
    '.claude/skills/lint/SKILL.md': skill,
    '.agents/skills/lint/SKILL.md': skill,
  });
  expect(entries.map(({ isEither, shadowedBy }) => [isEither, shadowedBy?.id])).toEqual([
    [true, entries[1]?.id],
    [true, entries[0]?.id],
  ]);
});

test('a tool that uses all entries of a name shadows none and switches each by itself', () => {
  const { entries } = makeScene(codex, {
    '.agents/skills/lint/SKILL.md': skill,
    '~/.agents/skills/lint/SKILL.md': skill,
  });
  expect(entries.map(({ shadowedBy, together }) => [shadowedBy, together])).toEqual([
    [undefined, []],
    [undefined, []],
  ]);
});

test('a file that the tool refuses does not shadow one that it loads', () => {
  const refusing: Tool = {
    ...claude,
    refuses: (_entry, { place }) => (place === '~/.claude/skills' ? 'it is odd' : undefined),
  };
  const { entries } = makeScene(refusing, {
    '.claude/skills/lint/SKILL.md': skill,
    '~/.claude/skills/lint/SKILL.md': skill,
  });
  expect(entries.map(({ refused, shadowedBy }) => [refused, shadowedBy])).toEqual([
    [undefined, undefined],
    ['it is odd', undefined],
  ]);
});

test('is computed again only after a change of the settings or the disk', () => {
  const { workspace, tableOf } = makeScene(claude, { '.claude/skills/lint/SKILL.md': skill });
  const first = tableOf();
  expect(tableOf()).toBe(first);
  workspace.rescan();
  expect(tableOf()).not.toBe(first);
});

test('asks each tool a bounded number of times, even if many entries have one name', () => {
  const count = 60;
  let asked = 0;
  const counting: Tool = {
    ...claude,
    reads: (kind, context) => {
      asked += 1;
      return claude.reads(kind, context);
    },
  };
  const names = Array.from({ length: count }, (_, at) => `.claude/skills/folder-${at}/SKILL.md`);
  const { entries } = makeScene(counting, Object.fromEntries(names.map((name) => [name, skill])));
  expect(entries).toHaveLength(count);
  expect(asked).toBeLessThan(count * 5);
});
