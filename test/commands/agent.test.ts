import { describe, expect, it } from 'vitest';
import { agentUri, CHAT, chatHost, SESSION, selectionsAt } from '../support/agent-hosts.js';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';

function repository(): Scratch {
  const scratch = makeScratch();
  for (const [name, more] of [
    ['planner', ''],
    ['hidden', 'user-invocable: false\n'],
  ])
    scratch.write(
      `.github/agents/${name}.agent.md`,
      `---\nname: ${name}\ndescription: Helps.\n${more}---\n\nHelp.\n`,
    );
  scratch.skill('deploy');
  scratch.skill('planner');
  return scratch;
}

const place = '.github/agents/planner.agent.md';

describe('agent', () => {
  it('selects, prints and goes back to the default, in processes of their own', async () => {
    const scratch = repository();
    const uri = expect.stringContaining(place);
    expect((await scratch.run(['agent'])).stdout).toBe('the default\n');
    expect(await scratch.run(['agent', 'planner'])).toMatchObject({
      code: 0,
      stdout: 'planner is selected\n',
      stderr: '',
    });
    expect((await scratch.run(['agent', 'planner'])).stdout).toBe('planner is selected already\n');
    expect((await scratch.run(['agent'])).stdout).toMatch(/^planner {2}file:.*planner\.agent\.md\n$/);
    const shown = { agent: uri, agentName: 'planner', agentId: expect.any(String) };
    expect(await scratch.json(['list', '--json', 'deploy'])).toMatchObject({ session: shown });
    expect(await scratch.json(['agent', '--json'])).toMatchObject({
      schema: 'skillpick.agent/1',
      session: shown,
      agent: { uri, name: 'planner' },
      outcome: null,
    });
    expect((await scratch.run(['sessions'])).stdout).toContain(place);
    expect((await scratch.run(['show', `./${place}`])).stdout).toMatch(
      /^selected +as the agent of the session$/m,
    );
    const served = await serveIn(scratch);
    expect((await scratch.run(['agent', ...served.args])).stdout).toContain(place);
    expect(await scratch.json(['agent', '--none', '--json'])).toMatchObject({
      agent: null,
      outcome: 'changed',
    });
    expect((await scratch.run(['agent'])).stdout).toBe('the default\n');
    expect((await scratch.run(['agent', '--none'])).stdout).toBe('the default is selected already\n');
  });

  it('selects nothing with --dry-run', async () => {
    const scratch = repository();
    expect((await scratch.run(['agent', 'planner', '-n'])).stdout).toBe('planner would be selected\n');
    expect((await scratch.run(['agent'])).stdout).toBe('the default\n');
  });

  it.each([
    [['hidden'], 1, 'Not selected: hidden: the user may not invoke it.'],
    [['deploy'], 1, 'Not selected: deploy: it is not an agent.'],
    [['nobody'], 3, 'There is no entry "nobody".'],
    [['planner', '--none'], 2, 'An agent cannot be given together with --none.'],
  ])('%j fails with %i', async (args, code, message) => {
    const ended = await repository().run(['agent', ...args]);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('completes the names of agents', async () => {
    const { stdout } = await repository().run(['__complete', '--', 'agent', '']);
    expect(stdout).toBe('hidden\tHelps.\nplanner\tHelps.\n');
  });
});

const at = (url: string): string[] => ['--url', url, '--session', SESSION];

describe('agent, on another host', () => {
  it('selects in the draft of the chat', async () => {
    const host = chatHost({ draft: { text: 'half a thought' } });
    const { url } = await listenDuringTest(host);
    const uri = agentUri('planner');
    const { code, stdout } = await makeScratch().run(['agent', 'planner', ...at(url)]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'planner is selected\n' });
    expect(selectionsAt(host)).toEqual([
      [CHAT, { type: 'chat/draftChanged', draft: { text: 'half a thought', agent: { uri } } }],
    ]);
  });

  it('prints an agent that is not listed as its uri', async () => {
    const host = chatHost({ draft: { text: '', agent: { uri: 'file:///gone\u001b.md' } } });
    const { url } = await listenDuringTest(host);
    const { stdout } = await makeScratch().run(['agent', ...at(url)]);
    expect(stdout).toContain('file:///gone');
    expect(stdout).not.toContain('\u001b');
  });

  it('says of a selected agent that it is off', async () => {
    const host = chatHost({ draft: { text: '', agent: { uri: agentUri('planner') } } });
    const { url } = await listenDuringTest(host);
    const agent = () => makeScratch().run(['agent', ...at(url)]);
    expect(await agent()).toMatchObject({ code: 0, stderr: '' });
    host.toggleByAnother('planner', false);
    expect(await agent()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^planner /),
      stderr: 'skillpick: planner is off, so the session may not use it.\n',
    });
  });

  it('fails if the host only echoes the selection', async () => {
    const host = chatHost();
    host.script = (_call, _peer, proceed) => proceed();
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['agent', 'planner', ...at(url), '--json']);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('accepted, but nothing changed'),
    });
    expect(JSON.parse(ended.stdout)).toMatchObject({ agent: null, outcome: 'ineffective' });
  });

  it('fails if the host does not show the chat', async () => {
    const host = chatHost();
    host.sessions.delete(CHAT);
    const { url } = await listenDuringTest(host);
    const ended = await makeScratch().run(['agent', ...at(url)]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('not known which agent') });
  });

  it('fails without a session, as enable does', async () => {
    const { url } = await listenDuringTest(new ScriptedHost());
    const ended = await makeScratch().run(['agent', 'planner', '--url', url]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('The host has no session') });
  });
});
