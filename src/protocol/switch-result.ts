/**
 * What skillpick's own host reports of a switch, beyond the flag: what happened in each tool and in which file, which
 * other entries changed with it, and under which batch it is in the history. It travels with the echo.
 */

import { isObject, isString, isStringList } from './checks.js';
import { type ToolScope, toolScopes } from './scopes.js';

/** When a session of the tool that is already running obeys a switch. `not-yet`: the tool obeys under a condition only. */
export type ObeysFrom = 'next-prompt' | 'restart' | 'not-yet';

/** A setting that a reset removed. */
export interface RemovedSetting {
  readonly file: string;
  /** The setting as its own text. */
  readonly text: string;
}

/** What a switch did in one tool. */
export interface ToolResult {
  readonly id: string;
  /**
   * `changed`: a file was written. `planned`: a file would be written. `unchanged`: the settings said so already.
   * `left-out`: the tool has no switch for the entry, or none in this scope. `refused`: the setting could not be put
   * back, because it has changed since.
   */
  readonly outcome: 'changed' | 'planned' | 'unchanged' | 'left-out' | 'refused';
  /** Where the switch is kept. */
  readonly scope: ToolScope | null;
  /** The file that was written, or would be. */
  readonly file: string | null;
  /** True if the file was made for the switch. */
  readonly isNew: boolean;
  /** The setting that was removed or replaced, as its own text; null if there was none. */
  readonly before: string | null;
  /** All settings that were removed without another in their place. */
  readonly removed?: readonly RemovedSetting[];
  /** Why the tool was left out, or a remark on the switch. */
  readonly reason: string | null;
  /** When a running session of the tool obeys; null if nothing changed, or if it is not known. */
  readonly obeysFrom: ObeysFrom | null;
}

/** What a switch did that skillpick keeps itself, because no tool reads the entry. */
export interface OwnResult {
  readonly outcome: 'changed' | 'planned' | 'unchanged';
  /** The settings that a reset removed, or would remove. */
  readonly removed: readonly RemovedSetting[];
  /** True if it is kept for the session alone, whichever scope was asked for. */
  readonly forSession?: true;
}

/** What a switch did. */
export interface SwitchResult {
  /** The batch in the history; null if nothing was written. */
  readonly batch: string | null;
  readonly tools: readonly ToolResult[];
  /**
   * The files of other entries that changed with it: a tool switches entries of one name together, or obeys a file of
   * another tool.
   */
  readonly also: readonly string[];
  /** The tools in which they changed. */
  readonly alsoIn?: readonly string[];
  /** Set if skillpick keeps the switch itself; then only a container, switched through its entries, has tools, too. */
  readonly own?: OwnResult;
}

/** Returns true if skillpick itself keeps the switch by scope, so that a decision in a narrower one may count instead. */
export const isKeptByScope = ({ tools, own }: SwitchResult): boolean =>
  own !== undefined && own.forSession !== true && tools.length === 0;

/** What planned switches would do, in the order of the plan; a text is the reason why one would be refused. */
export interface PlanResult {
  readonly planned: readonly (SwitchResult | string)[];
}

/** What an undo did with one switch of the batch. */
export interface UndoneSwitch extends ToolResult {
  readonly type: string;
  readonly name: string;
  readonly uri: string;
}

/** What an undo did. */
export interface UndoResult {
  /** The batch that the undo itself is in the history; null if nothing was put back. */
  readonly batch: string | null;
  /** The batch that was taken back. */
  readonly undone: string;
  readonly switches: readonly UndoneSwitch[];
  /** The files of other entries that changed with it, as after a switch. */
  readonly also: readonly string[];
}

const outcomes: readonly unknown[] = ['changed', 'planned', 'unchanged', 'left-out', 'refused'];
const ownOutcomes = ['changed', 'planned', 'unchanged'] as const;
const moments: readonly unknown[] = ['next-prompt', 'restart', 'not-yet'];

const textOr = (value: unknown): string | null => (isString(value) ? value : null);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function readRemoved(value: unknown): RemovedSetting[] {
  if (!isObject(value) || !isString(value['file']) || !isString(value['text'])) return [];
  const { file, text } = value;
  return [{ file, text }];
}

function readToolResult(value: unknown): ToolResult[] {
  if (!isObject(value) || !isString(value['id']) || !outcomes.includes(value['outcome'])) return [];
  const { id, outcome, scope, obeysFrom } = value;
  const removed = listOf(value['removed']).flatMap(readRemoved);
  return [
    {
      id,
      outcome: outcome as ToolResult['outcome'],
      scope: toolScopes.find((one) => one === scope) ?? null,
      file: textOr(value['file']),
      isNew: value['isNew'] === true,
      before: textOr(value['before']),
      ...(removed.length > 0 && { removed }),
      reason: textOr(value['reason']),
      obeysFrom: moments.includes(obeysFrom) ? (obeysFrom as ObeysFrom) : null,
    },
  ];
}

function readOwn(value: unknown): OwnResult | undefined {
  if (!isObject(value)) return undefined;
  const outcome = ownOutcomes.find((one) => one === value['outcome']);
  const removed = listOf(value['removed']).flatMap(readRemoved);
  return outcome && { outcome, removed, ...(value['forSession'] === true && { forSession: true }) };
}

/** Returns the result of a switch; undefined if the value is none. */
export function readSwitchResult(value: unknown): SwitchResult | undefined {
  if (!isObject(value) || !Array.isArray(value['tools'])) return undefined;
  const { batch, tools, also, alsoIn } = value;
  const own = readOwn(value['own']);
  return {
    batch: textOr(batch),
    tools: tools.flatMap(readToolResult),
    also: isStringList(also) ? also : [],
    ...(isStringList(alsoIn) && { alsoIn }),
    ...(own && { own }),
  };
}

function readUndone(value: unknown): UndoneSwitch[] {
  const [result] = readToolResult(value);
  if (result === undefined || !isObject(value)) return [];
  const text = (field: string) => textOr(value[field]) ?? '';
  return [{ ...result, type: text('type'), name: text('name'), uri: text('uri') }];
}

/** Returns the result of an undo; undefined if the value is none. */
export function readUndoResult(value: unknown): UndoResult | undefined {
  if (!isObject(value) || !isString(value['undone'])) return undefined;
  const { batch, undone, switches, also } = value;
  return {
    batch: textOr(batch),
    undone,
    switches: listOf(switches).flatMap(readUndone),
    also: isStringList(also) ? also : [],
  };
}

/** Returns the result of a plan; undefined if the value is none. */
export function readPlanResult(value: unknown): PlanResult | undefined {
  if (!isObject(value) || !Array.isArray(value['planned'])) return undefined;
  const unreadable = 'it is not known what the switch would do';
  return {
    planned: value['planned'].map((one: unknown) =>
      isString(one) ? one : (readSwitchResult(one) ?? unreadable),
    ),
  };
}
