/**
 * Odd files, which each tool loads or refuses by rules of its own: skills by the name of their folder, agents by the name
 * of their file. What a tool does with them is not written down here: the tool is asked.
 */

type Content = string | Uint8Array;

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** A file with these lines between its dashes. */
const withLines = (...lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\nBody.\n`;

/** A file with a name, a description and these lines. */
const described = (name: string, ...lines: readonly string[]): string =>
  withLines(`name: ${name}`, 'description: Does something odd.', ...lines);

const long = (count: number): string => 'x'.repeat(count);

/** By folder. */
export const oddSkills: Readonly<Record<string, Content>> = {
  plain: described('plain'),
  crlf: described('crlf').replaceAll('\n', '\r\n'),
  'byte-order-mark': `\uFEFF${described('byte-order-mark')}`,
  'invalid-in-description': latin1(withLines('name: invalid-in-description', 'description: caf\xe9')),
  'invalid-in-body': latin1(`${described('invalid-in-body')}caf\xe9\n`),
  'empty-file': '',
  'no-frontmatter': 'Just a text.\n',
  'only-dashes': '---\n---\nBody.\n',
  unclosed: '---\nname: unclosed\ndescription: Never ends.\n',
  'blanks-after-dashes': described('blanks-after-dashes').replace('---\n', '---  \n'),
  'blanks-before-end': described('blanks-before-end').replace('\n---\n', '\n---  \n'),
  'blank-line-first': `\n${described('blank-line-first')}`,
  'dots-at-the-end': '---\nname: dots-at-the-end\ndescription: Ends in dots.\n...\nBody.\n',
  'no-body': '---\nname: no-body\ndescription: Has no text below.\n---\n',
  'no-final-newline': '---\nname: no-final-newline\ndescription: Ends at once.\n---',
  'no-name': withLines('description: Has no name.'),
  'empty-name': withLines('name: ""', 'description: Has an empty name.'),
  'null-name': withLines('name:', 'description: Has a name without a value.'),
  'number-name': withLines('name: 42', 'description: Has a number as its name.'),
  'list-name': withLines('name: [a, b]', 'description: Has a list as its name.'),
  'name-not-folder': described('another-name'),
  'name-in-capitals': described('Name-In-Capitals'),
  'name-with-blanks': described('name with blanks'),
  'name-with-dots': described('name.with.dots'),
  'name-with-underscores': described('name_with_underscores'),
  'name-with-colon': described('"name:with-colon"'),
  'name-with-slash': described('name/with/slash'),
  'name-with-stars': described('"name-*-stars"'),
  'name-in-letters-of-others': described('naïve-名前'),
  'name-too-long': described(long(65)),
  'name-of-64': described(long(64)),
  'no-description': withLines('name: no-description'),
  'empty-description': withLines('name: empty-description', 'description: ""'),
  'blank-description': withLines('name: blank-description', 'description: "   "'),
  'null-description': withLines('name: null-description', 'description:'),
  'number-description': withLines('name: number-description', 'description: 42'),
  'flag-description': withLines('name: flag-description', 'description: true'),
  'list-description': withLines('name: list-description', 'description: [a, b]'),
  'map-description': withLines('name: map-description', 'description: {a: b}'),
  'description-of-1024': withLines('name: description-of-1024', `description: ${long(1024)}`),
  'description-of-1025': withLines('name: description-of-1025', `description: ${long(1025)}`),
  'block-description': withLines('name: block-description', 'description: |', '  One line.', '  Two lines.'),
  'folded-description': withLines('name: folded-description', 'description: >-', '  One line', '  in two.'),
  'unquoted-colon': withLines('name: unquoted-colon', 'description: Use when: always'),
  'unquoted-brackets': withLines('name: unquoted-brackets', 'description: [a text] in brackets'),
  'unquoted-at': withLines('name: unquoted-at', 'description: @someone wrote this'),
  'tab-indentation': withLines('name: tab-indentation', 'description: Has a tab.', 'metadata:', '\ta: b'),
  'duplicate-name': withLines('name: duplicate-name', 'name: second', 'description: Has two names.'),
  'duplicate-other-key': described('duplicate-other-key', 'license: MIT', 'license: ISC'),
  'unknown-key': described('unknown-key', 'unheard-of: yes'),
  'unknown-tag': described('unknown-tag', 'version: !!js/undefined ""'),
  'anchor-and-alias': described('anchor-and-alias', 'metadata: &a {b: c}', 'other: *a'),
  'metadata-as-text': described('metadata-as-text', 'metadata: text'),
  'tools-as-text': described('tools-as-text', 'allowed-tools: Read, Grep'),
  'tools-as-list': described('tools-as-list', 'allowed-tools:', '  - Read', '  - Grep'),
  'tools-as-map': described('tools-as-map', 'allowed-tools: {Read: true}'),
  'user-gate': described('user-gate', 'user-invocable: false'),
  'model-gate': described('model-gate', 'disable-model-invocation: true'),
  'both-gates': described('both-gates', 'user-invocable: false', 'disable-model-invocation: true'),
  'gate-as-word': described('gate-as-word', 'disable-model-invocation: yes'),
  'gate-as-number': described('gate-as-number', 'disable-model-invocation: 1'),
  'gate-in-quotes': described('gate-in-quotes', 'disable-model-invocation: "true"'),
  'gate-misspelt': described('gate-misspelt', 'user-invokable: false'),
  'indented-fields': '---\n  name: indented-fields\n  description: Is indented.\n---\nBody.\n',
  'comment-in-frontmatter': described('comment-in-frontmatter', '# a comment'),
};

/** Markdown agents, by file name without its ending. */
export const oddAgents: Readonly<Record<string, Content>> = {
  'agent-plain': described('agent-plain'),
  'agent-crlf': described('agent-crlf').replaceAll('\n', '\r\n'),
  'agent-byte-order-mark': `\uFEFF${described('agent-byte-order-mark')}`,
  'agent-empty': '',
  'agent-no-frontmatter': 'Just a text.\n',
  'agent-unclosed': '---\nname: agent-unclosed\ndescription: Never ends.\n',
  'agent-no-name': withLines('description: Has no name.'),
  'agent-no-description': withLines('name: agent-no-description'),
  'agent-empty-description': withLines('name: agent-empty-description', 'description: ""'),
  'agent-other-name': described('agent-another-name'),
  'agent-capitals': described('Agent-Capitals'),
  'agent-blanks': described('agent with blanks'),
  'agent-number-name': withLines('name: 43', 'description: Has a number as its name.'),
  'agent-unknown-key': described('agent-unknown-key', 'unheard-of: yes'),
  'agent-color': described('agent-color', 'color: blue'),
  'agent-model': described('agent-model', 'model: inherit'),
  'agent-unquoted-colon': withLines('name: agent-unquoted-colon', 'description: Use when: always'),
  'agent-gate': described('agent-gate', 'disable-model-invocation: true'),
  'agent-no-infer': described('agent-no-infer', 'infer: false'),
  'agent-disabled': described('agent-disabled', 'disable: true'),
  'agent-hidden': described('agent-hidden', 'hidden: true'),
};

/** Agents that make some tools refuse to start, each in a scene of its own. */
export const harmfulAgents: Readonly<Record<string, Content>> = {
  'agent-tools-as-text': described('agent-tools-as-text', 'tools: Read, Write'),
  'agent-tools-as-list': described('agent-tools-as-list', 'tools:', '  - read', '  - write'),
  'agent-bad-yaml': withLines('name: agent-bad-yaml', 'description: "never ends'),
};

/** TOML agents, by file name without its ending. */
export const oddTomlAgents: Readonly<Record<string, Content>> = {
  'toml-plain': 'name = "toml-plain"\ndescription = "Helps."\ndeveloper_instructions = "Help."\n',
  'toml-no-name': 'description = "Helps."\ndeveloper_instructions = "Help."\n',
  'toml-no-description': 'name = "toml-no-description"\ndeveloper_instructions = "Help."\n',
  'toml-no-instructions': 'name = "toml-no-instructions"\ndescription = "Helps."\n',
  'toml-unknown-key':
    'name = "toml-unknown-key"\ndescription = "Helps."\ndeveloper_instructions = "Help."\nunheard = 1\n',
  'toml-broken': 'name = "toml-broken\n',
};
