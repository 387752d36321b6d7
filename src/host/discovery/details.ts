/**
 * Turns parsed frontmatter into the fields of an entry: texts and lists in all forms that tools write, cut to their
 * limits. Control characters stay in the text; it is cleaned when it is drawn.
 */

import type { Details } from '../../protocol/skillpick-meta.js';
import { skillLimits } from '../../skill-rules.js';
import { hostLimits } from '../limits.js';
import type { Frontmatter, YamlValue } from './frontmatter.js';
import { textField } from './validate.js';

/** Cuts a text to at most so many characters, never inside a surrogate pair. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/** A field's text, bounded. */
export function boundedField(fields: Frontmatter, key: string, most: number): string | undefined {
  const text = textField(fields, key);
  return text === undefined ? undefined : bounded(text, most);
}

/** Sets a field unless the value is undefined. */
export function put<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value !== undefined) target[key] = value;
}

/** Splits a text at these characters, but not inside brackets: `Bash(git add:*)` and `*.{ts,js}` stay whole. */
function splitOutsideBrackets(text: string, separators: string): string[] {
  const items = [''];
  let depth = 0;
  for (const char of text) {
    if ('({'.includes(char)) depth += 1;
    else if (')}'.includes(char) && depth > 0) depth -= 1;
    if (depth === 0 && separators.includes(char)) items.push('');
    else items[items.length - 1] += char;
  }
  return items;
}

function itemsOf(value: YamlValue | undefined, separators: string): YamlValue[] | undefined {
  if (typeof value === 'string') {
    return splitOutsideBrackets(value.slice(0, skillLimits.descriptionChars), separators);
  }
  if (value instanceof Map) return [...value.keys()].filter((key) => value.get(key) === 'true');
  return value ?? undefined;
}

function listField(fields: Frontmatter, key: string, separators: string): string[] | undefined {
  return itemsOf(fields.get(key), separators)
    ?.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []))
    .slice(0, hostLimits.detailItems)
    .map((item) => bounded(item, hostLimits.detailChars));
}

/** Names of tools: a list, a map with the enabled ones, or one text with commas or blanks. */
export const toolList = (fields: Frontmatter, key: string): string[] | undefined =>
  listField(fields, key, ', \t\r\n');

/** Patterns of paths: a list, or one text with commas. */
export const globList = (fields: Frontmatter, key: string): string[] | undefined =>
  listField(fields, key, ',');

function metadataOf(value: YamlValue | undefined): Record<string, string> | undefined {
  if (!(value instanceof Map)) return undefined;
  const texts = [...value].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const pairs = texts.slice(0, hostLimits.detailItems);
  return Object.fromEntries(
    pairs.map(([key, text]) => [bounded(key, skillLimits.nameChars), bounded(text, hostLimits.detailChars)]),
  );
}

/** Reads the fields that the protocol does not have. */
export function detailsOf(fields: Frontmatter): Details {
  const details: Details = {};
  put(details, 'license', boundedField(fields, 'license', hostLimits.detailChars));
  put(details, 'compatibility', boundedField(fields, 'compatibility', hostLimits.detailChars));
  put(details, 'metadata', metadataOf(fields.get('metadata')));
  put(details, 'allowedTools', toolList(fields, 'allowed-tools'));
  put(details, 'model', boundedField(fields, 'model', skillLimits.nameChars));
  put(details, 'tools', toolList(fields, 'tools'));
  put(details, 'argumentHint', boundedField(fields, 'argument-hint', hostLimits.detailChars));
  return details;
}
