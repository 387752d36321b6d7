/** Odd SKILL.md files and odd agents, which Codex loads or refuses. */

import type { ToolCase } from '../asker.js';
import { agent, skill } from './codex-texts.js';

type Texts = Record<string, string | Uint8Array>;

/** A frontmatter with these lines. */
const matter = (lines: string): string => `---\n${lines}\n---\nBody.\n`;
const bytes = (before: string, after: string): Uint8Array =>
  Uint8Array.of(...new TextEncoder().encode(before), 0xff, 0xfe, ...new TextEncoder().encode(after));

function inFolders(files: Texts): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([folder, text]) => [`.agents/skills/${folder}/SKILL.md`, text]),
  );
}

const frames: Texts = {
  mark: `\uFEFF${skill('mark')}`,
  windows: skill('windows').replaceAll('\n', '\r\n'),
  'old-mac': skill('old-mac').replaceAll('\n', '\r'),
  'bytes-in-head': bytes('---\nname: bytes-in-head\ndescription: x', '\n---\n'),
  'bytes-in-body': bytes(skill('bytes-in-body'), '\n'),
  none: '# Title\n',
  empty: '',
  open: '---\nname: open\ndescription: x\n',
  'blanks-after': '---  \nname: blanks-after\ndescription: x\n---\t\nBody\n',
  'blanks-before': '  ---\nname: blanks-before\ndescription: x\n  ---\nBody\n',
  'line-before': '\n---\nname: line-before\ndescription: x\n---\n',
  nothing: '---\n---\nBody\n',
  'empty-line': '---\n\n---\nBody\n',
  'four-dashes': '----\nname: four-dashes\ndescription: x\n----\n',
  dots: '---\nname: dots\ndescription: x\n...\nBody\n',
  'no-newline': '---\nname: no-newline\ndescription: x\n---',
  'dashes-in-text': matter('name: dashes-in-text\ndescription: |\n  one\n  ---\n  two'),
  list: matter('- a\n- b'),
  word: matter('hello'),
  comment: matter('# nothing'),
  capitals: matter('Name: capitals\nDescription: x'),
  control: '---\nname: control\ndescription: "a\u001Bb"\n---\n',
  zero: '---\nname: zero\ndescription: a\0b\n---\n',
  large: `${skill('large')}${'x'.repeat(300_000)}`,
  late: matter(`name: late\nextra: ${'y'.repeat(70_000)}\ndescription: x`),
};

const names: Texts = {
  'no-name': matter('description: x'),
  'empty-name': matter('name: ""\ndescription: x'),
  'null-name': matter('name:\ndescription: x'),
  'tilde-name': matter('name: ~\ndescription: x'),
  'blank-name': matter('name: "  "\ndescription: x'),
  'number-name': matter('name: 12\ndescription: x'),
  'octal-name': matter('name: 0o17\ndescription: x'),
  'float-name': matter('name: 1.50\ndescription: x'),
  'true-name': matter('name: true\ndescription: x'),
  'date-name': matter('name: 2024-01-01\ndescription: x'),
  'list-name': matter('name: [a]\ndescription: x'),
  'map-name': matter('name: {a: b}\ndescription: x'),
  'long-name': matter(`name: ${'x'.repeat(64)}\ndescription: x`),
  'longer-name': matter(`name: ${'x'.repeat(65)}\ndescription: x`),
  'wide-name': matter(`name: ${'ü'.repeat(64)}\ndescription: x`),
  [`f${'o'.repeat(64)}`]: matter('description: x'),
  'blanks-in-name': matter('name: "two  words\\n here"\ndescription: x'),
  'hard-blanks': matter('name: "\u00A0hard\u00A0blank\u00A0"\ndescription: x'),
  'odd-name': matter('name: Odd_It.s/here*\ndescription: x'),
  'colon-name': matter('name: a:b\ndescription: x'),
  'other-name': matter('name: Some Other\ndescription: x'),
};

const descriptions: Texts = {
  'no-description': matter('name: no-description'),
  'empty-description': matter('name: empty-description\ndescription: ""'),
  'blank-description': matter('name: blank-description\ndescription: "  "'),
  'null-description': matter('name: null-description\ndescription:'),
  'number-description': matter('name: number-description\ndescription: 12'),
  'true-description': matter('name: true-description\ndescription: true'),
  'list-description': matter('name: list-description\ndescription: [a, b]'),
  'lines-description': matter('name: lines-description\ndescription:\n  - a'),
  'map-description': matter('name: map-description\ndescription: {a: b}'),
  'nested-description': matter('name: nested-description\ndescription:\n  a: b'),
  'long-description': matter(`name: long-description\ndescription: ${'x'.repeat(1_025)}`),
  folded: matter('name: folded\ndescription: >\n  one\n  two'),
  literal: matter('name: literal\ndescription: |\n  one\n  two'),
};

const yaml: Texts = {
  'name-twice': matter('name: name-twice\nname: again\ndescription: x'),
  'extra-twice': matter('name: extra-twice\nextra: 1\nextra: 2\ndescription: x'),
  unknown: matter('name: unknown\ndescription: x\nextra: [1, {a: b}]'),
  'number-key': matter('1: a\nname: number-key\ndescription: x'),
  indented: matter('  name: indented\n  description: x'),
  merge: matter('base: &base {description: x}\nname: merge\n<<: *base'),
  anchor: matter('name: &a anchor\ndescription: *a'),
  tagged: matter('name: tagged\ndescription: !tag x'),
  'string-tag': matter('name: string-tag\ndescription: !!str 12'),
  colon: matter('name: colon\ndescription: Use when: it is needed'),
  'colon-elsewhere': matter('name: colon-elsewhere\ndescription: x\nhint: <time: 7d>'),
  'colon-and-comment': matter('name: colon-and-comment\ndescription: a: b # c'),
  'colon-in-block': matter('name: colon-in-block\ndescription: |\n  a: b\n  c: d: e\nhint: x: y'),
  'colon-at-end': matter('name: colon-at-end\ndescription: a: b:'),
  quotes: matter('name: quotes\ndescription: don\'t "do" it: now'),
  at: matter('name: at\ndescription: @someone'),
  backtick: matter('name: backtick\ndescription: `code` here'),
  'open-list': matter('name: open-list\ndescription: [a'),
  'open-map': matter('name: open-map\ndescription: {a'),
  'list-and-more': matter('name: list-and-more\ndescription: [a] b'),
  'open-quote': matter('name: open-quote\ndescription: "a'),
  percent: matter('name: percent\ndescription: %a'),
  star: matter('name: star\ndescription: *a'),
  tab: matter('name: tab\n\tdescription: x'),
  'two-mistakes': matter('name: two-mistakes\ndescription: a: b\nextra: *a'),
  'wrong-indent': matter('name: wrong-indent\n description: x'),
  'text-metadata': matter('name: text-metadata\ndescription: x\nmetadata: text'),
  'list-metadata': matter('name: list-metadata\ndescription: x\nmetadata: [a]'),
  'null-metadata': matter('name: null-metadata\ndescription: x\nmetadata:'),
  'short-number': matter('name: short-number\ndescription: x\nmetadata:\n  short-description: 12'),
  'short-list': matter('name: short-list\ndescription: x\nmetadata:\n  short-description: [a]'),
  'nested-metadata': matter('name: nested-metadata\ndescription: x\nmetadata:\n  a: {b: [c]}'),
};

const agents: Texts = {
  plain: agent('plain'),
  'no-name': 'description = "x"\ndeveloper_instructions = "x"\n',
  'no-description': 'name = "no-description"\ndeveloper_instructions = "x"\n',
  'no-instructions': 'name = "no-instructions"\ndescription = "x"\n',
  'empty-name': agent(''),
  'blank-name': agent('  '),
  'blanks-around': agent('  two words '),
  'empty-description': 'name = "empty-description"\ndescription = " "\ndeveloper_instructions = "x"\n',
  'empty-instructions': 'name = "empty-instructions"\ndescription = "x"\ndeveloper_instructions = " "\n',
  'number-name': 'name = 5\ndescription = "x"\ndeveloper_instructions = "x"\n',
  'unknown-key': `${agent('unknown-key')}extra = 1\n`,
  'known-key': `${agent('known-key')}model = "gpt-5"\nsandbox_mode = "read-only"\n`,
  'wrong-model': `${agent('wrong-model')}model = 5\n`,
  'wrong-mode': `${agent('wrong-mode')}sandbox_mode = "maybe"\n`,
  'text-tools': `${agent('text-tools')}tools = "Read, Write"\n`,
  enabled: `${agent('enabled')}enabled = false\n`,
  nicknames: `${agent('nicknames')}nickname_candidates = ["One"]\n`,
  'no-nicknames': `${agent('no-nicknames')}nickname_candidates = []\n`,
  server: `${agent('server')}[mcp_servers.x]\ncommand = "true"\n`,
  'wrong-server': `${agent('wrong-server')}[mcp_servers.x]\nextra = 1\n`,
  block: `${agent('block')}[[skills.config]]\nname = "x"\nenabled = false\n`,
  'wrong-block': `${agent('wrong-block')}[[skills.config]]\nname = "x"\n`,
  empty: '',
  syntax: 'name = \n',
  'key-twice': `${agent('key-twice')}name = "again"\n`,
  mark: `\uFEFF${agent('mark')}`,
  windows: agent('windows').replaceAll('\n', '\r\n'),
  bytes: bytes(`${agent('bytes')}# `, '\n'),
  odd: agent('Odd Näme!'),
  long: agent('x'.repeat(100)),
  explorer: agent('explorer'),
};

const agentFiles = Object.fromEntries(
  Object.entries(agents).map(([name, text]) => [`~/.codex/agents/${name}.toml`, text]),
);

const files = (name: string, texts: Texts): ToolCase => ({ name, about: 'files', files: texts });

export const codexFileCases: readonly ToolCase[] = [
  files('frames of skills', inFolders(frames)),
  files('names of skills', inFolders(names)),
  files('descriptions of skills', inFolders(descriptions)),
  files('YAML of skills', inFolders(yaml)),
  files('agents', agentFiles),
];
