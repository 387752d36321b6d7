import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Running } from '../support/command.js';
import { type AgentScript, commands, scriptedAgent } from '../support/scripted-agent.js';

interface Line {
  event: string;
  [field: string]: unknown;
}

const linesOf = (running: Running): Line[] => running.lines.map((line) => JSON.parse(line) as Line);

/** Watches an agent until it has printed that the connection is live. */
async function watching(script: AgentScript = {}) {
  const agent = await scriptedAgent({ listing: (scripted) => scripted.update(commands('alpha')), ...script });
  const scratch = makeScratch();
  scratch.skill('alpha');
  mkdirSync(join(scratch.root, 'config/opencode'), { recursive: true });
  const running = scratch.start(['watch', '--acp', agent.commandLine]);
  /** Waits for the first line of the event, and returns it. */
  const prints = async (event: string): Promise<Line> => {
    const find = () => linesOf(running).find((line) => line.event === event);
    await running.until(() => find() !== undefined);
    return find()!;
  };
  expect(await prints('connection')).toMatchObject({
    schema: 'skillpick.watch/1',
    state: 'live',
    host: { kind: 'acp' },
    session: { uri: 'acp:/session/session-1' },
  });
  return { agent, scratch, running, prints };
}

describe('watch of an ACP agent', () => {
  it('prints what each list adds, removes and changes', async () => {
    const { agent, prints } = await watching();
    agent.update(commands('alpha', 'beta'));
    expect(await prints('added')).toMatchObject({ entry: { type: 'command', name: 'beta', enabled: null } });
    agent.update(commands({ name: 'alpha', description: 'Does more.' }, 'beta'));
    expect(await prints('updated')).toMatchObject({
      entry: { name: 'alpha', description: 'Does more.' },
      fields: ['description'],
    });
    agent.update(commands('beta'));
    expect(await prints('removed')).toMatchObject({ entry: { name: 'alpha' } });
  });

  it('prints nothing for lists of other sessions and for lists that are the same', async () => {
    const { agent, running, prints } = await watching();
    agent.update(commands('foreign'), 'session-2');
    agent.update(commands('alpha'));
    agent.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } });
    agent.update(commands('alpha', 'last'));
    await prints('added');
    expect(linesOf(running).map(({ event }) => event)).toEqual(['connection', 'added']);
  });

  it('prints a change of the title', async () => {
    const { agent, prints } = await watching();
    agent.update({ sessionUpdate: 'session_info_update', title: 'A plan' });
    expect(await prints('session')).toMatchObject({ session: { title: 'A plan' } });
  });

  it('prints a change of the options', async () => {
    const { agent, prints } = await watching();
    const options = [{ value: 'big', name: 'Big' }];
    const model = { id: 'model', name: 'Model', currentValue: 'big', options };
    agent.update({ sessionUpdate: 'config_option_update', configOptions: [model] });
    expect(await prints('session')).toMatchObject({
      session: { options: [{ id: 'model', value: 'big' }] },
    });
  });

  it('prints problems of skills', async () => {
    const { agent, prints } = await watching();
    const availableSkills = [{ name: 'a--b', description: 'x' }];
    agent.update({ sessionUpdate: 'available_skills_update', availableSkills });
    expect(await prints('problem')).toMatchObject({
      change: 'added',
      problem: { uri: 'acp:/skill/a--b', code: 'name-invalid' },
    });
  });

  it('prints once that messages could not be read', async () => {
    const { agent, running, prints } = await watching();
    agent.sendRaw('rubbish\n');
    expect(await prints('problem')).toMatchObject({
      change: 'added',
      problem: { message: '1 message or entry could not be read' },
    });
    agent.sendRaw('rubbish\n');
    agent.update(commands());
    await prints('removed');
    expect(linesOf(running).map(({ event }) => event)).toEqual(['connection', 'problem', 'removed']);
  });

  it("prints a switch in the tool's own settings", async () => {
    const { scratch, prints } = await watching({ name: 'OpenCode' });
    expect(await scratch.run(['disable', 'alpha', '--tool', 'opencode'])).toMatchObject({ code: 0 });
    expect(await prints('switched')).toMatchObject({ entry: { name: 'alpha', enabled: false } });
  });

  it('fails with its last line if the agent ends', async () => {
    const { agent, running } = await watching();
    agent.exit(3);
    const reason = 'The agent scripted has ended with code 3.';
    expect(await running.ended).toMatchObject({
      code: 1,
      stderr: `skillpick: The connection is gone. ${reason}\n`,
    });
    expect(linesOf(running).slice(1)).toMatchObject([
      { event: 'connection', state: 'gone', reason },
      { event: 'ended', reason: 'The connection is gone.' },
    ]);
  });

  it('ends when its reader has gone', async () => {
    const { agent, running } = await watching();
    running.process.stdout?.destroy();
    agent.update(commands('alpha', 'beta'));
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    await agent.until(() => agent.isGone);
  });
});
