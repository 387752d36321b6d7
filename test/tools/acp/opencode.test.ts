import { expect } from 'vitest';
import { choicesOf, expectSeveral, optionsOf, rowsOf, testWith, withoutFile } from './agent-in-scene.js';
import { opencode } from './agents.js';
import { agentIn, commandIn, skillNamed, skills } from './texts.js';

const it = testWith(opencode);

// With its schema, opencode leaves the file as it is.
const settings = {
  $schema: 'https://opencode.ai/config.json',
  permission: { skill: { closed: 'deny' } },
};

const files = {
  ...skills('.agents/skills/shared', '.opencode/skills/quartz', '.opencode/skill/closed'),
  ...skills('.opencode/skills/twin', '~/.config/opencode/skills/twin'),
  ...skillNamed('inner', '.opencode/skills/outer'),
  ...commandIn('.opencode/command/git/deploy.md'),
  ...agentIn('.opencode/agent/planner.md', 'mode: primary\n'),
  ...agentIn('.opencode/agent/anywhere.md'),
  ...agentIn('.opencode/agent/helper.md', 'mode: subagent\n'),
  'opencode.json': JSON.stringify(settings),
};

it('lists skills and commands as commands, and its modes as agents', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'OpenCode' });
  expect(list.session).toMatchObject({ provider: 'opencode', agentName: 'build' });
  expect(agent.linked(list)).toEqual({
    'agent:anywhere': 'on .opencode/agent/anywhere.md',
    'agent:planner': 'on .opencode/agent/planner.md',
    'command:closed': 'off .opencode/skill/closed/SKILL.md',
    'command:git/deploy': 'on .opencode/command/git/deploy.md',
    'command:inner': 'on .opencode/skills/outer/SKILL.md',
    'command:quartz': 'on .opencode/skills/quartz/SKILL.md',
    'command:shared': 'on .agents/skills/shared/SKILL.md',
  });
  const builtIn = [
    'agent:build',
    'agent:plan',
    'command:customize-opencode',
    'command:init',
    'command:review',
  ];
  expect(withoutFile(list).toSorted()).toEqual(builtIn);
  expectSeveral(
    agent,
    list,
    'command:twin',
    '.opencode/skills/twin/SKILL.md',
    '~/.config/opencode/skills/twin/SKILL.md',
  );
  expect(rowsOf(list, 'skill')).toEqual([]);
  expect(optionsOf(list)).toEqual({ model: 'fake/m' });
  expect(choicesOf(list, 'model')).toContain('fake/m');
});

it('takes back the session, and is asked for nothing else', files, async (agent) => {
  const { methods } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new', 'session/close']);
});

it('leaves it to skillpick to show the file of a skill', files, async (agent) => {
  const linked = await agent.run(['show', 'quartz']);
  expect(linked).toMatchObject({ code: 0, stderr: '' });
  expect(linked.stdout).toContain('\nIn .opencode/skills/quartz.\n');
  expect(linked.stdout).toContain(agent.scene.path('.opencode/skills/quartz/SKILL.md'));
  const doctor = await agent.run(['doctor', '--json']);
  expect(doctor.code).toBe(0);
  expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true, host: { kind: 'acp', name: 'OpenCode' } });
});
