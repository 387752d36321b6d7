/** Files that Claude Code reads or refuses, and the gates in them. */

import type { ToolCase } from '../asker.js';
import { agent, servers, skill, skillsIn } from './claude-parts.js';

const frontmatter = (head: string): string => `---\n${head}\n---\nFirst line.\nSecond line.\n`;

const texts: Readonly<Record<string, string | Uint8Array>> = {
  plain: frontmatter('description: A test.'),
  'byte-order-mark': `\uFEFF${frontmatter('description: A test.')}`,
  crlf: frontmatter('description: A test.').replaceAll('\n', '\r\n'),
  'cr-alone': frontmatter('description: A test.').replaceAll('\n', '\r'),
  'invalid-utf-8': Buffer.concat([
    Buffer.from('---\ndescription: caf'),
    Buffer.from([0xe9]),
    Buffer.from('\n---\nBody.\n'),
  ]),
  'no-frontmatter': '# Title\n\nBody.\n',
  open: '---\ndescription: A test.\nuser-invocable: false\nBody.\n',
  'blanks-after-dashes': '--- \ndescription: A test.\nuser-invocable: false\n--- \nBody.\n',
  'line-before': '\n---\ndescription: A test.\nuser-invocable: false\n---\nBody.\n',
  'four-dashes': '----\ndescription: A test.\nuser-invocable: false\n----\nBody.\n',
  'no-last-line-end': '---\ndescription: A test.\nuser-invocable: false\n---',
  'empty-frontmatter': '---\n---\nBody.\n',
  empty: '',
  'no-description': frontmatter('name: no-description'),
  'empty-description': frontmatter('description: ""'),
  'number-description': frontmatter('description: 5'),
  'list-description': frontmatter('description: [a, b]'),
  'long-description': frontmatter(`description: ${'x'.repeat(3_000)}`),
  'other-name': frontmatter('name: Another Name\ndescription: A test.'),
  'number-name': frontmatter('name: 5\ndescription: A test.'),
  'colons-in-text': frontmatter('description: a: b: c\nuser-invocable: false'),
  'broken-yaml': frontmatter('description: A test.\n  bad: [x\nuser-invocable: false'),
  'key-twice': frontmatter('description: A test.\nuser-invocable: true\nuser-invocable: false'),
  'unknown-key': frontmatter('description: A test.\nunknown: 5'),
  'list-frontmatter': frontmatter('- a\n- b'),
  Capitals: frontmatter('description: A test.'),
  'two words': frontmatter('description: A test.'),
  'a:b': frontmatter('description: A test.'),
  'a(b)': frontmatter('description: A test.'),
  'a*b': frontmatter('description: A test.'),
  日本: frontmatter('description: A test.'),
  'a  b': frontmatter('description: A test.'),
  ' blank-first': frontmatter('description: A test.'),
  'a<b': frontmatter('description: A test.'),
  'a\u00A0b': frontmatter('description: A test.'),
  'a\u200Bb': frontmatter('description: A test.'),
  'colon-last:': frontmatter('description: A test.'),
  constructor: frontmatter('description: A test.'),
  'largest-file': frontmatter('description: A test.').padEnd(1_000_000, 'x'),
  'too-large-file': frontmatter('description: A test.').padEnd(1_000_001, 'x'),
};

const agentTexts: Readonly<Record<string, string | Uint8Array>> = {
  plain: agent('plain'),
  'no-name': frontmatter('description: A test.'),
  'no-description': frontmatter('name: no-description'),
  'empty-name': frontmatter('name: ""\ndescription: A test.'),
  'empty-description': frontmatter('name: empty-description\ndescription: ""'),
  'blank-description': frontmatter('name: blank-description\ndescription: " "'),
  'number-name': frontmatter('name: 5\ndescription: A test.'),
  'number-description': frontmatter('name: number-description\ndescription: 5'),
  'list-description': frontmatter('name: list-description\ndescription: [a]'),
  'byte-order-mark': `\uFEFF${agent('byte-order-mark')}`,
  crlf: agent('crlf').replaceAll('\n', '\r\n'),
  'no-frontmatter': '# Title\n\nBody.\n',
  open: '---\nname: open\ndescription: A test.\nBody.\n',
  'blanks-after-dashes': '--- \nname: blanks-after-dashes\ndescription: A test.\n--- \nBody.\n',
  'line-before': `\n${agent('line-before')}`,
  empty: '',
  'no-body': '---\nname: no-body\ndescription: A test.\n---\n',
  'colons-in-text': frontmatter('name: colons-in-text\ndescription: a: b: c'),
  'broken-yaml': frontmatter('name: broken-yaml\ndescription: A test.\n  bad: [x'),
  'key-twice': frontmatter('name: first\nname: second-of-two\ndescription: A test.'),
  blanks: agent('Name With Blanks'),
  parentheses: agent('a(b)'),
  'minus-first': agent('-minus'),
  colon: agent('"a:b"'),
  'wide-colon': agent('"a：b"'),
  'long-name': agent('n'.repeat(257)),
  'longest-name': agent('n'.repeat(256)),
  'tools-as-text': agent('tools-as-text', 'tools: Read, Write\n'),
  'tools-as-number': agent('tools-as-number', 'tools: 5\n'),
  'unknown-model': agent('unknown-model', 'model: none\n'),
  'wrong-hooks': agent('wrong-hooks', 'hooks: 5\n'),
  gates: agent('gates', 'user-invocable: false\ndisable-model-invocation: true\n'),
  disabled: agent('disabled', 'disable: true\nenabled: false\n'),
  'name-of-a-built-in-one': agent('Explore'),
};

const gateValues = [
  'true',
  'false',
  'yes',
  'no',
  'on',
  'off',
  '1',
  '0',
  '"true"',
  '"No"',
  'TRUE',
  'y',
  'maybe',
  '',
  'null',
  '[true]',
  '2',
  '" true "',
];
const gateKeys = [
  'user-invokable',
  'userInvocable',
  'user_invocable',
  'User-Invocable',
  'disable_model_invocation',
  'disableModelInvocation',
];

const gates = Object.fromEntries([
  ...gateValues.flatMap((value, at) => [
    [`user-${at}`, skill('A test.', `user-invocable: ${value}\n`)],
    [`model-${at}`, skill('A test.', `disable-model-invocation: ${value}\n`)],
  ]),
  ...gateKeys.map((key) => [`key-${key}`, skill('A test.', `${key}: ${key.startsWith('d')}\n`)]),
  ['closed', skill('A test.', 'user-invocable: false\ndisable-model-invocation: true\n')],
]) as Readonly<Record<string, string>>;

const inFolder = (folder: string, files: Readonly<Record<string, string | Uint8Array>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}.md`, text]));

const mcpTexts: Readonly<Record<string, string>> = {
  'a comment': `// x\n${servers('a')}`,
  'a byte order mark': `\uFEFF${servers('a')}`,
  'no text': '',
  'no list of servers': '{"a": {"command": "true"}}',
  'servers of odd forms': JSON.stringify({
    mcpServers: {
      a: { command: 'true' },
      number: 5,
      'no-command': {},
      'number-command': { command: 5 },
      'url-alone': { url: 'http://127.0.0.1:9/' },
      http: { type: 'http', url: 'http://127.0.0.1:9/' },
      'unknown-type': { type: 'none', command: 'true' },
      'a b': { command: 'true', args: ['b'] },
      disabled: { command: 'true', args: ['c'], disabled: true },
    },
  }),
};

export const claudeFileCases: readonly ToolCase[] = [
  { name: 'skills of every form', about: 'files', files: skillsIn('.claude/skills', texts) },
  { name: 'agents of every form', about: 'files', files: inFolder('.claude/agents', agentTexts) },
  {
    name: 'commands of every form',
    about: 'files',
    files: inFolder('.claude/commands', {
      plain: skill(),
      'no-frontmatter': 'Do it.\n',
      empty: '',
      named: skill('A test.', 'name: another\n'),
      'a b': skill(),
      hidden: skill('A test.', 'user-invocable: false\n'),
      gated: skill('A test.', 'disable-model-invocation: yes\n'),
    }),
  },
  { name: 'gates of every form', about: 'gates', files: skillsIn('.claude/skills', gates) },
  {
    name: 'gates and overrides',
    about: 'gates',
    files: {
      ...skillsIn('.claude/skills', gates),
      '.claude/settings.json': JSON.stringify({
        skillOverrides: {
          'user-0': 'user-invocable-only',
          'user-1': 'user-invocable-only',
          'model-0': 'off',
          'model-2': 'on',
        },
      }),
    },
  },
  ...Object.entries(mcpTexts).map(
    ([name, text]): ToolCase => ({
      name: `a .mcp.json with ${name}`,
      about: 'servers',
      files: { '.mcp.json': text },
    }),
  ),
];
