import { expect } from 'vitest';
import { choicesOf, expectSeveral, optionsOf, rowsOf, testWith, withoutFile } from './agent-in-scene.js';
import { copilot } from './agents.js';
import { agentIn, skillNamed, skills } from './texts.js';

const it = testWith(copilot);

const files = {
  ...skills('.github/skills/quartz', '.agents/skills/shared', '.github/skills/closed'),
  ...skills('.github/skills/twin', '~/.copilot/skills/twin'),
  ...skillNamed('inner', '.github/skills/outer'),
  ...agentIn('.github/agents/planner.agent.md'),
  '~/.copilot/settings.json': JSON.stringify({ disabledSkills: ['closed'] }),
};

it('lists skills as commands, and agents from an option of its own', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'Copilot' });
  expect(list.session).toMatchObject({ provider: 'copilot' });
  expect(agent.linked(list)).toEqual({
    'agent:planner': 'on .github/agents/planner.agent.md',
    'command:closed': 'off-but-used .github/skills/closed/SKILL.md',
    'command:inner': 'on .github/skills/outer/SKILL.md',
    'command:quartz': 'on .github/skills/quartz/SKILL.md',
    'command:shared': 'on .agents/skills/shared/SKILL.md',
  });
  expectSeveral(
    agent,
    list,
    'command:twin',
    '.github/skills/twin/SKILL.md',
    '~/.copilot/skills/twin/SKILL.md',
  );
  expect(withoutFile(list)).toEqual(
    expect.arrayContaining(['command:compact', 'command:init', 'command:plan']),
  );
  expect(rowsOf(list, 'skill')).toEqual([]);
  expect(optionsOf(list)).toMatchObject({ allow_all: 'off' });
  expect(optionsOf(list)).not.toHaveProperty('agent');
  expect(choicesOf(list, 'mode')).toHaveLength(3);
});

it('lists no agent for the choice of none', files, async (agent) => {
  const list = await agent.list();
  expect(rowsOf(list, 'agent').map(({ name }) => name)).toEqual(['planner']);
  expect(list.session.agentName).toBe(null);
});

it('takes back the session, and is asked for nothing else', files, async (agent) => {
  const { methods } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new', 'session/close']);
});

it('names the command that logs in', files, async (agent) => {
  const { code, stdout, stderr } = await agent.run(['list'], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^skillpick: Copilot needs a login: Authentication required\. Log in with: \S+copilot login\n$/,
  );
});
