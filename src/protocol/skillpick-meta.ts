/**
 * Everything under `_meta.skillpick`: what skillpick's client and its own host exchange beyond the protocol. No other
 * module names that key. Writers are typed. Readers accept anything, because any peer may send anything there. They
 * never read a flag that the protocol has a field for.
 */

import { isBatchName } from './batch-name.js';
import { isDecision, isObject, isPositiveInt, isString, type JsonObject } from './checks.js';
import { type Details, type ReadDetails, readDetails } from './entry-details.js';
import { type Problem, type ProblemCode, problemCodes } from './problem-codes.js';
import type { CustomizationToggledAction } from './session-actions.js';
import { readSessionOptions, type SessionOption } from './session-options.js';
import { type PlanItem, readPlanItems, readSetItems, type SetItem, type UndoPlan } from './set-items.js';
import {
  type PlanResult,
  readPlanResult,
  readSwitchResult,
  readUndoResult,
  type SwitchResult,
  type UndoResult,
} from './switch-result.js';
import { readStandings, type SentStanding, type ToolStanding } from './tool-standing.js';
import type { CustomizationEnablement, InitializeResult, Meta } from './types.js';

export type { Details, PlanItem, ReadDetails, SetItem, UndoPlan };

/** Where an entry comes from: the repository, or the user's own files. */
export type From = 'repo' | 'user';

/** What the host adds to a node or to a session. */
export interface SkillpickMeta {
  from?: From;
  details?: Details;
  /** Id of the first entry of the same type and name. */
  duplicateOf?: string;
  problems?: readonly Problem[];
  tools?: readonly SentStanding[];
  /** The switch is kept by skillpick, because no tool has one for the entry. */
  kept?: true;
  /** Decisions of a node that has no field for them, or whose field shows what the tools' files decide instead. */
  enablement?: readonly CustomizationEnablement[];
  /** Of a session that is being loaded. */
  progress?: Progress;
  /** What can be chosen for a session besides its agent, such as a model. */
  options?: readonly SessionOption[];
  /** What an agent says of its lists that is not interpreted. */
  meta?: JsonObject;
}

/** How far the host is with reading the disk. */
export interface Progress {
  /** The number of files read so far. */
  files: number;
}

const key = 'skillpick';

function read(meta: Meta | undefined): JsonObject | undefined {
  const fields = meta?.[key];
  return isObject(fields) ? fields : undefined;
}

/** Returns a `_meta` with only these fields. */
export function skillpickMeta(fields: SkillpickMeta): Meta {
  return { [key]: fields };
}

/** Returns the `_meta` with these fields added to those it has. */
export function withSkillpickMeta(meta: Meta | undefined, fields: SkillpickMeta): Meta {
  return { ...meta, [key]: { ...read(meta), ...fields } };
}

/** The `_meta` in the result of `initialize` that identifies skillpick's own host. */
export const ownHostMeta: Meta = skillpickMeta({});

/** Returns true if the result comes from skillpick's own host. */
export function isOwnHostResult({ _meta }: Pick<InitializeResult, '_meta'>): boolean {
  return read(_meta) !== undefined;
}

/** Returns where a node comes from. */
export function fromOf(meta: Meta | undefined): From | null {
  const from = read(meta)?.['from'];
  return from === 'repo' || from === 'user' ? from : null;
}

/** Returns the id of the first entry of the same type and name. */
export function duplicateOf(meta: Meta | undefined): string | null {
  const id = read(meta)?.['duplicateOf'];
  return isString(id) ? id : null;
}

/** Returns how far the host is with reading the disk; null if it does not say so. */
export function readProgress(meta: Meta | undefined): Progress | null {
  const progress = read(meta)?.['progress'];
  const files = isObject(progress) ? progress['files'] : undefined;
  return Number.isSafeInteger(files) && (files as number) >= 0 ? { files: files as number } : null;
}

/** Returns the options of a session; null if it reports none. */
export function optionsOf(meta: Meta | undefined): readonly SessionOption[] | null {
  return readSessionOptions(read(meta)?.['options']);
}

/** Returns what an agent says of its lists that is not interpreted; null if that is nothing. */
export function listMetaOf(meta: Meta | undefined): JsonObject | null {
  const fields = read(meta)?.['meta'];
  return isObject(fields) ? fields : null;
}

/** Returns true if the switch is kept by skillpick, because no tool has one for the entry. */
export function isKept(meta: Meta | undefined): boolean {
  return read(meta)?.['kept'] === true;
}

/** Returns the decisions of a node whose fields cannot hold them, most specific first. */
export function metaDecisions(meta: Meta | undefined): CustomizationEnablement[] | undefined {
  const decisions = read(meta)?.['enablement'];
  return Array.isArray(decisions) ? decisions.filter(isDecision) : undefined;
}

/** Returns the standing of an entry in each tool that reads it. */
export function toolsOf(meta: Meta | undefined): readonly ToolStanding[] {
  return readStandings(read(meta)?.['tools']);
}

/** Returns the details, without known fields of a wrong type. */
export const detailsOf = (meta: Meta | undefined): ReadDetails => readDetails(read(meta)?.['details']);

const noProblems: readonly Problem[] = [];
const knownCodes: ReadonlySet<unknown> = new Set(problemCodes);

function readProblem(value: unknown, nodeUri: string): Problem[] {
  if (!isObject(value) || !isString(value['message'])) return [];
  const { uri, line, message, code, severity } = value;
  return [
    {
      uri: isString(uri) ? uri : nodeUri,
      line: isPositiveInt(line) ? line : null,
      message,
      code: knownCodes.has(code) ? (code as ProblemCode) : null,
      severity: severity === 'warning' ? 'warning' : 'error',
    },
  ];
}

/** Returns what is wrong with a node or a session; a problem without a uri gets that of the node. */
export function problemsOf(meta: Meta | undefined, nodeUri: string): readonly Problem[] {
  const problems = read(meta)?.['problems'];
  return Array.isArray(problems) ? problems.flatMap((problem) => readProblem(problem, nodeUri)) : noProblems;
}

/** What a toggle asks of skillpick's own host. */
export interface ExactSwitch {
  readonly set: readonly SetItem[];
  /** The same for all toggles that the user made with one key or command: they are taken back together. */
  readonly batch: string;
}

/** Returns the toggle with its exact changes, which only skillpick's own host reads. */
export function withSet(
  action: CustomizationToggledAction,
  { set, batch }: ExactSwitch,
): CustomizationToggledAction {
  return { ...action, _meta: { [key]: { set, batch } } };
}

/** Returns an action that takes back a batch of switches in skillpick's own host. It toggles nothing else. */
export function buildUndo(batch: string): CustomizationToggledAction {
  return { type: 'session/customizationToggled', id: batch, _meta: { [key]: { undo: batch } } };
}

/** Returns an action that asks skillpick's own host what these switches, or this undo, would do. It toggles nothing. */
export function buildPlan(plan: readonly PlanItem[] | UndoPlan): CustomizationToggledAction {
  return { type: 'session/customizationToggled', id: 'plan', _meta: { [key]: { plan } } };
}

/** Returns the exact changes of a toggle, the reason if they are not valid, or undefined if it has none. */
export function readSet({ _meta }: CustomizationToggledAction): SetItem[] | string | undefined {
  const set = read(_meta)?.['set'];
  return set === undefined ? undefined : readSetItems(set);
}

/** Returns the batch that a toggle belongs to, if it names a valid one. */
export function readBatch({ _meta }: CustomizationToggledAction): string | undefined {
  const batch = read(_meta)?.['batch'];
  return isBatchName(batch) ? batch : undefined;
}

/** Returns the batch that a toggle takes back, the reason if that is not valid, or undefined if it is no undo. */
export function readUndo({ _meta }: CustomizationToggledAction): { batch: string } | string | undefined {
  const batch = read(_meta)?.['undo'];
  if (batch === undefined) return undefined;
  return isBatchName(batch) ? { batch } : 'the batch to take back has no valid name';
}

/** Returns what a toggle asks to plan, the reason if that is not valid, or undefined if it asks for nothing. */
export function readPlan({ _meta }: CustomizationToggledAction): PlanItem[] | UndoPlan | string | undefined {
  const plan = read(_meta)?.['plan'];
  return plan === undefined ? undefined : readPlanItems(plan);
}

/** Returns the echo of a toggle with what the switch, the undo or the plan did. */
export function withResult(
  action: CustomizationToggledAction,
  result: SwitchResult | UndoResult | PlanResult,
): CustomizationToggledAction {
  return { ...action, _meta: { [key]: { result } } };
}

/** Returns what a switch did, if the echo of our own host says so. */
export function switchResultOf(meta: Meta | undefined): SwitchResult | undefined {
  return readSwitchResult(read(meta)?.['result']);
}

/** Returns what an undo did, if the echo of our own host says so. */
export function undoResultOf(meta: Meta | undefined): UndoResult | undefined {
  return readUndoResult(read(meta)?.['result']);
}

/** Returns what planned switches would do, if the echo of our own host says so. */
export function planResultOf(meta: Meta | undefined): PlanResult | undefined {
  return readPlanResult(read(meta)?.['result']);
}
