/** Forms of Copilot CLI's settings: valid, odd and broken ones, in each file. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  type Files,
  json,
  localFile,
  servers,
  sharedFile,
  skill,
  skills,
  userFile,
} from './copilot-scenes.js';

const scene: Files = {
  ...skills('.github/skills', 'aa', 'bb'),
  ...skills('~/.copilot/skills', 'cc'),
  '.github/skills/blank/SKILL.md': skill('My Skill'),
  '.github/agents/ag.agent.md': agent(),
  '.github/agents/file.agent.md': agent('name: Own Name\n'),
  '~/.copilot/agents/au.agent.md': agent(),
  '.mcp.json': servers('m1', 'm2'),
};

const of = (name: string, files: Files, rest: Partial<ToolCase> = {}): ToolCase => ({
  name,
  about: 'settings',
  files: { ...scene, ...files },
  ...rest,
});

const skillsOff = '"disabledSkills": ["aa"]';
const agentsOff = '"subagents": {"disabledSubagents": ["ag"]}';
const serversOff = '"disabledMcpServers": ["m1"]';
const off = `${skillsOff}, ${agentsOff}, ${serversOff}`;

const userForms: readonly (readonly [string, string])[] = [
  ['plain settings', `{${off}}`],
  ['a comment', `{\n  // Switched off.\n  ${off}\n}`],
  ['a trailing comma', `{${off},}`],
  ['a byte order mark', `\uFEFF{${off}}`],
  ['line ends of Windows', `{\r\n  ${off}\r\n}\r\n`],
  ['nothing in it', ''],
  ['blanks alone', ' \n'],
  ['single quotes', "{'disabledSkills': ['aa']}"],
  ['a brace too few', `{${off}`],
  ['a text after it', `{${off}} end`],
  ['a list around it', `[${JSON.stringify(off)}]`],
  ['the older spelling', '{"disabled_skills": ["aa"], "disabled_mcp_servers": ["m1"]}'],
  ['an older spelling that agents never had', '{"subagents": {"disabled_subagents": ["ag"]}}'],
  ['the older spelling before the newer', `{"disabled_skills": ["bb"], ${off}}`],
  ['the older spelling after the newer', `{${off}, "disabled_skills": ["bb"]}`],
  ['the same key twice', `{"disabledSkills": ["bb"], ${off}}`],
  ['a number among the skills', `{"disabledSkills": ["aa", 5], ${agentsOff}, ${serversOff}}`],
  ['a text for the list of skills', `{"disabledSkills": "aa", ${agentsOff}, ${serversOff}}`],
  ['null for the list of skills', `{"disabledSkills": null, ${agentsOff}, ${serversOff}}`],
  ['a number among the agents', `{${skillsOff}, "subagents": {"disabledSubagents": ["ag", 5]}}`],
  ['a number for the agents', `{${skillsOff}, "subagents": 5}`],
  ['a number for the list of servers', `{${skillsOff}, "disabledMcpServers": 5}`],
  ['a number for the model', `{"model": 5, ${off}}`],
  ['a text for a flag', `{"beep": "yes", ${off}}`],
  ['a number for the hooks', `{"hooks": 5, ${off}}`],
  ['a text among the plugins', `{"enabledPlugins": {"a@b": "yes"}, ${off}}`],
  ['a number for the directories', `{"skillDirectories": 5, ${off}}`],
  ['an unknown word for the banner', `{"banner": "sometimes", ${off}}`],
  ['a number for the theme, which is ignored', `{"theme": 5, ${off}}`],
  ['an unknown key', `{"unknown": 5, ${off}}`],
  [
    'capital letters',
    json({ disabledSkills: ['AA'], subagents: { disabledSubagents: ['AG'] }, disabledMcpServers: ['M1'] }),
  ],
  [
    'patterns',
    json({ disabledSkills: ['*', 'a*'], subagents: { disabledSubagents: ['*'] }, disabledMcpServers: ['*'] }),
  ],
  ['blanks around names', json({ disabledSkills: [' aa '], subagents: { disabledSubagents: [' ag'] } })],
  [
    'names as in the files',
    json({ disabledSkills: ['My Skill'], subagents: { disabledSubagents: ['Own Name'] } }),
  ],
  [
    'names as the tool has them',
    json({ disabledSkills: ['My-Skill', '/aa'], subagents: { disabledSubagents: ['file'] } }),
  ],
  ['entries of the user', json({ disabledSkills: ['cc', 'cc'], subagents: { disabledSubagents: ['au'] } })],
];

const repositoryForms: readonly (readonly [string, Files])[] = [
  ['shared settings', { [sharedFile]: `{${off}}` }],
  ['local settings', { [localFile]: `{${off}}` }],
  ['shared settings with a comment', { [sharedFile]: `{\n  // Off.\n  ${off}\n}` }],
  ['local settings with a trailing comma', { [localFile]: `{${off},}` }],
  ['local settings with a byte order mark', { [localFile]: `\uFEFF{${off}}` }],
  [
    'shared settings in the older spelling',
    { [sharedFile]: '{"disabled_skills": ["aa"], "disabled_mcp_servers": ["m1"]}' },
  ],
  [
    'shared settings with a number among the skills',
    { [sharedFile]: `{"disabledSkills": ["aa", 5], ${serversOff}}` },
  ],
  [
    'shared settings with a number for the servers',
    { [sharedFile]: `{${skillsOff}, "disabledMcpServers": 5}` },
  ],
  ['shared settings with a number for the model', { [sharedFile]: `{"model": 5, ${off}}` }],
  [
    "shared settings with a number for a key that is only the user's",
    { [sharedFile]: `{"beep": 5, "subagents": 5, ${skillsOff}}` },
  ],
  ['empty shared settings and local ones', { [sharedFile]: '', [localFile]: `{${off}}` }],
  ['broken shared settings and local ones', { [sharedFile]: '{', [localFile]: `{${off}}` }],
  [
    'broken local settings and shared ones',
    { [localFile]: '{"disabledSkills": 5}', [sharedFile]: `{${off}}` },
  ],
  [
    'an empty local list and a shared one',
    { [localFile]: '{"disabledSkills": [], "disabledMcpServers": []}', [sharedFile]: `{${off}}` },
  ],
  [
    'lists in all three files',
    {
      [userFile]: json({ disabledSkills: ['cc'] }),
      [sharedFile]: json({ disabledSkills: ['aa'], disabledMcpServers: ['m1'] }),
      [localFile]: json({ disabledSkills: ['bb'], disabledMcpServers: ['m2'] }),
    },
  ],
  ['a list around the shared settings', { [sharedFile]: '[]' }],
  [
    'settings of other tools and in other folders',
    {
      '.claude/settings.json': `{${off}}`,
      '.copilot/settings.json': `{${off}}`,
      '.github/settings.json': `{${off}}`,
      '~/.claude/settings.json': `{${off}}`,
    },
  ],
];

export const copilotSettingsCases: readonly ToolCase[] = [
  ...userForms.map(([what, text]) => of(`obeys the user's settings with ${what}`, { [userFile]: text })),
  ...repositoryForms.map(([what, files]) => of(`obeys ${what}`, files)),
  of(
    'obeys the settings at the Git root, not those below it',
    {
      [sharedFile]: json({ disabledSkills: ['aa'] }),
      [`one/${sharedFile}`]: json({ disabledSkills: ['bb'] }),
      [`one/${localFile}`]: json({ disabledSkills: ['cc'] }),
    },
    { cwd: 'one' },
  ),
  of(
    'obeys the settings of the working directory without Git',
    {
      [sharedFile]: json({ disabledSkills: ['aa'] }),
      [`one/${sharedFile}`]: json({ disabledSkills: ['bb'] }),
      [`one/${localFile}`]: json({ disabledSkills: ['cc'] }),
    },
    { cwd: 'one', isBare: true },
  ),
  of('ignores switches in config.json', {
    '~/.copilot/config.json': json({
      trustedFolders: ['/'],
      disabledSkills: ['aa'],
      disabledMcpServers: ['m1'],
    }),
  }),
];
