import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import type { Settled } from '../../src/picker/made-switches.js';
import type { Notice, PickerState } from '../../src/picker/state.js';
import { resultNotice } from '../../src/picker/switch-notice.js';
import type { SwitchResult, ToolResult } from '../../src/protocol/switch-result.js';
import type { CustomizationEnablement, SessionState } from '../../src/protocol/types.js';
import { directory, extras, modelOf, Picker, plugin, skill } from '../support/picker.js';

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

const noticeOf = (results: Settled[], before: Notice | null = null, { list } = modelOf([])) =>
  resultNotice(results, before, list);

const textOf = (...results: Settled[]) => noticeOf(results)?.text;

describe('the line after a switch', () => {
  it('on another host says that it is kept in the session, and how to take it back', () => {
    const switchIn = (scope: PickerState['scope']) => {
      const picker = new Picker(modelOf([directory('d', [skill('lint')])]), { state: { scope } });
      picker.send({ type: 'toggle' });
      const outcome = { kind: 'confirmed', enabled: false } as const;
      picker.send({
        type: 'settled',
        results: [{ id: 'lint', name: 'lint', wanted: false, key: 0, outcome }],
      });
      return picker.notice;
    };
    const text = 'lint off · this session · ^/ undo · may be forgotten when the files are next read';
    expect(switchIn('session')).toBe(text);
    expect(switchIn('global')).toBe(text);
  });

  it('on another host names the scope of a plugin, and the one that still decides', () => {
    const shown = (enablement: CustomizationEnablement[], decidedIn?: string) => {
      const customizations = [plugin('acme', [], { enablement })];
      const session = { customizations } as unknown as SessionState;
      const list = listEntries(session, { protocolVersion: '0.9.0', isOwn: false });
      const picker = new Picker(modelOf(customizations, { list }), {
        state: { scope: 'workspace', kind: 'all', cursor: { id: 'acme', index: 0 } },
      });
      picker.send({ type: 'toggle' });
      const enabled = decidedIn !== undefined;
      const outcome = { kind: 'confirmed', enabled, ...(enabled && { decidedIn }) } as const;
      const ended = { id: 'acme', name: 'acme', wanted: false, key: 0, outcome };
      picker.send({ type: 'settled', results: [ended] });
      return picker.notice;
    };
    expect(shown([])).toBe('acme off · this workspace · ^/ undo');
    expect(shown([{ kind: 'session', enabled: true }], 'session')).toBe(
      'acme off kept for this workspace · this session still has it on · ^/ undo',
    );
  });

  it('stays when the entry is opened, which has room for all of it', () => {
    const picker = new Picker(modelOf([directory('d', [skill('lint')])]));
    picker.send({ type: 'move', by: 1 }, { type: 'settled', results: [settled('lint', [tool('codex')])] });
    picker.send({ type: 'open' });
    expect(picker.state.view.type).toBe('detail');
    expect(picker.notice).toBe('lint off in Codex · this repo · settings.json · ^/ undo');
  });

  it('is gone once the entry is opened, if it was something else', () => {
    const picker = new Picker(modelOf([directory('d', [skill('lint')])]));
    picker.send({ type: 'move', by: 1 }, { type: 'redo' }, { type: 'open' });
    expect(picker.state).toMatchObject({ view: { type: 'detail' }, notice: null });
  });
});

describe('the notice of a switch', () => {
  it('names what counts instead of a switch that skillpick keeps', () => {
    const result: SwitchResult = {
      batch: 'b',
      tools: [],
      also: [],
      own: { outcome: 'changed', removed: [] },
    };
    const kept = (name: string, decidedIn?: string): Settled => {
      const decided = decidedIn === undefined ? { enabled: false } : { enabled: true, decidedIn };
      return { id: name, name, wanted: false, outcome: { kind: 'confirmed', result, ...decided } };
    };
    expect(textOf(kept('lint', 'session'))).toBe(
      'lint off · this session still has it on · kept by skillpick alone · ^/ undo',
    );
    expect(textOf(kept('lint', 'workspace'))).toContain('this repo still has it on');
    expect(textOf(kept('lint', 'session'), kept('deploy'))).toBe(
      '2 switched off · lint still on · kept by skillpick alone · ^/ undo',
    );
  });

  it.each<[name: string, expected: string, result: Settled]>([
    [
      'one tool',
      'lint off in opencode · this repo · settings.json (new) · ^/ undo',
      settled('lint', [tool('opencode', { isNew: true })]),
    ],
    [
      'no tool',
      'lint off · kept by skillpick alone · ^/ undo',
      settled('lint', [], { own: { outcome: 'changed', removed: [] } }),
    ],
    [
      'two tools',
      'lint off in Claude Code, Codex · this repo, Codex everywhere · 2 files · ^/ undo',
      settled('lint', [tool('claude'), tool('codex', { scope: 'global' })]),
    ],
    [
      'more tools',
      'lint off in 3 tools · everyone in this repo · 3 files, 2 new · ^/ undo',
      settled(
        'lint',
        ['claude', 'gemini', 'opencode'].map((id) => tool(id, { scope: 'shared', isNew: id !== 'claude' })),
      ),
    ],
    [
      'when a running tool obeys',
      'lint off in Claude Code, Codex · this repo · 2 files · ^/ undo · restart Codex to see it',
      settled('lint', [
        tool('claude', { obeysFrom: 'next-prompt' }),
        tool('codex', { obeysFrom: 'restart' }),
      ]),
    ],
    [
      'a switch that is not in the history',
      'lint off in Claude Code · this repo · settings.json · Claude Code: it cannot be taken back',
      settled('lint', [tool('claude', { reason: 'it cannot be taken back' })], { batch: null }),
    ],
    [
      'the tools that a remark is about',
      'lint off in Claude Code, opencode · this repo · 2 files · opencode: counts for everyone · ^/ undo',
      settled('lint', [tool('claude'), tool('opencode', { reason: 'counts for everyone' })]),
    ],
    [
      'nothing that changed',
      'lint off already in Claude Code',
      settled('lint', [tool('claude', { outcome: 'unchanged', file: null })], { batch: null }),
    ],
  ])('names %s', (_, expected, result) => {
    expect(textOf(result)).toBe(expected);
  });

  describe('and the list', () => {
    const inTools = (tools: Record<string, boolean>) =>
      extras({ tools: Object.entries(tools).map(([id, enabled]) => ({ id, enabled })) });
    const listed = (tools: Record<string, boolean>) =>
      modelOf([
        directory('.agents/skills', [skill('lint', inTools(tools))]),
        directory('~/.agents/skills', [
          skill('other', { name: 'lint', uri: 'file:///home/me/lint/SKILL.md' }),
        ]),
      ]);
    const reason = 'only for all repositories';
    const leftOut = tool('codex', { outcome: 'left-out', scope: null, file: null, reason });
    const made = settled('lint', [tool('claude'), leftOut]);

    it('names a tool that was left out and still differs', () => {
      expect(noticeOf([made], null, listed({ claude: false, codex: true }))?.text).toBe(
        `lint off in Claude Code · this repo · settings.json · still on in Codex: ${reason} · ^/ undo`,
      );
      const more = [made, settled('other', [tool('claude')])];
      expect(noticeOf(more, null, listed({ claude: false, codex: true }))?.text).toContain(
        ' · lint still on in Codex · ^/ undo',
      );
    });

    it('does not name a tool that was left out and agrees', () => {
      expect(noticeOf([made], null, listed({ claude: false, codex: false }))?.text).not.toContain('Codex');
    });

    it('says which tool does not use what was switched on', () => {
      const shadowed = { id: 'claude', enabled: true, inEffect: false, shadowedBy: 'other' };
      const list = modelOf([directory('d', [skill('lint', extras({ tools: [shadowed] }))])]);
      const on = { ...settled('lint', [tool('claude')]), wanted: true };
      expect(noticeOf([on], null, list)?.text).toBe(
        'lint on, but not in effect · shadowed in Claude Code · this repo · settings.json · ^/ undo',
      );
    });

    it('gives the reasons of tools that do not obey for one switch, but not for each of a batch', () => {
      const refused = { id: 'claude', enabled: true, inEffect: false, isRefused: true, note: 'too long' };
      const refusedIn = (name: string) => skill(name, extras({ tools: [refused] }));
      const list = modelOf([directory('d', [refusedIn('a'), refusedIn('b')])]);
      const on = (name: string) => ({ ...settled(name, [tool('claude')]), wanted: true });
      expect(noticeOf([on('a')], null, list)?.text).toContain(' · refused by Claude Code: too long · ');
      expect(noticeOf([on('a'), on('b')], null, list)?.text).toContain(' · refused by Claude Code · ');
    });

    it.each([
      [['/home/me/lint/SKILL.md'], 'also ~/.agents/skills/lint'],
      [['/far/.qwen/skills/lint/SKILL.md', '/x'], 'also .qwen/skills/lint and 1 more'],
    ])('says where entries of the same name are: %o', (also, expected) => {
      const result = settled('lint', [tool('claude')], { also });
      expect(noticeOf([result], null, listed({ claude: false }))?.text).toBe(
        `lint off in Claude Code · this repo · settings.json · ${expected} · ^/ undo`,
      );
    });
  });

  it('says how many switches of a batch were made, and which were refused and why', () => {
    const failed = (name: string, reason: string): Settled => ({
      ...settled(name, []),
      outcome: { kind: 'rejected', enabled: undefined, reason },
    });
    const made = ['a', 'b'].map((name) => settled(name, [tool('claude')]));
    const first = noticeOf([...made, failed('x', 'no switch')]);
    const notice = noticeOf([failed('y', 'locked'), failed('z', 'no switch')], first);
    expect(notice?.text).toBe(
      '2 switched off in Claude Code · this repo · settings.json · ^/ undo. ' +
        'x, z were not switched off: no switch. y was not switched off: locked.',
    );
    expect(notice?.tone).toBe('bad');
  });

  it('has the remarks that are about all switches of a batch, and no others', () => {
    const shared = tool('opencode', { reason: 'counts for everyone' });
    const other = tool('claude', { reason: 'the name is shared' });
    expect(textOf(settled('a', [shared, other]), settled('b', [tool('claude'), shared]))).toBe(
      '2 switched off in Claude Code, opencode · this repo · 2 files · opencode: counts for everyone · ^/ undo',
    );
    expect(textOf(settled('a', [shared]), settled('b', [tool('opencode')]))).toBe(
      '2 switched off in opencode · this repo · settings.json · ^/ undo',
    );
  });

  it('says what was switched on a host without reports if something failed', () => {
    const plain = (name: string, outcome: Settled['outcome']): Settled => ({
      id: name,
      name,
      wanted: false,
      outcome,
    });
    const results = [
      plain('a', { kind: 'confirmed', enabled: false }),
      plain('b', { kind: 'rejected', enabled: true, reason: 'locked' }),
    ];
    expect(textOf(...results)).toBe('a off. b was not switched off: locked. Now it is on.');
  });

  it('keeps a sentence of the notice before it', () => {
    const before: Notice = { text: 'Switching.', tone: 'warn', isPassing: true, kept: 'b stays off.' };
    const notice = noticeOf([settled('a', [tool('claude')])], before);
    expect([notice?.text, notice?.tone]).toEqual([
      'a off in Claude Code · this repo · settings.json · ^/ undo. b stays off.',
      'warn',
    ]);
  });

  it('says how many of a batch no tool keeps', () => {
    const own = settled('b', [], { own: { outcome: 'changed', removed: [] } });
    expect(textOf(settled('a', [tool('claude')]), own)).toBe(
      '2 switched off in Claude Code · 1 kept by skillpick alone · this repo · settings.json · ^/ undo',
    );
  });

  it('counts the switches of a batch, also if they come in parts', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => settled(name, [tool('claude')]));
    expect(textOf(a!, b!)).toBe('2 switched off in Claude Code · this repo · settings.json · ^/ undo');
    expect(noticeOf([c!], noticeOf([a!, b!]))?.text).toMatch(/^3 switched off/);
    const other = { ...settled('x', [tool('claude')]), key: 1 };
    expect(noticeOf([other], noticeOf([a!, b!]))?.text).toMatch(/^x off/);
  });

  it('replaces no notice that says more', () => {
    const warning: Notice = { text: 'It stays off.', tone: 'warn' };
    expect(noticeOf([settled('a', [tool('claude')])], warning)).toBe(warning);
  });

  it('says little of switches without a report', () => {
    const plain = (name: string): Settled => ({
      id: name,
      name,
      wanted: false,
      key: 0,
      outcome: { kind: 'confirmed', enabled: false },
    });
    expect(textOf(plain('a'))).toBe('a off');
    expect(textOf(plain('a'), settled('b', []))).toBe('2 switched off');
  });
});
