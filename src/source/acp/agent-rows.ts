/** The form in which commands, skills and agents are listed, however the agent has sent them. */

import { isDeeperThan, isObject, isString, type JsonObject } from '../../protocol/checks.js';
import type { Problem } from '../../protocol/problem-codes.js';
import type { Details } from '../../protocol/skillpick-meta.js';
import { skillLimits } from '../../skill-rules.js';
import { acpLimits } from './limits.js';

/** One thing that an agent lists. */
export interface AgentRow {
  readonly type: 'command' | 'skill' | 'agent';
  /** Without the sign that it is typed with. */
  readonly name: string;
  /** How the user invokes it; null if that is not said. */
  readonly invoke: string | null;
  readonly description: string | null;
  /** The path of its file, if the agent names one. */
  readonly path: string | null;
  readonly details: Readonly<AgentDetails>;
}

/** What the agent says of it besides. */
export interface AgentDetails extends Details {
  /** Its `_meta`, as it was sent, if that is small. */
  meta?: JsonObject;
}

/** Rows that were read, and what was wrong with others. */
export interface ReadRows {
  readonly rows: readonly AgentRow[];
  readonly problems: readonly Problem[];
  /** The number of items that have no name or are too many. */
  readonly skipped: number;
  /** The `_meta` of the whole list, as it was sent, if that is small. */
  readonly meta?: JsonObject | undefined;
}

export const noRows: ReadRows = { rows: [], problems: [], skipped: 0 };

const cut = (text: string, most: number): string => (text.length > most ? text.slice(0, most) : text);

export const nameFrom = (text: string): string => cut(text, skillLimits.nameChars);

/** Returns a description of bounded length; null if there is none. */
export const descriptionFrom = (value: unknown): string | null =>
  isString(value) && value !== '' ? cut(value, skillLimits.descriptionChars) : null;

/** Returns a `_meta` if it is small: agents put whole files into it. */
export function smallMeta(value: unknown): JsonObject | undefined {
  if (!isObject(value) || isDeeperThan(value, acpLimits.metaDepth)) return undefined;
  return JSON.stringify(value).length > acpLimits.metaChars ? undefined : value;
}

/** Returns the fields that are texts, so many and so long as is allowed. */
export function textsIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const texts = Object.entries(value).filter((field): field is [string, string] => isString(field[1]));
  const most = texts.slice(0, acpLimits.detailItems);
  return Object.fromEntries(most.map(([name, text]) => [nameFrom(name), cut(text, acpLimits.metaChars)]));
}

/** Returns the items of a list that is not longer than is allowed, and how many were left out. */
export function boundedItems(list: readonly unknown[]): { items: readonly unknown[]; skipped: number } {
  const items = list.slice(0, acpLimits.listItems);
  return { items, skipped: list.length - items.length };
}
