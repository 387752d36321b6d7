/** The views over the list: the batch question, the detail view, the chooser, help. */

import { editLine, insert } from './edit-line.js';
import type { Effect, Intent } from './intents.js';
import type { Choice, PickerState, View } from './state.js';
import type { Step } from './switching.js';
import { toggleOne } from './switching.js';
import type { World } from './update.js';

const stay = (state: PickerState, ...effects: Effect[]): Step => ({ state, effects });
const closed = (state: PickerState): Step => stay({ ...state, view: { type: 'list' }, notice: null });

/** Scrolls by lines; the drawing side stops it at the end. */
function scrolled(top: number, intent: Intent, height: number): number {
  switch (intent.type) {
    case 'move':
      return Math.max(0, top + intent.by);
    case 'page':
      return Math.max(0, top + intent.by * Math.max(1, height - 1));
    case 'first':
      return 0;
    case 'last':
      return Number.MAX_SAFE_INTEGER;
    default:
      return top;
  }
}

type Detail = Extract<View, { type: 'detail' }>;

function updateDetail(
  state: PickerState,
  view: Detail,
  intent: Intent,
  { height, model, isPicking }: World,
): Step {
  switch (intent.type) {
    case 'file-read':
      return stay(intent.id === view.id ? { ...state, view: { ...view, file: intent.file } } : state);
    case 'edit-file':
      return stay(state, { type: 'edit-file', id: view.id });
    case 'toggle':
      return isPicking ? stay(state) : toggleOne(state, view.id, model);
    case 'back':
    case 'open':
      return closed(state);
    default:
      return stay({ ...state, view: { ...view, top: scrolled(view.top, intent, height) } });
  }
}

/** The choices that match what was typed. */
export function matchingChoices(choices: readonly Choice[], query: string): Choice[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return choices.filter(({ group, title, note }) => {
    const text = `${group} ${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

type Chooser = Extract<View, { type: 'chooser' }>;

function updateChooser(state: PickerState, view: Chooser, intent: Intent, { height }: World): Step {
  const shown = matchingChoices(view.choices ?? [], view.query.text);
  const moved = (at: number) =>
    stay({ ...state, view: { ...view, at: Math.max(0, Math.min(at, shown.length - 1)) } });
  switch (intent.type) {
    case 'choices':
      return stay({
        ...state,
        view: {
          ...view,
          choices: intent.choices,
          at: Math.max(
            0,
            intent.choices.findIndex((choice) => choice.isCurrent),
          ),
        },
      });
    case 'insert':
      return stay({ ...state, view: { ...view, query: insert(view.query, intent.text), at: 0 } });
    case 'edit':
      return stay({ ...state, view: { ...view, query: editLine(view.query, intent.edit), at: 0 } });
    case 'toggle':
      return stay({ ...state, view: { ...view, query: insert(view.query, ' ') } });
    case 'move':
      return moved(view.at + intent.by);
    case 'page':
      return moved(view.at + intent.by * Math.max(1, height - 1));
    case 'first':
      return moved(0);
    case 'last':
      return moved(shown.length - 1);
    case 'open': {
      const choice = shown[view.at];
      if (choice === undefined) return stay(state);
      return {
        ...closed(state),
        effects: choice.isCurrent ? [] : [{ type: 'open-choice', key: choice.key }],
      };
    }
    case 'back':
      return view.query.text === ''
        ? closed(state)
        : stay({ ...state, view: { ...view, query: { text: '', at: 0 }, at: 0 } });
    default:
      return stay(state);
  }
}

export function updateView(state: PickerState, intent: Intent, world: World): Step {
  const { view } = state;
  switch (view.type) {
    case 'detail':
      return updateDetail(state, view, intent, world);
    case 'chooser':
      return updateChooser(state, view, intent, world);
    case 'help':
      if (intent.type === 'back' || intent.type === 'open') return stay({ ...state, view: view.under });
      return stay({ ...state, view: { ...view, top: scrolled(view.top, intent, world.height) } });
    case 'batch':
      return intent.type === 'back' ? closed(state) : stay(state);
    case 'list':
      return stay(state);
  }
}
