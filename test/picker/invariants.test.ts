import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { helpIntent, helpItems } from '../../src/picker/help-items.js';
import type { Effect, Intent } from '../../src/picker/intents.js';
import { kinds, showings } from '../../src/picker/state.js';
import { anyEvents, anyModel, type Click, keyIntents, type PickerEvent } from '../support/any-picker.js';
import { Picker } from '../support/picker.js';

/** What a click on the screen means; null if it hits nothing. */
function clicked({ click, at }: Click, { model, rows }: Picker): Intent | null {
  const tabs = [null, ...model.tools];
  const tool = model.tools[at % Math.max(1, model.tools.length)];
  if (click === 'tab')
    return model.tools.length === 0 ? null : { type: 'point-tab', tab: tabs[at % tabs.length]! };
  if (at >= rows.rows.length) return null;
  if (click === 'row') return { type: 'point', index: at };
  return tool === undefined ? null : { type: 'point-cell', index: at, tool };
}

/** Lets an event happen; returns its intent and effects. */
function perform(picker: Picker, event: PickerEvent): { intent: Intent | null; effects: Effect[] } {
  if ('model' in event) {
    picker.model = event.model;
    const intent: Intent = { type: 'list-changed' };
    return { intent, effects: picker.send(intent) };
  }
  const intent = 'intent' in event ? event.intent : clicked(event, picker);
  return { intent, effects: intent === null ? [] : picker.send(intent) };
}

const anyHeight = fc.integer({ min: 1, max: 8 });
const typing = new Set<Intent['type']>(['insert', 'edit', 'paste']);

/** Checks something after each of any events. */
function always(
  check: (picker: Picker, intent: Intent | null, effects: Effect[]) => void,
  isPicking: boolean,
) {
  fc.assert(
    fc.property(anyModel, anyEvents, anyHeight, (model, events, height) => {
      const picker = new Picker(model, { height, isPicking });
      for (const event of events) {
        const { intent, effects } = perform(picker, event);
        check(picker, intent, effects);
      }
    }),
    { numRuns: 150 },
  );
}

describe.each([false, true])('after any sequence of events (picking: %s)', (isPicking) => {
  it('the cursor is on a visible row, or the list is empty', () => {
    always(({ state, rows, height }) => {
      const { id, index } = state.cursor;
      expect(rows.rows[index]?.id ?? null).toBe(id);
      expect(rows.rows.length === 0 || (index >= state.top && index < state.top + height)).toBe(true);
      expect(kinds).toContain(state.kind);
      expect(showings).toContain(state.showing);
    }, isPicking);
  });

  it('the list has the focus if the query is empty', () => {
    always(({ state }) => {
      if (state.query.text === '') expect(state.focus).toBe('list');
    }, isPicking);
  });

  it('the chosen cell and the tab are of tools that are here', () => {
    always(({ state, model }) => {
      for (const tool of [state.tool, state.tab]) expect([null, ...model.tools]).toContain(tool);
    }, isPicking);
  });

  it('nothing that is typed or pasted has switched anything', () => {
    always((_picker, intent, effects) => {
      if (intent !== null && typing.has(intent.type))
        expect(effects.filter(({ type }) => type === 'switch')).toEqual([]);
    }, isPicking);
  });

  it('only listed entries were switched', () => {
    always(({ model }, _intent, effects) => {
      const ids = [...model.list.entries, ...model.list.containers].map(({ id }) => id);
      for (const effect of effects)
        if (effect.type === 'switch') for (const { id } of effect.batch) expect(ids).toContain(id);
    }, isPicking);
  });

  it('switches limited to one tool name no other', () => {
    always(({ state }, intent, effects) => {
      const chosen = state.tool ?? state.tab;
      if (chosen === null || (intent?.type !== 'toggle' && intent?.type !== 'batch-all')) return;
      for (const effect of effects)
        if (effect.type === 'switch')
          for (const { tools = ['any tool'], also = [] } of effect.batch)
            expect(new Set([...tools, ...also.map(({ tool }) => tool)])).toEqual(new Set([chosen]));
    }, isPicking);
  });
});

describe('while choosing an entry to print', () => {
  it('nothing is switched, except what the host forgot', () => {
    always((_picker, intent, effects) => {
      if (intent?.type !== 'forgotten') expect(effects.map(({ type }) => type)).not.toContain('switch');
    }, true);
  });
});

describe('every line of the help', () => {
  it.each([false, true])('does what its key does, in any state (picking: %s)', (isPicking) => {
    fc.assert(
      fc.property(anyModel, fc.array(fc.constantFrom(...keyIntents), { maxLength: 12 }), (model, intents) => {
        const begin = () => {
          const picker = new Picker(model, { isPicking });
          picker.send(...intents);
          if (picker.state.view.type === 'help') picker.send({ type: 'help' });
          picker.state = { ...picker.state, notice: null };
          return picker;
        };
        const { view, focus, query } = begin().state;
        for (const [index, item] of helpItems({
          view: view.type,
          focus,
          isPicking,
          hasTools: model.host.isOwn,
          hasCells: model.tools.length > 0,
        }).entries()) {
          const intent = helpIntent(item, query);
          if (intent === null) continue;
          const [pressed, chosen] = [begin(), begin()];
          chosen.send({ type: 'help' }, { type: 'move', by: index });
          expect(chosen.state.view).toMatchObject({ type: 'help', at: index });
          expect(chosen.send({ type: 'open' })).toEqual(pressed.send(intent));
          expect(chosen.state).toEqual(pressed.state);
        }
      }),
      { numRuns: 40 },
    );
  });
});
