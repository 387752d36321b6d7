import { expect, test } from 'vitest';
import { noFacts } from '../../../src/host/discovery/file-facts.js';
import { type EntryKind, identityOf } from '../../../src/host/tools/tool.js';

test.each<[kind: EntryKind, path: string, isByName: boolean]>([
  ['mcpServer', '/r/.mcp.json', true],
  ['agent', '/h/.codex/config.toml', true],
  ['agent', '/r/opencode.jsonc', true],
  ['agent', '/h/.codex/agents/a.toml', false],
  ['agent', '/h/.codex/agents/my-config.toml', false],
  ['skill', '/r/.agents/skills/a/SKILL.md', false],
])('an entry of kind %s in %s is identified by its name as well: %s', (kind, path, isByName) => {
  const entry = { kind, name: 'a', aliases: [], canonicalPath: path, facts: noFacts };
  expect(identityOf(entry)).toBe(isByName ? `${path}#a` : path);
});
