/** Which present entry an undo takes for one of the history. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { Host } from '../../../src/host/host.js';
import { HistoryFile, historyPath } from '../../../src/host/session/history-file.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree } from '../../support/host-tree.js';

test('is not another agent of the same settings file', async () => {
  const { home, cwd, environment } = makeTree();
  mkdirSync(join(home, '.codex'));
  const file = join(home, '.codex/config.toml');
  writeFileSync(file, '[agents.other]\ndescription = "Looks."\n');
  await new HistoryFile(historyPath(environment)).append([
    {
      time: '2026-01-31T12:00:00.000Z',
      repository: cwd,
      directory: cwd,
      batch: 'a',
      entry: { type: 'agent', name: 'gone', uri: fileUri(file) },
      tool: 'codex',
      scope: 'global',
      file,
      before: null,
      after: { text: 'x = 1', at: 0 },
    },
  ]);
  const { open } = await connectInProcess(new Host({ environment }));
  expect(await (await open('agents')).undo('a')).toMatchObject({
    result: { switches: [{ name: 'gone', outcome: 'refused', reason: 'Codex no longer reads it here' }] },
  });
});
