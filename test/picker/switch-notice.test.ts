import { describe, expect, it } from 'vitest';
import type { Notice, Settled } from '../../src/picker/state.js';
import { switchNotice } from '../../src/picker/switch-notice.js';
import type { SwitchResult, ToolResult } from '../../src/protocol/switch-result.js';

const tool = (id: string, more: Partial<ToolResult> = {}): ToolResult => ({
  id,
  outcome: 'changed',
  scope: 'workspace',
  file: `/repo/.${id}/settings.json`,
  isNew: false,
  before: null,
  reason: null,
  obeysFrom: null,
  ...more,
});

const settled = (name: string, tools: ToolResult[], more: Partial<SwitchResult> = {}): Settled => ({
  id: name,
  name,
  wanted: false,
  outcome: { kind: 'confirmed', enabled: false, result: { batch: 'b', tools, also: [], ...more } },
});

const textOf = (...results: Settled[]) => switchNotice(results, null)?.text;

describe('the notice of a switch', () => {
  it.each<[name: string, expected: string, result: Settled]>([
    [
      'one tool',
      'lint off in opencode; for this repo; settings.json (new); ^/ undo',
      settled('lint', [tool('opencode', { isNew: true })]),
    ],
    [
      'two tools',
      'lint off in Claude Code, Codex; for this repo and everywhere; 2 files; ^/ undo',
      settled('lint', [tool('claude'), tool('codex', { scope: 'global' })]),
    ],
    [
      'more tools',
      'lint off in 3 tools; for everyone in this repo; 3 files, 2 new; ^/ undo',
      settled(
        'lint',
        ['claude', 'gemini', 'opencode'].map((id) => tool(id, { scope: 'shared', isNew: id !== 'claude' })),
      ),
    ],
    [
      'a tool that was left out',
      'lint off in Claude Code; for this repo; settings.json; left out Codex: only for all repositories; ^/ undo',
      settled('lint', [
        tool('claude'),
        tool('codex', { outcome: 'left-out', scope: null, file: null, reason: 'only for all repositories' }),
      ]),
    ],
    [
      'entries of the same name',
      'lint off in Claude Code; for this repo; settings.json; 1 of the same name switched too; ^/ undo',
      settled('lint', [tool('claude')], { also: ['/home/me/lint/SKILL.md'] }),
    ],
    [
      'a switch that is not in the history',
      'lint off in Claude Code; for this repo; settings.json; it cannot be taken back',
      settled('lint', [tool('claude', { reason: 'it cannot be taken back' })], { batch: null }),
    ],
    [
      'nothing that changed',
      'lint off already in Claude Code',
      settled('lint', [tool('claude', { outcome: 'unchanged', file: null })], { batch: null }),
    ],
  ])('names %s', (_, expected, result) => {
    expect(textOf(result)).toBe(expected);
  });

  it('counts the switches of a batch, also if they come in parts', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => settled(name, [tool('claude')]));
    expect(textOf(a!, b!)).toBe('2 switched off in Claude Code; for this repo; settings.json; ^/ undo');
    expect(switchNotice([c!], switchNotice([a!, b!], null))?.text).toMatch(/^3 switched off/);
    const other = settled('x', [tool('claude')], { batch: 'other' });
    expect(switchNotice([other], switchNotice([a!, b!], null))?.text).toMatch(/^x off/);
  });

  it('replaces no notice that says more', () => {
    const warning: Notice = { text: 'It stays off.', tone: 'warn' };
    expect(switchNotice([settled('a', [tool('claude')])], warning)).toBe(warning);
  });

  it('says nothing of switches without a report', () => {
    const plain: Settled = {
      id: 'a',
      name: 'a',
      wanted: false,
      outcome: { kind: 'confirmed', enabled: false },
    };
    expect(switchNotice([plain, settled('b', [])], null)).toBeNull();
  });
});
