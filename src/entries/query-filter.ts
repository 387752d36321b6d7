/** Decides which entries pass the operators of a query. Its words are the business of the search. */

import { pathOf } from '../paths.js';
import type { Entry } from './entries.js';
import { isFolderKind } from './kind-names.js';
import type { Query } from './query.js';
import type { QueryState } from './query-values.js';
import { isBroken, toolState } from './row-state.js';
import { toolLimiter } from './tool-choice.js';
import { fold } from './words.js';

/** Returns the entry, as it is in the tools that the query names; null if the query rejects it. */
type QueryFilter = (entry: Entry) => Entry | null;

interface QueryFilterOptions {
  /** All entries of the list: a directory is read by the tools that read its entries. */
  entries?: readonly Entry[];
  /** Returns true for an entry that stays whatever its state is, because it was just switched. */
  isKept?: (entry: Entry) => boolean;
}

function isShadowed(entry: Entry): boolean {
  return entry.tools.some((tool) => ['shadowed', 'either'].includes(toolState(tool, entry)));
}

/** What each state means, for `is:` and for the filter of the picker. */
export const stateTests: Record<QueryState, (entry: Entry) => boolean> = {
  on: ({ effectiveEnabled }) => effectiveEnabled === true,
  off: ({ effectiveEnabled }) => effectiveEnabled === false,
  mixed: ({ isMixed }) => isMixed,
  broken: isBroken,
  shadowed: isShadowed,
};

const folderTexts = new WeakMap<object, string>();

/** Returns the name and the path of the folder or plugin of an entry, which may be one itself. */
function folderText({ container, node, type }: Entry): string {
  const folder = container ?? (isFolderKind(type) ? node : null);
  if (folder === null) return '';
  const known = folderTexts.get(folder);
  if (known !== undefined) return known;
  const text = fold(`${folder.name}\n${pathOf(folder.uri) ?? folder.uri}`);
  folderTexts.set(folder, text);
  return text;
}

const isOfType = (types: readonly string[], type: string): boolean =>
  types.includes('all') || types.includes(type);

/** Returns the tests for what is the same in every tool. */
function placeTests({ types, notTypes, folders, notFolders }: Query): ((entry: Entry) => boolean)[] {
  return [
    ...(types === null ? [] : [({ type }: Entry) => isOfType(types, type)]),
    ...(notTypes.length === 0 ? [] : [({ type }: Entry) => !isOfType(notTypes, type)]),
    ...folders.map((text) => (entry: Entry) => folderText(entry).includes(text)),
    ...notFolders.map((text) => (entry: Entry) => !folderText(entry).includes(text)),
  ];
}

/** Returns the test for the states that the query asks for; undefined if it asks for none. */
function stateTest({ states, notStates }: Query): ((entry: Entry) => boolean) | undefined {
  if (states.length + notStates.length === 0) return undefined;
  return (entry) =>
    states.every((state) => stateTests[state](entry)) && !notStates.some((state) => stateTests[state](entry));
}

/** Returns a filter by the operators of the query. */
export function queryFilter(query: Query, options: QueryFilterOptions = {}): QueryFilter {
  const { entries = [], isKept } = options;
  const [tests, hasState] = [placeTests(query), stateTest(query)];
  const limit = query.tools === null ? undefined : toolLimiter(entries, query.tools);
  const readByOthers = query.notTools.length === 0 ? undefined : toolLimiter(entries, query.notTools);
  return (entry) => {
    if (!tests.every((test) => test(entry)) || (readByOthers?.(entry) ?? null) !== null) return null;
    const limited = limit === undefined ? entry : limit(entry);
    if (limited === null || hasState === undefined) return limited;
    return hasState(limited) || isKept?.(limited) ? limited : null;
  };
}
