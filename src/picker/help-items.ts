/**
 * The lines of the help that the cursor goes to, in their order on screen: the marks, the keys that work in the view under
 * the help, the operators of the search, which are put into the query, and what works elsewhere, which cannot be run.
 */

import { type Binding, bindings, type KeyGroup } from './bindings.js';
import type { EditLine } from './edit-line.js';
import type { KeyIntent } from './intents.js';
import { isBound, type KeyContext } from './keymap.js';
import type { OpenView } from './open-view.js';
import type { Model, PickerState } from './state.js';

/** The marks of rows and cells that can be searched for. */
type HelpMark = 'on' | 'off' | 'mixed' | 'shadowed' | 'refused';

export type HelpSection = 'Search' | 'Marks' | KeyGroup | 'Elsewhere';

export interface HelpItem {
  section: HelpSection;
  /** What is typed, or the keys as the table writes them. */
  keys: readonly string[];
  help: string;
  /** The mark that the line explains. */
  mark?: HelpMark;
  /** What running the line does, in the view under the help; null: nothing, because the key works elsewhere. */
  intent: KeyIntent | null;
}

const groups: readonly KeyGroup[] = ['Switch', 'Find', 'Move', 'More'];

/** `start` is what goes into the query; the user types the rest. */
const typed = (
  section: HelpSection,
  label: string,
  start: string,
  help: string,
  mark?: HelpMark,
): HelpItem => ({
  section,
  keys: [label],
  help,
  intent: { type: 'insert', text: start },
  ...(mark && { mark }),
});

const marked = (mark: HelpMark, value: string, help: string): HelpItem =>
  typed('Marks', `is:${value}`, `is:${value} `, help, mark);

const searches: readonly HelpItem[] = [
  typed('Search', '!word', '!', 'without this word'),
  typed('Search', "'word", "'", 'with exactly this word'),
  typed('Search', '^word', '^', 'the name starts with it'),
  typed('Search', 'tool:x', 'tool:', 'what this tool reads, such as tool:codex'),
  typed(
    'Search',
    'type:agent',
    'type:',
    'of this type: skill, agent, prompt, rule, hook, command, plugin, directory',
  ),
  typed('Search', 'in:folder', 'in:', 'in this folder or plugin; in:"two words"'),
  typed('Search', 'sort:name', 'sort:name ', 'sorted by name; sort:place by folder'),
];

const marks: readonly HelpItem[] = [
  marked('on', 'on', 'on, and in effect'),
  marked('off', 'off', 'off'),
  marked('mixed', 'mixed', 'differs: on in some tools, off in others'),
  marked('shadowed', 'shadowed', 'shadowed: the tool uses another of its name'),
  marked('refused', 'broken', 'broken, or refused by a tool'),
];

export interface HelpContext extends KeyContext {
  /** Rows have a cell for each tool, and there are tabs. */
  hasCells: boolean;
  /** The session says how its entries are in tools. */
  hasTools: boolean;
  /** Nothing can be switched. */
  isReadOnly?: true | undefined;
}

/** Returns what the help over a view depends on. */
export function helpContext(
  { focus }: Pick<PickerState, 'focus'>,
  view: OpenView['type'],
  { tools, host }: Pick<Model, 'tools' | 'host'>,
  isPicking: boolean,
): HelpContext {
  const can = { hasCells: tools.length > 0, hasTools: host.isOwn, isReadOnly: host.listsOnly };
  return { view, focus, isPicking, ...can };
}

const mouseItem = ({ isPicking, hasCells }: HelpContext): HelpItem => ({
  section: 'Elsewhere',
  keys: ['mouse'],
  help: `${isPicking || !hasCells ? 'moves the cursor' : 'opens tabs, switches cells'}; hold shift to select text, on macOS option, or fn in Terminal`,
  intent: null,
});

function keyItem({ keys, intent, help, group }: Binding, { isPicking }: KeyContext): HelpItem {
  const isChoice = isPicking && intent.type === 'open';
  return { section: group, keys, help: isChoice ? 'choose: print what the cursor is on' : help, intent };
}

/** Over other views than the list, what switches comes last: Enter must not run it by chance. */
const harmlessFirst: readonly KeyGroup[] = ['Move', 'More', 'Find', 'Switch'];

function inGroups(some: readonly Binding[], { view }: KeyContext): Binding[] {
  const order = view === 'list' ? groups : harmlessFirst;
  return order.flatMap((group) => some.filter((binding) => binding.group === group));
}

/** Returns true if the key works in another view only, or with another focus. */
function isElsewhere(binding: Binding, context: KeyContext): boolean {
  return !isBound(binding, context) && !(context.isPicking && binding.onlySwitching === true);
}

/** What the help explains only where there are cells and tabs. */
const ofCells: readonly KeyIntent['type'][] = ['tool', 'tab'];

/** Returns true if the key means something in this session. */
function isPossible({ intent: { type }, group }: Binding, context: HelpContext): boolean {
  const { hasCells, hasTools, isReadOnly } = context;
  if (isReadOnly && (group === 'Switch' || type === 'select-agent')) return false;
  // The help cannot be opened from itself.
  if (type === 'help') return false;
  return type === 'consent' ? hasTools : hasCells || !ofCells.includes(type);
}

/** Returns the marks and operators that this session can have. */
const typedItems = (items: readonly HelpItem[], { hasCells, hasTools }: HelpContext): HelpItem[] =>
  items.filter(({ mark, keys }) => {
    if (mark === 'mixed' || keys.includes('tool:x')) return hasCells;
    return mark === 'shadowed' ? hasTools : true;
  });

/** Returns the lines of the help over the view of this context. Only the list has operators. */
export function helpItems(context: HelpContext): readonly HelpItem[] {
  const keys = bindings.filter((binding) => isPossible(binding, context));
  const here = inGroups(
    keys.filter((binding) => isBound(binding, context)),
    context,
  );
  const elsewhere = inGroups(
    keys.filter((binding) => isElsewhere(binding, context)),
    context,
  );
  const isList = context.view === 'list';
  return [
    ...(isList ? typedItems(marks, context) : []),
    ...here.map((binding) => keyItem(binding, context)),
    ...(isList ? typedItems(searches, context) : []),
    ...elsewhere.map(
      (binding): HelpItem => ({ ...keyItem(binding, context), section: 'Elsewhere', intent: null }),
    ),
    mouseItem(context),
  ];
}

/** Returns what running a line does now; null: nothing. An operator is a word of its own in the query. */
export function helpIntent(item: HelpItem | undefined, { text, at }: EditLine): KeyIntent | null {
  const intent = item?.intent ?? null;
  if (intent?.type !== 'insert' || !/\S$/.test(text.slice(0, at))) return intent;
  return { ...intent, text: ` ${intent.text}` };
}
