/** What the user of the demo has at home, and the plugins, in every state that a plugin can have. */

import { agent, command, type DemoPlace, demoHome, place, server, skill } from './demo-entry.js';

const claudeSkills = place(
  {
    type: 'directory',
    name: '~/.claude/skills',
    path: `${demoHome}/.claude/skills`,
    from: 'user',
    tools: ['claude', 'opencode'],
    contents: 'skill',
    isWritable: true,
  },
  [
    skill('deploy', 'Deploy a project of mine, wherever it runs.'),
    skill('daily-notes', 'Write down what was done today, and what comes next.'),
    skill('explain-error', 'Explain an error message, its cause and its cure.'),
    skill('git-rescue', 'Find lost commits and bring them back.', { details: { license: 'MIT' } }),
    skill('meeting-summary', 'Summarise a meeting: decisions, tasks, open questions.'),
    skill('read-paper', 'Read a paper and say what is new in it.', {
      off: [{ tool: 'claude', scope: 'global' }],
    }),
    skill('shell-one-liner', 'Write one line of shell, and say what each part does.'),
    skill('spreadsheet', 'Read and write spreadsheets.', {
      details: { license: 'MIT', compatibility: 'python 3.11' },
    }),
  ],
);

const agentsSkills = place(
  {
    type: 'directory',
    name: '~/.agents/skills',
    path: `${demoHome}/.agents/skills`,
    from: 'user',
    tools: ['codex', 'copilot', 'gemini'],
    contents: 'skill',
    isWritable: true,
  },
  [
    skill('changelog', 'Keep a changelog in any project.', { tools: ['copilot', 'gemini'] }),
    skill('brainstorm', 'Collect ideas first, judge them later.'),
    skill('data-cleaning', 'Clean a table: types, gaps, duplicates.'),
    skill('diagram', 'Draw a diagram as text.', { off: [{ tool: 'codex', scope: 'global' }] }),
    skill('interview', 'Ask one question at a time until the task is clear.'),
    skill('regex', 'Write a regular expression, with examples of what it must not match.'),
    skill('summarise', 'Say it in a third of the words.', { tools: ['codex'] }),
  ],
);

const claudeAgents = place(
  {
    type: 'directory',
    name: '~/.claude/agents',
    path: `${demoHome}/.claude/agents`,
    from: 'user',
    tools: ['claude'],
    contents: 'agent',
    isWritable: true,
  },
  [
    agent('planner', 'Plans my own projects.'),
    agent('librarian', 'Finds the right page of the documentation.'),
    agent('rubber-duck', 'Listens, and asks why.', { noModel: true }),
  ],
);

const geminiAgents = place(
  {
    type: 'directory',
    name: '~/.gemini/agents',
    path: `${demoHome}/.gemini/agents`,
    from: 'user',
    tools: ['gemini'],
    contents: 'agent',
    isWritable: true,
  },
  [
    agent('researcher', 'Searches the web and names its sources.'),
    agent('translator', 'Translates, and keeps the tone.'),
  ],
);

const pluginFolder = (name: string): string => `${demoHome}/.claude/plugins/${name}`;

const plugins = [
  place(
    {
      type: 'plugin',
      name: 'acme-tools',
      version: '1.2.0',
      path: pluginFolder('acme-tools'),
      from: 'user',
      tools: ['claude', 'copilot'],
      off: [
        { tool: 'claude', scope: 'workspace' },
        { tool: 'copilot', scope: 'global' },
      ],
    },
    [
      skill('relay', 'Hand work to a sub-agent and wait for it.', { noUser: true }),
      skill('ticket', 'Read and write tickets.'),
      agent('dispatcher', 'Sends each task to the agent that knows best.'),
    ],
  ),
  place(
    {
      type: 'plugin',
      name: 'data-kit',
      version: '3.0.1',
      path: pluginFolder('data-kit'),
      from: 'user',
      tools: ['claude', 'codex', 'copilot'],
    },
    [
      skill('query', 'Ask a database in plain words.'),
      skill('chart', 'Turn a table into a chart.', { details: { license: 'MIT' } }),
      command('profile', 'Say what is in a table.', { tools: ['claude'] }),
      server('warehouse', { kind: 'ready' }),
    ],
  ),
  place(
    {
      type: 'plugin',
      name: 'writing-kit',
      version: '0.9.0',
      path: pluginFolder('writing-kit'),
      from: 'user',
      tools: ['claude'],
      load: { kind: 'degraded', message: '1 of 3 could not be read' },
      problems: [
        {
          file: 'skills/rhyme/SKILL.md',
          line: null,
          code: 'frontmatter-missing',
          severity: 'error',
          message: 'the file has no frontmatter',
          text: '# Rhyme\n\nFind a rhyme.\n',
        },
      ],
    },
    [
      skill('proofread', 'Find mistakes, and leave the style alone.'),
      skill('headline', 'Write five headlines.'),
    ],
  ),
  place({
    type: 'plugin',
    name: 'browser-kit',
    version: '2.4.0',
    path: pluginFolder('browser-kit'),
    from: 'user',
    tools: ['claude', 'copilot'],
    load: { kind: 'loading' },
  }),
  place(
    {
      type: 'plugin',
      name: 'cloud-ops',
      path: pluginFolder('cloud-ops'),
      from: 'user',
      tools: ['claude'],
      load: { kind: 'error', message: 'plugin.json is not valid JSON' },
    },
    [],
  ),
  place({
    type: 'plugin',
    name: 'not-read-yet',
    path: pluginFolder('not-read-yet'),
    from: 'user',
    tools: ['codex'],
  }),
  place(
    {
      type: 'plugin',
      name: 'empty-plugin',
      path: pluginFolder('empty-plugin'),
      from: 'user',
      tools: ['claude'],
    },
    [],
  ),
];

export const userPlaces: readonly DemoPlace[] = [
  claudeSkills,
  agentsSkills,
  claudeAgents,
  geminiAgents,
  ...plugins,
];
