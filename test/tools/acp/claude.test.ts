import { expect } from 'vitest';
import { choicesOf, expectSeveral, optionsOf, rowsOf, testWith, withoutFile } from './agent-in-scene.js';
import { claude } from './agents.js';
import { agentIn, commandIn, skillNamed, skills } from './texts.js';

const it = testWith(claude);

const files = {
  ...skills('.claude/skills/quartz', '.claude/skills/closed'),
  ...skills('.claude/skills/twin', '~/.claude/skills/twin'),
  ...commandIn('.claude/commands/git/deploy.md'),
  ...agentIn('.claude/agents/planner.md'),
  '.claude/settings.json': JSON.stringify({ skillOverrides: { closed: 'off' } }),
};

it('lists commands, and agents from an option of its own', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'Claude Agent' });
  expect(list.session).toMatchObject({ provider: 'claude', agentName: 'default' });
  expect(agent.linked(list)).toEqual({
    'agent:planner': 'on .claude/agents/planner.md',
    'command:git:deploy': 'on .claude/commands/git/deploy.md',
    'command:quartz': 'on .claude/skills/quartz/SKILL.md',
  });
  expectSeveral(
    agent,
    list,
    'command:twin',
    '.claude/skills/twin/SKILL.md',
    '~/.claude/skills/twin/SKILL.md',
  );
  expect(withoutFile(list)).toEqual(
    expect.arrayContaining(['agent:default', 'command:compact', 'command:init']),
  );
  expect(rowsOf(list, 'skill')).toEqual([]);
  expect(rowsOf(list, 'agent').map(({ name }) => name)).toEqual(['default', 'planner']);
  expect(optionsOf(list)).toMatchObject({ mode: 'default', model: 'default' });
  expect(optionsOf(list)).not.toHaveProperty('agent');
  expect(choicesOf(list, 'mode')).toEqual(expect.arrayContaining(['default', 'acceptEdits', 'plan']));
});

it('adds to a description where the file is', files, async (agent) => {
  const { entries } = await agent.list();
  const quartz = entries.find(({ name }) => name === 'quartz');
  expect(quartz?.description).toBe('In .claude/skills/quartz. (project)');
});

it('lists a skill by the name in its file', skillNamed('inner', '.claude/skills/outer'), async (agent) => {
  expect(agent.linked(await agent.list())).toEqual({ 'command:inner': 'on .claude/skills/outer/SKILL.md' });
});

it('forgets the session, and is asked for nothing else', files, async (agent) => {
  const { methods } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new', 'session/delete']);
});
