/** Settings of Qwen Code that switch skills and agents: valid, odd and broken ones, in all its files. */

import type { ToolCase } from '../asker.js';
import { agents, defaults, extension, skills, system, systemEnv, user, workspace } from './qwen-texts.js';

/** Every scene has these entries. */
const entries = {
  ...skills('.qwen/skills', 'alpha', 'Beta'),
  ...skills('.agents/skills', 'gamma'),
  ...skills('~/.qwen/skills', 'delta'),
  ...skills('~/.agents/skills', 'epsilon'),
  ...extension('ext', { skillStates: { closed: false } }),
  ...skills('~/.qwen/extensions/ext/skills', 'one', 'two', 'closed'),
  ...agents('.qwen/agents', 'checker', 'Writer'),
  ...agents('~/.qwen/agents', 'reader'),
};

type Texts = { readonly [file: string]: string | object };

/** A scene with these settings, as texts or as objects. */
function settings(name: string, files: Texts, env: ToolCase['env'] = {}): ToolCase {
  const texts = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  return {
    name: `settings: ${name}`,
    about: 'settings',
    files: { ...entries, ...Object.fromEntries(texts) },
    env: { ...systemEnv, ...env },
  };
}

const disabled = (...names: unknown[]) => ({ skills: { disabled: names } });
const deny = (...rules: unknown[]) => ({ permissions: { deny: rules } });

const skillForms: readonly ToolCase[] = [
  settings('none', {}),
  settings('disabled in the workspace', { [workspace]: disabled('alpha', 'delta') }),
  settings('disabled for the user', { [user]: disabled('alpha', 'delta') }),
  settings('disabled in both', { [workspace]: disabled('alpha'), [user]: disabled('delta', 'gamma') }),
  settings('enabled does not take back disabled', {
    [user]: disabled('alpha'),
    [workspace]: { skills: { enabled: ['alpha', 'delta'], disabled: ['delta'] } },
  }),
  settings('by the administrator', {
    [system]: disabled('alpha'),
    [defaults]: disabled('delta'),
    [workspace]: { skills: { enabled: ['alpha', 'delta'] } },
  }),
  settings('any case and blanks around', { [workspace]: disabled('ALPHA', ' delta ', 'beta', '  ') }),
  settings('no patterns', { [workspace]: disabled('*', 'al*', 'delt?') }),
  settings('items of other types', { [workspace]: disabled('alpha', 5, null, { a: 1 }, ['delta']) }),
  settings('a text instead of a list', { [workspace]: { skills: { disabled: 'alpha' } } }),
  settings('a text next to a weaker list', {
    [workspace]: { skills: { disabled: 'alpha' } },
    [user]: disabled('delta'),
  }),
  settings('a text next to a stronger list', {
    [user]: { skills: { disabled: 'alpha' } },
    [workspace]: disabled('delta'),
  }),
  settings('an object instead of a list', { [workspace]: { skills: { disabled: { alpha: true } } } }),
  settings('null instead of a list', {
    [workspace]: { skills: { disabled: null } },
    [user]: disabled('delta'),
  }),
  settings('null instead of the section', { [workspace]: { skills: null }, [user]: disabled('delta') }),
  settings('a list instead of the section', {
    [workspace]: { skills: ['alpha'] },
    [user]: disabled('delta'),
  }),
  settings('disabled by default', {
    [workspace]: { skills: { defaultDisabled: ['alpha', 'delta'] } },
    [user]: { skills: { enabled: ['ALPHA'] } },
  }),
  settings('a level', { [workspace]: { skills: { disabledLevels: ['user'] } } }),
  settings('two levels and an unknown one', {
    [user]: { skills: { disabledLevels: ['project', 'extension', 'other'] } },
  }),
  settings('a level as text', { [user]: { skills: { disabledLevels: 'project' } } }),
  settings('skills of an extension', {
    [workspace]: { skills: { disabled: ['ext:one', 'TWO'], enabled: ['ext:closed'] } },
  }),
  settings('skills of an extension by bare name', { [workspace]: { skills: { enabled: ['closed'] } } }),
  settings('skills of an extension by default', {
    [workspace]: { skills: { defaultDisabled: ['one', 'ext:two'], enabled: ['ext:one', 'ext:two'] } },
  }),
  settings('variables', { [workspace]: disabled('$SKILL', `\${SKILL}x`, '$UNSET') }, { SKILL: 'alpha' }),
];

const agentForms: readonly ToolCase[] = [
  settings('agents denied', { [workspace]: deny('Agent(checker)'), [user]: deny('Agent(reader)') }),
  settings('other names of the tool', {
    [workspace]: deny('agent(checker)', 'Task(Writer)', ' TaskTool (reader) '),
  }),
  settings('agents in another case or with blanks', {
    [user]: deny('Agent(Checker)', 'Agent( Writer )', 'AGENT(reader)'),
  }),
  settings('rules that match nothing', { [user]: deny('Agent(checker', 'Agent(*)', '*', 'Agent:checker') }),
  settings('deny as a text', { [user]: { permissions: { deny: 'Agent(checker)' } } }),
  settings('permissions as null', { [workspace]: { permissions: null }, [user]: deny('Agent(checker)') }),
  settings('other lists', { [user]: { permissions: { ask: ['Agent(checker)'], allow: ['Agent(Writer)'] } } }),
  settings('the whole tool for agents', { [user]: deny('Agent') }),
  settings('the whole tool for agents, with parentheses', { [workspace]: deny('Task()') }),
  settings('the tool for agents excluded', { [workspace]: { tools: { exclude: ['AgentTool'] } } }),
  settings('the tool for agents disabled', { [workspace]: { tools: { disabled: ['agent'] } } }),
  settings('tools disabled by other names', { [workspace]: { tools: { disabled: ['Agent', 'Skill'] } } }),
  settings('only some core tools', { [workspace]: { tools: { core: ['read_file'] } } }),
];

const gateForms: readonly ToolCase[] = [
  settings('skills denied to the model', {
    [workspace]: deny('Skill(alpha)', 'skill(delta)', 'Skill(BETA)'),
  }),
  settings('the skill of an extension denied', {
    [user]: deny('Skill(ext:one)', 'Skill(two)', 'Skill(skill:alpha)', 'Agent(subagent_type:checker)'),
  }),
  settings('all skills denied', { [user]: deny('Skill') }),
  settings('the tool for skills disabled', { [user]: { tools: { disabled: ['skill'] } } }),
  settings('slash commands hidden', {
    [workspace]: { slashCommands: { disabled: ['alpha', ' DELTA ', 'one', 'ext:two'] } },
  }),
  settings('slash commands hidden by a variable', {}, { QWEN_DISABLED_SLASH_COMMANDS: 'alpha, Delta' }),
];

const brokenForms: readonly ToolCase[] = [
  settings('comments', { [workspace]: '// first\n{"skills": /* x */ {"disabled": ["alpha"]}}\n' }),
  settings('a byte order mark', { [workspace]: `\uFEFF${JSON.stringify(disabled('alpha'))}` }),
  settings('a trailing comma in the workspace', { [workspace]: '{"skills": {"disabled": ["alpha",]}}' }),
  settings('a trailing comma of the user', { [user]: '{"skills": {"disabled": ["alpha",]}}' }),
  settings('an empty file in the workspace', { [workspace]: '' }),
  settings('an empty file of the user', { [user]: '' }),
  settings('a list in the workspace', { [workspace]: '[]' }),
  settings('a text of the user', { [user]: '"text"' }),
  settings('a mistake of the administrator', { [system]: '{"skills":' }),
  settings('a doubled section', {
    [workspace]: '{"skills": {"disabled": ["alpha"]}, "skills": {"disabled": ["delta"]}}',
  }),
  settings('odd values elsewhere', {
    [workspace]: { ...disabled('alpha'), general: 5, context: [], security: true, ui: 'x' },
  }),
  settings('unknown names', { [workspace]: { skills: { disabled: ['alpha'], other: 1 }, other: {} } }),
  settings('a name with a dot', { [workspace]: { 'skills.disabled': ['alpha'] } }),
  settings('an old version', { [workspace]: { $version: 1, theme: 'x', ...disabled('alpha') } }),
  settings('other files', {
    '.qwen/settings.local.json': disabled('alpha'),
    '.gemini/settings.json': disabled('gamma'),
    '~/.gemini/settings.json': {
      security: { auth: { selectedType: 'gemini-api-key' } },
      ...disabled('delta'),
    },
  }),
];

export const settingsCases: readonly ToolCase[] = [
  ...skillForms,
  ...agentForms,
  ...gateForms,
  ...brokenForms,
];
