/** Settings of Gemini CLI that switch skills, agents and MCP servers: usual, odd and broken ones. */

import type { ToolCase } from '../asker.js';
import {
  agent,
  casesAbout,
  serverFile,
  serverProgram,
  servers,
  skill,
  skillsIn,
  user,
  workspace,
} from './gemini-scenes.js';

const entries = {
  ...skillsIn('~/.agents/skills', 'lint', 'Other'),
  ...skillsIn('.agents/skills', 'local'),
  '~/.gemini/agents/planner.md': agent('planner'),
  '~/.gemini/agents/second.md': agent('second'),
};
const settings = casesAbout('settings', entries);

const disabled = (...names: unknown[]) => ({ skills: { disabled: names } });
const overrides = (all: Record<string, unknown>) => ({ agents: { overrides: all } });
const flag = (enabled: unknown) => ({ enabled });

const forSkills: readonly ToolCase[] = [
  settings('a skill is off in the user settings, in another case', { [user]: disabled('LINT') }),
  settings('skills are off in both files', { [user]: disabled('lint'), [workspace]: disabled('local') }),
  settings('a text instead of a list is one name', {
    [user]: { skills: { disabled: 'lint' } },
    [workspace]: { skills: { disabled: 'Other' } },
  }),
  settings('the same skill is off in both files, once in another case', {
    [user]: disabled('lint', 'lint'),
    [workspace]: disabled('Lint', 'gone'),
  }),
  settings('an empty list in the workspace leaves the list of the user', {
    [user]: disabled('lint'),
    [workspace]: disabled(),
  }),
  settings('blanks and globs in the list have no effect', { [user]: disabled(' lint ', '*', 'o*') }),
  settings(
    'variables in the list are expanded',
    { [user]: disabled('$WHICH', '$MISSING'), [workspace]: disabled(`\${MISSING:-other}`) },
    { env: { WHICH: 'lint' } },
  ),
  settings('a number in the list stops it', { [user]: disabled('lint', 3) }),
  settings('null instead of the list stops it', { [user]: { skills: { disabled: null } } }),
  settings('an object instead of the list stops it', {
    [workspace]: { skills: { disabled: { lint: true } } },
  }),
  settings('a number instead of all skill settings is ignored', { [user]: { skills: 5 } }),
  settings('a number in the workspace hides the skills of the user settings', {
    [user]: { ...disabled('lint'), ...overrides({ planner: flag(false) }) },
    [workspace]: { skills: 5 },
  }),
  settings('all skills are off', { [user]: { skills: { enabled: false } } }),
  settings('all skills are off by a text', { [user]: { skills: { enabled: 'False' } } }),
  settings('all skills are off by a zero', { [workspace]: { skills: { enabled: 0 } } }),
  settings('all skills are on again in the workspace', {
    [user]: { skills: { enabled: false } },
    [workspace]: { skills: { enabled: true } },
  }),
  settings('null in the workspace switches all skills on', {
    [user]: { skills: { enabled: false, disabled: ['lint'] } },
    [workspace]: { skills: { enabled: null } },
  }),
];

const forAgents: readonly ToolCase[] = [
  settings('an agent is off in the user settings', { [user]: overrides({ planner: flag(false) }) }),
  settings('an agent is off in the workspace', { [workspace]: overrides({ planner: flag(false) }) }),
  settings('an agent is on again in the workspace', {
    [user]: overrides({ planner: flag(false), second: flag(false) }),
    [workspace]: overrides({ planner: flag(true) }),
  }),
  settings('a text and an empty override', { [user]: overrides({ planner: flag('false'), second: {} }) }),
  settings('zero and null switch agents off', {
    [user]: overrides({ planner: flag(0), second: flag(null) }),
  }),
  settings('an override without the flag leaves the weaker one', {
    [user]: overrides({ planner: flag(false) }),
    [workspace]: overrides({ planner: { runConfig: { maxTurns: 3 } } }),
  }),
  settings('an override that is no object hides the weaker one', {
    [user]: overrides({ planner: flag(false), second: flag(false) }),
    [workspace]: overrides({ planner: null, second: 5 }),
  }),
  settings('a number instead of all agent settings hides the weaker ones', {
    [user]: overrides({ planner: flag(false) }),
    [workspace]: { agents: 5 },
  }),
  settings('a list instead of the overrides is ignored', { [user]: { agents: { overrides: ['planner'] } } }),
  settings('the case of an agent counts', { [user]: overrides({ Planner: flag(false), '*': flag(false) }) }),
  settings('all agents are off', { [user]: { experimental: { enableAgents: false } } }),
  settings('all agents are off in the workspace only', {
    [user]: { experimental: { enableAgents: true } },
    [workspace]: { experimental: { enableAgents: 'false' } },
  }),
  settings('null leaves all agents on', { [user]: { experimental: { enableAgents: null } } }),
  settings('the tool that runs agents is excluded', {
    [user]: { tools: { exclude: ['invoke_agent', 'lint'] } },
  }),
];

const texts: readonly ToolCase[] = [
  settings('comments are allowed', { [user]: '// mine\n{"skills": {"disabled": ["lint" /* it */]}}' }),
  settings('a trailing comma stops it', { [user]: '{"skills": {"disabled": ["lint",]}}' }),
  settings('a byte order mark stops it', { [user]: '\ufeff{"skills": {"disabled": ["lint"]}}' }),
  settings('an empty file of the user stops it', { [user]: '' }),
  settings('an empty file of the workspace stops it', { [workspace]: '' }),
  settings('a list instead of an object stops it', { [user]: '[]' }),
  settings('null instead of an object stops it', { [workspace]: 'null' }),
  settings('the last of two equal keys counts', {
    [user]: '{"skills": {"disabled": ["lint"]}, "skills": {"disabled": ["other"]}}',
  }),
  settings('a server that is null stops it', { [user]: { mcpServers: { x: null } } }),
  settings(
    'files of the system are ignored if others than root may write them',
    {
      '~/system/settings.json': disabled('lint'),
      '~/system/system-defaults.json': overrides({ planner: flag(false) }),
    },
    { env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: '<home>/system/settings.json' } },
  ),
];

const gates = casesAbout('gates', {
  '.agents/skills/model/SKILL.md': skill('model', 'd\ndisable-model-invocation: true'),
  '.agents/skills/person/SKILL.md': skill('person', 'd\nuser-invocable: false'),
});

const forTools: readonly ToolCase[] = [
  gates('gates in files are ignored', {}),
  gates('the tool that activates skills is excluded', { [user]: { tools: { exclude: ['activate_skill'] } } }),
  gates('the tools are a list without the one for skills', {
    [workspace]: { tools: { core: ['read_file'] } },
  }),
];

const three = servers('alpha', 'Beta', 'gam_ma');
const forServers = casesAbout('servers', serverProgram);

const ofServers: readonly ToolCase[] = [
  forServers('servers of both settings, and of no other file', {
    [user]: three,
    [workspace]: servers('local', 'alpha'),
    '.mcp.json': servers('elsewhere'),
  }),
  forServers('servers are excluded in both files, by their exact names', {
    [user]: { ...three, mcp: { excluded: ['alpha', 'beta'] } },
    [workspace]: { mcp: { excluded: ['gam_ma'] } },
  }),
  forServers('a text instead of the lists is ignored', {
    [user]: { ...three, mcp: { excluded: 'alpha', allowed: 'Beta' } },
  }),
  forServers('servers are allowed by their exact names', {
    [user]: { ...three, mcp: { allowed: ['alpha', 'beta'] } },
  }),
  forServers('an empty list allows all servers', { [user]: { ...three, mcp: { allowed: [] } } }),
  forServers('only servers in both lists are allowed', {
    [user]: { ...three, mcp: { allowed: ['alpha', 'Beta'] } },
    [workspace]: { mcp: { allowed: ['BETA'] } },
  }),
  forServers('two lists without a common name allow all servers', {
    [user]: { ...three, mcp: { allowed: ['alpha'] } },
    [workspace]: { mcp: { allowed: ['Beta'] } },
  }),
  forServers('servers are off by their lowercase names', {
    [user]: three,
    [serverFile]: { alpha: flag(false), Beta: flag(false), gam_ma: flag(0) },
  }),
  forServers('null and texts leave servers on', {
    [user]: three,
    [serverFile]: { alpha: null, beta: flag(null), gam_ma: flag('no') },
  }),
  forServers('a file of switches with a comment is ignored', {
    [user]: three,
    [serverFile]: '// mine\n{"alpha": {"enabled": false}}',
  }),
  forServers('flags in a server are ignored, and one without a command is not used', {
    [user]: { mcpServers: { ...servers('alpha').mcpServers, empty: { description: 'x' }, number: 5 } },
    [workspace]: { mcpServers: { off: { ...(servers('off').mcpServers['off'] as object), enabled: false } } },
  }),
];

export const settingsCases: readonly ToolCase[] = [
  ...forSkills,
  ...forAgents,
  ...texts,
  ...forTools,
  ...ofServers,
];
