import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { DecidingSetting } from '../../src/protocol/tool-standing.js';
import { directory, extras, modelOf, Picker, plugin, skill, switched } from '../support/picker.js';
import { standing } from '../support/standing.js';

const next: Intent = { type: 'neighbour', by: 1 };
const previous: Intent = { type: 'neighbour', by: -1 };
const toggle: Intent = { type: 'toggle' };

const problem = { uri: 'file:///x/SKILL.md', line: 4, message: 'no name' };
const nodes = [
  directory('d', [skill('a'), skill('b')], extras({ problems: [problem] })),
  directory('e', [skill('c')]),
];

/** A picker with the row open. */
function open(
  id: string,
  all = nodes,
  changes: Partial<Model> = {},
  state: Partial<PickerState> = {},
): Picker {
  const picker = new Picker(modelOf(all, changes), { state });
  picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index }, { type: 'open' });
  expect(picker.state.view).toMatchObject({ type: 'detail', id });
  return picker;
}

describe('the neighbours in the detail view', () => {
  it('are the rows with a file, in both directions, and the cursor goes along', () => {
    const picker = open('a');
    const walk = [next, next, next, previous, previous, previous].map((step) => {
      picker.send(step);
      const { view, cursor } = picker.state;
      expect(view).toMatchObject({ type: 'detail', id: cursor.id, top: 0 });
      return picker.row?.type === 'problem' ? '!' : picker.row?.id;
    });
    expect(walk).toEqual(['b', '!', 'c', '!', 'b', 'a']);
  });

  it('include broken files, with their problem', () => {
    const picker = open('b');
    picker.send(next);
    expect(picker.state.view).toMatchObject({ problem });
  });

  it.each([
    ['c', next, 'This is the last one.'],
    ['a', previous, 'This is the first one.'],
  ])('end at %s', (id, step, notice) => {
    const picker = open(id);
    expect(picker.send(step)).toEqual([]);
    expect([picker.notice, picker.state.view]).toMatchObject([notice, { id }]);
  });

  it('of an entry that is gone are those that were beside it', () => {
    const without = modelOf([directory('d', [skill('a'), skill('c')])]);
    const step = (by: Intent) => {
      const picker = open('b', [directory('d', [skill('a'), skill('b'), skill('c')])]);
      picker.model = without;
      picker.send(by);
      return picker.state.view;
    };
    expect([step(next), step(previous)]).toMatchObject([{ id: 'c' }, { id: 'a' }]);
  });

  it('are found among entries that share an id', () => {
    const picker = open('x', [
      directory('d', [skill('x'), skill('a')]),
      directory('e', [skill('x'), skill('z')]),
    ]);
    const walked = [1, 2, 3].map(() => {
      picker.send(next);
      return picker.state.cursor.id;
    });
    expect(walked).toEqual(['a', 'x', 'z']);
  });

  it('keep the filters: only rows that are shown are opened', () => {
    const picker = open('b', nodes, {}, { query: { text: 'b', at: 1 }, focus: 'query' });
    expect(picker.send(next)).toEqual([]);
  });
});

describe('the setting that decides', () => {
  const why = (file: string, line: number | null = 3): DecidingSetting => ({ file, line, text: 'x' });
  const off = { enabled: false };
  const editSetting: Intent = { type: 'edit-setting' };
  const embedded = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };

  const decided = [
    directory('d', [
      skill(
        'a',
        extras({
          tools: [
            standing('claude', { why: why('/on') }),
            standing('codex', { ...off, why: why('/off', null) }),
          ],
        }),
      ),
      skill('b', extras({ tools: [standing('claude'), standing('codex', { why: why('/codex') })] })),
      skill('c', extras({ tools: [standing('claude')] })),
    ]),
    plugin('p', [], extras({ tools: [standing('claude', { ...off, why: why('/plugin') })] })),
  ];

  const settings: [id: string, chosen: Partial<PickerState>, file: string, line: number | null][] = [
    ['a', {}, '/off', null],
    ['a', { tool: 'claude' }, '/on', 3],
    ['a', { tab: 'codex' }, '/off', null],
    ['b', {}, '/codex', 3],
    ['p', {}, '/plugin', 3],
  ];

  it.each(settings)('of %s with %o is in %s', (id, chosen, file, line) => {
    const picker = open(
      id,
      decided,
      { host: embedded, tools: ['claude', 'codex'] },
      { kind: 'all', ...chosen },
    );
    expect(picker.send(editSetting)).toEqual([{ type: 'edit-setting', file, line }]);
    expect(picker.notice).toBeUndefined();
  });

  it.each([
    ['c', {}, 'No setting decides about it: it is as it is by default.'],
    ['b', { tool: 'claude' }, 'No setting decides about it in Claude Code: it is as it is by default.'],
  ])('of %s with %o is not there, which is said', (id, chosen, notice) => {
    const picker = open(id, decided, { host: embedded, tools: ['claude', 'codex'] }, chosen);
    expect(picker.send(editSetting)).toEqual([]);
    expect(picker.notice).toBe(notice);
  });
});

describe('switching in the detail view', () => {
  it('concerns the open entry, and is taken back and made again there', () => {
    const picker = open('b');
    expect(switched(picker.send(toggle))).toEqual(['-b']);
    expect(switched(picker.send({ type: 'undo' }))).toEqual(['+b']);
    expect(picker.notice).toBe('Took back b.');
    expect(switched(picker.send({ type: 'redo' }))).toEqual(['-b']);
    expect(picker.state.view).toMatchObject({ type: 'detail', id: 'b' });
  });

  it('does nothing on a broken file', () => {
    const picker = open('b');
    expect(picker.send(next, toggle)).toEqual([]);
    expect(picker.notice).toBe('Nothing here can be switched.');
  });
});

describe('a broken file', () => {
  it('is edited at the line of its problem', () => {
    const picker = open('b');
    picker.send(next);
    expect(picker.send({ type: 'edit-file' })).toMatchObject([{ type: 'edit-file', problem: { line: 4 } }]);
  });
});

it.each([
  ['was open', false],
  ['was open under the help', true],
])('shows the entry once the broken file that %s is fixed', (_name, hasHelp) => {
  const picker = open(new Picker(modelOf(nodes)).shown.find((id) => id.startsWith('\0'))!);
  if (hasHelp) picker.send({ type: 'help' });
  const fixed = skill('fixed', { uri: problem.uri });
  picker.model = modelOf([directory('d', [skill('a'), skill('b'), fixed]), directory('e', [skill('c')])]);
  picker.send({ type: 'list-changed' });
  if (hasHelp) picker.send({ type: 'help' });
  expect(picker.state.view).toMatchObject({ type: 'detail', id: 'fixed', problem: null });
});
