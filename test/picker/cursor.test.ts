import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent, KeyIntent } from '../../src/picker/intents.js';
import { kinds, showings } from '../../src/picker/state.js';
import {
  agent,
  directory,
  extras,
  modelOf,
  type Node,
  Picker,
  plugin,
  server,
  skill,
} from '../support/picker.js';

const two = [
  directory('d1', [skill('a'), skill('b'), skill('c')]),
  directory('d2', [skill('d'), agent('e')]),
];

const move = (by: number): Intent => ({ type: 'move', by });

describe('the cursor', () => {
  it('begins on the first entry, with its header visible', () => {
    const picker = new Picker(modelOf(two));
    expect([picker.row?.id, picker.state.top]).toEqual(['a', 0]);
  });

  it('is on no row of an empty list', () => {
    const picker = new Picker(modelOf([]));
    expect(picker.send(move(1), { type: 'page', by: 1 }, { type: 'last' }, { type: 'toggle' })).toEqual([]);
    expect(picker.row).toBeUndefined();
  });

  const moves: [name: string, intents: Intent[], expected: string][] = [
    ['down', [move(1)], 'b'],
    ['down past the end', [move(99)], 'e'],
    ['up onto the header', [move(-1)], 'd1'],
    ['up past the top', [move(-1), move(-1)], 'd1'],
    ['to the end', [{ type: 'last' }], 'e'],
    ['to the top', [{ type: 'last' }, { type: 'first' }], 'd1'],
    ['a page down, which is a row less than fits', [{ type: 'page', by: 1 }], 'd2'],
    ['a page up', [{ type: 'last' }, { type: 'page', by: -1 }], 'c'],
  ];

  it.each(moves)('goes %s', (_name, intents, expected) => {
    const picker = new Picker(modelOf(two), { height: 4 });
    picker.send(...intents);
    expect(picker.row?.id).toBe(expected);
  });

  const filters: [name: string, intents: Intent[], expected: string][] = [
    ['a change of the query', [{ type: 'insert', text: 'd' }], 'd'],
    ['clearing the query', [{ type: 'insert', text: 'd' }, move(1), { type: 'edit', edit: 'clear' }], 'a'],
    ['Esc that clears it', [{ type: 'insert', text: 'd' }, { type: 'back' }], 'a'],
    ['another kind', [{ type: 'next-kind' }, { type: 'next-kind' }], 'e'],
    ['another state', [{ type: 'next-showing' }], 'a'],
    ['pasting', [{ type: 'insert', text: 'd2' }], 'd'],
  ];

  it.each(filters)('goes to the first row after %s', (_name, intents, expected) => {
    const picker = new Picker(modelOf(two), { height: 4 });
    picker.send({ type: 'last' }, ...intents);
    expect([picker.row?.id, picker.state.top]).toEqual([expected, 0]);
  });

  const keeping: [name: string, intent: Intent][] = [
    ['moving within the query', { type: 'edit', edit: 'left' }],
    ['deleting nothing', { type: 'edit', edit: 'delete-back' }],
    ['a switch', { type: 'toggle' }],
    ['undo', { type: 'undo' }],
    ['asking again', { type: 'reread' }],
    ['a batch question', { type: 'batch' }],
    ['help', { type: 'help' }],
    ['a notice', { type: 'notice', text: 'x', tone: 'plain' }],
    ['the host forgetting', { type: 'forgotten', cause: 'list', lost: [] }],
    ['another scope', { type: 'next-scope' }],
    ['redrawing', { type: 'redraw' }],
  ];

  it.each(keeping)('stays on its entry through %s', (_name, intent) => {
    const picker = new Picker(modelOf(two));
    picker.send(move(2), intent);
    expect(picker.row?.id).toBe('c');
  });

  it('follows its entry when rows move', () => {
    const picker = new Picker(modelOf(two));
    picker.send(move(4));
    expect(picker.row?.id).toBe('d');
    picker.model = modelOf([directory('d0', [skill('x'), skill('y')]), ...two.toReversed()]);
    expect(picker.row?.id).toBe('d');
  });

  it('moves the window along when rows arrive above it', () => {
    const many = Array.from({ length: 50 }, (_, index) => skill(`s${index}`));
    const picker = new Picker(modelOf([directory('d', many)]), { height: 10 });
    picker.send(move(30), move(-4));
    const before = picker.state.cursor.index - picker.state.top;
    picker.model = modelOf([directory('d', [skill('new1'), skill('new2'), ...many])]);
    expect(picker.row?.id).toBe('s26');
    expect(picker.state.cursor.index - picker.state.top).toBe(before);
  });

  it('goes to the row that took the place of a removed entry', () => {
    const picker = new Picker(modelOf(two));
    picker.send(move(1));
    picker.model = modelOf([directory('d1', [skill('a'), skill('c')])]);
    expect(picker.row?.id).toBe('c');
    picker.model = modelOf([directory('d1', [skill('a')])]);
    expect(picker.row?.id).toBe('a');
    picker.model = modelOf([]);
    expect(picker.row).toBeUndefined();
  });

  it('keeps its place among rows with the same id', () => {
    const picker = new Picker(
      modelOf([directory('d1', [skill('x'), skill('a')]), directory('d2', [skill('x')])]),
    );
    picker.send({ type: 'last' });
    expect(picker.state.cursor.index).toBe(4);
    picker.send(move(-1), move(1));
    expect(picker.state.cursor.index).toBe(4);
  });

  it('goes to the first problem if only problems are shown', () => {
    const problems = [{ message: 'broken', line: 2 }];
    const picker = new Picker(modelOf([directory('d', [], extras({ problems }))]), {
      state: { showing: 'broken' },
    });
    expect(picker.row?.type).toBe('problem');
  });
});

const anyNode = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f').map((id) => skill(id)),
  fc.constantFrom('a', 'b', 'x').map((id) => agent(id, { enabled: false })),
  fc.constantFrom('p', 'q').map((id) => server(id)),
  fc.constantFrom('g', 'h').map((id) => skill(id, extras({ problems: [{ message: 'bad' }] }))),
);

const anyCustomizations: fc.Arbitrary<Node[]> = fc.array(
  fc.oneof(
    fc
      .tuple(fc.constantFrom('d1', 'd2', 'd3'), fc.array(anyNode, { maxLength: 5 }), fc.boolean())
      .map(([id, children, enabled]) => directory(id, children, { enabled })),
    fc
      .tuple(fc.constantFrom('p1', 'p2'), fc.array(anyNode, { maxLength: 3 }))
      .map(([id, children]) => plugin(id, children)),
    fc.constantFrom('m1', 'm2').map((id) => server(id)),
    fc.constantFrom('u1').map((id) => directory(id, undefined)),
  ),
  { maxLength: 4 },
);

const keyIntents: KeyIntent[] = [
  ...(['left', 'delete-back', 'delete-word', 'clear'] as const).map(
    (edit): KeyIntent => ({ type: 'edit', edit }),
  ),
  ...['a', 'b', ' ', 'd1', '-'].map((text): KeyIntent => ({ type: 'insert', text })),
  ...[-1, 1, 3].map((by): KeyIntent => ({ type: 'move', by })),
  { type: 'page', by: 1 },
  { type: 'page', by: -1 },
  { type: 'first' },
  { type: 'last' },
  { type: 'toggle' },
  { type: 'next-kind' },
  { type: 'next-showing' },
  { type: 'batch' },
  { type: 'batch-all', enabled: false },
  { type: 'undo' },
  { type: 'next-scope' },
  { type: 'put-back' },
  { type: 'open' },
  { type: 'edit-file' },
  { type: 'choose' },
  { type: 'reread' },
  { type: 'help' },
  { type: 'back' },
];

const withoutKey: Intent[] = [
  {
    type: 'settled',
    results: [{ id: 'a', name: 'a', wanted: false, outcome: { kind: 'ineffective', enabled: true } }],
  },
  { type: 'forgotten', cause: 'list', lost: [{ id: 'a', enabled: false, scope: 'session' }] },
  { type: 'forgotten', cause: 'restart', lost: [{ id: 'b', enabled: false, scope: 'session' }] },
  { type: 'opened', scope: 'workspace', keepsHistory: false },
  { type: 'choices', choices: [] },
  { type: 'file-read', id: 'a', file: { lines: ['x'], isCut: false } },
];

type Event = { intent: Intent } | { customizations: Node[] };

const anyEvents: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...keyIntents).map((intent) => ({ intent })) },
    { weight: 1, arbitrary: fc.constantFrom(...withoutKey).map((intent) => ({ intent })) },
    { weight: 2, arbitrary: anyCustomizations.map((customizations) => ({ customizations })) },
  ),
  { maxLength: 40 },
);

describe('after any sequence of events', () => {
  it('the cursor is on a visible row, or the list is empty', () => {
    fc.assert(
      fc.property(
        anyCustomizations,
        anyEvents,
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        (customizations, events, height, isPicking) => {
          const picker = new Picker(modelOf(customizations), { height, isPicking });
          for (const event of events) {
            if ('intent' in event) picker.send(event.intent);
            else picker.model = modelOf(event.customizations);
            const { state, rows } = picker;
            const { id, index } = state.cursor;
            expect(rows.rows[index]?.id ?? null).toBe(id);
            expect(rows.rows.length === 0 || (index >= state.top && index < state.top + height)).toBe(true);
            expect(kinds).toContain(state.kind);
            expect(showings).toContain(state.showing);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('only listed entries are switched, and none while choosing', () => {
    fc.assert(
      fc.property(anyCustomizations, anyEvents, fc.boolean(), (customizations, events, isPicking) => {
        const picker = new Picker(modelOf(customizations), { isPicking });
        for (const event of events) {
          if ('customizations' in event) {
            picker.model = modelOf(event.customizations);
            continue;
          }
          const { entries, containers } = picker.model.list;
          const ids = new Set([...entries, ...containers].map(({ id }) => id));
          for (const effect of picker.send(event.intent)) {
            if (effect.type !== 'switch') continue;
            for (const { id } of effect.batch) expect(ids).toContain(id);
            // Only forgotten switches are sent without a key.
            expect(isPicking && event.intent.type !== 'forgotten').toBe(false);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
