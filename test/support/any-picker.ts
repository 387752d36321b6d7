/** Arbitrary lists, intents and events for properties of the picker. */

import fc from 'fast-check';
import type { Intent, KeyIntent } from '../../src/picker/intents.js';
import type { Choice } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from './picker.js';
import { standing } from './standing.js';

const anyTools: fc.Arbitrary<string[]> = fc.subarray(['claude', 'codex', 'gemini']);

const anyStanding = fc
  .tuple(
    fc.constantFrom('claude', 'codex', 'gemini'),
    fc.boolean(),
    fc.constantFrom<('workspace' | 'global')[]>(['workspace', 'global'], ['global'], []),
  )
  .map(([id, enabled, switchable]) => standing(id, { enabled, switchable }));

const anyReaders = fc.uniqueArray(anyStanding, { maxLength: 3, selector: ({ id }) => id });

const anyNode = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f').map((id) => skill(id)),
  fc.tuple(fc.constantFrom('t', 'u', 'v'), anyReaders).map(([id, tools]) => skill(id, extras({ tools }))),
  fc.constantFrom('a', 'b', 'x').map((id) => agent(id, { enabled: false })),
  fc.constantFrom('p', 'q').map((id) => server(id)),
  fc.constantFrom('g', 'h').map((id) => skill(id, extras({ problems: [{ message: 'bad' }] }))),
);

const broken = extras({ problems: [{ message: 'bad', uri: 'file:///x' }] });

const anyCustomizations: fc.Arbitrary<Node[]> = fc.array(
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom('d1', 'd2', 'd3'),
        fc.array(anyNode, { maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
      )
      .map(([id, children, enabled, isBroken]) =>
        directory(id, children, { enabled, ...(isBroken && broken) }),
      ),
    fc
      .tuple(fc.constantFrom('p1', 'p2'), fc.array(anyNode, { maxLength: 3 }), anyReaders)
      .map(([id, children, tools]) => plugin(id, children, extras({ tools }))),
    fc.constantFrom('m1', 'm2').map((id) => server(id)),
    fc.constantFrom('u1').map((id) => directory(id, undefined)),
    fc.constantFrom('l1').map((id) => plugin(id, [], { load: { kind: 'loading' } })),
  ),
  { maxLength: 4 },
);

const own: Model['host'] = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };
const other: Model['host'] = { kind: 'url', name: 'agent host', protocolVersion: '0.9.0', isOwn: false };

/** A model of skillpick's own host, or of another, which names no tools. */
export const anyModel: fc.Arbitrary<Model> = fc
  .tuple(anyCustomizations, anyTools, fc.boolean())
  .map(([nodes, tools, isOwn]) => modelOf(nodes, isOwn ? { host: own, tools } : { host: other, tools: [] }));

/** Texts that are typed or pasted. */
const texts = ['a', 'b', ' ', 'd1', '-', 'o', '?', '\t'];

const byOne = [-1, 1] as const;

export const keyIntents: KeyIntent[] = [
  ...(['left', 'start', 'end', 'delete-back', 'delete-word', 'clear'] as const).map(
    (edit): KeyIntent => ({ type: 'edit', edit }),
  ),
  ...texts.map((text): KeyIntent => ({ type: 'insert', text })),
  ...[-1, 1, 3].map((by): KeyIntent => ({ type: 'move', by })),
  ...byOne.map((by): KeyIntent => ({ type: 'page', by })),
  ...byOne.map((by): KeyIntent => ({ type: 'tool', by })),
  ...byOne.map((by): KeyIntent => ({ type: 'tab', by })),
  ...byOne.map((by): KeyIntent => ({ type: 'neighbour', by })),
  ...(['once', 'always', 'leave'] as const).map((answer): KeyIntent => ({ type: 'consent', answer })),
  ...(['first', 'last', 'toggle', 'next-kind', 'next-showing', 'next-sort', 'preview'] as const).map(
    (type): KeyIntent => ({ type }),
  ),
  { type: 'batch' },
  { type: 'batch-all', enabled: false },
  { type: 'batch-all', enabled: true },
  ...(['undo', 'redo', 'next-scope', 'put-back', 'open', 'edit-file', 'edit-setting'] as const).map(
    (type): KeyIntent => ({ type }),
  ),
  ...(['choose', 'reread', 'help', 'back'] as const).map((type): KeyIntent => ({ type })),
];

const choices: Choice[] = ['one', 'two'].map((key) => ({
  key,
  group: 'Sessions',
  title: key,
  note: '',
  isCurrent: key === 'two',
}));

const withoutKey: Intent[] = [
  ...texts.map((text): Intent => ({ type: 'paste', text })),
  {
    type: 'settled',
    results: [{ id: 'a', name: 'a', wanted: false, outcome: { kind: 'ineffective', enabled: true } }],
  },
  { type: 'forgotten', cause: 'list', lost: [{ id: 'a', enabled: false, scope: 'session' }] },
  { type: 'forgotten', cause: 'restart', lost: [{ id: 'b', enabled: false, scope: 'session' }] },
  { type: 'opened', scope: 'workspace', left: 'before' },
  { type: 'must-choose' },
  { type: 'choices', choices },
  { type: 'choices', choices: [] },
  { type: 'file-read', id: 'a', file: { lines: ['x'], isCut: false } },
];

/** A click. Only cells and tabs that are drawn can be hit. */
export type Click = { click: 'row' | 'cell' | 'tab'; at: number };

export type PickerEvent = { intent: Intent } | { model: Model } | Click;

export const anyEvents: fc.Arbitrary<PickerEvent[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...keyIntents).map((intent) => ({ intent })) },
    { weight: 2, arbitrary: fc.constantFrom(...withoutKey).map((intent) => ({ intent })) },
    { weight: 2, arbitrary: fc.record({ click: fc.constantFrom('row', 'cell', 'tab'), at: fc.nat(8) }) },
    { weight: 2, arbitrary: anyModel.map((model) => ({ model })) },
  ),
  { maxLength: 40 },
);
