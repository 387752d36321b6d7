import { expect, test } from 'vitest';
import { ToolEntries } from '../../../src/host/session/tool-entries.js';
import { Workspace } from '../../../src/host/session/workspace.js';
import { claude } from '../../../src/host/tools/claude.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { makeTree } from '../../support/host-tree.js';

test('the readers of an entry are computed once, even if many entries have its name', () => {
  const tree = makeTree();
  const count = 60;
  for (let at = 0; at < count; at += 1) {
    tree.write(`.claude/skills/folder-${at}/SKILL.md`, '---\nname: same\ndescription: Does it.\n---\n');
  }
  let asked = 0;
  const tool: Tool = {
    ...claude,
    reads: (kind, environment) => {
      asked += 1;
      return claude.reads(kind, environment);
    },
  };
  const workspace = new Workspace(tree.environment, {});
  const entries = new ToolEntries(workspace, [tool]);
  const readers = [...workspace.catalog.sources.keys()].map((id) => entries.readers(id));
  expect(readers.filter(([reader]) => reader?.shadowedBy !== undefined)).toHaveLength(count - 1);
  expect(asked).toBeLessThan(count * 5);
});
