/** What agents send in plain ACP, without extensions: the tests of the readers use it, and it fits the schema. */

export const commandUpdate = {
  sessionUpdate: 'available_commands_update',
  availableCommands: [
    { name: 'review', description: 'Review the changes.', input: { hint: '[file]' } },
    { name: '/compact', description: 'Shorten the history.', input: null },
    { name: 'init', description: '', _meta: { origin: 'built-in' } },
  ],
};

const agentChoices = [
  { value: 'build', name: 'Build', description: 'Writes code.' },
  { value: 'plan', name: 'Plan' },
];

export const optionUpdate = {
  sessionUpdate: 'config_option_update',
  configOptions: [
    {
      type: 'select',
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      currentValue: 'build',
      options: agentChoices,
    },
    {
      ...{ type: 'select', id: 'm', name: 'Model', category: 'model', currentValue: 'large' },
      options: [
        { group: 'a', name: 'Lab A', options: [{ value: 'small', name: 'Small' }] },
        { group: 'b', name: 'Lab B', options: [{ value: 'large', name: 'Large' }] },
      ],
    },
    { type: 'boolean', id: 'fast', name: 'Fast', currentValue: true },
  ],
};

export const agentOptionUpdate = {
  sessionUpdate: 'config_option_update',
  configOptions: [
    { type: 'select', id: 'agent', name: 'Agent', currentValue: 'plan', options: agentChoices },
    ...optionUpdate.configOptions.slice(1),
  ],
};

export const modeUpdate = { sessionUpdate: 'current_mode_update', currentModeId: 'plan' };

export const titleUpdate = { sessionUpdate: 'session_info_update', title: 'Repair the build' };

/** The modes of a reply to `session/new`. */
export const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask first', description: 'Asks before each edit.' },
    { id: 'auto', name: 'Auto' },
  ],
};
