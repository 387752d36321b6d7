import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AgentContent,
  hasLists,
  noContent,
  shownContent,
  withReply,
  withUpdate,
} from '../../../src/source/acp/agent-content.js';
import { json, objectWith } from '../../protocol/wire-json.js';
import {
  agentOptionUpdate,
  commandUpdate,
  modes,
  modeUpdate,
  optionUpdate,
  titleUpdate,
} from './plain-updates.js';

const skillUpdate = (...names: string[]) => ({
  sessionUpdate: 'available_skills_update',
  availableSkills: names.map((name) => ({ name, description: 'Does it.' })),
});
const commandsOf = (...names: string[]) => ({
  sessionUpdate: 'available_commands_update',
  availableCommands: names.map((name) => ({ name, description: '' })),
});

const contentAfter = (...updates: Record<string, unknown>[]) => updates.reduce(withUpdate, noContent);
const shown = (content: AgentContent, agentName = 'Some agent') => shownContent(content, agentName);
const namesIn = (content: AgentContent, agentName?: string) =>
  shown(content, agentName).rows.map(({ type, name }) => `${type} ${name}`);

describe('an update', () => {
  it('replaces the list before it, and no other', () => {
    const content = contentAfter(
      commandsOf('a', 'b'),
      skillUpdate('s'),
      commandsOf('c'),
      skillUpdate('t', 'u'),
    );
    expect(namesIn(content)).toEqual(['skill t', 'skill u', 'command c']);
    expect(namesIn(withUpdate(content, commandsOf()))).toEqual(['skill t', 'skill u']);
    expect(namesIn(withUpdate(content, skillUpdate()))).toEqual(['command c']);
  });

  it('replaces the problems of its list, and what was left out', () => {
    const broken = contentAfter(skillUpdate('A', 'b'), commandsOf('', 'x'));
    expect([shown(broken).problems.length, shown(broken).skipped]).toEqual([1, 1]);
    const repaired = [skillUpdate('a', 'b'), commandsOf('x')].reduce(withUpdate, broken);
    expect([shown(repaired).problems.length, shown(repaired).skipped]).toEqual([0, 0]);
  });

  it.each([
    ['of another kind', { sessionUpdate: 'plan', entries: [] }],
    ['without a kind', { availableCommands: [] }],
    ['of commands without a list', { sessionUpdate: 'available_commands_update' }],
    ['of skills without a list', { sessionUpdate: 'available_skills_update', availableSkills: {} }],
    ['of options without a list', { sessionUpdate: 'config_option_update' }],
    ['of a mode that is no text', { sessionUpdate: 'current_mode_update', currentModeId: null }],
    ['of the session without a title', { sessionUpdate: 'session_info_update', updatedAt: 'now' }],
  ])('changes nothing: %s', (_what, update) => {
    const content = contentAfter(commandUpdate, titleUpdate);
    expect(withUpdate(content, update)).toBe(content);
  });

  it.each([
    ['Repair the build', 'Repair the build'],
    [null, ''],
    [7, ''],
    ['x'.repeat(400), 'x'.repeat(300)],
  ])('sets the title to %j', (title, expected) => {
    const update = { sessionUpdate: 'session_info_update', title };
    expect(withUpdate(contentAfter(titleUpdate), update).title).toBe(expected);
  });

  it('of any JSON leaves the session readable', () => {
    const kinds = [commandUpdate, skillUpdate(), optionUpdate, modeUpdate, titleUpdate];
    const kind = fc.constantFrom(...kinds.map(({ sessionUpdate }) => sessionUpdate), 'plan');
    const fields = objectWith(
      'availableCommands',
      'availableSkills',
      'configOptions',
      'currentModeId',
      'title',
    );
    const update = fc
      .tuple(fc.oneof(kind, json), fields, json)
      .map(([sessionUpdate, others, _meta]) => ({ ...others, _meta, sessionUpdate }));
    const reply = objectWith('availableCommands', 'availableSkills', 'configOptions', 'modes', 'models');
    fc.assert(
      fc.property(fc.array(update), reply, fc.constantFrom('opencode', 'x'), (updates, first, name) => {
        const content = updates.reduce(withUpdate, withReply(noContent, first));
        const { rows, selected } = shown(content, name);
        for (const row of rows) expect(row.name.length).toBeLessThanOrEqual(300);
        expect((selected ?? '').length).toBeLessThanOrEqual(300);
      }),
    );
  });
});

describe('the lists of a session', () => {
  it.each<[string, AgentContent, boolean]>([
    ['no update', noContent, false],
    ['only options', contentAfter(optionUpdate), false],
    ['commands', contentAfter(commandUpdate), true],
    ['skills', contentAfter(skillUpdate('a')), true],
    ['no commands, as the agent says', contentAfter(commandsOf()), true],
    ['a reply without lists', withReply(noContent, { modes }), false],
    ['a reply with commands', withReply(noContent, { availableCommands: [] }), true],
  ])('are known or not: %s', (_what, content, expected) => {
    expect(hasLists(content)).toBe(expected);
  });
});

describe('the _meta of the lists', () => {
  const meta = { source: 'here' };

  it('is kept as it was sent, by the update', () => {
    const content = contentAfter({ ...skillUpdate('a'), _meta: meta }, { ...commandsOf('b'), _meta: {} });
    expect(shown(content).meta).toEqual({ available_skills_update: meta, available_commands_update: {} });
  });

  it('goes with the list', () => {
    const content = contentAfter({ ...skillUpdate('a'), _meta: meta }, skillUpdate('b'));
    expect(shown(content).meta).toBeNull();
  });

  it('is left out if it is large', () => {
    const large = { text: 'x'.repeat(5_000) };
    expect(shown(contentAfter({ ...commandsOf('a'), _meta: large })).meta).toBeNull();
  });
});

describe('the reply to session/new', () => {
  const { availableCommands } = commandsOf('late');
  const reply = { availableCommands, availableSkills: skillUpdate('late').availableSkills, modes };

  it('has the first lists', () => {
    const content = withReply(noContent, reply);
    expect(namesIn(content)).toEqual(['skill late', 'command late']);
    expect(shown(content).options.map(({ id, value }) => [id, value])).toEqual([['mode', 'ask']]);
  });

  it('does not replace what came before it', () => {
    const before = contentAfter(commandsOf('early'), skillUpdate(), optionUpdate, titleUpdate);
    const content = withReply(before, reply);
    expect(namesIn(content)).toEqual(['command early']);
    expect(content.options).toEqual(before.options);
    expect(content.title).toBe('Repair the build');
  });

  it('has the options if only a mode came before it', () => {
    const [mode] = shown(withReply(contentAfter({ ...modeUpdate, currentModeId: 'auto' }), reply)).options;
    expect(mode).toMatchObject({ id: 'mode', value: 'auto' });
  });

  const models = { currentModelId: 'm', availableModels: [{ modelId: 'm' }] };
  const idsOf = (content: AgentContent) => shown(content).options.map(({ id }) => id);

  it.each([
    ['by its id', { id: 'mode', name: 'M' }],
    ['by its category', { id: 'm', name: 'M', category: 'mode' }],
  ])('counts an option once that it has in both forms, %s', (_what, option) => {
    const content = withReply(noContent, { configOptions: [option], modes, models });
    expect(idsOf(content)).toEqual([option.id, 'model']);
  });

  it('keeps its older options when the newer ones change', () => {
    const content = withReply(noContent, { models });
    const configOptions = [{ id: 'effort', name: 'Effort' }];
    const after = withUpdate(content, { sessionUpdate: 'config_option_update', configOptions });
    expect(idsOf(after)).toEqual(['effort', 'model']);
  });
});

describe('agents', () => {
  const inMode = ['agent build', 'agent plan'];

  it.each<[string, Record<string, unknown>, string, string[], string | null, string[]]>([
    ['an option of that name', agentOptionUpdate, 'x', inMode, 'plan', ['m', 'fast']],
    ['the modes of opencode', optionUpdate, 'OpenCode', inMode, 'build', ['m', 'fast']],
    ['the modes of Kilo', optionUpdate, 'Kilo', inMode, 'build', ['m', 'fast']],
    ['not the modes of others', optionUpdate, 'x', [], null, ['mode', 'm', 'fast']],
    ['not the modes of Claude', optionUpdate, 'claude-agent-acp', [], null, ['mode', 'm', 'fast']],
    ['not the modes of Gemini', optionUpdate, 'gemini-cli', [], null, ['mode', 'm', 'fast']],
  ])('are %s', (_what, update, agentName, rows, selected, others) => {
    const content = contentAfter(update);
    expect(namesIn(content, agentName)).toEqual(rows);
    expect(shown(content, agentName).selected).toBe(selected);
    expect(shown(content, agentName).options.map(({ id }) => id)).toEqual(others);
  });

  it('are found by their category, too', () => {
    const [agent] = agentOptionUpdate.configOptions;
    const content = contentAfter({
      ...agentOptionUpdate,
      configOptions: [{ ...agent, id: 'a', category: 'agent' }],
    });
    expect(namesIn(content)).toEqual(inMode);
  });

  it('are the option of that name rather than the modes', () => {
    const configOptions = [...optionUpdate.configOptions, agentOptionUpdate.configOptions[0]];
    const { selected, options } = shown(contentAfter({ ...agentOptionUpdate, configOptions }), 'opencode');
    expect([selected, options.map(({ id }) => id)]).toEqual(['plan', ['mode', 'm', 'fast']]);
  });

  it('are only choices with a value: one without means no agent', () => {
    const [agent] = agentOptionUpdate.configOptions;
    const options = [
      { value: '', name: 'Default' },
      { value: 'plan', name: 'Plan' },
    ];
    const content = contentAfter({
      ...agentOptionUpdate,
      configOptions: [{ ...agent, currentValue: '', options }],
    });
    expect([namesIn(content), shown(content).selected]).toEqual([['agent plan'], null]);
  });

  it('are rows with the description of their choice', () => {
    expect(shown(contentAfter(agentOptionUpdate)).rows[0]).toEqual({
      ...{ type: 'agent', name: 'build', invoke: null, description: 'Writes code.', path: null, details: {} },
    });
  });
});

describe('the mode', () => {
  it('changes the agent where modes are agents, and else the option', () => {
    const content = contentAfter(optionUpdate, modeUpdate);
    expect(shown(content, 'opencode').selected).toBe('plan');
    expect(shown(content).options[0]).toMatchObject({ id: 'mode', value: 'plan' });
  });

  it('is found by its category', () => {
    const [mode] = optionUpdate.configOptions;
    const content = contentAfter({ ...optionUpdate, configOptions: [{ ...mode, id: 'preset' }] }, modeUpdate);
    expect(shown(content).options).toMatchObject([{ id: 'preset', value: 'plan' }]);
  });

  it('is the one of the options if these come later', () => {
    expect(shown(contentAfter(modeUpdate, optionUpdate)).options[0]).toMatchObject({ value: 'build' });
  });

  it('changes no other option', () => {
    expect(shown(contentAfter(optionUpdate, modeUpdate)).options.slice(1)).toMatchObject([
      { value: 'large' },
      { value: 'true' },
    ]);
  });
});

it('shows skills first, then agents, then commands, each in the order of the agent', () => {
  const content = contentAfter(commandsOf('z', '$y', 'a'), skillUpdate('t', 's'), agentOptionUpdate);
  expect(namesIn(content)).toEqual([
    ...['skill t', 'skill s', 'skill y'],
    ...['agent build', 'agent plan'],
    ...['command z', 'command a'],
  ]);
});
