/** The forms of settings that opencode and Kilo share. */

import type { ToolCase } from '../asker.js';
import { type FamilyNames, json, localServer, rules, skillsIn, switched } from './opencode-entries.js';

/** The forms of one settings file, by name. */
const forms: Readonly<Record<string, string>> = {
  'a rule for one name': rules({ a: 'deny' }),
  'a rule that asks': rules({ a: 'ask', b: 'deny' }),
  'a name in another case': rules({ A: 'deny', B: 'deny' }),
  'a star': rules({ 'a*': 'deny' }),
  'a question mark': rules({ '?': 'deny' }),
  'a rule after a pattern': rules({ 'a*': 'deny', ab: 'allow' }),
  'a pattern after a rule': rules({ ab: 'allow', 'a*': 'deny' }),
  'all but one': rules({ '*': 'deny', a: 'allow' }),
  'one, then all': rules({ a: 'allow', '*': 'deny' }),
  'a word for all skills': rules('deny'),
  'a blank and a star at the end': rules({ 'a *': 'deny', ' b': 'deny' }),
  'a backslash at the end': rules({ 'a\\': 'deny' }),
  'a word for everything': json({ permission: 'deny' }),
  'a star for all permissions': json({ permission: { '*': 'deny' } }),
  'skills after all permissions': json({ permission: { '*': 'deny', skill: 'allow' } }),
  'all permissions after skills': json({ permission: { skill: 'allow', '*': 'deny' } }),
  'a pattern of permissions': json({ permission: { 'sk*': { a: 'deny' } } }),
  'a later pattern of permissions': json({ permission: { skill: { a: 'deny' }, 's*': 'allow' } }),
  'the older tools': json({ tools: { skill: false } }),
  'the older tools below a word': json({ permission: { skill: 'deny' }, tools: { skill: true } }),
  'the older tools below rules': json({ tools: { skill: false }, permission: { skill: { a: 'allow' } } }),
  'the older tools without agents': json({ tools: { task: false } }),
  'rules of the default agent': json({ agent: { build: { permission: { skill: { a: 'deny' } } } } }),
  'rules of the default agent above all': json({
    permission: { skill: { a: 'deny' } },
    agent: { build: { permission: { skill: { a: 'allow' } } } },
  }),
  'rules of a chosen agent': json({
    default_agent: 'plan',
    agent: { plan: { permission: { skill: { a: 'deny' } } }, build: { permission: { skill: 'deny' } } },
  }),
  'a task that is denied': json({ permission: { task: { x: 'deny' } } }),
  'all tasks': json({ permission: { task: 'deny' } }),
  'all tasks but one': json({ permission: { task: { '*': 'deny', y: 'allow' } } }),
  'a disabled agent': json({ agent: { x: { disable: true }, y: { disable: false } } }),
  'a disabled agent in another case': json({ agent: { x: { disable: true }, Y: { disable: true } } }),
  'a disabled mode': json({ mode: { x: { disable: true } } }),
  'a mode above an agent': json({ agent: { x: { disable: true } }, mode: { x: { disable: false } } }),
  'a hidden agent': json({ agent: { x: { hidden: true } } }),
  'keys that nobody knows': json({ foo: 1, permission: { skill: { a: 'deny' } } }),
  'a theme': json({ theme: 5, permission: { skill: { a: 'deny' } } }),
  'an empty file': '',
  'a comment': '{ // one\n "$schema": "x", /* two */ "permission": {"skill": {"a": "deny"}} }',
  'trailing commas': '{"$schema": "x", "permission": {"skill": {"a": "deny",},},}',
  'a byte order mark': `\uFEFF${rules({ a: 'deny' })}`,
  'other line ends': `{\r\n"$schema": "x",\r\n"permission": {"skill": {"a": "deny"}}\r\n}`,
  'a key twice':
    '{"$schema": "x", "permission": {"skill": {"a": "deny"}}, "permission": {"skill": {"b": "deny"}}}',
  'a rule twice': '{"$schema": "x", "permission": {"skill": {"a": "deny", "a": "allow"}}}',
  'only blanks': '  \n',
  'only a comment': '// nothing\n',
  'single quotes': "{'permission': {}}",
  'a list': '[]',
  'something after the end': '{} x',
  'a number as permission': json({ permission: 5 }),
  'a list of permissions': json({ permission: [] }),
  'a number for skills': rules(5),
  'a list of skills': rules(['a']),
  'an unknown word': rules({ a: 'off' }),
  'a flag instead of a word': rules({ a: false }),
  'an unknown word for another permission': json({ permission: { bash: 'maybe', skill: { a: 'deny' } } }),
  'a number of agents': json({ agent: 5, permission: { skill: { a: 'deny' } } }),
  'an agent that is a number': json({ agent: { x: 5 }, permission: { skill: { a: 'deny' } } }),
  'disabled as a text': json({ agent: { x: { disable: 'true' } } }),
  'a model that is a number': json({ model: 5, permission: { skill: { a: 'deny' } } }),
  'instructions as a text': json({ instructions: 'x', permission: { skill: { a: 'deny' } } }),
  'a schema that is a number': '{"$schema": 5, "permission": {"skill": {"a": "deny"}}}',
  'a server whose switch is a text': json({ mcp: { s: { ...localServer, enabled: 'no' } } }),
  'a server whose command is a text': json({ mcp: { s: { type: 'local', command: 'x' } } }),
  'a server of an unknown type': json({ mcp: { s: { type: 'stdio', command: ['x'] } } }),
  'a plugin that is a number': json({ plugin: [5], permission: { skill: { a: 'deny' } } }),
  'folders of skills as a list': json({ skills: ['x'], permission: { skill: { a: 'deny' } } }),
  'a path of skills as a text': json({ skills: { paths: 'x' }, permission: { skill: { a: 'deny' } } }),
};

/** Which of two files of a scene counts: the first denies `a`, the second allows it. */
function pairs({ directory, file, home, prefix }: FamilyNames): Record<string, readonly [string, string]> {
  const main = `${file}.json`;
  return {
    'comments in the repository': [main, `${file}.jsonc`],
    'the repository above the user': [`${home}/${main}`, main],
    'the user below the repository': [main, `${home}/${main}`],
    'the directory above the repository': [main, `${directory}/${main}`],
    'the directory in the home': [`${directory}/${main}`, `~/${directory}/${main}`],
    'the old name below': [`${home}/config.json`, `${home}/${main}`],
    'comments of the user': [`${home}/${main}`, `${home}/${file}.jsonc`],
    'the nearer file': [main, `p/q/${main}`],
    'the nearer file, the other way': [`p/q/${main}`, `p/${main}`],
    'the nearer directory': [`p/q/${directory}/${main}`, `${directory}/${main}`],
    [`${prefix}_CONFIG above the user`]: [`${home}/${main}`, '~/chosen.json'],
    [`${prefix}_CONFIG below the repository`]: [main, '~/chosen.json'],
    [`${prefix}_CONFIG_DIR above all`]: [`~/${directory}/${main}`, `~/chosen/${main}`],
  };
}

function pairCases(names: FamilyNames): ToolCase[] {
  const { prefix } = names;
  return Object.entries(pairs(names)).map(([name, [first, second]]) => ({
    name: `two files: ${name}`,
    about: 'settings',
    cwd: 'p/q',
    files: {
      ...switched(names),
      [first]: rules({ a: 'deny', b: 'allow' }),
      [second]: rules({ a: 'allow', b: 'deny' }),
    },
    env: {
      ...(name.startsWith(`${prefix}_CONFIG `) && { [`${prefix}_CONFIG`]: '<home>/chosen.json' }),
      ...(name.startsWith(`${prefix}_CONFIG_DIR`) && { [`${prefix}_CONFIG_DIR`]: '<home>/chosen' }),
    },
  }));
}

/** How the rules of two files are merged: those of the user, then those of the repository. */
const merges: Readonly<Record<string, readonly [unknown, unknown]>> = {
  'a name after a star': [{ '*': 'deny' }, { a: 'allow' }],
  'a star after a name': [{ a: 'allow' }, { '*': 'deny' }],
  'an order that stays': [{ a: 'allow', '*': 'deny' }, { a: 'allow' }],
  'rules instead of a word': ['deny', { a: 'allow' }],
  'a word instead of rules': [{ a: 'allow' }, 'deny'],
};

function mergeCases(names: FamilyNames): ToolCase[] {
  const { home, file } = names;
  return Object.entries(merges).map(([name, [first, second]]) => ({
    name: `merged: ${name}`,
    about: 'settings',
    files: { ...switched(names), [`${home}/${file}.json`]: rules(first), [`${file}.json`]: rules(second) },
  }));
}

/** The settings in all their forms, alone and in several files. */
export function settingsCases(names: FamilyNames): ToolCase[] {
  const { home, file, directory, prefix } = names;
  const single = Object.entries(forms).map(
    ([name, text]): ToolCase => ({
      name: `settings: ${name}`,
      about: 'settings',
      files: { ...switched(names), [`${file}.json`]: text },
    }),
  );
  return [
    ...single,
    ...pairCases(names),
    ...mergeCases(names),
    {
      name: 'settings of the user: broken',
      about: 'settings',
      files: { ...switched(names), [`${home}/${file}.json`]: '{ no', [`${file}.json`]: rules({ a: 'deny' }) },
    },
    {
      name: 'settings of the repository: one broken file of two',
      about: 'settings',
      files: {
        ...switched(names),
        [`${file}.json`]: '{ no',
        [`${directory}/${file}.json`]: rules({ a: 'deny' }),
      },
    },
    {
      name: 'settings in another home for settings',
      about: 'settings',
      env: { XDG_CONFIG_HOME: '<home>/x' },
      files: {
        ...switched(names),
        [`~/x/${file}/${file}.json`]: rules({ a: 'deny' }),
        [`${home}/${file}.json`]: rules({ b: 'deny' }),
        ...skillsIn(`~/x/${file}/skills`, 'there'),
        ...skillsIn(`${home}/skills`, 'here'),
      },
    },
    {
      name: 'settings of the repository are switched off',
      about: 'settings',
      env: { [`${prefix}_DISABLE_PROJECT_CONFIG`]: '1' },
      files: {
        ...switched(names),
        ...skillsIn(`${directory}/skills`, 'own'),
        [`${file}.json`]: rules({ a: 'deny' }),
        [`${directory}/${file}.json`]: rules({ b: 'deny' }),
      },
    },
    {
      name: 'settings above a folder without Git',
      about: 'settings',
      isBare: true,
      cwd: 'p/q',
      files: {
        ...skillsIn('p/q/.agents/skills', 'a', 'b', 'c'),
        [`${file}.json`]: rules({ a: 'deny' }),
        [`p/${file}.json`]: rules({ b: 'deny' }),
        [`p/${directory}/${file}.json`]: rules({ c: 'deny' }),
      },
    },
  ];
}
