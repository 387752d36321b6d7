/**
 * Finds the smallest changes that make switches count: nothing, taking back what was decided before, or deciding.
 * All switches of a batch take these steps together, so that each file is edited and read once for a step. One that
 * would have no effect all the same is refused with the name of the file that decides otherwise.
 */

import { getOrMake } from '../collections.js';
import type { SettingsDraft } from './settings-draft.js';
import { describeProblem, type SettingsReading, type SettingsView } from './settings-reading.js';
import type { EntryRef, SettingsFile, SwitchRule, ToolScope, ToolVerdict } from './tool.js';

/** A switch to be made; undefined forgets what was decided. */
export interface ToolRequest {
  readonly entry: EntryRef;
  readonly scope: ToolScope;
  readonly enabled: boolean | undefined;
}

/** The files that have to change for a request, or why it is refused. */
export type Plan = readonly string[] | string;

/** A request while it is planned. */
interface PlannedSwitch extends ToolRequest {
  /** Of several requests for one entry the last decides its state; the others are for scopes behind it. */
  readonly isLast: boolean;
  readonly rule: SwitchRule;
  /** The files of the scope that say otherwise, or anything at all if that is to be forgotten. */
  readonly against: readonly SettingsFile[];
  /** Where it is decided: in the strongest existing file, or else in the one to make. */
  readonly target: SettingsFile | undefined;
  step: 'nothing' | 'take-back' | 'decide';
  /** It has gone as far as it can, though another scope decides. */
  isDone: boolean;
  refused?: string;
}

const noSwitch: Record<ToolScope, string> = {
  workspace: 'for one repository',
  global: 'for all repositories',
};

const keepsIt = (what: string, enabled: boolean): string => `${what} keeps it ${enabled ? 'on' : 'off'}`;

/** Returns the read-only file of the scope that says something about the entry, as a reason. */
function heldBy({ files, contents }: SettingsView, rule: SwitchRule, scope: ToolScope): string | undefined {
  for (const [at, { path, scope: its, use }] of files.entries()) {
    const said = its === scope && use === 'read' ? rule.own(contents[at]) : undefined;
    if (said !== undefined) return keepsIt(path, said);
  }
  return undefined;
}

function startPlanning(
  reading: SettingsReading,
  request: ToolRequest,
  isLast: boolean,
): PlannedSwitch | string {
  const { tool, context } = reading;
  const { entry, scope, enabled } = request;
  const rule = tool.ruleFor(entry, context);
  if (typeof rule === 'string') return rule;
  if (rule.fixed !== undefined) return rule.fixed;
  const view = reading.of(entry.kind);
  const writable = view.files.filter((file) => file.scope === scope && file.use !== 'read');
  if (writable.length === 0) return `${tool.title} keeps no switch of ${entry.kind}s ${noSwitch[scope]}`;
  const [problem] = writable.flatMap(({ path }) => reading.problemOf(path) ?? []);
  if (problem !== undefined) return describeProblem(problem);
  const against = writable.filter((file) => {
    const said = rule.own(view.contents[view.files.indexOf(file)]);
    return said !== undefined && said !== enabled;
  });
  const held = enabled === undefined && against.length === 0 ? heldBy(view, rule, scope) : undefined;
  if (held !== undefined) return held;
  const existing = writable.findLast(({ path }) => reading.textOf(path) !== undefined);
  const target = existing ?? writable.find(({ use }) => use === 'make') ?? writable[0];
  const step = enabled === undefined ? 'take-back' : 'nothing';
  return { ...request, isLast, rule, against, target, step, isDone: false };
}

/** What the request has to say in which files; undefined takes back what they say. */
function changesFor({ against, target, step, enabled }: PlannedSwitch): Map<string, boolean | undefined> {
  const changes = new Map<string, boolean | undefined>();
  if (step !== 'nothing') for (const { path } of against) changes.set(path, undefined);
  if (step === 'decide' && target !== undefined) changes.set(target.path, enabled);
  return changes;
}

/** Drafts the files as all requests together would have them. A request that cannot be written is refused. */
function writeDraft(draft: SettingsDraft, switches: readonly PlannedSwitch[]): void {
  const { reading } = draft;
  const { tool, context } = reading;
  const edits = new Map<string, Map<unknown, PlannedSwitch>>();
  for (const one of switches.filter(({ refused }) => refused === undefined)) {
    for (const [path, enabled] of changesFor(one)) {
      getOrMake(edits, path, () => new Map()).set(one.rule.edit(enabled), one);
    }
  }
  const texts = new Map<string, string | undefined>();
  let isRefused = false;
  for (const [path, wanted] of edits) {
    const edited = tool.edit(reading.textOf(path), [...wanted.keys()], context, reading.fileAt(path));
    texts.set(path, edited.text);
    for (const [edit, reason] of edited.refused) Object.assign(wanted.get(edit) ?? {}, { refused: reason });
    isRefused ||= edited.refused.size > 0;
  }
  const unreadable = isRefused ? [] : draft.setTexts(texts);
  for (const { file, message } of unreadable) {
    const refused = `${tool.title} could not read ${file} with the switch in it: ${message}`;
    for (const one of edits.get(file)?.values() ?? []) Object.assign(one, { refused });
  }
  // A refused request must not leave a part of itself in another file.
  if (isRefused || unreadable.length > 0) writeDraft(draft, switches);
}

/** True if the draft fulfils the request. A scope in which an entry is switched off says so itself. */
function isMet(
  { enabled, step, rule, scope }: PlannedSwitch,
  view: SettingsView,
  verdict: ToolVerdict,
): boolean {
  if (verdict.enabled !== enabled) return false;
  if (enabled || step === 'decide') return true;
  if (step === 'take-back') return verdict.by !== undefined;
  return view.files.some((file, at) => file.scope === scope && rule.own(view.contents[at]) === false);
}

/** Moves every request that the draft does not fulfil a step further. False if there is none. */
function takeNextStep(draft: SettingsDraft, switches: readonly PlannedSwitch[]): boolean {
  const { title } = draft.reading.tool;
  const open = switches.filter(({ refused, isDone }) => refused === undefined && !isDone);
  const touched = new Set(
    open.filter((one) => changesFor(one).size > 0).map(({ entry }) => entry.canonicalPath),
  );
  let hasMoved = false;
  for (const one of open) {
    const { enabled, entry, rule, step } = one;
    const view = draft.of(entry.kind);
    const verdict = rule.decide(view.contents);
    const isReset = enabled === undefined;
    // After a reset another scope may decide. A reset that takes nothing back is refused.
    const isReached = isReset
      ? touched.has(entry.canonicalPath) || verdict.enabled || verdict.by === undefined
      : isMet(one, view, verdict);
    if (isReached) continue;
    hasMoved = true;
    if (!isReset && step !== 'decide') {
      one.step = step === 'nothing' && one.against.length > 0 ? 'take-back' : 'decide';
    } else if (isReset || one.isLast) {
      const file = view.files[verdict.by ?? -1]?.path ?? title;
      const what = verdict.what === undefined ? file : `${verdict.what} in ${file}`;
      one.refused = keepsIt(what, verdict.enabled);
    } else one.isDone = true;
  }
  return hasMoved;
}

/** Drafts what has to change for the requests, and returns which files each changes, or why it is refused. */
export function plan(draft: SettingsDraft, requests: readonly ToolRequest[]): Plan[] {
  const lasts = new Map(requests.map(({ entry }, at) => [entry.canonicalPath, at]));
  const started = requests.map((request, at) =>
    startPlanning(draft.reading, request, lasts.get(request.entry.canonicalPath) === at),
  );
  const switches = started.filter((one) => typeof one !== 'string');
  do writeDraft(draft, switches);
  while (takeNextStep(draft, switches));
  return started.map((one) => (typeof one === 'string' ? one : (one.refused ?? [...changesFor(one).keys()])));
}
