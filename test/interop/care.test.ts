/** Files that are created, sessions that are renamed, archived and closed, and MCP servers, on real hosts. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flatten, type Json, rootChannel } from './raw-client.js';
import { builtForTests, on, run } from './run-command.js';
import { describeHosts, type Setting, startTurn } from './setting.js';

builtForTests();

interface Summary {
  resource: string;
  title: string;
  status: number;
}

/** What the host lists, asked for by a client of frames. */
async function listed(setting: Setting): Promise<Summary[]> {
  const raw = await setting.connectRaw();
  const { items } = await raw.request('listSessions', { channel: rootChannel });
  return items as Summary[];
}

/** A session that the host lists: one that has had a message. */
async function talkedTo(setting: Setting): Promise<string> {
  const store = await setting.openSession(await setting.connect());
  await startTurn(await setting.connectRaw(), store.uri);
  return store.uri;
}

describeHosts('new', (setting) => {
  test.each([
    ['skill', '.agents/skills', 'made/SKILL.md'],
    ['agent', '.github/agents', 'made.agent.md'],
    ['agent', '.claude/agents', 'made.md'],
    ['rule', '.github/instructions', 'made.instructions.md'],
  ])('a %s in %s is listed by the host', async (type, folder, file) => {
    const { workspace } = setting().scene;
    const store = await setting().openSession(await setting().connect());
    const args = ['--type', type, '--in', join(workspace, folder), '--description', 'Made by a test.'];
    const path = join(workspace, folder, file);
    const create = () => run(setting(), ['new', 'made', ...args, ...on(setting(), store.uri)]);
    expect(await create()).toEqual({ code: 0, stdout: `${path}\n`, stderr: '' });
    const nodes = flatten(await (await setting().connectRaw()).customizations(store.uri));
    const made = nodes.find(({ uri }) => uri.endsWith(`/${folder}/${file}`));
    expect(made).toMatchObject({ type, name: expect.stringMatching(/^made/) });
    const text = readFileSync(path, 'utf8');
    expect(await create()).toMatchObject({ code: 1, stdout: '' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describeHosts('sessions', (setting) => {
  const sessions = (...words: string[]) => run(setting(), ['sessions', ...words, ...on(setting())]);

  test('rename and archive are shown to others, and kept over a restart', async () => {
    const uri = await talkedTo(setting());
    const summary = async () => (await listed(setting())).find(({ resource }) => resource === uri);
    const renamed = await sessions('rename', uri, 'Better title');
    expect(renamed).toEqual({ code: 0, stdout: `session ${uri}: now called Better title\n`, stderr: '' });
    expect(await summary()).toMatchObject({ title: 'Better title' });
    expect(await sessions('archive', 'better title')).toMatchObject({ code: 0 });
    expect((await summary())!.status & 64).toBe(64);
    await setting().host.restart();
    expect(await summary()).toMatchObject({ title: 'Better title' });
    expect((await summary())!.status & 64).toBe(64);
    const again = await sessions('archive', uri);
    expect(again).toMatchObject({ code: 0, stdout: 'session Better title: already archived\n' });
    expect(await sessions('close', uri)).toMatchObject({ code: 0 });
    expect(await summary()).toBeUndefined();
  });

  test('one without a message is named by its uri, and closed for everybody', async () => {
    const store = await setting().openSession(await setting().connect());
    expect(await sessions('rename', store.uri, 'Not listed')).toMatchObject({ code: 0 });
    await store.refresh();
    expect(store.getSnapshot().state.title).toBe('Not listed');
    expect(await sessions('close', store.uri)).toMatchObject({
      code: 0,
      stdout: 'session Not listed: now closed\n',
    });
    expect(await store.refresh()).toBe(false);
    expect(await sessions('close', store.uri)).toMatchObject({ code: 3, stdout: '' });
  });
});

describeHosts('mcp', (setting, version) => {
  const start = (...more: string[]) => run(setting(), ['mcp', 'start', 'files', ...more]);

  test('asks for nothing before the first message, when hosts run no server', async () => {
    const store = await setting().openSession(await setting().connect());
    const answer = await start(...on(setting(), store.uri));
    // Before 4.134, the host lists no servers.
    if (version === '4.133.0') return expect(answer).toMatchObject({ code: 3, stdout: '' });
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toContain('files was not started: the session has had no message yet.');
  });

  test('a request for a server that is not run leaves it as starting', async () => {
    const raw = await setting().connectRaw();
    const store = await setting().openSession(await setting().connect());
    const servers = async () =>
      flatten(await raw.customizations(store.uri)).filter(({ type }) => type === 'mcpServer');
    const [server] = await servers();
    if (server === undefined) return expect(version).toBe('4.133.0');
    const type = 'session/mcpServerStartRequested';
    const echo = raw.nextAction(store.uri, type);
    raw.dispatch(store.uri, { type, id: server.id });
    await echo;
    expect((await servers()).map(({ state }) => state as Json)).toEqual([{ kind: 'starting' }]);
    const stop = ['mcp', 'stop', 'files', '--json', ...on(setting(), store.uri)];
    const stopped = await run(setting(), stop);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ outcome: 'changed', entry: { state: 'stopped' } });
    expect((await servers()).map(({ state }) => state as Json)).toEqual([{ kind: 'stopped' }]);
  });
});
