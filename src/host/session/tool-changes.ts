/**
 * Makes switches in several tools as one transaction. Takes all locks, reads all files and checks all tools before it
 * writes the first file. If one tool cannot be written after all, restores the others.
 */

import { getOrMake } from '../collections.js';
import { lockDeadline } from '../files/lock.js';
import { tools } from '../tools/all-tools.js';
import { isSamePlace } from '../tools/edit/setting-order.js';
import type { Plan } from '../tools/plan.js';
import { planAll, type SettingRequest } from '../tools/plan-all.js';
import { Refusal } from '../tools/refusal.js';
import { SettingsDraft, type WrittenFile } from '../tools/settings-draft.js';
import type { SettingsReading } from '../tools/settings-reading.js';
import { type SwitchState, stateBy } from '../tools/switch-state.js';
import type { EntryRef, Setting, SwitchRule, Tool } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';
import { addReason, addReasons, type Refusals, refusalTexts } from './refusals.js';

/** The requests to one tool, each with the number of the change it belongs to. */
export interface ToolBatch {
  tool: Tool;
  switches: ToolSwitches;
  requests: (SettingRequest & { at: number })[];
}

const toolIds = tools.map(({ id }) => id);

/**
 * Returns the batches without refused changes, in the order of the tools. Locks are taken in this order too, so that two
 * processes never wait for each other.
 */
function withoutRefused(batches: readonly ToolBatch[], reasons: Refusals): ToolBatch[] {
  return batches
    .map((batch) => ({ ...batch, requests: batch.requests.filter(({ at }) => !reasons.has(at)) }))
    .filter(({ requests }) => requests.length > 0)
    .toSorted((a, b) => toolIds.indexOf(a.tool.id) - toolIds.indexOf(b.tool.id));
}

/** Checks all tools on one reading of their files; returns what is left to write. */
function checkAll(batches: readonly ToolBatch[], reasons: Refusals): ToolBatch[] {
  const before = reasons.size;
  for (const batch of batches) addReasons(reasons, batch, batch.switches.check(batch.requests));
  // The plans change without the refused requests.
  return reasons.size === before ? [...batches] : checkAll(withoutRefused(batches, reasons), reasons);
}

/** Restores what was written. Adds a reason to each refused change that could not be undone in a tool. */
function putBackAll(written: readonly ToolBatch[], reasons: Refusals): void {
  for (const { tool, switches, requests } of written.toReversed()) {
    const failed = [...switches.putBack().values()];
    if (failed.length === 0) continue;
    const refused = requests.filter(({ at }) => reasons.has(at));
    for (const { at } of refused)
      addReason(reasons, at, tool, `it stays switched there, because ${failed.join(' and ')}`);
  }
}

const filesOf = (written: readonly ToolBatch[]): string[] =>
  written.flatMap(({ switches }) => switches.written.map(({ path }) => path));

/** Writes all tools. Returns false if something was refused; then, and after an error, everything is restored. */
function writeAll(batches: readonly ToolBatch[], reasons: Refusals): boolean {
  const before = reasons.size;
  const written: ToolBatch[] = [];
  let isDone = false;
  try {
    for (const batch of batches) {
      // Kilo reads a file of opencode, so it is planned again on what was written there.
      if (batch.switches.reading.hasAny(filesOf(written))) batch.switches.reload();
      written.push(batch);
      addReasons(reasons, batch, batch.switches.write(batch.requests));
      if (reasons.size > before) return false;
    }
    isDone = true;
    return true;
  } finally {
    if (!isDone) putBackAll(written, reasons);
  }
}

/** Takes the locks one after the other, then writes. Returns false if something was refused and nothing was written. */
async function holdAll(
  [batch, ...others]: readonly ToolBatch[],
  deadline: number,
  write: () => boolean,
  reasons: Refusals,
): Promise<boolean> {
  if (batch === undefined) return write();
  let isHeld = false;
  const work = () => {
    isHeld = true;
    return holdAll(others, deadline, write, reasons);
  };
  try {
    return await batch.switches.hold(batch.requests, deadline, work);
  } catch (error) {
    if (isHeld) throw error;
    const { message } = error as Error;
    const reason = error instanceof Refusal ? message : `the switch could not be saved: ${message}`;
    for (const { at } of batch.requests) addReason(reasons, at, batch.tool, reason);
    return false;
  }
}

/** A setting that has changed in one file. */
export interface ChangedSetting {
  readonly file: string;
  /** True if the file was made for it. */
  readonly isNew: boolean;
  /** True if the file was removed with it. */
  readonly isGone: boolean;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
}

/** A request that was made, with the settings that changed for it; none if they said so already. */
export interface MadeRequest {
  readonly tool: Tool;
  readonly request: SettingRequest;
  readonly settings: readonly ChangedSetting[];
}

export interface ChangedTools {
  /** By the number of the change: why it was not made. */
  readonly refused: ReadonlyMap<number, string>;
  /** By the number of the change: what was done for it in each tool. */
  readonly made: ReadonlyMap<number, readonly MadeRequest[]>;
  /** The files that were written. */
  readonly files: readonly string[];
}

const settingIn = (text: string | undefined, rule: SwitchRule): Setting | undefined =>
  text === undefined ? undefined : rule.capture(text);

/** Returns the settings of the request's entry that differ in the files that were written. */
function changedSettings({ switches }: ToolBatch, request: SettingRequest): ChangedSetting[] {
  const rule = switches.reading.ruleFor(request.entry);
  if (typeof rule === 'string') return [];
  return switches.changesFor(request).flatMap(({ path, before, after }: WrittenFile) => {
    const changed = { before: settingIn(before, rule), after: settingIn(after, rule) };
    const isSame = changed.before?.text === changed.after?.text && isSamePlace(changed.before, changed.after);
    const [isNew, isGone] = [before === undefined, after === undefined];
    return isSame ? [] : [{ file: path, isNew, isGone, ...changed }];
  });
}

function requestsWith(
  batches: readonly ToolBatch[],
  settingsOf: (batch: ToolBatch, at: number) => readonly ChangedSetting[],
): Map<number, MadeRequest[]> {
  const made = new Map<number, MadeRequest[]>();
  for (const batch of batches) {
    for (const [index, request] of batch.requests.entries()) {
      const settings = settingsOf(batch, index);
      getOrMake(made, request.at, () => []).push({ tool: batch.tool, request, settings });
    }
  }
  return made;
}

/** Makes the changes. Gives up on locks at the deadline. */
export async function changeTools(
  batches: readonly ToolBatch[],
  deadline = lockDeadline(),
): Promise<ChangedTools> {
  const reasons: Refusals = new Map();
  let isDone = false;
  let written: readonly ToolBatch[] = [];
  // Refused changes are dropped, and the rest is tried again without them.
  while (!isDone) {
    const left = withoutRefused(batches, reasons);
    const write = () => {
      for (const { switches } of left) switches.reload();
      written = checkAll(left, reasons);
      return writeAll(written, reasons);
    };
    isDone = await holdAll(left, deadline, write, reasons);
  }
  const made = requestsWith(written, (batch, at) => changedSettings(batch, batch.requests[at]!));
  return { refused: refusalTexts(reasons), made, files: filesOf(written) };
}

/** Returns the settings that a plan changes: the files that it names, with the setting before and after. */
function plannedSettings(
  draft: SettingsDraft,
  { entry }: SettingRequest,
  paths: readonly string[],
): ChangedSetting[] {
  const { reading } = draft;
  const rule = reading.ruleFor(entry);
  if (typeof rule === 'string') return [];
  const { tool, context } = reading;
  const planned = new Map(draft.changes().map(({ path, after }) => [path, after]));
  return paths.map((path) => {
    const text = reading.textOf(path);
    const next = planned.get(path) ?? text;
    const isGone = next === tool.emptyText && context.settings.isMade(tool.id, path);
    const settings = { before: settingIn(text, rule), after: settingIn(next, rule) };
    return { file: path, isNew: text === undefined, isGone, ...settings };
  });
}

interface Drafts {
  readonly byBatch: ReadonlyMap<
    ToolBatch,
    { readonly draft: SettingsDraft; readonly plans: readonly Plan[] }
  >;
  /** The planned texts of all files that change. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Plans all tools, each on what is planned for those before it: Kilo reads a file of opencode. */
function draftAll(batches: readonly ToolBatch[], reasons: Refusals): Drafts {
  const texts = new Map<string, string>();
  const drafted = batches.map((batch) => {
    const draft = new SettingsDraft(batch.switches.reading.withTexts(texts));
    const plans = planAll(draft, batch.requests);
    const refused = plans.map((plan) => (typeof plan === 'string' ? plan : undefined));
    addReasons(reasons, batch, refused);
    for (const { path, after } of draft.changes()) texts.set(path, after);
    return [batch, { draft, plans }] as const;
  });
  return { byBatch: new Map(drafted), texts };
}

/** The changes as they would be made. */
export interface PlannedTools extends ChangedTools {
  /** Returns the state that an entry would have afterwards, in any tool. */
  readonly stateAfter: (switches: ToolSwitches, entry: EntryRef) => SwitchState;
}

/** Checks the changes as if they were made. Takes no lock and writes nothing. */
export function planTools(batches: readonly ToolBatch[]): PlannedTools {
  const reasons: Refusals = new Map();
  for (const { switches } of batches) switches.reload();
  let known: number;
  let planned: readonly ToolBatch[];
  let drafts: Drafts;
  do {
    planned = checkAll(withoutRefused(batches, reasons), reasons);
    known = reasons.size;
    drafts = draftAll(planned, reasons);
  } while (reasons.size > known);
  const { byBatch, texts } = drafts;
  const made = requestsWith(planned, (batch, at) => {
    const { draft, plans } = byBatch.get(batch)!;
    const plan = plans[at]!;
    return typeof plan === 'string' ? [] : plannedSettings(draft, batch.requests[at]!, plan);
  });
  const readings = new Map<ToolSwitches, SettingsReading>();
  const stateAfter: PlannedTools['stateAfter'] = (switches, entry) => {
    const reading = getOrMake(readings, switches, () => switches.reading.withTexts(texts));
    return stateBy(reading.ruleFor(entry), reading.of(entry.kind));
  };
  return { refused: refusalTexts(reasons), made, files: [...texts.keys()], stateAfter };
}
