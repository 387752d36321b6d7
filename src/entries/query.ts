/**
 * Parses a query: words to search for, and operators that filter or sort. What is still being typed, such as `is:o`, has
 * no effect until it is complete. Which entries match is decided elsewhere.
 */

import { entriesLimits } from './limits.js';
import {
  folderValue,
  type OperatorKey,
  operatorKeys,
  orderValue,
  type QueryState,
  type SortOrder,
  stateValue,
  type TypedValue,
  toolValue,
  typeValue,
} from './query-values.js';
import { fold, wordsOf } from './words.js';

/**
 * A word, folded. `fuzzy`: it may also be scattered over the name. `exact`: it is somewhere, as it was typed. `prefix`:
 * the name starts with it.
 */
export interface QueryWord {
  readonly text: string;
  readonly match: 'fuzzy' | 'exact' | 'prefix';
}

/** What the user asks for. An entry has to pass everything. */
export interface Query {
  /** The query as it was typed, at most as long as a query may be. */
  readonly text: string;
  /** The words that are not exact, as they were typed: they may be the address of an entry. */
  readonly plain: string;
  /** The words to find, rank and highlight, in their order. */
  readonly words: readonly QueryWord[];
  readonly excluded: readonly QueryWord[];
  /** True if the list is ranked. Otherwise it keeps the host's order, unless it is sorted. */
  readonly hasWords: boolean;
  readonly states: readonly QueryState[];
  readonly notStates: readonly QueryState[];
  /** Ids of tools; one of them has to read the entry. Null: any tool, or none. */
  readonly tools: readonly string[] | null;
  readonly notTools: readonly string[];
  /** One of these types; `all` is every type. Null: the query does not ask for types. */
  readonly types: readonly string[] | null;
  readonly notTypes: readonly string[];
  /** Parts of the name or path of the folder or plugin, folded. */
  readonly folders: readonly string[];
  readonly notFolders: readonly string[];
  readonly sort: SortOrder | null;
  /** Operators whose value can still become valid. */
  readonly unfinished: readonly string[];
  /** Operators whose value does not exist. */
  readonly unknown: readonly string[];
  /** True if there is nothing to search for: a blank query, or one of punctuation only. */
  readonly isEmpty: boolean;
}

/** A query while it is parsed. */
type QueryDraft = {
  -readonly [Key in keyof Query]: Query[Key] extends readonly (infer T)[] ? T[] : Query[Key];
};

const draftOf = (text: string): QueryDraft => ({
  text: text.slice(0, entriesLimits.queryLength),
  plain: '',
  words: [],
  excluded: [],
  hasWords: false,
  states: [],
  notStates: [],
  tools: null,
  notTools: [],
  types: null,
  notTypes: [],
  folders: [],
  notFolders: [],
  sort: null,
  unfinished: [],
  unknown: [],
  isEmpty: true,
});

/** A blank, `!`, an operator or a mark, and a value that quotes may hold together. */
const tokenPattern = new RegExp(
  String.raw`(\s*)(!?)(?:(${operatorKeys.join('|')}):|([\^']))?(?:"((?:\\.|[^"\\])*)(?:"|\\?$)|(\S*))`,
  'gisy',
);

const unescaped = (text: string): string => text.replace(/\\([!'^:"\\])/g, '$1');

function addWord(draft: QueryDraft, isNegated: boolean, mark: string | undefined, value: string): void {
  // A line break in the query is a blank, as it is in the texts.
  const text = fold(value).replace(/\s/g, ' ');
  if (text.trim() === '') return;
  (isNegated ? draft.excluded : draft.words).push({ text, match: mark === '^' ? 'prefix' : 'exact' });
}

function addPlain(draft: QueryDraft, gap: string, value: string): void {
  draft.plain += gap + value;
  for (const text of wordsOf(value)) draft.words.push({ text, match: 'fuzzy' });
}

/** Returns the values of a list with commas; what is not one of them is added to the unfinished or the unknown. */
function typedValues<V extends string>(
  draft: QueryDraft,
  token: string,
  typed: readonly TypedValue<V>[],
): readonly V[] {
  if (typed.includes('unknown')) {
    draft.unknown.push(token);
    return [];
  }
  if (typed.includes('unfinished')) draft.unfinished.push(token);
  return typed.flatMap((values) => (typeof values === 'string' ? [] : values));
}

/** Adds values to those of which one has to apply. */
const withMore = (known: readonly string[] | null, more: readonly string[]): readonly string[] | null =>
  more.length === 0 ? known : [...(known ?? []), ...more];

function addOperator(
  draft: QueryDraft,
  key: OperatorKey,
  isNegated: boolean,
  value: string,
  token: string,
): void {
  const parts = value.split(',');
  switch (key) {
    case 'is':
      (isNegated ? draft.notStates : draft.states).push(...typedValues(draft, token, [stateValue(value)]));
      return;
    case 'in':
      (isNegated ? draft.notFolders : draft.folders).push(...typedValues(draft, token, [folderValue(value)]));
      return;
    case 'tool': {
      const tools = typedValues(draft, token, parts.map(toolValue));
      if (isNegated) draft.notTools.push(...tools);
      else draft.tools = withMore(draft.tools, tools);
      return;
    }
    case 'type': {
      const types = typedValues(draft, token, parts.map(typeValue));
      if (isNegated) draft.notTypes.push(...types);
      else draft.types = withMore(draft.types, types);
      return;
    }
    case 'sort': {
      const [order = draft.sort] = typedValues(draft, token, [isNegated ? 'unknown' : orderValue(value)]);
      draft.sort = order;
    }
  }
}

function addToken(draft: QueryDraft, match: RegExpExecArray): void {
  const [whole, gap = '', negation, key, mark, quoted, bare = ''] = match;
  const [isNegated, value] = [negation === '!', unescaped(quoted ?? bare)];
  if (key !== undefined) addOperator(draft, key.toLowerCase() as OperatorKey, isNegated, value, whole.trim());
  else if (isNegated || mark !== undefined || quoted !== undefined) addWord(draft, isNegated, mark, value);
  else addPlain(draft, gap, value);
}

/** True if anything of the query has an effect or is reported. */
function hasContent(draft: QueryDraft): boolean {
  const { words, excluded, states, notStates, notTools, notTypes, folders, notFolders } = draft;
  const lists = [words, excluded, states, notStates, notTools, notTypes, folders, notFolders];
  const reported = [draft.unfinished, draft.unknown];
  if (draft.tools !== null || draft.types !== null || draft.sort !== null) return true;
  return [...lists, ...reported].some((list) => list.length > 0);
}

function finished(draft: QueryDraft): Query {
  return { ...draft, hasWords: draft.words.length > 0, isEmpty: !hasContent(draft) };
}

/** Parses a query. Never throws. */
export function parseQuery(text: string): Query {
  const draft = draftOf(text);
  for (const match of draft.text.matchAll(tokenPattern)) addToken(draft, match);
  return finished(draft);
}

/** Returns the query for the words of a text that has no operators, such as a reference. */
export function literalQuery(text: string): Query {
  const draft = draftOf(text);
  addPlain(draft, '', draft.text);
  return finished(draft);
}
