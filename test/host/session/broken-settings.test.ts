/** A settings file that its tool cannot read is a problem of the session, and counts as broken. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listEntries } from '../../../src/entries/entries.js';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree, trustInGemini } from '../../support/host-tree.js';
import { ownHost } from '../../support/standing.js';

const json = '{ "permission": ';

test.each([
  ['.claude', '.claude/settings.local.json', json, ''],
  ['.claude', '.claude/settings.json', json, ''],
  ['.claude', '~/.claude/settings.json', json, ''],
  ['.codex', '~/.codex/config.toml', 'model = ', ''],
  ['.copilot', '.github/copilot/settings.local.json', json, 'Copilot CLI ignores the whole file'],
  ['.copilot', '.github/copilot/settings.json', json, 'Copilot CLI ignores the whole file'],
  ['.copilot', '~/.copilot/settings.json', json, ''],
  ['.gemini', '.gemini/settings.json', json, ''],
  ['.gemini', '~/.gemini/settings.json', json, ''],
  ['.config/opencode', 'opencode.json', json, 'opencode does not start'],
  ['.config/opencode', '~/.config/opencode/opencode.json', json, 'opencode does not start'],
  ['.qwen', '.qwen/settings.json', json, ''],
  ['.qwen', '~/.qwen/settings.json', json, ''],
  ['.config/kilo', '.kilo/kilo.json', json, 'Kilo ignores the whole file'],
  ['.config/kilo', '~/.config/kilo/kilo.json', json, 'Kilo does not start'],
])('of a tool in ~/%s: %s', async (toolHome, path, text, consequence) => {
  const tree = makeTree();
  trustInGemini(tree);
  mkdirSync(join(tree.home, toolHome), { recursive: true });
  const file = path.startsWith('~/') ? join(tree.home, path.slice(2)) : join(tree.cwd, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const { sessionProblems } = listEntries((await open('agents')).getSnapshot().state, ownHost);
  expect(sessionProblems).toMatchObject([
    {
      uri: fileUri(file),
      line: 1,
      code: 'settings-invalid',
      severity: 'error',
      message: expect.stringContaining(consequence),
    },
  ]);
});
