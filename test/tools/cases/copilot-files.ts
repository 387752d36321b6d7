/** Files that Copilot CLI loads or refuses. */

import type { ToolCase } from '../asker.js';
import { agent, type Files } from './copilot-scenes.js';

type Texts = Readonly<Record<string, string | Uint8Array>>;

/** Frontmatter with these fields, and a body. */
const fields = (text: string): string => `---\n${text}\n---\nThe body.\n`;
const described = (text: string): string => fields(`description: A test.\n${text}`);

const inSkills = (texts: Texts): Files =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`.github/skills/${name}/SKILL.md`, text]));
const inAgents = (texts: Texts): Files =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`.github/agents/${name}.agent.md`, text]));
const inCommands = (texts: Texts): Files =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`.claude/commands/${name}.md`, text]));

const mapped = (texts: Readonly<Record<string, string>>, write: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, write(text)]));

const invalidUtf8 = (start: string, end: string): Uint8Array =>
  Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe]), Buffer.from(end)]);

const blocks = (start: string): Texts => ({
  mark: `\uFEFF---\n${start}\n---\nBody.`,
  'two-marks': `\uFEFF\uFEFF---\n${start}\n---\nBody.`,
  crlf: `---\r\n${start}\r\n---\r\nBody.\r\n`,
  cr: `---\r${start}\r---\rBody.\r`,
  none: 'Only a body.\n',
  heading: '# A heading\n\nA body.\n',
  empty: '',
  blank: '\n\n',
  open: `---\n${start}\n`,
  'blanks-after': `---  \n${start}\n---\t \nBody.`,
  'blank-line-first': `\n---\n${start}\n---\nBody.`,
  'blank-first': ` ---\n${start}\n---\nBody.`,
  'four-dashes': `----\n${start}\n----\nBody.`,
  'dots-at-the-end': `---\n${start}\n...\nBody.`,
  'blank-before-end': `---\n${start}\n ---\nBody.`,
  'no-body': `---\n${start}\n---`,
  'no-fields': '---\n---\nThe body.\n',
  'text-after-dashes': `---${start}\n---\nBody.`,
  utf16: Buffer.from(`\uFEFF---\n${start}\n---\nBody.`, 'utf16le'),
});

const yamlForms = {
  twice: 'description: a\ndescription: b',
  'open-list': 'description: [a',
  tab: 'description: a\n\tb: c',
  colon: 'description: Use: this',
  at: 'description: @this',
  star: 'description: *this',
  'half-list': 'description: [a] b',
  quote: "description: 'it's'",
  hash: 'description: a # b',
  comment: '# A comment\ndescription: a',
  anchor: 'description: &a b\nother: *a',
  tag: 'description: !!str 5',
  block: 'description: |\n  one\n  two',
  folded: 'description: >\n  one\n  two',
  'two-lines': 'description: one\n  two',
  null: 'description:',
  'empty-text': 'description: ""',
  'blank-text': 'description: "  "',
  number: 'description: 12',
  flag: 'description: true',
  word: 'description: yes',
  date: 'description: 2024-01-01',
  list: 'description: [a, b]',
  map: 'description: {a: b}',
};

const skillNames = {
  missing: 'license: MIT',
  other: 'name: other-name',
  capitals: 'name: Capital-Letters',
  'three-blanks': 'name: has  some blanks',
  'blanks-around': 'name: "  around  "',
  special: 'name: under_score.dot:colon',
  'ends-with-hyphen': 'name: x--y-',
  empty: 'name: ""',
  blank: 'name: "  "',
  null: 'name:',
  number: 'name: 123',
  flag: 'name: true',
  list: 'name: [a]',
  date: 'name: 2024-01-01',
  tab: 'name: "a\\tb"',
  slash: 'name: a/b',
  star: 'name: "a*b"',
  umlaut: 'name: größe',
  'first-hyphen': 'name: -x',
  'first-dot': 'name: .x',
  'first-underscore': 'name: _x',
  plus: 'name: a+b',
  'at-sign': 'name: a@b',
  long: `name: ${'n'.repeat(64)}`,
  'too-long': `name: ${'o'.repeat(65)}`,
};

const skillFields = {
  'hint-number': 'argument-hint: 5',
  'hint-list': 'argument-hint: [x]',
  'hint-null': 'argument-hint:',
  'hint-text': 'argument-hint: "[x]"',
  'tools-number': 'allowed-tools: 5',
  'tools-null': 'allowed-tools:',
  'tools-map': 'allowed-tools: {a: b}',
  'tools-mixed': 'allowed-tools: [Bash, 5]',
  'tools-text': 'allowed-tools: Bash, Read',
  'tools-list': 'allowed-tools: [Bash, Read]',
  'other-license': 'license: 5\ncompatibility: [x]\nmetadata: 5\nversion: [1]',
  unknown: 'unknown: 5\nhooks: 3\nmodel: 5\ncontext: 5',
};

const agentFields = {
  'own-name': 'name: Some Other Name',
  'empty-name': 'name: ""',
  'null-name': 'name:',
  'number-name': 'name: 12',
  'list-name': 'name: [a]',
  'odd-name': 'name: a/b*(c)',
  'tools-text': 'tools: Read, Write',
  'tools-list': 'tools: [read, edit]',
  'tools-number': 'tools: 5',
  'tools-null': 'tools:',
  'tools-map': 'tools: {read: true}',
  'tools-mixed': 'tools: [read, 5]',
  'model-text': 'model: gpt-5',
  'model-list': 'model: [a, b]',
  'model-number': 'model: 5',
  'model-null': 'model:',
  unknown: 'color: red\ntarget: vscode\nhandoffs: 5\nmetadata: 5',
  'skills-list': 'skills: [x]',
  'skills-number': 'skills: 5',
  'hooks-number': 'hooks: 5',
  'github-number': 'github: 5',
  'effort-number': 'reasoning-effort: 5',
  'servers-number': 'mcp-servers: 5',
  'servers-in-number': 'mcp-servers:\n  one: 5',
  'servers-without-args': 'mcp-servers:\n  one:\n    command: "true"',
  servers: 'mcp-servers:\n  one:\n    type: local\n    command: "true"\n    args: []\n    tools: ["*"]',
};

const files = (name: string, found: Files): ToolCase => ({ name, about: 'files', files: found });

export const copilotFileCases: readonly ToolCase[] = [
  files('reads blocks of frontmatter in skills', {
    ...inSkills(blocks('description: A test.')),
    ...inSkills({
      damaged: invalidUtf8('---\ndescription: A ', 'b.\n---\nBody.'),
      'list-as-fields': fields('- a\n- b'),
      'text-as-fields': fields('hello'),
      'no-description': fields('license: MIT'),
    }),
  }),
  files('reads YAML in skills', inSkills(mapped(yamlForms, fields))),
  files('reads names of skills', {
    ...inSkills(mapped(skillNames, described)),
    ...inSkills({ 'Folder Name': described('license: MIT'), 'folder+name': described('license: MIT') }),
  }),
  files('reads fields of skills', {
    ...inSkills(mapped(skillFields, described)),
    ...inSkills({
      'long-description': fields(`description: ${'d'.repeat(1024)}`),
      'too-long-description': fields(`description: ${'d'.repeat(1025)}`),
      'blanks-count': fields(`description: "${'d'.repeat(1024)} "`),
      'wide-letters': fields(`description: ${'ü'.repeat(1024)}`),
      'wider-letters': fields(`description: ${'😀'.repeat(513)}`),
    }),
  }),
  files('reads commands', {
    ...inCommands(blocks('description: A test.')),
    ...inCommands(mapped(yamlForms, fields)),
  }),
  files('reads names and fields of commands', {
    ...inCommands(mapped(skillNames, described)),
    ...inCommands(mapped(skillFields, described)),
    ...inCommands({
      'two words': 'Body.',
      '-hyphen': 'Body.',
      'plus+': 'Body.',
      'a:b': 'Body.',
      README: '# Title',
    }),
  }),
  files('reads blocks of frontmatter in agents', {
    ...inAgents(blocks('description: A test.')),
    ...inAgents({
      damaged: invalidUtf8('---\ndescription: A ', 'b.\n---\nBody.'),
      'damaged-body': invalidUtf8('---\ndescription: A test.\n---\nBody', '.'),
      'list-as-fields': fields('- a\n- b'),
      'no-description': fields('name: x'),
      'long-description': fields(`description: ${'d'.repeat(2000)}`),
    }),
  }),
  files('reads YAML in agents', inAgents(mapped(yamlForms, fields))),
  files('reads fields of agents', {
    ...inAgents(mapped(agentFields, described)),
    '.github/agents/two words.agent.md': agent(),
    '.github/agents/plus+umlaut-ü.agent.md': agent(),
    '.github/agents/plain.md': agent(),
    '.github/agents/a.b.agent.md': agent(),
    '.github/agents/x.chatmode.md': agent(),
    '.github/agents/UPPER.AGENT.MD': agent(),
    '.github/agents/.agent.md': agent(),
    '.github/agents/yaml.agent.yaml': 'description: A test.\n',
  }),
];
