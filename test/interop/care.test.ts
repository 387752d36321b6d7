/** Files that are created, sessions that are renamed, archived and closed, and MCP servers, on real hosts. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { flatten, type Json, rootChannel } from './raw-client.js';
import { buildCommands, on } from './run-command.js';
import { describeHosts, reached, type Setting, startTurn } from './setting.js';

const run = buildCommands();

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

/** A session that the host lists: one that has had a message, and that the host has set up for it. */
async function talkedTo(setting: Setting): Promise<string> {
  const store = await setting.openSession(await setting.connect());
  await startTurn(await setting.connectRaw(), store.uri);
  await reached(store, ({ confirmed }) => confirmed.lifecycle === 'ready');
  return store.uri;
}

describeHosts('new', (setting) => {
  test.each([
    ['skill', '.agents/skills', 'made/SKILL.md'],
    ['agent', '.github/agents', 'made.agent.md'],
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

describeHosts('sessions', (setting, version) => {
  const sessions = (...words: string[]) => run(setting(), ['sessions', ...words, ...on(setting())]);

  test('rename, archive and close are shown to others, and kept over a restart', async () => {
    const uri = await talkedTo(setting());
    const summary = async () => (await listed(setting())).find(({ resource }) => resource === uri);
    const renamed = await sessions('rename', uri, 'Better title');
    expect(renamed).toEqual({ code: 0, stdout: `session ${uri}: now called Better title\n`, stderr: '' });
    expect(await summary()).toMatchObject({ title: 'Better title' });
    const archive = () => sessions('archive', 'better title');
    expect(await archive()).toMatchObject({ code: 0, stdout: 'session Better title: now archived\n' });
    expect((await summary())!.status & 64).toBe(64);
    await setting().host.restart();
    // The message failed for want of a sign-in. The older host forgets such a session when it ends.
    if (version === '4.133.0') return expect(await summary()).toBeUndefined();
    expect(await summary()).toMatchObject({ title: 'Better title' });
    expect(await archive()).toMatchObject({ code: 0, stdout: 'session Better title: already archived\n' });
    expect(await sessions('close', uri)).toMatchObject({ code: 0 });
    expect(await summary()).toBeUndefined();
  });

  test('close ends a session that is listed', async () => {
    const uri = await talkedTo(setting());
    expect((await listed(setting())).map(({ resource }) => resource)).toContain(uri);
    expect(await sessions('close', uri)).toMatchObject({ code: 0, stderr: '' });
    expect((await listed(setting())).map(({ resource }) => resource)).not.toContain(uri);
  });

  test('one without a message is named by its uri, and closed for everybody', async () => {
    const store = await setting().openSession(await setting().connect());
    expect(await sessions('rename', store.uri, 'Not listed')).toMatchObject({ code: 0 });
    await store.refresh();
    expect(store.getSnapshot().state.title).toBe('Not listed');
    // A newer host ends such a session once it is archived and nobody is subscribed to it.
    expect(await sessions('archive', store.uri)).toMatchObject({ code: 1, stdout: '' });
    expect(await store.refresh()).toBe(true);
    expect(await sessions('close', store.uri)).toMatchObject({
      code: 0,
      stdout: 'session Not listed: now closed\n',
    });
    expect(await store.refresh()).toBe(false);
    expect(await sessions('close', store.uri)).toMatchObject({ code: 3, stdout: '' });
  });
});

/** A server of one tool that speaks over its standard input and output, and one that cannot be run. */
const servers = {
  tiny: {
    command: process.execPath,
    args: [
      '-e',
      `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        const results = {
          initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} },
            serverInfo: { name: 'tiny', version: '1.0.0' } },
          'tools/list': { tools: [{ name: 'ping', inputSchema: { type: 'object' } }] },
        };
        if (id !== undefined)
          console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
      });`,
    ],
  },
  missing: { command: '/no/such/command', args: [] },
};

describeHosts('mcp', (setting, version) => {
  const mcp = (uri: string, ...words: string[]) => run(setting(), ['mcp', ...words, ...on(setting(), uri)]);

  /** The servers and their states, as a client of frames is told. Hosts before 4.134 list none. */
  async function states(uri: string): Promise<Record<string, unknown>> {
    const nodes = flatten(await (await setting().connectRaw()).customizations(uri));
    const found = nodes.filter(({ type }) => type === 'mcpServer');
    return Object.fromEntries(found.map(({ name, state }) => [name, (state as Json)['kind']]));
  }

  beforeAll(() => {
    const text = JSON.stringify({ mcpServers: servers });
    writeFileSync(join(setting().scene.workspace, '.mcp.json'), text);
  });

  test('a server is stopped and started, and one that cannot run says why', async () => {
    const uri = await talkedTo(setting());
    if (version === '4.133.0') {
      expect(await states(uri)).toEqual({});
      return expect(await mcp(uri, 'start', 'tiny')).toMatchObject({ code: 3, stdout: '' });
    }
    // The host starts all servers with the first message.
    expect(await mcp(uri, 'start', 'tiny')).toMatchObject({ code: 0 });
    expect(await mcp(uri, 'stop', 'tiny')).toMatchObject({
      code: 0,
      stdout: 'MCP server tiny: now stopped\n',
    });
    expect(await states(uri)).toMatchObject({ tiny: 'stopped' });
    expect(await mcp(uri, 'start', 'tiny')).toEqual({
      code: 0,
      stdout: 'MCP server tiny: now running\n',
      stderr: '',
    });
    expect(await states(uri)).toEqual({ tiny: 'ready', missing: 'error' });
    const { code, stdout, stderr } = await mcp(uri, 'start', 'missing');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('missing was not started. It failed: ');
  });

  test('nothing is asked for before the first message, when hosts run no server', async () => {
    const store = await setting().openSession(await setting().connect());
    const answer = await mcp(store.uri, 'start', 'tiny');
    if (version === '4.133.0') return expect(answer).toMatchObject({ code: 3, stdout: '' });
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toContain('tiny was not started: the session has had no message yet.');
    expect(await states(store.uri)).toEqual({ tiny: 'stopped', missing: 'stopped' });
  });
});
