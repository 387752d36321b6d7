/** Texts and scenes that the cases for Claude Code share. */

import type { ToolCase } from '../asker.js';

/** A skill or command. `head` holds further lines of its frontmatter. */
export const skill = (description = 'A test.', head = ''): string =>
  `---\ndescription: ${description}\n${head}---\nBody.\n`;

export const agent = (name: string, head = ''): string =>
  `---\nname: ${name}\ndescription: A test.\n${head}---\nBody.\n`;

/** A `.mcp.json`. The servers differ, because Claude Code drops one with the same command as another. */
export const servers = (...names: readonly string[]): string =>
  JSON.stringify({
    mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'true', args: [name] }])),
  });

/** One skill for each text, in folders of a place. */
export const skillsIn = (place: string, texts: Readonly<Record<string, string | Uint8Array>>) =>
  Object.fromEntries(Object.entries(texts).map(([folder, text]) => [`${place}/${folder}/SKILL.md`, text]));

export const local = '.claude/settings.local.json';
export const shared = '.claude/settings.json';
export const user = '~/.claude/settings.json';

export type Files = ToolCase['files'];

const entries: Files = {
  ...skillsIn('.claude/skills', {
    lint: skill(),
    'lint-all': skill(),
    other: skill(),
    folder: skill('A test.', 'name: second\n'),
    gated: skill('A test.', 'disable-model-invocation: true\n'),
    hidden: skill('A test.', 'user-invocable: false\n'),
  }),
  '~/.claude/skills/mine/SKILL.md': skill(),
  '.claude/commands/run.md': skill(),
  '.claude/commands/group/run.md': skill(),
  '.claude/agents/checker.md': agent('checker'),
  '.claude/agents/writer.md': agent('Writer (old)'),
  '~/.claude/agents/mine.md': agent('mine'),
  '.mcp.json': servers('one', 'two'),
};

/** A scene with entries of all kinds and with settings. */
export const settings = (name: string, files: Files, more: Partial<ToolCase> = {}): ToolCase => ({
  name,
  about: 'settings',
  files: { ...entries, ...files },
  ...more,
});

const json = JSON.stringify;
export const overrides = (values: Readonly<Record<string, unknown>>): string =>
  json({ skillOverrides: values });
export const denied = (...rules: readonly unknown[]): string => json({ permissions: { deny: rules } });

/** One entry of each kind off, with more keys behind. */
export const someOff = (more = '', name = 'lint'): string =>
  `{"skillOverrides": {"${name}": "off"}, "permissions": {"deny": ["Agent(checker)"]}, ` +
  `"disabledMcpjsonServers": ["one"]${more}}\n`;
