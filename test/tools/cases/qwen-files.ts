/** Odd files of skills, agents and commands, which Qwen Code loads or refuses, and the gates in them. */

import type { ToolCase } from '../asker.js';
import { agentText, command, matter, skillText } from './qwen-texts.js';

type Texts = Record<string, string | Uint8Array>;

const bytes = (before: string, after: string): Uint8Array =>
  Uint8Array.of(...new TextEncoder().encode(before), 0xff, 0xfe, ...new TextEncoder().encode(after));

const inFolders = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([folder, text]) => [`.qwen/skills/${folder}/SKILL.md`, text]),
  );

const named = (name: string): string => matter(`name: ${name}\ndescription: A test.`);
const described = (name: string, description: string): string =>
  matter(`name: ${name}\ndescription: ${description}`);

const heads: Texts = {
  mark: `\uFEFF${skillText('mark')}`,
  windows: skillText('windows').replaceAll('\n', '\r\n'),
  damaged: bytes('---\nname: damaged\ndescription: A ', ' test.\n---\nBody.\n'),
  none: '# Title\n',
  empty: '',
  open: '---\nname: open\ndescription: A test.\n',
  'blanks-after': '---  \nname: blanks-after\ndescription: A test.\n---\nBody.\n',
  'line-before': `\n${skillText('line-before')}`,
  nothing: '---\n---\nBody.\n',
  'no-newline': '---\nname: no-newline\ndescription: A test.\n---',
  'no-body': '---\nname: no-body\ndescription: A test.\n---\n',
  list: matter('- a\n- b'),
  word: matter('only a word'),
  indented: matter('  name: indented\n  description: A test.'),
  comment: matter('# x\nname: comment # x\ndescription: A test.'),
  'doubled-key': matter('name: doubled-key\ndescription: One.\ndescription: Two.'),
  'unquoted-colon': described('unquoted-colon', 'Use when: needed.'),
  'open-quote': described('open-quote', '"no end'),
  folded: described('folded', '>-\n  one\n  two'),
  large: `${skillText('large')}${'x'.repeat(300_000)}`,
};

const names: Texts = {
  'no-name': matter('description: A test.'),
  'empty-name': named('""'),
  'null-name': named('null'),
  'number-name': named('42'),
  'true-name': named('true'),
  'list-name': named('[one, two]'),
  'short-list-name': named('[alone]'),
  'map-name': named('{a: b}'),
  'long-name': named('l'.repeat(100)),
  'other-folder': named('not-the-folder'),
  capitals: named('CAPITALS'),
  blank: named('"with blank"'),
  padded: named('" padded "'),
  slash: named('a/b'),
  colon: named('"a:b"'),
  dot: named('a.b'),
  underscore: named('a_b'),
  letters: named('größe'),
  star: named('"a*b"'),
  emoji: named('"\u{1F600}"'),
  hyphens: named('"-x-"'),
};

const fields: Texts = {
  'no-description': matter('name: no-description'),
  'empty-description': described('empty-description', '""'),
  'blank-description': described('blank-description', '"  "'),
  'long-description': described('long-description', 'd'.repeat(3000)),
  'number-description': described('number-description', '42'),
  'false-description': described('false-description', 'false'),
  'list-description': described('list-description', '[a, b]'),
  'map-description': described('map-description', '{a: b}'),
  'tools-as-text': skillText('tools-as-text', 'allowedTools: Read'),
  'tools-as-list': skillText('tools-as-list', 'allowedTools: [Read]'),
  'no-tools': skillText('no-tools', 'allowedTools:'),
  'other-tools': skillText('other-tools', 'allowed-tools: Read, Write'),
  'number-model': skillText('number-model', 'model: 5'),
  'no-model': skillText('no-model', 'model:'),
  'paths-as-text': skillText('paths-as-text', 'paths: src/**'),
  'paths-outside': skillText('paths-outside', 'paths: ["../a"]'),
  'absolute-paths': skillText('absolute-paths', 'paths: ["/a"]'),
  'no-paths': skillText('no-paths', 'paths: []'),
  unknown: skillText('unknown', 'license: MIT\nother: 1\nmetadata:\n  a: 1'),
  'odd-values': skillText('odd-values', 'priority: high\nhooks: none'),
  'x.backup-1-2': skillText('left-over'),
};

const gates: Texts = Object.fromEntries(
  [
    ...['true', 'false', 'yes', '1', '"true"', 'True', 'TRUE', 'on', '', '"True"'].map(
      (value) => `disable-model-invocation: ${value}`,
    ),
    ...['false', 'true', 'no', '0', '"false"', 'False', 'FALSE', 'off', '', '"False"'].map(
      (value) => `user-invocable: ${value}`,
    ),
    'user-invokable: false',
    'userInvocable: false',
    'disableModelInvocation: true',
    'user-invocable: false\ndisable-model-invocation: true',
    'paths: ["src/**"]',
    'paths: ["src/**"]\nuser-invocable: false',
    'when_to_use: now',
  ].map((line, index) => [`gate-${index}`, skillText(`gate-${index}`, line)]),
);

const agentNames: readonly string[] = [
  ...['x', 'ok', 'l'.repeat(50), 'm'.repeat(51), 'CAPITALS', '"a b"', '" padded "', '"a:b"', 'a.b', 'größe'],
  ...['"-x1"', 'x1_', 'self', 'Main', '42', '[in-list]', '{a: b}', '""', 'null'],
];

const agentFields: readonly string[] = [
  ...['tools: Read, Write', 'tools: [Read]', 'tools: 5', 'tools: [" "]', 'disallowedTools: [""]'],
  ...[
    'approvalMode: plan',
    'approvalMode: other',
    'approvalMode: 5',
    'approvalMode:',
    'model: 5',
    'color: none',
  ],
  ...['executor: x', 'executor:\n  kind: codex\n  command: x', 'executionBackend: x', 'runConfig: x'],
  ...['runConfig:\n  max_turns: -1', 'runConfig:\n  max_turns: 3', 'runConfig:\n  max_time_minutes: 0'],
  ...['other: 1', 'mcpServers: x', 'maxTurns: x', 'permissionMode: x', 'disable-model-invocation: true'],
];

function agentFiles(): Texts {
  const texts: [string, (path: string) => string][] = [
    ...agentNames.map((name, at): [string, (path: string) => string] => [
      `name-${at}`,
      (path) => agentText(path, name),
    ]),
    ...agentFields.map((field, at): [string, (path: string) => string] => [
      `field-${at}`,
      (path) => agentText(path, `field-${at}`, field),
    ]),
    ['mark', (path) => `\uFEFF${agentText(path, 'mark')}`],
    ['windows', (path) => agentText(path, 'windows').replaceAll('\n', '\r\n')],
    ['none', () => '# Only a title and a text\n'],
    ['blanks-after', (path) => agentText(path, 'blanks-after').replace('---', '--- ')],
    ['no-name', (path) => matter(`description: In ${path}.`)],
    ['no-description', () => matter('name: no-description')],
    ['no-body', () => '---\nname: no-body\ndescription: A test.\n---\n'],
    ['no-newline', () => '---\nname: no-newline\ndescription: A test.\n---'],
    ['nine', (path) => matter(`name: nine\ndescription: In ${path}.`, '123456789')],
    ['ten', (path) => matter(`name: ten\ndescription: In ${path}.`, '1234567890')],
    ['two-lines', (path) => matter(`name: two-lines\ndescription: In ${path}.`, '1234\n5678\n90')],
    ['other-file', (path) => agentText(path, 'not-the-file')],
  ];
  return Object.fromEntries(
    texts.map(([file, text]) => [`.qwen/agents/${file}.md`, text(`.qwen/agents/${file}.md`)]),
  );
}

const commands: Texts = {
  ...command('.qwen/commands/plain.md'),
  ...command('.qwen/commands/group/deep.md'),
  ...command('~/.qwen/commands/mine.md'),
  ...command('.qwen/commands/closed.md', 'disable-model-invocation: true'),
  ...command('.qwen/commands/named.md', 'name: other'),
  '.qwen/commands/bare.md': 'Only a text.\n',
};

export const fileCases: readonly ToolCase[] = [
  { name: 'files: heads of skills', about: 'files', files: inFolders(heads) },
  { name: 'files: names of skills', about: 'files', files: inFolders(names) },
  { name: 'files: fields of skills', about: 'files', files: inFolders(fields) },
  { name: 'files: agents', about: 'files', files: agentFiles() },
  { name: 'files: commands', about: 'files', files: commands },
  { name: 'gates in files', about: 'gates', files: inFolders(gates) },
];
