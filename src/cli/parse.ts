/** Parses option values. The error for a value that is not allowed says which values are. */

import type { ListFormat } from '../commands/list.js';
import { ContainerRef, defaultTypes, type FilterOptions, type Invocable } from '../entries/filter.js';
import { kindNamed, kinds } from '../entries/kind-names.js';
import type { RefContext } from '../entries/refs.js';
import { toolsSpelled } from '../entries/tool-spellings.js';
import type { PrintForm } from './interactive.js';

/** Thrown for a value that an option cannot have; the message says which values it can. */
export class BadValue extends Error {}

export const invocables = ['user', 'model', 'both', 'none'] satisfies Invocable[];
export const origins = ['repo', 'user'] satisfies FilterOptions['from'][];
export const printForms = ['name', 'id', 'uri', 'json'] satisfies PrintForm[];
export const listFormats = ['table', 'names', 'ids', 'uris', 'tsv', 'json', 'jsonl'] satisfies ListFormat[];

/** Parses a value that can be one of a few, in any case. */
export function oneOf(text: string, values: readonly string[]): string {
  const value = values.find((candidate) => candidate === text.toLowerCase());
  if (value === undefined) throw new BadValue(`It can be ${values.join(', ')}.`);
  return value;
}

/** Parses a comma-separated list of kinds; an empty list stands for all. */
export function types(text: string): string[] {
  const list = text.split(',').map((part) => {
    const kind = kindNamed(part);
    if (kind === undefined) throw new BadValue(`It can be ${kinds.join(', ')}.`);
    return kind;
  });
  return list.includes('all') ? [] : list;
}

/** Returns the id of the tool that the text spells, or the text itself: another version may know more tools. */
function toolNamed(text: string): string {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') throw new BadValue('It is a list of tool ids, such as claude,codex.');
  const found = toolsSpelled(wanted);
  // A query may mean several. A switch must not be made in more tools than the user names.
  if (found.length > 1) throw new BadValue(`${wanted} can be ${found.join(', ')}.`);
  return found[0] ?? wanted;
}

/** Parses a comma-separated list of tools. Which of them exist depends on the session. */
export function tools(text: string): string[] {
  return [...new Set(text.split(',').map(toolNamed))];
}

function integerFrom(least: number, most: number, text: string, message: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new BadValue(message);
  return value;
}

export function milliseconds(text: string): number {
  return integerFrom(1, 3_600_000, text, 'It is a whole number of milliseconds, from 1 to 3600000.');
}

export function wholeNumber(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new BadValue('It is a whole number.');
  return Number(text);
}

export function port(text: string): number {
  return integerFrom(0, 65_535, text, 'It is a port number, from 0 (any) to 65535.');
}

export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

export function filterOptions(options: Record<string, unknown>, context: RefContext): FilterOptions {
  const { on, off, mixed, tool, invocable: by, in: container, from, license, type } = options;
  const state = on === true && off !== true ? 'on' : off === true && on !== true ? 'off' : undefined;
  return {
    types: (type as string[] | undefined) ?? defaultTypes,
    ...(state && { state }),
    ...(mixed === true && { isMixed: true }),
    ...(tool !== undefined && { tools: tool as string[] }),
    ...(by !== undefined && { invocable: by as Invocable }),
    ...(container !== undefined && { container: new ContainerRef(container as string, context) }),
    ...(from !== undefined && { from: from as 'repo' | 'user' }),
    ...(license !== undefined && { license: license as string }),
  };
}

/** Returns the form that `--json`, `--jsonl` and `--format` ask for. */
export function formatOption(options: Record<string, unknown>): ListFormat {
  if (options['json'] === true) return 'json';
  if (options['jsonl'] === true) return 'jsonl';
  return (options['format'] as ListFormat | undefined) ?? 'table';
}
