import { describe, expect, it } from 'vitest';
import { listEntries } from '../../../src/entries/entries.js';
import { sessionInfo } from '../../../src/entries/session-info.js';
import type { Customization } from '../../../src/protocol/types.js';
import { noContent, withReply, withUpdate } from '../../../src/source/acp/agent-content.js';
import type { AgentFacts } from '../../../src/source/acp/agent-handshake.js';
import { agentState, providerOfAgent } from '../../../src/source/acp/agent-state.js';
import { FileLinks } from '../../../src/source/acp/file-links.js';
import { agent, extras } from '../../support/picker.js';
import { standing } from '../../support/standing.js';
import { agentOptionUpdate, commandUpdate, modes, optionUpdate, titleUpdate } from './plain-updates.js';

const facts = (name: string): AgentFacts => {
  return { name, title: 'The Agent', version: '1.0.0', disposal: null, authMethods: undefined };
};

function stateAfter(
  updates: Record<string, unknown>[],
  {
    name = 'agent',
    reply = {},
    links,
  }: { name?: string; reply?: Record<string, unknown>; links?: FileLinks } = {},
) {
  const content = withReply(updates.reduce(withUpdate, noContent), reply);
  return agentState(content, { facts: facts(name), directory: '/work/my repo', links });
}

const brokenSkills = {
  sessionUpdate: 'available_skills_update',
  availableSkills: [
    { name: 'a--b', description: 'x' },
    { name: 'good', description: 'Good.' },
  ],
};

it.each([
  ['claude-agent-acp', 'claude'],
  ['OpenCode', 'opencode'],
  ['some-agent', 'some-agent'],
])('calls the provider of %s %s', (name, provider) => {
  expect(providerOfAgent(facts(name))).toBe(provider);
  expect(stateAfter([], { name }).state.provider).toBe(provider);
});

describe('the state of a session', () => {
  it('has what the agent has listed', () => {
    const { state } = stateAfter([commandUpdate, titleUpdate]);
    expect(state).toMatchObject({
      ...{ lifecycle: 'ready', title: 'Repair the build', workingDirectory: 'file:///work/my%20repo' },
      customizations: [{ id: 'command:review' }, { id: 'command:compact' }, { id: 'command:init' }],
    });
    expect(sessionInfo('acp:/session/s', state).status).toEqual(['idle']);
  });

  it.each([
    ['nothing', [], {}, undefined],
    ['options without agents', [optionUpdate], {}, undefined],
    ['a reply with modes', [], { modes }, undefined],
    ['agents alone', [agentOptionUpdate], {}, 2],
    ['no commands', [{ ...commandUpdate, availableCommands: [] }], {}, 0],
    ['no commands in the reply', [], { availableCommands: [] }, 0],
  ])('says what it has only once it is known: %s', (_what, updates, reply, count) => {
    expect(stateAfter(updates, { reply }).state.customizations?.length).toBe(count);
  });

  it('has the options that are no agents', () => {
    const options = (state: Parameters<typeof sessionInfo>[1]) =>
      sessionInfo('acp:/session/s', state).options?.map(({ id, value }) => `${id} ${value}`);
    expect(options(stateAfter([optionUpdate]).state)).toEqual(['mode build', 'm large', 'fast true']);
    expect(options(stateAfter([optionUpdate], { name: 'opencode' }).state)).toEqual(['m large', 'fast true']);
    expect(options(stateAfter([]).state)).toEqual([]);
  });

  it('has the problems of the list, and counts what could not be read', () => {
    const { state, skipped } = stateAfter([brokenSkills, { ...commandUpdate, availableCommands: ['x', {}] }]);
    const { sessionProblems, entries } = listEntries(state, {
      ...{ protocolVersion: undefined, isOwn: false, listsOnly: true },
    });
    expect(sessionProblems).toMatchObject([
      { uri: 'acp:/skill/a--b', code: 'name-invalid', severity: 'error' },
    ]);
    expect(entries.map(({ name }) => name)).toEqual(['good']);
    expect(skipped).toBe(2);
  });
});

describe('the selected agent', () => {
  it('is the one of the option', () => {
    const { agent: selected, state } = stateAfter([agentOptionUpdate]);
    expect(selected).toEqual({ uri: 'acp:/agent/plan' });
    expect(sessionInfo('acp:/session/s', state).agent).toBe('acp:/agent/plan');
  });

  it('is not a skill of the same name', () => {
    const skills = { ...brokenSkills, availableSkills: [{ name: 'plan', description: 'Plans.' }] };
    expect(stateAfter([skills, agentOptionUpdate]).agent).toEqual({ uri: 'acp:/agent/plan' });
  });

  it('is its file, if that is known', () => {
    const plan = agent('plan', extras({ tools: [standing('opencode')] }));
    const links = new FileLinks([plan] as unknown as Customization[], 'opencode');
    expect(stateAfter([optionUpdate], { name: 'opencode', links }).agent).toEqual({
      uri: 'acp:/agent/build',
    });
    const update = {
      ...optionUpdate,
      configOptions: [{ ...optionUpdate.configOptions[0], currentValue: 'plan' }],
    };
    expect(stateAfter([update], { name: 'opencode', links }).agent).toEqual({ uri: 'file:///repo/plan' });
  });

  it.each([
    ['no agents', [optionUpdate]],
    [
      'a value that is not in the list',
      [{ ...agentOptionUpdate, configOptions: [{ id: 'agent', currentValue: 'x' }] }],
    ],
    ['a skill alone', [{ ...brokenSkills, availableSkills: [{ name: 'plan', description: 'x' }] }]],
  ])('is none: %s', (_what, updates) => {
    expect(stateAfter(updates).agent).toBeNull();
    expect('agent' in stateAfter(updates).state).toBe(false);
  });
});
