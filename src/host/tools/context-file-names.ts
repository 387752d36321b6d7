/** The names of the files of rules in the settings of Gemini CLI, and of Qwen Code, which descends from it. */

import { isStringList } from '../../protocol/checks.js';
import { valueAt } from './edit/json-text.js';

/** Returns the names in the strongest settings that have any; undefined if none have. */
export function contextFileNames(contents: readonly unknown[]): readonly string[] | undefined {
  const lists = contents.map((content) => [valueAt(content, ['context', 'fileName'])].flat());
  return lists.findLast(isStringList);
}
