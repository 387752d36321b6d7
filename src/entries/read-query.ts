/** Reads the query of a script, in which every operator has to be complete. */

import { SkillpickError } from '../errors.js';
import { parseQuery, type Query } from './query.js';
import { type OperatorKey, valueWords } from './query-values.js';

/** Parses the query. Throws if the value of an operator does not exist. */
export function readQuery(text: string): Query {
  const query = parseQuery(text);
  const [wrong] = [...query.unknown, ...query.unfinished];
  if (wrong === undefined) return query;
  const key = wrong.replace(/^!/, '').split(':', 1)[0]!.toLowerCase() as OperatorKey;
  const literal = wrong.replace(/^!/, '\\!').replace(':', '\\:');
  throw new SkillpickError('bad-usage', `The query has no valid value in ${wrong}.`, {
    hint: `${valueWords[key]} To search for this text, type ${literal}.`,
  });
}
