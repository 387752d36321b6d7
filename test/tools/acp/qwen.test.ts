import { expect } from 'vitest';
import { choicesOf, optionsOf, rowsOf, testWith, withoutFile } from './agent-in-scene.js';
import { qwen } from './agents.js';
import { agentIn, commandIn, skillNamed, skills } from './texts.js';

const it = testWith(qwen);

const files = {
  ...skills('.qwen/skills/quartz', '.agents/skills/shared', '.qwen/skills/closed'),
  ...skills('.qwen/skills/twin', '~/.qwen/skills/twin'),
  ...skillNamed('inner', '.qwen/skills/outer'),
  '.qwen/skills/hidden/SKILL.md':
    '---\nname: hidden\ndescription: Hidden.\nuser-invocable: false\n---\nBody.\n',
  ...commandIn('.qwen/commands/git/deploy.md'),
  ...agentIn('.qwen/agents/planner.md'),
  '~/.qwen/settings.json': JSON.stringify({ skills: { disabled: ['closed'] } }),
};

it('lists skills with their files, and no agents', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'Qwen Code' });
  expect(list.session).toMatchObject({ provider: 'qwen', agentName: null });
  // The agent says which of the two twins it uses.
  expect(agent.linked(list)).toEqual({
    'skill:hidden': 'on .qwen/skills/hidden/SKILL.md',
    'skill:inner': 'on .qwen/skills/outer/SKILL.md',
    'skill:quartz': 'on .qwen/skills/quartz/SKILL.md',
    'skill:shared': 'on .agents/skills/shared/SKILL.md',
    'skill:twin': 'on .qwen/skills/twin/SKILL.md',
    'command:git:deploy': 'on .qwen/commands/git/deploy.md',
  });
  expect(list.entries.find(({ name }) => name === 'hidden')).toMatchObject({
    ...{ userInvocable: false, modelInvocable: true, description: 'Hidden.' },
  });
  const builtIn = ['skill:batch', 'skill:review', 'command:init', 'command:compress'];
  expect(withoutFile(list)).toEqual(expect.arrayContaining(builtIn));
  expect(rowsOf(list, 'agent')).toEqual([]);
  expect(Object.keys(optionsOf(list))).toEqual(['mode', 'model']);
  expect(choicesOf(list, 'mode')).toEqual(['plan', 'default', 'auto-edit', 'auto', 'yolo']);
});

it('sends the text of every skill, which is left out', files, async (agent) => {
  const { methods, trace } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new']);
  const [, bytes] = /<- session\/update, (\d+) B/.exec(trace) ?? [];
  expect(Number(bytes)).toBeGreaterThan(500_000);
  const { stdout } = await agent.run(['list', '--json']);
  expect(stdout.length).toBeLessThan(100_000);
});

it('names the command that logs in', files, async (agent) => {
  const { code, stdout, stderr } = await agent.run(['list'], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^skillpick: Qwen Code needs a login: [^\n]+ Log in with: [^\n]+cli-entry\.js --auth-type=openai\n$/,
  );
  expect(stderr).toContain('Use Qwen Code CLI to authenticate first.');
});
