/** Reads the query of a script, in which every operator has to be complete. */

import { SkillpickError } from '../errors.js';
import { parseQuery, type Query } from './query.js';
import { valueHint } from './query-values.js';

/** Parses the query. Throws if the value of an operator does not exist. */
export function readQuery(text: string): Query {
  const query = parseQuery(text);
  const [wrong] = [...query.unknown, ...query.unfinished];
  if (wrong === undefined) return query;
  const literal = wrong.replace(/^!/, '\\!').replace(':', '\\:');
  throw new SkillpickError('bad-usage', `The query has no valid value in ${wrong}.`, {
    hint: `${valueHint(wrong)} To search for this text, type ${literal}.`,
  });
}
