import { describe, expect, it } from 'vitest';
import { notFollowing, obeyText, type ReportedSwitch, switchText } from '../../src/entries/switch-words.js';
import type { ToolResult } from '../../src/protocol/switch-result.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { directory, extras, modelOf, skill } from '../support/picker.js';
import { standing, toolResult } from '../support/standing.js';

const entryWith = (tools: ToolStanding[]) =>
  modelOf([directory('d', [skill('deploy', extras({ tools }))])]).list.entries[0]!;

const words: ReportedSwitch['words'] = {
  path: (path) => path.replace('/repo/', ''),
  askFor: (scope) => `ask for ${scope}`,
};

function reported(tools: ToolResult[], after: ToolStanding[], changes: Partial<ReportedSwitch> = {}) {
  const result = { batch: 'b', tools, also: [] };
  return { wanted: false, scope: 'workspace', result, after: entryWith(after), words, ...changes } as const;
}

const off = (id: string, changes: Partial<ToolStanding> = {}) => standing(id, { enabled: false, ...changes });
const settings = { file: '/repo/.claude/settings.local.json' };
const onlyGlobal = 'it only switches for all repositories';
const codexLeftOut = toolResult('codex', { outcome: 'left-out', scope: null, reason: onlyGlobal });

describe('a switch', () => {
  it.each<[string, ReportedSwitch, string]>([
    [
      'is named with its tools, its scope and its files',
      reported(
        [
          toolResult('claude', settings),
          toolResult('opencode', { file: '/repo/opencode.json', isNew: true }),
        ],
        [off('claude'), off('opencode')],
      ),
      'now off in Claude Code, opencode for this repo, .claude/settings.local.json, opencode.json (new)',
    ],
    [
      'names each scope and each file once',
      reported(
        [
          toolResult('claude', { scope: 'shared', file: '/repo/.claude/settings.json' }),
          toolResult('copilot', { scope: 'shared', file: '/repo/.claude/settings.json' }),
          toolResult('codex', { scope: 'global', file: '/home/me/.codex/config.toml' }),
        ],
        [off('claude'), off('copilot'), off('codex')],
      ),
      'now off in Claude Code, Copilot CLI for everyone in this repo, in Codex everywhere, .claude/settings.json, /home/me/.codex/config.toml',
    ],
    [
      'distinguishes what was off before',
      reported(
        [toolResult('claude'), toolResult('codex', { outcome: 'unchanged', scope: null })],
        [off('claude'), off('codex')],
      ),
      'now off in Claude Code for this repo; already off in Codex',
    ],
    [
      'is nothing new if every tool had it off',
      reported([toolResult('claude', { outcome: 'unchanged', scope: null })], [off('claude')]),
      'already off in Claude Code',
    ],
    [
      'names a tool that was left out and still differs, and how to reach it',
      reported(
        [toolResult('claude'), codexLeftOut],
        [off('claude'), standing('codex', { switchable: ['global'] })],
      ),
      `now off in Claude Code for this repo; still on in Codex: ${onlyGlobal} (ask for global)`,
    ],
    [
      'has no advice for a tool that has no switch at all',
      reported(
        [toolResult('claude'), { ...codexLeftOut, reason: null }],
        [off('claude'), standing('codex', { switchable: [] })],
      ),
      'now off in Claude Code for this repo; still on in Codex',
    ],
    [
      'does not name a tool that was left out and agrees',
      reported([toolResult('claude'), codexLeftOut], [off('claude'), off('codex')]),
      'now off in Claude Code for this repo',
    ],
    [
      'names the setting that stands against it',
      reported(
        [toolResult('claude', { scope: 'global', file: '/home/me/.claude/settings.json' })],
        [standing('claude', { why: { ...settings, line: 3, text: 'skillOverrides.deploy = "on"' } })],
      ),
      'kept in Claude Code everywhere, /home/me/.claude/settings.json; still on in Claude Code: .claude/settings.local.json:3 skillOverrides.deploy = "on"',
    ],
    [
      'names the tool that does not obey, if nothing is known of the reason',
      reported([toolResult('claude'), toolResult('codex')], [off('claude'), standing('codex')]),
      'now off in Claude Code for this repo; kept in Codex for this repo; still on in Codex',
    ],
    [
      'names a tool that does not obey its settings yet',
      reported(
        [toolResult('claude'), toolResult('gemini'), toolResult('codex', { outcome: 'unchanged' })],
        [
          off('claude'),
          off('gemini', { inEffect: true, note: 'it does not trust this folder' }),
          off('codex', { inEffect: true }),
        ],
      ),
      'now off in Claude Code for this repo; kept in Gemini CLI for this repo; not obeyed yet by Gemini CLI: it does not trust this folder; not obeyed yet by Codex',
    ],
    [
      'names remarks and entries that changed with it',
      reported([toolResult('gemini', { reason: 'it does not trust this folder' })], [off('gemini')], {
        result: {
          batch: 'b',
          tools: [toolResult('gemini', { reason: 'it does not trust this folder' })],
          also: ['/repo/.gemini/skills/deploy/SKILL.md'],
        },
      }),
      'now off in Gemini CLI for this repo; Gemini CLI: it does not trust this folder; also switched .gemini/skills/deploy/SKILL.md',
    ],
    [
      'names a remark once, with all its tools',
      reported(
        ['gemini', 'opencode'].map((id) => toolResult(id, { reason: 'counts for everyone' })),
        [off('gemini'), off('opencode')],
      ),
      'now off in Gemini CLI, opencode for this repo; Gemini CLI, opencode: counts for everyone',
    ],
    [
      'that is only planned says what it would do, and what would stay',
      reported(
        [toolResult('claude', { ...settings, outcome: 'planned', isNew: true }), codexLeftOut],
        [standing('claude'), standing('codex', { switchable: ['global'] })],
        {
          result: {
            batch: null,
            tools: [toolResult('claude', { ...settings, outcome: 'planned', isNew: true }), codexLeftOut],
            also: ['/repo/x'],
          },
        },
      ),
      `would be switched off in Claude Code for this repo, .claude/settings.local.json (new); would stay on in Codex: ${onlyGlobal} (ask for global); would also switch x`,
    ],
    [
      'does not call on what a tool does not load',
      reported(
        [toolResult('claude'), { ...codexLeftOut, reason: 'Codex does not load it: it is broken' }],
        [off('claude'), standing('codex', { inEffect: false, isRefused: true })],
      ),
      'now off in Claude Code for this repo; Codex does not load it: it is broken',
    ],
    [
      'is believed if the entry is gone',
      reported([toolResult('claude'), codexLeftOut], [], { after: undefined }),
      'now off in Claude Code for this repo',
    ],
  ])('%s', (_what, given, expected) => {
    expect(switchText(given)).toBe(expected);
  });

  it('to on names the tools that do not use it all the same', () => {
    const shadowed = standing('opencode', { inEffect: false, shadowedBy: 'x' });
    const refused = standing('gemini', { inEffect: false, isRefused: true, note: 'no description' });
    const tools = ['claude', 'opencode', 'gemini'].map((id) => toolResult(id));
    const given = reported(tools, [standing('claude'), shadowed, refused], { wanted: true });
    expect(switchText(given)).toBe(
      'now on in Claude Code for this repo; kept in opencode, Gemini CLI for this repo; refused by Gemini CLI: no description; shadowed in opencode',
    );
  });

  it('to on lists the tools that use another entry, with its file', () => {
    const ids = ['copilot', 'gemini'];
    const shadowed = ids.map((id) => standing(id, { inEffect: false, shadowedBy: 'x' }));
    const given = reported(
      ids.map((id) => toolResult(id, { outcome: 'unchanged' })),
      shadowed,
      { wanted: true, words: { ...words, fileOf: (id) => (id === 'x' ? '/repo/x/SKILL.md' : undefined) } },
    );
    expect(switchText(given)).toBe('shadowed in Copilot CLI, Gemini CLI by x/SKILL.md');
  });

  it.each([
    [['gemini'], 'also switched x in Gemini CLI'],
    [['claude', 'gemini'], 'also switched x'],
  ])('names the tools in which others changed with it, unless it is all of them: %j', (alsoIn, expected) => {
    const tools = ['claude', 'gemini'].map((id) => toolResult(id));
    const result = { batch: 'b', tools, also: ['/repo/x'], alsoIn };
    expect(switchText(reported(tools, [off('claude'), off('gemini')], { result }))).toBe(
      `now off in Claude Code, Gemini CLI for this repo; ${expected}`,
    );
  });

  it('to on is named as such', () => {
    const given = reported(
      [toolResult('claude'), codexLeftOut],
      [standing('claude'), off('codex', { switchable: ['global'] })],
      {
        wanted: true,
      },
    );
    expect(switchText(given)).toBe(
      `now on in Claude Code for this repo; still off in Codex: ${onlyGlobal} (ask for global)`,
    );
  });
});

describe('a reset', () => {
  const reset = { wanted: null };

  it.each<[string, ReportedSwitch, string]>([
    [
      'names every decision that it removed',
      reported(
        [
          toolResult('claude', { removed: [{ ...settings, text: 'skillOverrides.deploy = "off"' }] }),
          toolResult('opencode', {
            removed: [
              { file: '/repo/opencode.json', text: '"deploy": "deny"' },
              { file: '/repo/opencode.jsonc', text: '"deploy": "ask"' },
            ],
          }),
        ],
        [standing('claude'), off('opencode')],
        reset,
      ),
      'reset, now on in Claude Code, off in opencode; removed skillOverrides.deploy = "off" from .claude/settings.local.json (Claude Code); removed "deploy": "deny" from opencode.json (opencode); removed "deploy": "ask" from opencode.jsonc (opencode)',
    ],
    [
      'says so if there was nothing',
      reported([toolResult('claude', { outcome: 'unchanged' })], [standing('claude')], reset),
      'nothing to reset for this repo, on in Claude Code',
    ],
    [
      'names the tools that were left out',
      reported([codexLeftOut], [standing('codex', { switchable: ['global'] })], {
        ...reset,
        scope: 'shared',
      }),
      `nothing to reset for everyone in this repo, on in Codex; Codex left out: ${onlyGlobal} (ask for global)`,
    ],
    [
      'has no state to report if the entry is gone',
      reported([toolResult('claude', { removed: [{ file: '/f', text: 'x' }] })], [], {
        ...reset,
        after: undefined,
      }),
      'reset; removed x from /f (Claude Code)',
    ],
    [
      'that is only planned removes nothing yet',
      reported(
        [toolResult('claude', { outcome: 'planned', removed: [{ file: '/f', text: 'x' }] })],
        [off('claude')],
        reset,
      ),
      'would be reset; would remove x from /f (Claude Code)',
    ],
  ])('%s', (_what, given, expected) => {
    expect(switchText(given)).toBe(expected);
  });
});

describe('the tools that do not follow', () => {
  it('were left out and still differ, or do not obey yet', () => {
    const tools = [
      ...[toolResult('claude'), toolResult('copilot'), codexLeftOut],
      { ...codexLeftOut, id: 'gemini' },
    ];
    const unobeyed = standing('copilot', { enabled: false, inEffect: true });
    const after = [off('claude'), unobeyed, standing('codex'), off('gemini')];
    const ids = notFollowing(reported(tools, after)).map(({ id }) => id);
    expect(ids).toEqual(['codex', 'copilot']);
    expect(notFollowing(reported(tools, [off('claude')], { wanted: null }))).toEqual([]);
  });
});

describe('when running sessions obey', () => {
  const atRestart = (id: string) => toolResult(id, { obeysFrom: 'restart' });
  const atPrompt = (id: string) => toolResult(id, { obeysFrom: 'next-prompt' });
  const obey = (...tools: ToolResult[]) => obeyText([{ batch: null, tools, also: [] }]);

  it.each<[ToolResult[], string | null]>([
    [[], null],
    [[toolResult('codex')], null],
    [[atRestart('codex')], 'Restart Codex to see it.'],
    [[atRestart('codex'), atRestart('gemini'), atRestart('codex')], 'Restart Codex, Gemini CLI to see it.'],
    [[atPrompt('claude')], 'Claude Code obeys with the next prompt.'],
    [
      [atRestart('codex'), atPrompt('claude'), atPrompt('opencode')],
      'Claude Code, opencode obey with the next prompt; restart Codex to see it.',
    ],
    [[atPrompt('claude'), atRestart('claude')], 'Restart Claude Code to see it.'],
    [[{ ...atRestart('codex'), outcome: 'unchanged' }], null],
  ])('%#', (tools, expected) => {
    expect(obey(...tools)).toBe(expected);
  });
});
