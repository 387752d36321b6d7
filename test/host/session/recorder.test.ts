import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Host } from '../../../src/host/host.js';
import { hostLimits } from '../../../src/host/limits.js';
import { HistoryFile } from '../../../src/host/session/history-file.js';
import { type RecordedSetting, Recorder } from '../../../src/host/session/recorder.js';
import { connectInProcess, entryNamed } from '../../support/client-in-process.js';
import { makeDirectory, makeTree } from '../../support/host-tree.js';

const tooLong = 'it cannot be taken back, because its setting is too long';
const blanks = ' '.repeat(hostLimits.historyLineBytes);

it('leaves out a setting that is too long, and says so', async () => {
  const history = new HistoryFile(join(makeDirectory(), 'history.jsonl'));
  const recorder = new Recorder(history, { repository: '/r', directory: '/r' });
  const setting = (name: string, open: string): RecordedSetting => ({
    batch: 'a',
    entry: { type: 'skill', name, uri: `file:///${name}` },
    tool: 'claude',
    scope: 'workspace',
    file: '/r/settings.json',
    before: { text: '"x": "off"', at: 0, around: [{ open, close: '}', at: 0 }] },
    after: undefined,
  });
  const [short, long] = [setting('short', '{'), setting('long', `{${blanks}`)];
  expect(await recorder.record([short, long])).toEqual(new Map([[long, tooLong]]));
  expect(history.read().map(({ entry }) => entry.name)).toEqual(['short']);
});

it('the result of a switch has no batch if nothing of it is in the history', async () => {
  const tree = makeTree();
  mkdirSync(join(tree.home, '.config/opencode'), { recursive: true });
  tree.skill('lint');
  const text = `{ "permission": { "skill": {${blanks}"lint": "deny" } } }\n`;
  writeFileSync(join(tree.cwd, 'opencode.json'), text);
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const wish = { id: entryNamed(store, 'lint').id, enabled: true, scope: 'workspace' } as const;
  const reason = expect.stringContaining(tooLong);
  expect(await store.switch([wish])[0]).toMatchObject({
    kind: 'confirmed',
    result: { batch: null, tools: [{ id: 'opencode', outcome: 'changed', reason }] },
  });
});
