import { expect } from 'vitest';
import { expectSeveral, optionsOf, rowsOf, testWith, withoutFile } from './agent-in-scene.js';
import { kilo } from './agents.js';
import { agentIn, commandIn, skills } from './texts.js';

const it = testWith(kilo);

// With its schema, Kilo leaves the file as it is.
const settings = {
  $schema: 'https://app.kilo.ai/config.json',
  permission: { skill: { closed: 'deny' } },
};

const files = {
  ...skills('.agents/skills/shared', '.kilo/skills/quartz', '.kilo/skill/closed'),
  ...skills('.kilo/skills/twin', '~/.kilo/skills/twin'),
  ...commandIn('.kilo/command/deploy.md'),
  ...agentIn('.kilo/agent/planner.md', 'mode: primary\n'),
  ...agentIn('.kilo/agent/helper.md', 'mode: subagent\n'),
  'kilo.json': JSON.stringify(settings),
};

it('lists skills and commands as commands, and its modes as agents', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'Kilo' });
  expect(list.session).toMatchObject({ provider: 'kilo', agentName: 'code' });
  expect(agent.linked(list)).toEqual({
    'agent:planner': 'on .kilo/agent/planner.md',
    'command:closed': 'off .kilo/skill/closed/SKILL.md',
    'command:deploy': 'on .kilo/command/deploy.md',
    'command:quartz': 'on .kilo/skills/quartz/SKILL.md',
    'command:shared': 'on .agents/skills/shared/SKILL.md',
  });
  expect(withoutFile(list)).toEqual(
    expect.arrayContaining(['agent:code', 'agent:ask', 'agent:plan', 'command:init', 'command:kilo-config']),
  );
  expectSeveral(agent, list, 'command:twin', '.kilo/skills/twin/SKILL.md', '~/.kilo/skills/twin/SKILL.md');
  expect(rowsOf(list, 'skill')).toEqual([]);
  expect(optionsOf(list)).toEqual({ model: 'fake/m' });
});

it('takes back the session, and is asked for nothing else', files, async (agent) => {
  const { methods } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new', 'session/close']);
});
