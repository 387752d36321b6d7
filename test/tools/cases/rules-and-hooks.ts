/** Scenes with rules and hooks. One has files in all places, for every tool; the others change settings. */

import { basename } from 'node:path';
import type { ToolId } from '../../../src/host/tools/tool.js';
import type { ToolCase } from '../asker.js';
import { hookText, ruleText } from '../marks.js';

type Files = Record<string, string>;
type Case = Omit<ToolCase, 'about'>;

const json = JSON.stringify;
const memories = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md'];

const rules = (...shorts: string[]): Files =>
  Object.fromEntries(shorts.map((short) => [short, ruleText(short)]));
const hooks = (...shorts: string[]): Files =>
  Object.fromEntries(shorts.map((short) => [short, hookText(short, 'SessionStart')]));

const homes = ['.claude', '.codex', '.gemini', '.config/opencode', '.qwen', '.config/kilo'];
const inHomes = homes.flatMap((home) => memories.map((name) => `~/${home}/${name}`));

const rulesBelow = (directory: string): string[] =>
  [
    ...memories,
    ...['.claude/rules/plain.md', '.claude/rules/deep/deep.md', '.claude/rules/other.mdc'],
    ...['.github/instructions/plain.instructions.md', '.github/instructions/deep/deep.instructions.md'],
  ].map((name) => directory + name);

/** Plugins and extensions with hooks in both files that may hold them, and with rules, which no tool reads. */
const packed = (folder: string, manifest: string, more: object = {}): Files => ({
  [`${folder}/${manifest}`]: json({ name: basename(folder), version: '1.0.0', ...more }),
  ...hooks(`${folder}/hooks.json`, `${folder}/hooks/hooks.json`),
  ...rules(`${folder}/rules/plain.md`),
});

const market = { source: { source: 'directory', path: '~/market' } };
const packages: Files = {
  ...packed('~/.claude/skills/pack', '.claude-plugin/plugin.json'),
  ...packed('~/.gemini/extensions/pack', 'gemini-extension.json'),
  ...packed('~/.qwen/extensions/pack', 'qwen-extension.json'),
  ...packed('~/market/pack', 'plugin.json'),
  ...packed('~/market/other', 'plugin.json', { hooks: './more/named.json' }),
  ...hooks('~/market/other/more/named.json', '~/market/second/hooks/hooks.json'),
  '~/market/second/plugin.json': json({ name: 'second', version: '1.0.0' }),
  '~/market/.claude-plugin/marketplace.json': json({
    name: 'market',
    owner: { name: 'someone' },
    plugins: ['pack', 'other', 'second'].map((name) => ({
      name,
      source: `./${name}`,
      description: 'A test.',
      version: '1.0.0',
    })),
  }),
  '~/.copilot/settings.json': json({
    extraKnownMarketplaces: { market },
    enabledPlugins: { 'pack@market': true, 'other@market': true, 'second@market': true },
  }),
};

const everywhere: Files = {
  ...rules(...['', 'deep/', 'deep/below/'].flatMap(rulesBelow), ...inHomes),
  ...rules('~/.claude/rules/plain.md', '~/.claude/rules/deep/deep.md'),
  ...rules('~/.copilot/instructions/plain.instructions.md'),
  ...hooks('.github/hooks/root.json', 'deep/.github/hooks/deep.json', '~/.copilot/hooks/mine.json'),
  ...packages,
};

const common: Case = { name: 'rules and hooks everywhere', files: everywhere, cwd: 'deep' };

const named = (name: string, files: Files, rest: Partial<Case> = {}): Case => ({ name, files, ...rest });

/** CLAUDE.md counts in the home and in the repository, because there is no AGENTS.md. */
const withoutAgents = named('rules without AGENTS.md', {
  ...rules('CLAUDE.md', '~/.claude/CLAUDE.md', 'deep/CLAUDE.md', 'GEMINI.md'),
});
const mixed = named(
  'rules with AGENTS.md in the repository alone, without Git',
  rules('AGENTS.md', 'deep/CLAUDE.md', 'deep/AGENTS.md', '~/.claude/CLAUDE.md'),
  { cwd: 'deep', isBare: true },
);

const codexPlugin = '~/.codex/plugins/cache/market/pack/1.0.0';
const quiet = (...events: string[]): string =>
  json({
    hooks: Object.fromEntries(
      events.map((event) => [event, [{ hooks: [{ type: 'command', command: 'true' }] }]]),
    ),
  });
/** Codex's own hash of the command above for the start of a session. */
const approved = 'sha256:696abd07fc74736ff2d809abef82925e1ea697cd2e547d73317c677b0d407441';

const codexSettings = [
  'project_doc_fallback_filenames = ["CLAUDE.md"]',
  '[plugins."pack@market"]\nenabled = true',
  `[hooks.state."pack@market:hooks/hooks.json:session_start:0:0"]\ntrusted_hash = "${approved}"`,
];

const own: { readonly [id in ToolId]: readonly Case[] } = {
  claude: [
    named(
      'hooks that are all off, without Git',
      {
        ...rules('CLAUDE.md', 'deep/CLAUDE.md', 'deep/.claude/rules/plain.md'),
        ...packed('~/.claude/skills/pack', '.claude-plugin/plugin.json'),
        'deep/.claude/settings.json': '{"disableAllHooks": true}',
      },
      { cwd: 'deep', isBare: true },
    ),
  ],
  codex: [
    named(
      'rules by other names, and hooks',
      {
        ...rules(
          'CLAUDE.md',
          'deep/AGENTS.md',
          'deep/AGENTS.override.md',
          'deep/CLAUDE.md',
          '~/.codex/CLAUDE.md',
        ),
        [`${codexPlugin}/.codex-plugin/plugin.json`]: json({ name: 'pack' }),
        [`${codexPlugin}/skills/tool/SKILL.md`]: '---\nname: tool\ndescription: A test.\n---\n',
        [`${codexPlugin}/hooks/hooks.json`]: quiet('SessionStart', 'UserPromptSubmit'),
        [`${codexPlugin}/hooks.json`]: quiet('SessionStart'),
        '~/.codex/config.toml': `${codexSettings.join('\n')}\n`,
      },
      { cwd: 'deep' },
    ),
    named('no rules of a repository, and no hooks', {
      ...rules('AGENTS.md', '~/.codex/AGENTS.md'),
      [`${codexPlugin}/.codex-plugin/plugin.json`]: json({ name: 'pack' }),
      [`${codexPlugin}/skills/tool/SKILL.md`]: '---\nname: tool\ndescription: A test.\n---\n',
      [`${codexPlugin}/hooks/hooks.json`]: quiet('SessionStart'),
      '~/.codex/config.toml': `project_doc_max_bytes = 0\n${codexSettings.join('\n')}\n[features]\nhooks = false\n`,
    }),
  ],
  copilot: [
    named(
      'hooks that are all off, without Git',
      {
        ...rules('AGENTS.md', 'deep/CLAUDE.md'),
        ...hooks('deep/.github/hooks/here.json', '~/.copilot/hooks/mine.json'),
        'deep/.claude/settings.json': '{"disableAllHooks": true}',
      },
      { cwd: 'deep', isBare: true },
    ),
    named('hooks of one file that are off', {
      '.github/hooks/off.json': `{"disableAllHooks": true, ${hookText('.github/hooks/off.json', 'SessionStart').slice(1)}`,
      ...hooks('.github/hooks/on.json'),
      '~/.copilot/settings.json': '{"disableAllHooks": true}',
    }),
  ],
  gemini: [
    named('rules by other names, and hooks that are off', {
      ...rules(...memories, ...inHomes),
      ...packed('~/.gemini/extensions/pack', 'gemini-extension.json'),
      '.gemini/settings.json': json({ context: { fileName: 'AGENTS.md' }, hooksConfig: { enabled: false } }),
    }),
  ],
  opencode: [withoutAgents, mixed],
  kilo: [withoutAgents, mixed],
  qwen: [
    named('rules by other names, and hooks that are off', {
      ...rules(...memories, ...inHomes),
      ...packed('~/.qwen/extensions/pack', 'qwen-extension.json'),
      '.qwen/settings.json': json({ context: { fileName: ['CLAUDE.md'] }, disableAllHooks: true }),
    }),
    named('rules and hooks of a folder that is not trusted', {
      ...rules('AGENTS.md', '~/.qwen/AGENTS.md'),
      ...packed('~/.qwen/extensions/pack', 'qwen-extension.json', {
        hooks: JSON.parse(hookText('~/.qwen/extensions/pack/qwen-extension.json', 'SessionStart')).hooks,
      }),
      '~/.qwen/settings.json': json({ security: { folderTrust: { enabled: true } } }),
    }),
  ],
};

/** The scenes of one tool. */
export const ruleAndHookCases = (id: ToolId): ToolCase[] =>
  [common, ...own[id]].map((one) => ({ ...one, about: 'rules' }));
