import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import { directory, extras, modelOf, Picker, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const tools = ['claude', 'codex', 'copilot', 'opencode'];
const readBy = (...ids: string[]) => extras({ tools: ids.map((id) => standing(id)) });

const nodes = [
  directory('d', [
    skill('all', readBy(...tools)),
    skill('some', readBy('codex', 'opencode')),
    skill('first', readBy('claude')),
    skill('none'),
  ]),
];

function on(id: string, state: Partial<PickerState> = {}, changes: Partial<Model> = {}): Picker {
  const picker = new Picker(modelOf(nodes, { tools, ...changes }));
  picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
  picker.state = { ...picker.state, ...state };
  return picker;
}

const own = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };
const right: Intent = { type: 'tool', by: 1 };
const left: Intent = { type: 'tool', by: -1 };

describe('the chosen cell', () => {
  const walks: [id: string, from: string | null, steps: Intent[], to: string | null][] = [
    ['all', null, [right], 'claude'],
    ['all', null, [right, right, right], 'copilot'],
    ['all', null, [right, right, right, right, right], 'opencode'],
    ['all', 'codex', [left], 'claude'],
    ['all', 'codex', [left, left], null],
    ['all', null, [left], null],
    // Blank cells are skipped.
    ['some', null, [right], 'codex'],
    ['some', null, [right, right], 'opencode'],
    ['some', 'opencode', [left], 'codex'],
    ['some', 'codex', [left], null],
    // The chosen tool may have no cell in this row.
    ['some', 'copilot', [left], 'codex'],
    ['some', 'copilot', [right], 'opencode'],
    ['first', 'codex', [right], 'codex'],
    ['first', 'codex', [left], 'claude'],
    // A heading has a cell for every tool.
    ['d', null, [right], 'claude'],
    ['d', 'claude', [right], 'codex'],
  ];

  it.each(walks)('on %s, from %s through %o, is %s', (id, from, steps, to) => {
    const picker = on(id, { tool: from });
    expect(picker.send(...steps)).toEqual([]);
    expect(picker.state.tool).toBe(to);
  });

  it('stays while the cursor moves', () => {
    const picker = on('all', { tool: 'copilot' });
    picker.send({ type: 'move', by: 1 }, { type: 'last' }, { type: 'page', by: -1 }, { type: 'first' });
    expect(picker.state.tool).toBe('copilot');
  });

  it('is left by Esc, which keeps the row', () => {
    const picker = on('some', { tool: 'codex' });
    expect(picker.send({ type: 'back' })).toEqual([]);
    expect([picker.state.tool, picker.row?.id]).toEqual([null, 'some']);
  });

  it('is left by a click on a row', () => {
    const picker = on('all', { tool: 'codex' });
    picker.send({ type: 'point', index: 2 });
    expect([picker.state.tool, picker.row?.id]).toEqual([null, 'some']);
  });

  it('goes away with its tool', () => {
    const picker = on('all', { tool: 'codex' });
    picker.model = modelOf(nodes, { tools: ['claude'] });
    picker.send({ type: 'list-changed' });
    expect(picker.state.tool).toBeNull();
  });

  it('is no cell of another session', () => {
    const picker = on('all', { tool: 'codex' });
    picker.send({ type: 'opened', scope: 'workspace', left: 'before' });
    expect(picker.state.tool).toBeNull();
  });

  it.each([
    ['no tool reads the row', on('none'), 'No tool here reads it.'],
    [
      'there are no cells',
      on('all', {}, { tools: [] }),
      'There are no cells: this session does not say which tools read it.',
    ],
    [
      'the session is that of one tool',
      on('all', {}, { tools: [], host: own, session: { ...modelOf([]).session, provider: 'claude' } }),
      'There are no cells: this session is of Claude Code alone.',
    ],
  ])('is not there if %s', (_name, picker, notice) => {
    picker.send(right);
    expect([picker.state.tool, picker.notice]).toEqual([null, notice]);
  });
});
