import { expect } from 'vitest';
import { declaredServers, serverProgram } from '../following/session.js';
import { optionsOf, rowsOf, testWith, withoutFile } from './agent-in-scene.js';
import { gemini } from './agents.js';
import { agentIn, skills } from './texts.js';

const it = testWith(gemini);

const files = {
  ...skills('.gemini/skills/quartz', '.agents/skills/shared'),
  ...agentIn('.gemini/agents/planner.md'),
  '.gemini/commands/deploy.toml': 'description = "A command."\nprompt = "Do it."\n',
};

it('lists its own commands alone', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'Gemini CLI' });
  expect(list.session).toMatchObject({ provider: 'gemini', agentName: null });
  const commands = rowsOf(list, 'command');
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['memory', 'memory show', 'init']));
  expect(list.entries).toEqual(commands);
  expect(withoutFile(list)).toEqual(commands.map(({ id }) => id));
  expect(optionsOf(list)).toEqual({ mode: 'default', model: 'auto' });
});

it('is never asked to forget the session, because it cannot', files, async (agent) => {
  const { methods } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new']);
});

it('says what is needed to log in', files, async (agent) => {
  const { code, stdout, stderr } = await agent.run(['list'], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^skillpick: Gemini CLI needs a login: Gemini API key is missing or not configured\./,
  );
  expect(stderr).toContain('It offers: Log in with Google');
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

// With a server, Gemini CLI goes on after the end of its input.
it('is ended with the servers that it has started', {
  ...files,
  ...serverProgram,
  '.gemini/settings.json': JSON.stringify(declaredServers),
}, async (agent) => {
  const list = await agent.list();
  expect(rowsOf(list, 'command').length).toBeGreaterThan(0);
});
