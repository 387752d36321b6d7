/**
 * Finds the smallest change that gives each switch its effect: none, removing earlier settings, or adding one. All
 * switches of a batch take these steps together, so that each file is edited and parsed once per step. A switch that
 * would still have no effect is refused with the name of the file that decides otherwise.
 */

import { getOrMake } from '../collections.js';
import { noFileReason } from './scope-keeping.js';
import type { SettingsDraft } from './settings-draft.js';
import { describeProblem, type SettingsReading, type SettingsView } from './settings-reading.js';
import {
  type EntryRef,
  identityOf,
  type SettingsFile,
  type SwitchRule,
  type ToolScope,
  type ToolVerdict,
} from './tool.js';

/** A switch to make; undefined removes the setting. */
export interface ToolRequest {
  readonly entry: EntryRef;
  /** The scope of the file that keeps the setting. */
  readonly scope: ToolScope;
  /** The scope that the user asked for, if the tool keeps it in the file of another one. */
  readonly asked?: ToolScope;
  readonly enabled: boolean | undefined;
}

/** The files that have to change for a request, or why it is refused. */
export type Plan = readonly string[] | string;

/** A request while it is planned. */
interface PlannedSwitch extends ToolRequest {
  /** True for the last of several requests for one entry, which decides its state. */
  readonly isLast: boolean;
  readonly rule: SwitchRule;
  /** The files of the scope with another setting; for a reset, those with any setting. */
  readonly against: readonly SettingsFile[];
  /** The file for the new setting. */
  readonly target: SettingsFile | undefined;
  step: 'nothing' | 'take-back' | 'decide';
  /** True if no step is left, though another scope decides. */
  isDone: boolean;
  refused?: string;
}

const keepsIt = (what: string, enabled: boolean): string => `${what} keeps it ${enabled ? 'on' : 'off'}`;

/** Returns a reason if a read-only file of the scope has a setting for the entry. */
function heldBy({ files, contents }: SettingsView, rule: SwitchRule, scope: ToolScope): string | undefined {
  for (const [at, file] of files.entries()) {
    const isHeld = file.scope === scope && file.use === 'read';
    const enabled = isHeld ? rule.own(contents[at], file) : undefined;
    if (enabled !== undefined) return keepsIt(file.path, enabled);
  }
  return undefined;
}

/** Returns the file for a new setting: the strongest existing one that can hold it, or else the one to make. */
function targetFor(
  reading: SettingsReading,
  rule: SwitchRule,
  { files, contents }: SettingsView,
  writable: readonly SettingsFile[],
): SettingsFile | undefined {
  const targets = writable.filter(({ use }) => use !== 'clear');
  const existing = targets.filter(({ path }) => reading.textOf(path) !== undefined);
  const fitting = existing.findLast((file) => rule.fits?.(contents[files.indexOf(file)]) !== false);
  return fitting ?? existing.at(-1) ?? targets.find(({ use }) => use === 'make') ?? targets[0];
}

function startPlanning(
  reading: SettingsReading,
  request: ToolRequest,
  isLast: boolean,
): PlannedSwitch | string {
  const { tool } = reading;
  const { entry, scope, enabled } = request;
  const rule = reading.ruleFor(entry);
  if (typeof rule === 'string') return rule;
  if (rule.fixed !== undefined) return rule.fixed;
  const view = reading.of(entry.kind);
  const writable = view.files.filter((file) => file.scope === scope && file.use !== 'read');
  if (writable.length === 0) return noFileReason(tool, entry, scope);
  const [problem] = writable.flatMap(({ path }) => reading.problemOf(path) ?? []);
  if (problem !== undefined) return describeProblem(problem);
  const against = writable.filter((file) => {
    const current = rule.own(view.contents[view.files.indexOf(file)], file);
    return current !== undefined && current !== enabled;
  });
  const held = enabled === undefined && against.length === 0 ? heldBy(view, rule, scope) : undefined;
  if (held !== undefined) return held;
  const target = targetFor(reading, rule, view, writable);
  const step = enabled === undefined ? 'take-back' : 'nothing';
  return { ...request, isLast, rule, against, target, step, isDone: false };
}

/** The new setting in a file; undefined removes the setting there. */
interface FileChange {
  readonly file: SettingsFile;
  readonly enabled: boolean | undefined;
}

/** Returns the changes by path. */
function changesFor({ against, target, step, enabled }: PlannedSwitch): Map<string, FileChange> {
  const changes = new Map<string, FileChange>();
  if (step !== 'nothing') for (const file of against) changes.set(file.path, { file, enabled: undefined });
  if (step === 'decide' && target !== undefined) changes.set(target.path, { file: target, enabled });
  return changes;
}

/** Drafts the files with the changes of all requests. Refuses a request that cannot be written. */
function writeDraft(draft: SettingsDraft, switches: readonly PlannedSwitch[]): void {
  const { reading } = draft;
  const { tool, context } = reading;
  const edits = new Map<string, Map<unknown, PlannedSwitch>>();
  for (const one of switches.filter(({ refused }) => refused === undefined)) {
    for (const [path, { file, enabled }] of changesFor(one)) {
      getOrMake(edits, path, () => new Map()).set(one.rule.edit(enabled, file), one);
    }
  }
  const texts = new Map<string, string | undefined>();
  let isRefused = false;
  for (const [path, wanted] of edits) {
    const edited = tool.edit(reading.textOf(path), [...wanted.keys()], context, reading.fileAt(path));
    texts.set(path, edited.text);
    for (const [edit, reason] of edited.refused) wanted.get(edit)!.refused = `${path}: ${reason}`;
    isRefused ||= edited.refused.size > 0;
  }
  const unreadable = isRefused ? [] : draft.setTexts(texts);
  for (const { file, message } of unreadable) {
    const refused = `${tool.title} could not read ${file} with the switch in it: ${message}`;
    for (const one of edits.get(file)?.values() ?? []) one.refused = refused;
  }
  // A refused request must not leave a part of its changes in another file.
  if (isRefused || unreadable.length > 0) writeDraft(draft, switches);
}

/** True if the draft fulfils the request. To switch an entry off, the scope needs a setting of its own. */
function isMet(
  { enabled, step, rule, scope }: PlannedSwitch,
  view: SettingsView,
  verdict: ToolVerdict,
): boolean {
  if (verdict.enabled !== enabled) return false;
  if (enabled || step === 'decide') return true;
  if (step === 'take-back') return verdict.by !== undefined;
  return view.files.some(
    (file, at) => file.scope === scope && file.use !== 'read' && rule.own(view.contents[at], file) === false,
  );
}

/** Moves each request that the draft does not fulfil one step further. Returns false if there is none. */
function takeNextStep(draft: SettingsDraft, switches: readonly PlannedSwitch[]): boolean {
  const { title } = draft.reading.tool;
  const open = switches.filter(({ refused, isDone }) => refused === undefined && !isDone);
  let hasMoved = false;
  for (const one of open) {
    const { enabled, entry, rule, step } = one;
    const view = draft.of(entry.kind);
    const verdict = rule.decide(view.contents);
    // After a reset another scope may decide.
    if (enabled === undefined || isMet(one, view, verdict)) continue;
    hasMoved = true;
    if (step !== 'decide') {
      one.step = step === 'nothing' && one.against.length > 0 ? 'take-back' : 'decide';
    } else if (one.isLast) {
      const file = view.files[verdict.by ?? -1]?.path ?? title;
      const what = verdict.what === undefined ? file : `${verdict.what} in ${file}`;
      one.refused = keepsIt(what, verdict.enabled);
    } else one.isDone = true;
  }
  return hasMoved;
}

/** Drafts the changes for the requests. Returns for each the files that it changes, or why it is refused. */
export function plan(draft: SettingsDraft, requests: readonly ToolRequest[]): Plan[] {
  const lasts = new Map(requests.map(({ entry }, at) => [identityOf(entry), at]));
  const started = requests.map((request, at) =>
    startPlanning(draft.reading, request, lasts.get(identityOf(request.entry)) === at),
  );
  const switches = started.filter((one) => typeof one !== 'string');
  do writeDraft(draft, switches);
  while (takeNextStep(draft, switches));
  return started.map((one) => (typeof one === 'string' ? one : (one.refused ?? [...changesFor(one).keys()])));
}
