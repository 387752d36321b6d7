/** Decides whether a query finds the problem of a file that was left out. Such a file has no entry. */

import { pathOf, skillDirectory } from '../paths.js';
import { isListedUri, listedName } from '../protocol/listed-uri.js';
import type { Problem } from '../protocol/problem-codes.js';
import { isOneOf } from './broken-files.js';
import type { Query, QueryWord } from './query.js';
import type { QueryState } from './query-values.js';
import { fold } from './words.js';

type SearchedProblem = Pick<Problem, 'uri' | 'message' | 'severity'>;

const fileName = (path: string): string => (skillDirectory(path) ?? path).split('/').at(-1) ?? '';

/**
 * Returns true if the query finds the problem. No tool reads a file that was left out, and it is neither on nor off.
 * `type`: the type that the file would have; null if it is not known.
 */
export function matchesProblem(
  query: Query,
  { uri, message, severity }: SearchedProblem,
  type: string | null = null,
): boolean {
  const path = pathOf(uri) ?? (isListedUri(uri) ? listedName(uri) : uri);
  const [text, name, folders] = [fold(`${path}\n${message}`), fold(fileName(path)), fold(path)];
  const has = ({ text: word, match }: QueryWord) =>
    match === 'prefix' ? name.startsWith(word) : text.includes(word);
  const isIn = (folder: string) => folders.includes(folder);
  const isState = (state: QueryState) => state === 'broken' && severity === 'error';
  return (
    query.tools === null &&
    isOneOf(type, query.types ?? []) &&
    !(query.notTypes.length > 0 && type !== null && isOneOf(type, query.notTypes)) &&
    query.words.every(has) &&
    !query.excluded.some(has) &&
    query.folders.every(isIn) &&
    !query.notFolders.some(isIn) &&
    query.states.every(isState) &&
    !query.notStates.some(isState)
  );
}
