import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import { agent, directory, extras, modelOf, type Node, Picker, plugin, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const toggle: Intent = { type: 'toggle' };
const typed = (text: string): Partial<PickerState> => ({ query: { text, at: text.length } });
const readBy = (...tools: string[]) => extras({ tools: tools.map((id) => standing(id)) });
const off = extras({ tools: [standing('claude', { enabled: false, inEffect: false })] });

const nodes: Node[] = [
  directory('skills', [skill('a', readBy('claude')), skill('b', readBy('codex'))]),
  directory('agents', [agent('x', readBy('claude'))], { contents: 'agent' }),
  plugin('acme', [skill('p', off)], { ...off, enabled: false }),
  plugin('kit', [], readBy('codex')),
];

const own: Partial<Model> = {
  host: { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true },
  tools: ['claude', 'codex'],
};

const picking = (text: string, changes: Partial<PickerState> = {}, isPicking = false): Picker =>
  new Picker(modelOf(nodes, own), { state: { ...typed(text), scope: 'workspace', ...changes }, isPicking });

const shown = (picker: Picker): string[] =>
  picker.rows.rows.map((row) =>
    row.type === 'header' ? `[${row.id} ${row.counts.on}/${row.counts.off}]` : row.id,
  );

describe('folders and plugins that a query asks for', () => {
  it.each([
    ['type:plugin', ['[acme 0/1]', '[kit 0/0]']],
    ['type:directory', ['[skills 2/0]', '[agents 1/0]']],
    ['type:plugin ac', ['[acme 0/1]']],
    ['type:plugin is:off', ['[acme 0/1]']],
    ['type:plugin !acme', ['[kit 0/0]']],
    ['type:directory in:skills', ['[skills 2/0]']],
    ['type:directory tool:claude', ['[skills 2/0]', '[agents 1/0]']],
    ['type:plugin tool:codex', ['[kit 0/0]']],
    ['type:plugin,agent', ['[agents 1/0]', 'x', '[acme 0/1]', '[kit 0/0]']],
    ['type:plugin sort:name', ['[acme 0/1]', '[kit 0/0]']],
    ['type:all', ['[skills 2/0]', 'a', 'b', '[agents 1/0]', 'x', '[acme 0/1]', 'p']],
  ])('%s lists them as headings', (text, expected) => {
    expect(shown(picking(text))).toEqual(expected);
  });

  it('are counted, and are those that the tool of the tab reads something in', () => {
    expect(picking('type:directory').rows.shown).toBe(2);
    expect(shown(picking('type:directory', { tab: 'codex' }))).toEqual(['[skills 1/0]']);
    expect(shown(picking('type:plugin', { showing: 'on' }))).toEqual(['[kit 0/0]']);
  });

  it('are switched by Space, a folder through all of its entries', () => {
    const batchOf = (picker: Picker) =>
      picker.send(toggle).map((effect) => effect.type === 'switch' && effect.batch);
    expect(batchOf(picking('type:plugin', { focus: 'list' }))).toMatchObject([
      [{ id: 'acme', enabled: true }],
    ]);
    expect(batchOf(picking('type:directory', { focus: 'list' }))).toMatchObject([
      [
        { id: 'a', enabled: false },
        { id: 'b', enabled: false },
      ],
    ]);
  });

  it('are not switched all at once', () => {
    const picker = picking('type:plugin');
    picker.send({ type: 'batch' });
    expect([picker.state.view.type, picker.notice]).toEqual([
      'list',
      'Folders and plugins are switched one by one: space switches this one.',
    ]);
  });

  it('are left out of a switch of all that is shown', () => {
    const picker = picking('type:plugin,agent');
    picker.send({ type: 'batch' });
    expect(picker.state.view).toEqual({ type: 'batch', ids: ['x'], leftOut: ['acme', 'kit'] });
  });

  it('can be chosen unless they are off', () => {
    expect(picking('type:plugin kit', {}, true).send({ type: 'open' })).toEqual([
      { type: 'picked', id: 'kit' },
    ]);
    const picker = picking('type:plugin acme', {}, true);
    picker.send({ type: 'open' });
    expect(picker.notice).toBe('acme cannot be chosen: it is off.');
  });
});

describe('broken files and the types of a query', () => {
  const problem = (uri: string) => extras({ problems: [{ uri, message: uri.slice(-1) }] });
  const broken: Node[] = [
    directory('skills', [], problem('file:///repo/skills/s')),
    directory('rules', [], { contents: 'rule', ...problem('file:///repo/rules/r') }),
    plugin('acme', [], problem('file:///repo/acme/p')),
  ];

  it.each([
    ['', ['s', 'p']],
    ['type:skill', ['s', 'p']],
    ['type:agent', ['p']],
    ['type:rule', ['r', 'p']],
    ['type:all', ['s', 'r', 'p']],
    ['type:plugin', []],
    ['!type:skill', ['p']],
  ])('%j finds those in folders that can hold them', (text, expected) => {
    const { rows } = new Picker(modelOf(broken), { state: typed(text) }).rows;
    expect(rows.flatMap((row) => (row.type === 'problem' ? row.problem.message : []))).toEqual(expected);
  });
});
