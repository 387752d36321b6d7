import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import { helpItems } from '../../src/picker/help-items.js';
import type { Intent } from '../../src/picker/intents.js';
import type { Model } from '../../src/picker/state.js';
import { refusal } from '../../src/picker/switching.js';
import { extras, modelOf, type Node, Picker, skill } from '../support/picker.js';
import { otherHost, standing } from '../support/standing.js';

const host = { kind: 'acp', name: 'Agent', protocolVersion: '1', isOwn: false, listsOnly: true } as const;

const nodes: Node[] = [
  skill('linked', extras({ tools: [standing('claude', { switchable: [] })] })),
  skill('unknown'),
];

function readOnlyModel(changes: Partial<Model> = {}): Model {
  const state = { customizations: nodes } as unknown as Parameters<typeof listEntries>[0];
  return modelOf(nodes, { list: listEntries(state, { ...otherHost, listsOnly: true }), host, ...changes });
}

/** A picker whose cursor is on this row, after the intents. */
function after(id: string, ...intents: Intent[]): Picker {
  const picker = new Picker(readOnlyModel());
  picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index });
  expect(picker.row?.id).toBe(id);
  for (const intent of intents) picker.send(intent);
  return picker;
}

const readOnly = 'This is read-only: ACP has no switches.';

describe('the picker on an agent', () => {
  it.each<[string, string, Intent, string]>([
    [
      'Space, on a row with a file',
      'linked',
      { type: 'toggle' },
      'ACP has no switch for linked. Claude Code has: skillpick disable linked --tool claude',
    ],
    ['Space, on a row without', 'unknown', { type: 'toggle' }, 'ACP has no switch for unknown.'],
    ['the key for several', 'linked', { type: 'batch' }, readOnly],
  ])('switches nothing and says why: %s', (_what, id, intent, text) => {
    const { state, effects } = after(id, intent);
    expect(state.notice).toMatchObject({ text });
    expect(effects).toEqual([]);
    expect(state.view).toEqual({ type: 'list' });
  });

  it('is read-only unless nothing is open yet', () => {
    expect(refusal(readOnlyModel())).toMatchObject({ text: readOnly });
    expect(refusal(readOnlyModel({ waitingFor: 'Starting x.' }))).toMatchObject({
      text: 'Nothing is open yet.',
    });
  });

  it('has no help for keys that switch', () => {
    const list = { view: 'list', focus: 'list', isPicking: false, hasTools: false, hasCells: false } as const;
    const sections = (isReadOnly?: true) =>
      new Set(helpItems({ ...list, isReadOnly }).flatMap(({ section, intent }) => (intent ? section : [])));
    expect([sections().has('Switch'), sections(true).has('Switch')]).toEqual([true, false]);
    const kinds = helpItems({ ...list, isReadOnly: true }).map(({ intent }) => intent?.type);
    expect(kinds).not.toContain('select-agent');
    expect(kinds).toContain('reread');
  });
});
