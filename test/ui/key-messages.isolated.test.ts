import { expect, it, vi } from 'vitest';
import type { Binding } from '../../src/picker/bindings.js';
import type { Intent } from '../../src/picker/intents.js';
import type { Model } from '../../src/picker/state.js';
import { drawnLines, type ScreenChanges } from '../support/drawing.js';
import { agent, directory, modelOf, Picker, skill } from '../support/picker.js';

/** The real table with other keys: `key-undo`, `key-batch-all-true`. */
vi.mock('../../src/picker/bindings.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/picker/bindings.js')>();
  const changed = original.bindings.map((binding): Binding => {
    const { type, ...fields } = binding.intent;
    return { ...binding, keys: [['key', type, ...Object.values(fields)].join('-')] };
  });
  return { ...original, bindings: changed };
});

const some = [directory('d', [skill('a'), agent('b', { enabled: false })])];
const gone: Partial<Model> = { link: { kind: 'gone', reason: 'no' } };

const notices: [model: Model, intents: Intent[], expected: string][] = [
  [modelOf(some, gone), [{ type: 'toggle' }], 'key-choose opens another.'],
  [modelOf(some), [{ type: 'batch' }, { type: 'batch-all', enabled: true }], 'key-undo takes it back.'],
  [
    modelOf(some),
    [{ type: 'forgotten', cause: 'restart', lost: [{ id: 'a', enabled: false, scope: 'session' }] }],
    'key-put-back puts it back.',
  ],
];

it.each(notices)('%#: a notice names the key that the table has', (model, intents, expected) => {
  const picker = new Picker(model);
  picker.send(...intents);
  expect(picker.notice).toContain(expected);
});

const nothing = { text: 'zzz', at: 3 };
const screens: [model: Model, changes: ScreenChanges, expected: string][] = [
  [modelOf(some, gone), {}, 'The session is gone: no. key-choose opens another.'],
  [modelOf([]), {}, 'for this session. key-choose opens another.'],
  [modelOf(some), { state: { query: nothing } }, 'matches. key-back clears the query, key-next-kind looks'],
  [modelOf(some), { state: { query: nothing, showing: 'on' } }, 'key-next-showing shows others.'],
  [modelOf(some), { state: { showing: 'broken' } }, 'Nothing is broken. key-next-showing shows everything.'],
  [modelOf(some), {}, 'this session key-next-scope'],
  [modelOf(some), {}, 'key-toggle switch '],
  [modelOf(some, { tools: ['codex'] }), { state: { tab: 'codex' } }, 'key-tab-1 shows other tools.'],
  [modelOf(some), { state: { kind: 'other' } }, 'There is no entry of another kind. key-next-kind shows'],
  [
    modelOf([directory('d', [skill('a')])]),
    { state: { showing: 'off' } },
    'is off. key-next-showing shows others, key-next-kind other kinds.',
  ],
  [modelOf(some), { size: { columns: 100, rows: 5 } }, '; key-back leaves'],
  [
    modelOf(some),
    { state: { view: { type: 'chooser', choices: [], key: null, query: nothing } } },
    'Nothing matches. key-back clears the query.',
  ],
  [
    modelOf(some),
    { state: { view: { type: 'batch', ids: ['a', 'b'] } } },
    '(1 on, 1 off): key-batch-all-true all on, key-batch-all-false all off, key-back',
  ],
];

it.each(screens)('%#: a screen names the key that the table has', (model, changes, expected) => {
  const state = { hasPreview: false, ...changes.state };
  const lines = drawnLines(model, { size: { columns: 120, rows: 24 }, ...changes, state });
  expect(lines.join('\n')).toContain(expected);
});
