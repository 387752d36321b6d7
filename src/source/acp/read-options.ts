/**
 * Reads the options of a session: models, approval presets, and in some agents the custom agent that is used. Older
 * agents send modes and models in fields of their own.
 */

import { isBoolean, isObject, isString, type JsonObject } from '../../protocol/checks.js';
import type { OptionChoice, SessionOption } from '../../protocol/session-options.js';
import { boundedItems, descriptionFrom, nameFrom } from './agent-rows.js';
import { acpLimits } from './limits.js';

const nameOr = (value: unknown, otherwise: string): string =>
  nameFrom(isString(value) && value !== '' ? value : otherwise);

/** Returns a choice; `idField` is the field with its value. */
function choiceOf(item: unknown, idField: string): OptionChoice[] {
  if (!isObject(item) || !isString(item[idField])) return [];
  const value = nameFrom(item[idField]);
  return [{ value, name: nameOr(item['name'], value), description: descriptionFrom(item['description']) }];
}

/** Returns the choices of a list, which may be in groups. */
function choicesIn(list: unknown, idField = 'value'): OptionChoice[] {
  if (!Array.isArray(list)) return [];
  const flat = list.flatMap((item: unknown) => {
    const inGroup = isObject(item) ? item['options'] : undefined;
    return Array.isArray(inGroup) ? (inGroup as unknown[]) : [item];
  });
  return flat.slice(0, acpLimits.optionValues).flatMap((item) => choiceOf(item, idField));
}

function optionOf(item: unknown): SessionOption[] {
  if (!isObject(item) || !isString(item['id'])) return [];
  const { id, name, category, currentValue, options } = item;
  const value = isBoolean(currentValue)
    ? String(currentValue)
    : isString(currentValue)
      ? nameFrom(currentValue)
      : null;
  return [
    {
      id: nameFrom(id as string),
      name: nameOr(name, id as string),
      category: isString(category) ? nameFrom(category) : null,
      value,
      choices: choicesIn(options),
    },
  ];
}

/** Returns the options of a reply or an update; undefined if it has no list. */
export function readOptions({ configOptions }: JsonObject): SessionOption[] | undefined {
  return Array.isArray(configOptions) ? boundedItems(configOptions).items.flatMap(optionOf) : undefined;
}

/** Returns an option of older agents, such as `modes: { currentModeId, availableModes }`. */
function olderOption(id: string, name: string, fields: unknown, keys: readonly [string, string, string]) {
  if (!isObject(fields)) return [];
  const [current, list, idField] = keys;
  const value = fields[current];
  const choices = choicesIn(fields[list], idField);
  return [{ id, name, category: id, value: isString(value) ? nameFrom(value) : null, choices }];
}

/** Returns the options that the reply to `session/new` has in fields of their own. */
export function readOlderOptions(reply: JsonObject): SessionOption[] {
  return [
    ...olderOption('mode', 'Mode', reply['modes'], ['currentModeId', 'availableModes', 'id']),
    ...olderOption('model', 'Model', reply['models'], ['currentModelId', 'availableModels', 'modelId']),
  ];
}
