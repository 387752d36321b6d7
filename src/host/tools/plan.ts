/**
 * Finds the smallest changes that make switches count: nothing, taking back what was decided before, or deciding.
 * All switches of a batch take these steps together, so that each file is edited and read once for a step. One that
 * would not count all the same is refused, and the file that stands against it is named.
 */

import { describeProblem, type SettingsFiles, type SettingsView } from './settings-files.js';
import type { EntryRef, SettingsFile, SwitchRule, Tool, ToolScope, ToolVerdict } from './tool.js';
import type { ToolContext } from './tool-context.js';

/** A switch to be made; undefined forgets what was decided. */
export interface SwitchRequest {
  readonly entry: EntryRef;
  readonly scope: ToolScope;
  readonly enabled: boolean | undefined;
}

/** The files that have to change for a request, or why it cannot be fulfilled. */
export type Plan = readonly string[] | string;

/** What is planned upon: the tool, its files, and where it would be started. */
export interface Ground {
  readonly tool: Tool;
  readonly files: SettingsFiles;
  readonly context: ToolContext;
}

/** A request while it is planned. */
interface Desk extends SwitchRequest {
  /** Of several requests for one entry the last decides how it stands; the others are for scopes behind it. */
  readonly isLast: boolean;
  readonly rule: SwitchRule;
  /** The files of the scope that say otherwise, or anything at all if that is to be forgotten. */
  readonly against: readonly SettingsFile[];
  /** Where it is decided: in the strongest file that is there, or else in the one to make. */
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

/** The file of the scope that is only read and says something of the entry. */
function heldBy({ files, contents }: SettingsView, rule: SwitchRule, scope: ToolScope): string | undefined {
  for (const [at, { path, scope: its, use }] of files.entries()) {
    const said = its === scope && use === 'read' ? rule.own(contents[at]) : undefined;
    if (said !== undefined) return keepsIt(path, said);
  }
  return undefined;
}

function openDesk({ tool, files, context }: Ground, request: SwitchRequest, isLast: boolean): Desk | string {
  const { entry, scope, enabled } = request;
  const rule = tool.ruleFor(entry, context);
  if (typeof rule === 'string') return rule;
  if (rule.fixed !== undefined) return rule.fixed;
  const view = files.of(entry.kind);
  const writable = view.files.filter((file) => file.scope === scope && file.use !== 'read');
  if (writable.length === 0) return `${tool.title} keeps no switch of ${entry.kind}s ${noSwitch[scope]}`;
  const problem = writable.map(({ path }) => files.problemOf(path)).find((found) => found !== undefined);
  if (problem !== undefined) return describeProblem(problem);
  const against = writable.filter((file) => {
    const said = rule.own(view.contents[view.files.indexOf(file)]);
    return said !== undefined && said !== enabled;
  });
  const held = enabled === undefined && against.length === 0 ? heldBy(view, rule, scope) : undefined;
  if (held !== undefined) return held;
  const existing = writable.findLast(({ path }) => files.textOf(path) !== undefined);
  const target = existing ?? writable.find(({ use }) => use === 'make') ?? writable[0];
  const step = enabled === undefined ? 'take-back' : 'nothing';
  return { ...request, isLast, rule, against, target, step, isDone: false };
}

/** What the request has to say in which files; undefined takes back what they say. */
function changesFor({ against, target, step, enabled }: Desk): Map<string, boolean | undefined> {
  const changes = new Map<string, boolean | undefined>();
  if (step !== 'nothing') for (const { path } of against) changes.set(path, undefined);
  if (step === 'decide' && target !== undefined) changes.set(target.path, enabled);
  return changes;
}

/** Drafts the files as all requests together would have them. A request that cannot be written is refused. */
function draft({ tool, files, context }: Ground, desks: readonly Desk[]): void {
  const edits = new Map<string, Map<unknown, Desk>>();
  for (const desk of desks.filter(({ refused }) => refused === undefined)) {
    for (const [path, enabled] of changesFor(desk)) {
      const known = edits.get(path) ?? new Map<unknown, Desk>();
      edits.set(path, known.set(desk.rule.edit(enabled), desk));
    }
  }
  const texts = new Map<string, string | undefined>();
  let isRefused = false;
  for (const [path, wanted] of edits) {
    const { text, refused } = tool.edit(files.textOf(path), [...wanted.keys()], context, files.fileAt(path));
    texts.set(path, text);
    for (const [edit, reason] of refused) Object.assign(wanted.get(edit) ?? {}, { refused: reason });
    isRefused ||= refused.size > 0;
  }
  const unreadable = isRefused ? [] : files.draft(texts);
  for (const { file, message } of unreadable) {
    const refused = `${tool.title} could not read ${file} with the switch in it: ${message}`;
    for (const desk of edits.get(file)?.values() ?? []) Object.assign(desk, { refused });
  }
  // Whatever else a refused request was to change must not be changed either.
  if (isRefused || unreadable.length > 0) draft({ tool, files, context }, desks);
}

/** True if the draft fulfils the request. A scope in which an entry is switched off says so itself. */
function isMet({ enabled, step, rule, scope }: Desk, view: SettingsView, verdict: ToolVerdict): boolean {
  if (verdict.enabled !== enabled) return false;
  if (enabled || step === 'decide') return true;
  if (step === 'take-back') return verdict.by !== undefined;
  return view.files.some((file, at) => file.scope === scope && rule.own(view.contents[at]) === false);
}

/** Has every request that the draft does not fulfil go a step further. False if there is none. */
function goOn({ tool, files }: Ground, desks: readonly Desk[]): boolean {
  const open = desks.filter(({ refused, isDone }) => refused === undefined && !isDone);
  const touched = new Set(
    open.filter((desk) => changesFor(desk).size > 0).map(({ entry }) => entry.canonicalPath),
  );
  let hasMoved = false;
  for (const desk of open) {
    const { enabled, entry, rule, step } = desk;
    const view = files.of(entry.kind);
    const verdict = rule.decide(view.contents);
    const isReset = enabled === undefined;
    // What was decided elsewhere may count after a reset. That nothing at all is reset has to be told.
    const isReached = isReset
      ? touched.has(entry.canonicalPath) || verdict.enabled || verdict.by === undefined
      : isMet(desk, view, verdict);
    if (isReached) continue;
    hasMoved = true;
    if (!isReset && step !== 'decide') {
      desk.step = step === 'nothing' && desk.against.length > 0 ? 'take-back' : 'decide';
    } else if (isReset || desk.isLast) {
      const file = verdict.by === undefined ? tool.title : (view.files[verdict.by]?.path ?? tool.title);
      const what = verdict.what === undefined ? file : `${verdict.what} in ${file}`;
      desk.refused = keepsIt(what, verdict.enabled);
    } else desk.isDone = true;
  }
  return hasMoved;
}

/** Drafts in the files what has to change for the requests, and answers what becomes of each. */
export function plan(ground: Ground, requests: readonly SwitchRequest[]): Plan[] {
  const lasts = new Map(requests.map(({ entry }, at) => [entry.canonicalPath, at]));
  const opened = requests.map((request, at) => openDesk(ground, request, lasts.get(request.entry.canonicalPath) === at));
  const desks = opened.filter((desk) => typeof desk !== 'string');
  do draft(ground, desks);
  while (goOn(ground, desks));
  return opened.map((desk) =>
    typeof desk === 'string' ? desk : (desk.refused ?? [...changesFor(desk).keys()]),
  );
}
