/** The words of notices about switches: tools, files, places, and what else changed. */

import type { EntryList } from '../entries/entries.js';
import { addTo } from '../entries/groups.js';
import { placeWords } from '../entries/scope-words.js';
import { inUsualOrder, shortTitles, titlesOf } from '../entries/tool-names.js';
import { pathOf, skillDirectory } from '../paths.js';
import type { ToolScope } from '../protocol/scopes.js';
import type { ToolResult } from '../protocol/switch-result.js';
import type { NoticePart } from './notice-parts.js';

/** Returns the name of one switched entry, or how many were switched. */
export const namedOrCounted = (all: readonly { readonly name: string }[]): string =>
  all.length === 1 ? all[0]!.name : `${all.length} switched`;

/** Returns the names of the tools, each once and in their usual order; above two, only how many there are. */
export const toolsText = (tools: readonly { readonly id: string }[]): string =>
  shortTitles(titlesOf(inUsualOrder(tools)));

/** Returns the last part of a path. */
export const baseName = (path: string): string => path.replace(/^.*[/\\]/, '');

/** Returns the files that were written; above one, only how many there are. */
export function filesText(tools: readonly ToolResult[]): string[] {
  const files = new Map<string, boolean>();
  for (const { file, isNew } of tools) if (file !== null) files.set(file, files.get(file) || isNew);
  const made = [...files.values()].filter((isNew) => isNew).length;
  const [first] = files.keys();
  if (first === undefined) return [];
  if (files.size === 1) return [`${baseName(first)}${made === 1 ? ' (new)' : ''}`];
  return [`${files.size} files${made === 0 ? '' : `, ${made} new`}`];
}

/** Returns where an entry is, as its row and heading name it; the end of its path if it is not listed. */
function placeOf(path: string, { entries }: EntryList): string {
  const entry = entries.find(({ uri }) => pathOf(uri) === path);
  if (entry !== undefined)
    return `${entry.container === null ? '' : `${entry.container.name}/`}${entry.name}`;
  return (skillDirectory(path) ?? path).split('/').slice(-3).join('/');
}

/** Returns the first of the files that changed along, and how many more there are. */
export function alsoParts(files: readonly string[], list: EntryList): NoticePart[] {
  const [first, ...others] = new Set(files);
  if (first === undefined) return [];
  const isOne = others.length === 0;
  const more = isOne ? '' : ` and ${others.length} more`;
  const short = isOne ? 'also 1 other' : `also ${others.length + 1} others`;
  return [{ kind: 'also', text: `also ${placeOf(first, list)}${more}`, short }];
}

/** Returns where the switches are kept; the tools that are kept elsewhere than most are named. */
export function whereText(changed: readonly ToolResult[]): string {
  const byScope = new Map<ToolScope, ToolResult[]>();
  for (const tool of changed) if (tool.scope !== null) addTo(byScope, tool.scope, tool);
  const [most, ...others] = [...byScope].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined) return '';
  return [
    placeWords(most[0]),
    ...others.map(([scope, tools]) => `${toolsText(tools)} ${placeWords(scope)}`),
  ].join(', ');
}
