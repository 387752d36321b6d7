/**
 * Everything under `_meta.skillpick`: what skillpick's client and its own host exchange beyond the protocol. No other
 * module names that key. Writers are typed. Readers accept anything, because any peer may send anything there. They
 * never read a flag that the protocol has a field for.
 */

import { isDecision, isObject, isPositiveInt, isString, isStringList, type JsonObject } from './checks.js';
import { protocolLimits } from './limits.js';
import { type Problem, type ProblemCode, problemCodes } from './problem-codes.js';
import { type Scope, scopes } from './scopes.js';
import type { CustomizationToggledAction } from './session-actions.js';
import type { CustomizationEnablement, InitializeResult, Meta } from './types.js';

/** Where an entry comes from: the repository, or the user's own files. */
export type From = 'repo' | 'user';

/** What is known of an entry but has no field in the protocol. */
export interface Details {
  license?: string;
  compatibility?: string;
  metadata?: Record<string, string>;
  allowedTools?: string[];
  model?: string;
  tools?: string[];
  argumentHint?: string;
  /** Estimate of the tokens that name and description take in a model's context. */
  tokens?: number;
  /** Remarks for people, without a full stop. */
  notes?: string[];
}

/** Whether an entry is on in one of the tools that read it. */
export interface ToolSwitch {
  id: string;
  enabled: boolean;
  /** Why the tool ignores the switch for now. */
  note?: string;
}

/** The names of the agent tools, by the ids that a host gives them. */
export const toolTitles = {
  claude: 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
} as const;

/** Returns the full name of a tool; its id for a tool that we do not know. */
export function toolTitle(id: string): string {
  return Object.hasOwn(toolTitles, id) ? toolTitles[id as keyof typeof toolTitles] : id;
}

/** One part of a toggle: the decision for one scope, in one tool or in all that read the entry. */
export interface SetItem {
  readonly tool?: string;
  readonly scope: Scope;
  /** Null removes the decision of that scope. */
  readonly enabled: boolean | null;
}

/** What the host adds to a node or to a session. */
export interface SkillpickMeta {
  from?: From;
  details?: Details;
  /** Id of the first entry of the same type and name. */
  duplicateOf?: string;
  problems?: readonly Problem[];
  tools?: readonly ToolSwitch[];
  /** The switch is kept by skillpick, because no tool has one for the entry. */
  kept?: true;
  /** Decisions of a child, which has no field for them. */
  enablement?: readonly CustomizationEnablement[];
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

/** Returns true if the switch is kept by skillpick, because no tool has one for the entry. */
export function isKept(meta: Meta | undefined): boolean {
  return read(meta)?.['kept'] === true;
}

/** Returns the decisions of a child, most specific first. */
export function childDecisions(meta: Meta | undefined): CustomizationEnablement[] {
  const decisions = read(meta)?.['enablement'];
  return Array.isArray(decisions) ? decisions.filter(isDecision) : [];
}

const noTools: readonly ToolSwitch[] = [];

function isToolSwitch(value: unknown): value is ToolSwitch {
  if (!isObject(value) || !isString(value['id']) || typeof value['enabled'] !== 'boolean') return false;
  return value['note'] === undefined || isString(value['note']);
}

/** Returns the tools that read an entry. */
export function toolsOf(meta: Meta | undefined): readonly ToolSwitch[] {
  const tools = read(meta)?.['tools'];
  return Array.isArray(tools) ? tools.filter(isToolSwitch) : noTools;
}

const texts = { license: isString, compatibility: isString, model: isString, argumentHint: isString };
const lists = { allowedTools: isStringList, tools: isStringList, notes: isStringList };
const detailChecks: Readonly<Record<keyof Details, (value: unknown) => boolean>> = {
  ...texts,
  ...lists,
  metadata: isObject,
  tokens: Number.isFinite,
};

/** Details as they are read: known fields have the right type, and a newer host may send other fields. */
export type ReadDetails = Readonly<Details & Record<string, unknown>>;

const noDetails: ReadDetails = {};

/** Returns the details, without known fields of a wrong type. */
export function detailsOf(meta: Meta | undefined): ReadDetails {
  const details = read(meta)?.['details'];
  if (!isObject(details)) return noDetails;
  const isWrong = (field: string) =>
    Object.hasOwn(detailChecks, field) && !detailChecks[field as keyof Details](details[field]);
  if (!Object.keys(details).some(isWrong)) return details;
  return Object.fromEntries(Object.entries(details).filter(([field]) => !isWrong(field)));
}

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

const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value);

/** Returns the toggle with its exact changes, which only skillpick's own host reads. */
export function withSet(
  action: CustomizationToggledAction,
  set: readonly SetItem[],
): CustomizationToggledAction {
  return { ...action, _meta: { [key]: { set } } };
}

function readItem(value: unknown): SetItem | string {
  if (!isObject(value)) return 'an item of the set is not an object';
  const { tool, scope, enabled } = value;
  if (tool !== undefined && !isString(tool)) return 'the tool of a set is not a text';
  if (!isScope(scope)) return `there is no scope "${String(scope).slice(0, 40)}"`;
  if (enabled !== null && typeof enabled !== 'boolean')
    return '"enabled" of a set is neither a flag nor null';
  return { ...(tool !== undefined && { tool }), scope, enabled };
}

/** Returns the exact changes of a toggle, the reason if they are not valid, or undefined if it has none. */
export function readSet({ _meta }: CustomizationToggledAction): SetItem[] | string | undefined {
  const set = read(_meta)?.['set'];
  if (set === undefined) return undefined;
  if (!Array.isArray(set) || set.length === 0 || set.length > protocolLimits.setItems)
    return `the set is not a list of 1 to ${protocolLimits.setItems} items`;
  const items = set.map(readItem);
  const reason = items.find((item) => typeof item === 'string');
  if (reason !== undefined) return reason;
  const wanted = items as SetItem[];
  const places = new Set(wanted.map(({ tool, scope }) => `${scope}\n${tool ?? ''}`));
  return places.size < wanted.length ? 'a scope is named twice' : wanted;
}
