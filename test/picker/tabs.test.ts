import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import type { PickerState } from '../../src/picker/state.js';
import { tabsOf } from '../../src/picker/tabs.js';
import { agent, directory, extras, modelOf, Picker, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const tools = ['claude', 'codex'];
const off = { enabled: false, inEffect: false };
const inTools = (...standings: ReturnType<typeof standing>[]) => extras({ tools: standings });
const broken = (message: string) => extras({ problems: [{ message, uri: `file:///x/${message}` }] });

const nodes = [
  directory('shared', [
    skill('both', inTools(standing('claude'), standing('codex', off))),
    skill('mine', inTools(standing('claude', off))),
  ]),
  directory('codex', [skill('theirs', inTools(standing('codex')))], broken('torn')),
  directory('agents', [agent('planner', inTools(standing('claude')))], { contents: 'agent' }),
  directory('unread', [skill('kept')]),
];
const model = modelOf(nodes, { tools });

const at = (tab: string | null, state: Partial<PickerState> = {}): Picker =>
  new Picker(model, { state: { tab, ...state } });

const next: Intent = { type: 'tab', by: 1 };
const before: Intent = { type: 'tab', by: -1 };
const opened: Intent = { type: 'opened', scope: 'workspace', left: 'before' };

describe('a tab', () => {
  it('shows what its tool reads, and the broken files of folders that it reads', () => {
    expect(at('claude').shown).toEqual(['shared', 'both', 'mine', 'agents', 'planner']);
    expect(at('codex').rows.rows.map(({ type, id }) => (type === 'problem' ? type : id))).toEqual([
      'shared',
      'both',
      'codex',
      'theirs',
      'problem',
    ]);
    expect(at(null).shown).toContain('kept');
  });

  it('shows each row as it is in its tool, and keeps the whole of it', () => {
    const row = (tab: string | null) => at(tab).rows.rows.find(({ id }) => id === 'both');
    expect(row('claude')).toMatchObject({ entry: { effectiveEnabled: true }, whole: { isMixed: true } });
    expect(row('codex')).toMatchObject({ entry: { effectiveEnabled: false }, whole: { isMixed: true } });
    expect(row(null)).toMatchObject({ entry: { isMixed: true } });
  });

  it('filters and counts by the state in its tool', () => {
    expect(at('codex', { showing: 'off' }).shown).toEqual(['shared', 'both']);
    expect(at('claude', { showing: 'differs' }).shown).toEqual([]);
    expect(at('claude').rows.counts).toEqual({
      on: 2,
      differ: 0,
      off: 1,
      shadowed: 0,
      broken: 0,
      unknown: 0,
    });
    expect(at(null).rows.counts).toEqual({ on: 3, differ: 1, off: 1, shadowed: 0, broken: 1, unknown: 0 });
  });

  it('is searched like the whole list', () => {
    const picker = at('claude');
    picker.type('theirs');
    expect(picker.shown).toEqual([]);
    picker.send(next);
    expect(picker.shown).toEqual(['theirs']);
  });
});

describe('the tabs', () => {
  it('count all entries and broken files, and the entries in effect in each tool', () => {
    expect(tabsOf(model, 'usual')).toEqual([
      { id: null, count: 6 },
      { id: 'claude', count: 2 },
      { id: 'codex', count: 1 },
    ]);
    expect(tabsOf(model, 'agents').map(({ count }) => count)).toEqual([1, 1, 0]);
  });

  it('are not there if the session names no tools', () => {
    expect(tabsOf({ ...model, tools: [] }, 'usual')).toEqual([]);
    const picker = new Picker(modelOf(nodes));
    expect(picker.send(next)).toEqual([]);
    expect([picker.state.tab, picker.notice]).toEqual([
      null,
      'There are no tabs: this session does not say which tools read it.',
    ]);
  });

  it('are counted again if there are other tools', () => {
    tabsOf({ ...model, tools: [] }, 'skills');
    expect(tabsOf(model, 'skills').map(({ id }) => id)).toEqual([null, 'claude', 'codex']);
    expect(tabsOf({ ...model, tools: ['codex'] }, 'skills').map(({ id }) => id)).toEqual([null, 'codex']);
  });

  it.each([
    [next, ['claude', 'codex', null, 'claude']],
    [before, ['codex', 'claude', null, 'codex']],
  ])('are walked around with %o', (intent, expected) => {
    const picker = at(null);
    const walked = expected.map(() => {
      picker.send(intent);
      return picker.state.tab;
    });
    expect(walked).toEqual(expected);
  });

  it('are remembered when one is opened', () => {
    const remember = (value: string) => [{ type: 'remember', setting: { key: 'tab', value } }];
    expect(at(null).send(next)).toEqual(remember('claude'));
    expect(at('codex').send(next)).toEqual(remember('all'));
    expect(at(null).send({ type: 'point-tab', tab: 'codex' })).toEqual(remember('codex'));
    expect(at('codex').send({ type: 'point-tab', tab: null })).toEqual(remember('all'));
    const typing = at(null);
    typing.type('a');
    typing.send({ type: 'point-tab', tab: 'codex' });
    expect(typing.state.focus).toBe('list');
  });

  it('start at the first row, without a chosen cell', () => {
    const picker = at(null);
    picker.send({ type: 'move', by: 1 }, { type: 'tool', by: 1 });
    expect([picker.row?.id, picker.state.tool]).toEqual(['mine', 'claude']);
    picker.send(next);
    expect([picker.state.tool, picker.row?.id, picker.state.top]).toEqual([null, 'both', 0]);
  });
});

describe('a tab from the settings', () => {
  const waiting = { waitingFor: 'Reading skills and agents.', isLoading: true, tools: [] };

  it('is kept until the session is open', () => {
    const picker = new Picker(modelOf([], waiting), { state: { tab: 'codex' } });
    picker.send({ type: 'list-changed' });
    expect(picker.state.tab).toBe('codex');
    picker.model = model;
    picker.send({ type: 'list-changed' }, opened);
    expect(picker.state.tab).toBe('codex');
  });

  it.each([
    ['is not here', { tools }],
    ['is not here while plugins are loading', { tools, isLoading: true }],
    ['is of another host', { tools: [] }],
    ['is of another host whose plugins are loading', { tools: [], isLoading: true }],
  ])('is dropped if its tool %s', (_name, changes) => {
    const picker = new Picker(modelOf([], waiting), { state: { tab: 'gemini' } });
    picker.model = modelOf(nodes, changes);
    picker.send(opened);
    expect(picker.state.tab).toBeNull();
    expect(picker.shown).toContain('both');
  });
});

describe('while choosing an entry to print', () => {
  it.each<[Intent]>([[next], [before], [{ type: 'point-tab', tab: 'codex' }]])(
    'there are no tabs: %o',
    (intent) => {
      const picker = new Picker(model, { isPicking: true });
      expect(picker.send(intent)).toEqual([]);
      expect(picker.state.tab).toBeNull();
    },
  );
});
