/** What the demo's repository holds: skills and agents in every state that a row can have. */

import { agent, type DemoPlace, demoHome, demoRepository, place, skill } from './demo-entry.js';

const notes = `# Release notes

Draft release notes from the commits since the last tag. Use when preparing a release.

## Steps

1. Find the last tag: \`git describe --tags --abbrev=0\`.
2. Group the commits by what a user notices: added, changed, fixed.
3. Write one line for each, in the words of the user.
4. Put breaking changes first, with what to do about them.

## Style

- Present tense, no issue numbers without a sentence.
- Leave out what only developers notice.
`;

const brokenSkill = `---
name: relay-setup
license: MIT
---

# Relay setup

Connect the relay and check that it answers.
`;

const longDescription =
  `Check every page for accessibility: contrast, focus order, labels, headings, landmarks and
 motion. ${'It opens each route, walks it with the keyboard alone, and writes down what a screen reader says. '.repeat(11)}`
    .replaceAll('\n', '')
    .trim();

const agentsSkills = place(
  {
    type: 'directory',
    name: '.agents/skills',
    path: `${demoRepository}/.agents/skills`,
    from: 'repo',
    tools: ['codex', 'copilot', 'gemini', 'opencode'],
    contents: 'skill',
    isWritable: true,
    load: { kind: 'degraded', message: '1 of 23 could not be read' },
    problems: [
      {
        file: 'relay-setup/SKILL.md',
        line: 4,
        code: 'description-missing',
        severity: 'error',
        message: 'description is missing',
        text: brokenSkill,
      },
      {
        file: 'i18n/SKILL.md',
        line: 2,
        code: 'name-not-folder',
        severity: 'warning',
        message: 'name must equal the directory name',
      },
      {
        file: 'accessibility-audit/SKILL.md',
        line: 3,
        code: 'description-too-long',
        severity: 'warning',
        message: 'description is longer than 1024 characters',
      },
    ],
  },
  [
    skill(
      'release-notes',
      'Draft release notes from commits since the last tag. Use when preparing a release.',
      {
        body: notes,
        details: { license: 'MIT', allowedTools: ['Bash(git log:*)', 'Read'] },
        off: [{ tool: 'opencode', scope: 'workspace' }],
        bundled: {
          'scripts/collect.sh': '#!/bin/sh\ngit log --oneline "$(git describe --tags --abbrev=0)"..HEAD\n',
          'templates/notes.md': '## Added\n\n## Changed\n\n## Fixed\n',
        },
      },
    ),
    skill('release-check', 'Run the release checklist and report what is missing.', {
      noModel: true,
      off: [
        { tool: 'codex', scope: 'workspace' },
        { tool: 'copilot', scope: 'shared' },
        { tool: 'gemini', scope: 'workspace' },
        { tool: 'opencode', scope: 'workspace' },
      ],
    }),
    skill('changelog', 'Keep CHANGELOG.md up to date, one line for each change.', {
      details: { license: 'MIT' },
    }),
    skill('accessibility-audit', longDescription, {
      inTool: { copilot: { refused: 'description is longer than 1024 characters' } },
    }),
    skill('translations', 'Find texts that are not translated yet.', { fileName: 'i18n' }),
    skill('incident-report', 'Write down what happened, when, and what we do about it.', { noUser: true }),
    skill('commit-message', 'Write a commit message that says why, not what.', {
      noModel: true,
      inTool: { gemini: { ungated: 'Gemini CLI lets its model use every skill' } },
    }),
    skill('internal-glossary', 'Words of this team, for other skills to read.', {
      noUser: true,
      noModel: true,
    }),
    skill('skill-creator', 'Create a new skill in the right place, with a good description.', {
      inTool: { codex: { fixed: 'Codex brings it along and has no switch for it' } },
    }),
    skill('trusted-only', 'Read the settings of this folder before anything else.', {
      off: [{ tool: 'gemini', scope: 'workspace' }],
      inTool: { gemini: { unobeyed: 'Gemini CLI still uses it, until it is told to trust this folder' } },
    }),
    skill('forgetful', 'Shows what happens if a switch is forgotten a moment later.', {
      tools: ['codex', 'copilot'],
      quirk: 'forgets',
    }),
    skill('slow-to-settle', 'Shows a switch that takes a second to be confirmed.', { quirk: 'is-slow' }),
    skill('never-confirms', 'Shows a switch that is never confirmed.', { quirk: 'is-silent' }),
    skill('api-review', 'Review an HTTP interface: names, errors, paging, versions.', {
      details: { license: 'Apache-2.0' },
    }),
    skill('database-migration', 'Write a migration, and the way back.', { details: { license: 'MIT' } }),
    skill('dependency-update', 'Update one dependency at a time, and read its changelog first.'),
    skill('flaky-tests', 'Find out why a test fails now and then.'),
    skill('performance-budget', 'Measure start-up and bundle size against the budget.'),
    skill('pull-request', 'Open a pull request with a summary and a test plan.'),
    skill('日本語レビュー', '日本語の文章を校正して、読みやすくします。'),
    skill('👩‍💻-pair-review', 'Review together: one reads aloud, the other asks.', {
      tools: ['copilot', 'opencode'],
    }),
    skill('סקירת-קוד', 'סקירת קוד בעברית, עם דגש על קריאות.', { tools: ['copilot', 'opencode'] }),
  ],
);

const webSkills = place(
  {
    type: 'directory',
    name: '.agents/skills',
    path: `${demoRepository}/packages/web/.agents/skills`,
    from: 'repo',
    tools: ['codex', 'copilot', 'opencode'],
    contents: 'skill',
    isWritable: true,
  },
  [
    skill('component-story', 'Write a story for a component, with every state it can have.'),
    skill('css-tokens', 'Use design tokens instead of plain colours and sizes.'),
    skill('form-validation', 'Validate a form on both sides, with messages that help.'),
    skill('responsive-images', 'Serve images in the size that is shown.'),
    skill('visual-regression', 'Compare screenshots before and after.', {
      off: [{ tool: 'copilot', scope: 'shared' }],
    }),
  ],
);

const claudeSkills = place(
  {
    type: 'directory',
    name: '.claude/skills',
    path: `${demoRepository}/.claude/skills`,
    from: 'repo',
    tools: ['claude', 'copilot', 'opencode'],
    contents: 'skill',
    isWritable: true,
  },
  [
    skill('deploy', 'Deploy to staging or production, and watch the first minutes.'),
    skill('locked-down', 'Follow the security rules of the company.', {
      tools: ['claude'],
      quirk: 'refuses',
      inTool: { claude: { heldBy: '/etc/claude-code/managed-settings.json' } },
    }),
    skill('house-style', 'Write as we do: short, plain, friendly.', {
      tools: ['claude'],
      quirk: 'has-no-effect',
      inTool: { claude: { heldBy: `${demoHome}/.claude/remote-settings.json` } },
    }),
    skill('code-review', 'Review a change for mistakes first, style last.', { details: { license: 'MIT' } }),
    skill('feature-flags', 'Add a feature flag, and the task that removes it.'),
    skill('logging', 'Log what helps at three in the morning, and no secrets.', {
      off: [{ tool: 'claude', scope: 'shared' }],
    }),
    skill(
      'refactor-in-small-steps-without-changing-what-the-program-does',
      'Refactor, with tests green after each step.',
    ),
    skill('threat-model', 'Ask what can go wrong, who would do it, and what stops them.'),
    skill('type-safety', 'Replace a cast with a check.'),
    skill('write-tests', 'Write a test that fails for the right reason first.'),
  ],
);

const claudeAgents = place(
  {
    type: 'directory',
    name: '.claude/agents',
    path: `${demoRepository}/.claude/agents`,
    from: 'repo',
    tools: ['claude', 'copilot'],
    contents: 'agent',
    isWritable: true,
  },
  [
    agent('planner', 'Plans before it builds, and asks what is unclear.', { details: { model: 'opus' } }),
    agent('reviewer', 'Reads a change as a stranger would.', {
      off: [{ tool: 'claude', scope: 'workspace' }],
    }),
    agent('test-writer', 'Writes tests, never the code under test.', { noUser: true, tools: ['claude'] }),
    agent('release-manager', 'Walks through a release, one step at a time.', { noModel: true }),
    agent('legacy-agent', 'Was written for an older version of every tool.', {
      inTool: {
        claude: { refused: 'the field "tools" is neither a text nor a list' },
        copilot: { refused: 'the field "mcp-servers" is not valid' },
      },
    }),
    agent('security-auditor', 'Looks for secrets, injections and open doors.', {
      details: { tools: ['Read', 'Grep'], model: 'sonnet' },
    }),
  ],
);

const kiloSkills = place(
  {
    type: 'directory',
    name: '.kilo/skills',
    path: `${demoRepository}/.kilo/skills`,
    from: 'repo',
    tools: [],
    contents: 'skill',
    isWritable: true,
  },
  [
    skill('kilo-setup', 'Set up Kilo for this repository.'),
    skill('kilo-modes', 'Explain the modes of Kilo.'),
  ],
);

export const repositoryPlaces: readonly DemoPlace[] = [
  agentsSkills,
  webSkills,
  claudeSkills,
  claudeAgents,
  kiloSkills,
];
