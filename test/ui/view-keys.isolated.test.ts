import { expect, it, vi } from 'vitest';
import type { Binding } from '../../src/picker/bindings.js';
import type { OpenView } from '../../src/picker/open-view.js';
import { batchLine } from '../../src/ui/BatchQuestion.js';
import { chooserLines } from '../../src/ui/Chooser.js';
import { consentLines } from '../../src/ui/ConsentQuestion.js';
import { helpLines } from '../../src/ui/help-lines.js';
import { spokenLines } from '../../src/ui/spoken-lines.js';
import { textOf } from '../../src/ui/view-lines.js';
import { agent, directory, extras, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';
import { ownModel, unicode, viewScreen } from '../support/view-screens.js';

/** The real table with other keys: `key-undo`, `key-batch-all-true`. */
vi.mock('../../src/picker/bindings.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/picker/bindings.js')>();
  const changed = original.bindings.map((binding): Binding => {
    const { type, ...fields } = binding.intent;
    return { ...binding, keys: [['key', type, ...Object.values(fields)].join('-')] };
  });
  return { ...original, bindings: changed };
});

const model = ownModel([
  directory('d', [skill('a', extras({ tools: [standing('codex')] })), agent('b', { enabled: false })]),
]);
const place = { columns: 160, theme: unicode };
const about = new Map([['codex', ['a']]]);
const batch = { ids: ['a', 'b'], folder: undefined, leftOut: undefined, tool: null, list: model.list };
const help = { type: 'help', at: 0, top: 0, under: { type: 'list' } } as const;
const picking = viewScreen(model, { isPicking: true });

const drawn: [what: string, text: string, expected: string][] = [
  [
    'the chooser',
    chooserLines({ choices: [], chosen: null, query: { text: 'z', at: 1 }, height: 9, ...place }).join('\n'),
    'Nothing matches. key-back clears the query.',
  ],
  [
    'the question about many entries',
    batchLine({ ...batch, ...place }),
    '(1 on, 1 off): key-batch-all-true all on, key-batch-all-false all off, key-back',
  ],
  [
    'the question about all repositories',
    consentLines({ asked: ['codex'], about, height: 2, ...place }).join('\n'),
    'key-consent-once once  key-consent-always always  key-consent-leave leave it out  key-back cancel',
  ],
  [
    'the help',
    helpLines(picking, help, unicode).lines.map(textOf).join('\n'),
    'key-open prints what the cursor is on',
  ],
];

it.each(drawn)('%s names the keys that the table has', (_, text, expected) => {
  expect(text).toContain(expected);
});

const views: [view: OpenView, expected: string][] = [
  [
    { type: 'batch', ids: ['a'] },
    'key-batch-all-true switches all on, key-batch-all-false all off, key-back goes',
  ],
  [help, 'Help. key-open runs a line, key-back closes the help.'],
  [
    { type: 'chooser', choices: null, key: null, query: { text: '', at: 0 } },
    'key-open opens one, key-back goes back.',
  ],
  [
    {
      type: 'consent',
      made: [],
      notice: null,
      asked: ['codex'],
      about,
      allowed: [],
      always: [],
      under: { type: 'list' },
    },
    'key-consent-once once, key-consent-always always',
  ],
];

it.each(views)('%#: a view names the keys that the table has to a screen reader', (view, expected) => {
  expect(spokenLines(viewScreen(model, { state: { view } })).join('\n')).toContain(expected);
});

it('names the key that switches a chosen cell to a screen reader', () => {
  const state = { cursor: { id: 'a', index: 1 }, tool: 'codex' };
  expect(spokenLines(viewScreen(model, { state }))).toContain('Codex: on. Key-toggle switches it.');
});
