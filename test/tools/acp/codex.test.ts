import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { block, trust } from '../cases/codex-texts.js';
import {
  choicesOf,
  expectSeveral,
  optionsOf,
  type Row,
  rowsOf,
  seesProcesses,
  testWith,
  withoutFile,
} from './agent-in-scene.js';
import { codex } from './agents.js';
import { skillNamed, skills, skillText } from './texts.js';

const it = testWith(codex);

const deadModel = `model_provider = "dead"
model = "m"
[model_providers.dead]
name = "dead"
base_url = "http://127.0.0.1:9/v1"
wire_api = "responses"
`;

const files = {
  ...skills('.agents/skills/quartz', '.agents/skills/closed', '~/.codex/skills/far'),
  ...skills('.agents/skills/twin', '~/.codex/skills/twin'),
  ...skillNamed('inner', '.agents/skills/outer'),
  '~/.codex/prompts/deploy.md': 'Do it.\n',
  '~/.codex/agents/planner.toml':
    'name = "planner"\ndescription = "Plans."\ndeveloper_instructions = "Work."\n',
  '~/.codex/config.toml': `${deadModel}${trust()}${block('path = "<repository>/.agents/skills/closed/SKILL.md"')}`,
};

it('lists skills with a sign of their own, and no agents', files, async (agent) => {
  const list = await agent.list();
  expect(list.host).toMatchObject({ name: 'Codex' });
  expect(list.session).toMatchObject({ provider: 'codex', agentName: null });
  const system = 'skill:skill-creator';
  const { [system]: ofCodex, ...own } = agent.linked(list);
  expect(ofCodex).toBe('on ~/.codex/skills/.system/skill-creator/SKILL.md');
  expect(own).toMatchObject({
    'skill:closed': 'off .agents/skills/closed/SKILL.md',
    'skill:far': 'on ~/.codex/skills/far/SKILL.md',
    'skill:inner': 'on .agents/skills/outer/SKILL.md',
    'skill:quartz': 'on .agents/skills/quartz/SKILL.md',
  });
  expectSeveral(agent, list, 'skill:twin', '.agents/skills/twin/SKILL.md', '~/.codex/skills/twin/SKILL.md');
  const commands = rowsOf(list, 'command');
  expect(withoutFile(list)).toEqual(commands.map(({ id }) => id));
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['plan', 'review', 'status']));
  expect(rowsOf(list, 'agent')).toEqual([]);
  expect(optionsOf(list)).toMatchObject({ mode: 'agent', model: 'm' });
  expect(choicesOf(list, 'mode')).toEqual(
    expect.arrayContaining(['read-only', 'agent', 'agent-full-access']),
  );
});

it('forgets the session, and is asked for nothing else', files, async (agent) => {
  const { methods } = await agent.calls();
  expect(methods).toEqual(['initialize', 'session/new', 'session/delete']);
});

it('reports a skill that comes while it is watched, and ends with the command', files, async (agent) => {
  const watching = agent.start(['watch']);
  await watching.until(() => watching.lines.length > 0);
  expect(agent.processes().length > 0).toBe(seesProcesses);
  const later = '~/.codex/skills/later';
  agent.scene.write(`${later}/SKILL.md`, skillText(later));
  const uri = pathToFileURL(agent.scene.path(`${later}/SKILL.md`)).href;
  const events = () => watching.lines.map((line) => JSON.parse(line) as { entry?: Row });
  const isListed = () => events().some(({ entry }) => entry?.name === 'later' && entry.uri === uri);
  await watching.until(isListed);
  watching.process.kill('SIGTERM');
  const { code, signal } = await watching.ended;
  expect({ code, signal }).toEqual({ code: 143, signal: null });
});
