/** One line of the history: one setting of one entry in one file, before and after a switch or an undo. */

import { isNumber, isObject, isString, type JsonObject } from '../../protocol/checks.js';
import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import type { Setting } from '../tools/tool.js';

/** The entry that was switched, as it was listed. */
export interface HistoryEntry {
  readonly type: string;
  readonly name: string;
  readonly uri: string;
}

export interface HistoryLine {
  /** As in `2026-01-31T12:00:00.000Z`; the same for all lines that were written together. */
  readonly time: string;
  /** The root of the repository from which it was made. */
  readonly repository: string;
  /** The working directory from which it was made. */
  readonly directory: string;
  /** The switches that the user made together have one batch. */
  readonly batch: string;
  /** The batch that was taken back. */
  readonly undoes?: string;
  readonly entry: HistoryEntry;
  /** Null if skillpick keeps the switch itself. */
  readonly tool: string | null;
  readonly scope: ToolScope;
  readonly file: string;
  /** The setting; null if there was none. */
  readonly before: Setting | null;
  readonly after: Setting | null;
}

/** Identifies the setting that a line is about. */
export const settingKey = ({ tool, file, entry }: Pick<HistoryLine, 'tool' | 'file' | 'entry'>): string =>
  JSON.stringify([tool, file, entry.type, entry.uri, entry.name]);

const isAbsentOr = (value: unknown, isRight: (value: unknown) => boolean): boolean =>
  value === undefined || isRight(value);

const isListOf = (value: unknown, isRight: (value: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isRight);

const isSeparators = (value: unknown): boolean =>
  isListOf(value, (one) => isString(one) && /^[\s,]*$/.test(one));

function isPlace(value: unknown): value is JsonObject {
  if (!isObject(value) || !isNumber(value['at'])) return false;
  const { lead, tail, isLast } = value;
  return (
    isAbsentOr(lead, isSeparators) &&
    isAbsentOr(tail, isSeparators) &&
    isAbsentOr(isLast, (one) => one === true)
  );
}

const isFrame = (value: unknown): boolean =>
  isPlace(value) && isString(value['open']) && isString(value['close']);

const isPiece = (value: unknown): value is JsonObject =>
  isPlace(value) && isString(value['text']) && isAbsentOr(value['number'], isNumber);

function isSetting(value: unknown): value is Setting | null {
  if (value === null) return true;
  if (!isPiece(value)) return false;
  const { around, pieces } = value;
  return (
    isAbsentOr(around, (frames) => isListOf(frames, isFrame)) &&
    isAbsentOr(pieces, (parts) => isListOf(parts, isPiece))
  );
}

const texts = ['time', 'repository', 'directory', 'batch', 'file'] as const;

function isEntry(value: unknown): value is HistoryEntry {
  return isObject(value) && isString(value['type']) && isString(value['name']) && isString(value['uri']);
}

function isLine(value: unknown): value is HistoryLine {
  if (!isObject(value) || !texts.every((field) => isString(value[field]))) return false;
  const { tool, scope, undoes, entry, before, after } = value;
  return (
    (tool === null || isString(tool)) &&
    toolScopes.some((one) => one === scope) &&
    (undoes === undefined || isString(undoes)) &&
    isEntry(entry) &&
    isSetting(before) &&
    isSetting(after)
  );
}

/** Returns the line in a text; undefined if it is damaged. */
export function readLine(text: string): HistoryLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
