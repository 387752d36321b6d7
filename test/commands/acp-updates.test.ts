import { describe, expect, it } from 'vitest';
import { type AgentScript, commands, type ListDocument, listed } from '../support/scripted-agent.js';

const namesIn = ({ entries }: ListDocument): string[] => entries.map(({ type, name }) => `${type} ${name}`);

const skills = (...availableSkills: readonly unknown[]) => ({
  sessionUpdate: 'available_skills_update',
  availableSkills,
});

const skill = (name: string, fields: Record<string, unknown> = {}) => ({
  name,
  description: `Does ${name}.`,
  ...fields,
});

/** A script that sends this after the reply to `session/new`. */
const sending = (...updates: readonly Record<string, unknown>[]): AgentScript => ({
  listing(agent) {
    for (const update of updates) agent.update(update);
  },
});

describe('the lists of an ACP agent', () => {
  it('are read where ACP and where the proposal puts an update', async () => {
    const nested = await listed(sending(skills(skill('one'))));
    const flat = await listed({
      listing: (agent) =>
        agent.send({
          method: 'session/update',
          params: { sessionId: 'session-1', ...skills(skill('one')) },
        }),
    });
    expect(namesIn(nested)).toEqual(['skill one']);
    expect(flat).toEqual(nested);
  });

  it('are kept if they come before the session has a name', async () => {
    const document = await listed({
      early(agent) {
        agent.update(commands('before'));
        agent.update(skills(skill('early')));
      },
    });
    expect(namesIn(document)).toEqual(['skill early', 'command before']);
  });

  it('are read from the reply that names the session', async () => {
    const { availableCommands } = commands('one', 'two');
    const reply = { sessionId: 'session-1', availableCommands, availableSkills: [skill('three')] };
    expect(namesIn(await listed({ replies: { 'session/new': reply } }))).toEqual([
      'skill three',
      'command one',
      'command two',
    ]);
  });

  it('replace each the one before it, and leave the other alone', async () => {
    const document = await listed(
      sending(
        commands('one', 'two'),
        skills(skill('three')),
        commands('four'),
        skills(skill('five'), skill('six')),
        skills(skill('six')),
      ),
    );
    expect(namesIn(document)).toEqual(['skill six', 'command four']);
  });

  it('are those of our session alone', async () => {
    const document = await listed({
      early: (agent) => agent.update(commands('foreign'), 'session-0'),
      listing(agent) {
        agent.update(commands('own'));
        agent.update(commands('foreign'), 'session-2');
        agent.send({ method: 'session/update', params: { update: commands('nobodys') } });
      },
    });
    expect(namesIn(document)).toEqual(['command own']);
  });

  it('stay as they are after updates that say nothing of them', async () => {
    const document = await listed({
      listing(agent) {
        agent.update(commands('one'));
        agent.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } });
        agent.update({ sessionUpdate: 'plan', entries: [] });
        agent.update({ sessionUpdate: 'available_commands_update', availableCommands: 'none' });
        agent.update({ sessionUpdate: 'not_invented_yet', availableCommands: [] });
        agent.send({ method: '_x/notify', params: { sessionId: 'session-1', update: commands() } });
        agent.send({ method: 'session/update' });
      },
    });
    expect(namesIn(document)).toEqual(['command one']);
    expect(document.problems).toEqual([]);
  });

  it('have a title, which can be taken back', async () => {
    const titled = sending({ sessionUpdate: 'session_info_update', title: 'A plan' }, commands('one'));
    expect((await listed(titled)).session.title).toBe('A plan');
    const untitled = sending(
      { sessionUpdate: 'session_info_update', title: 'A plan' },
      { sessionUpdate: 'session_info_update', title: null },
      commands('one'),
    );
    expect((await listed(untitled)).session.title).toBe('');
  });
});

describe('skills of an ACP agent', () => {
  it('have all fields of the proposal', async () => {
    const fields = {
      license: 'MIT',
      compatibility: 'Needs git',
      metadata: { author: 'me' },
      allowedTools: ['Read', 'Bash(git:*)'],
    };
    const { entries } = await listed(sending(skills(skill('one', fields))));
    expect(entries).toMatchObject([{ name: 'one', description: 'Does one.', details: fields }]);
  });

  it('may have their metadata in _meta', async () => {
    const { entries } = await listed(sending(skills(skill('one', { _meta: { author: 'me', size: 3 } }))));
    expect(entries[0]?.details).toEqual({ metadata: { author: 'me' }, meta: { author: 'me', size: 3 } });
  });

  it('that break a rule are problems, and the others stay', async () => {
    const { entries, problems } = await listed(
      sending(
        skills(
          skill('good'),
          skill('a--b'),
          skill('Upper'),
          skill('x'.repeat(65)),
          skill('no-text', { description: '' }),
          skill('long-text', { description: 'x'.repeat(1_025) }),
          skill('needy', { compatibility: 'x'.repeat(501) }),
          skill('paired', { metadata: { a: 1 } }),
          { description: 'Has no name.' },
          'text',
          skill('longest', { description: 'x'.repeat(1_024), compatibility: 'x'.repeat(500) }),
        ),
      ),
    );
    expect(entries.map(({ name }) => name)).toEqual(['good', 'paired', 'longest']);
    const hyphens = 'name must be lowercase letters, digits and single hyphens between them';
    expect(problems.map(({ uri, code, message }) => [uri, code, message])).toEqual([
      ['acp:/skill/a--b', 'name-invalid', hyphens],
      ['acp:/skill/Upper', 'name-invalid', hyphens],
      [`acp:/skill/${'x'.repeat(65)}`, 'name-too-long', 'name is longer than 64 characters'],
      ['acp:/skill/no-text', 'description-missing', 'description is missing'],
      ['acp:/skill/long-text', 'description-too-long', 'description is longer than 1024 characters'],
      ['acp:/skill/needy', 'field-invalid', 'compatibility must be text of 1 to 500 characters'],
      ['acp:/skill/paired', 'field-invalid', 'metadata must map names to text'],
      ['acp:/skill/', 'name-missing', 'skill 9 of the list: name is missing'],
      ['acp:/skill/', 'field-invalid', 'skill 10 of the list: it is not an object'],
    ]);
  });

  it('have their _meta, and the list its own, as they were sent', async () => {
    const { entries, session } = await listed(
      sending({ ...skills(skill('one', { _meta: { level: { of: [1, null] } } })), _meta: { total: 1 } }),
    );
    expect(entries[0]?.details).toMatchObject({ meta: { level: { of: [1, null] } } });
    expect(session.meta).toEqual({ available_skills_update: { total: 1 } });
  });

  it('are found among the commands by what agents say of them', async () => {
    const { entries } = await listed(
      sending({
        ...commands(
          '$codex',
          { name: 'air', description: 'x', _meta: { jetbrains: { air: { kind: 'skill' } } } },
          { name: 'bundled', description: 'x', _meta: { source: 'bundled-skill' } },
          { name: 'from-files', description: 'x', _meta: { source: 'skill-dir-command' } },
          { name: 'only-command', description: 'x', _meta: { source: 'skill-dir-command' } },
          { name: 'plain', description: 'x', input: { hint: '[path]' } },
        ),
        _meta: {
          availableSkills: ['from-files', 'model-only'],
          availableSkillDetails: [
            { name: 'from-files', description: 'Of a file.', body: 'Do this.' },
            { name: 'model-only', description: 'For the model.', body: 'Do that.' },
          ],
        },
      }),
    );
    expect(entries.map(({ type, name, details }) => [type, name, details['invoke'] ?? null])).toEqual([
      ['skill', 'codex', '$codex'],
      ['skill', 'air', '/air'],
      ['skill', 'bundled', '/bundled'],
      ['skill', 'from-files', '/from-files'],
      ['skill', 'model-only', null],
      ['command', 'only-command', '/only-command'],
      ['command', 'plain', '/plain'],
    ]);
    expect(entries.at(-1)?.details).toMatchObject({ argumentHint: '[path]' });
    expect(JSON.stringify(entries)).not.toContain('Do th');
  });
});

const modes = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'review',
  options: [
    { value: 'build', name: 'Build', description: 'Builds.' },
    { value: 'review', name: 'Review' },
  ],
};

describe('the options of an ACP agent', () => {
  it('stand in the session, because approval presets and models are no agents', async () => {
    const model = { ...modes, id: 'model', name: 'Model', category: 'model' };
    const { session, entries } = await listed(
      sending({ sessionUpdate: 'config_option_update', configOptions: [modes, model] }, commands('one')),
    );
    expect(entries.map(({ type }) => type)).toEqual(['command']);
    const choices = [
      { value: 'build', name: 'Build', description: 'Builds.' },
      { value: 'review', name: 'Review', description: null },
    ];
    expect(session.options).toEqual([
      { id: 'mode', name: 'Mode', category: 'mode', value: 'review', choices },
      { id: 'model', name: 'Model', category: 'model', value: 'review', choices },
    ]);
  });

  it.each([
    ['any agent that has an option for agents', 'scripted', { ...modes, id: 'agent', category: null }],
    ['opencode, which lists them as modes', 'OpenCode', modes],
    ['Kilo, which lists them as modes', 'Kilo', modes],
  ])('are the agents of %s', async (_whose, name, option) => {
    const reply = { sessionId: 'session-1', configOptions: [option] };
    const { session, entries } = await listed({
      name,
      replies: { 'session/new': reply },
      ...sending(commands()),
    });
    expect(entries.map(({ type, name: of, description }) => [type, of, description])).toEqual([
      ['agent', 'build', 'Builds.'],
      ['agent', 'review', null],
    ]);
    expect(session).toMatchObject({ agentName: 'review', agentId: 'agent:review', options: [] });
  });

  it('follow a change of the mode', async () => {
    const { session } = await listed({
      replies: { 'session/new': { sessionId: 'session-1', configOptions: [modes] } },
      ...sending({ sessionUpdate: 'current_mode_update', currentModeId: 'build' }, commands('one')),
    });
    expect(session.options).toMatchObject([{ id: 'mode', value: 'build' }]);
  });
});
