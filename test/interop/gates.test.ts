/** Who may use what, on real hosts that send all, some or none of it. */

import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import { buildCommands, on } from './run-command.js';
import { write } from './scene.js';
import { describeHosts } from './setting.js';

const run = buildCommands();

interface Gates {
  name: string;
  userInvocable: boolean | null;
  modelInvocable: boolean | null;
  gatesFrom: string | null;
}

/** The gates by name: of the user, of the model, and who says so. */
const gatesByName = (entries: readonly Gates[]) =>
  new Map(
    entries.map(({ name, userInvocable, modelInvocable, gatesFrom }) => [
      name,
      [userInvocable, modelInvocable, gatesFrom],
    ]),
  );

describeHosts('gates', (setting, version) => {
  // VS Code sends them for skills in folders since 1.138.
  const sent = version === '4.133.0' ? 'file' : 'host';

  beforeAll(() => {
    const agents = join(setting().scene.workspace, '.github/agents');
    const header = 'user-invocable: false\ndisable-model-invocation: true\n';
    write(join(agents, 'closed.agent.md'), `---\nname: closed\ndescription: Closed.\n${header}---\n\nNo.\n`);
  });

  test('are those of the file where the host is silent and the file is here', async () => {
    const store = await setting().openSession(await setting().connect());
    const listed = await run(setting(), ['list', '--json', ...on(setting(), store.uri)]);
    const gates = gatesByName(JSON.parse(listed.stdout).entries);
    expect(gates.get('release-notes')).toEqual([true, true, sent]);
    expect(gates.get('review')).toEqual([true, false, sent]);
    expect(gates.get('triage')).toEqual([false, true, sent]);
    expect(gates.get('relay')).toEqual([true, true, 'file']);
    expect(gates.get('planner')).toEqual([true, true, 'file']);
    expect(gates.get('closed')).toEqual([false, false, 'file']);
    const args = ['list', '--format', 'names', '--invocable', 'none', ...on(setting(), store.uri)];
    expect((await run(setting(), args)).stdout).toBe('closed\n');
  });

  test('are unknown where the host is silent and the file is elsewhere', async () => {
    const client = await setting().connect();
    const store = await setting().openSession(client);
    const host = { protocolVersion: client.protocolVersion, isOwn: false };
    const gates = gatesByName(listEntries(store.getSnapshot().confirmed, host).entries);
    expect(gates.get('triage')).toEqual(version === '4.133.0' ? [null, null, null] : [false, true, 'host']);
    expect(gates.get('closed')).toEqual([false, null, 'meta']);
  });
});
