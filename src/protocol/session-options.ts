/** The options of a session, such as its model: what an ACP agent says that is neither a skill nor an agent. */

import { isObject, isString } from './checks.js';

/** One value that an option can have. */
export interface OptionChoice {
  readonly value: string;
  readonly name: string;
  readonly description: string | null;
}

/** One option, with the value that it has. */
export interface SessionOption {
  readonly id: string;
  readonly name: string;
  /** Such as `mode` or `model`; null if it is not said. */
  readonly category: string | null;
  /** Null if it is not said. */
  readonly value: string | null;
  readonly choices: readonly OptionChoice[];
}

const textOr = (value: unknown): string | null => (isString(value) ? value : null);

function readChoice(item: unknown): OptionChoice[] {
  if (!isObject(item) || !isString(item['value']) || !isString(item['name'])) return [];
  return [{ value: item['value'], name: item['name'], description: textOr(item['description']) }];
}

/** Returns the options in a list, without those of another form. */
export function readSessionOptions(list: unknown): SessionOption[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((item: unknown) => {
    if (!isObject(item) || !isString(item['id']) || !isString(item['name'])) return [];
    const { id, name, category, value, choices } = item;
    const read = Array.isArray(choices) ? choices.flatMap(readChoice) : [];
    return [
      {
        id: id as string,
        name: name as string,
        category: textOr(category),
        value: textOr(value),
        choices: read,
      },
    ];
  });
}
