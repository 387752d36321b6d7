/**
 * Plans an undo in one tool: puts each setting back as it was, if it still reads as the switch left it. A setting that
 * someone has changed since is refused and stays.
 */

import { getOrMake } from '../collections.js';
import { isSameOrder, isSamePlace } from './edit/setting-order.js';
import type { Plan } from './plan.js';
import type { SettingsDraft } from './settings-draft.js';
import { describeProblem, type SettingsReading } from './settings-reading.js';
import type { EntryRef, Setting, SwitchRule, ToolScope } from './tool.js';

/** A setting to put back. */
export interface RestoreRequest {
  readonly entry: EntryRef;
  readonly scope: ToolScope;
  readonly file: string;
  /** The setting before the switch; undefined if there was none. */
  readonly before: Setting | undefined;
  /** The setting that the switch left. */
  readonly after: Setting | undefined;
}

interface PlannedRestore extends RestoreRequest {
  readonly rule: SwitchRule;
  refused?: string;
}

/** True if two settings say the same. Formatters change blanks and positions. */
export function isSameSetting(a: Setting | undefined, b: Setting | undefined): boolean {
  const plain = (setting: Setting | undefined) => setting?.text.replace(/\s+/g, '');
  return plain(a) === plain(b);
}

/** Returns why a setting is not put back that someone else has changed. */
export const changedSince = (file: string): string => `the setting in ${file} was changed since, and stays`;

const settingIn = (text: string | undefined, rule: SwitchRule): Setting | undefined =>
  text === undefined ? undefined : rule.capture(text);

/** Returns why the setting cannot be put back; the files that have to change, if it can. */
function startPlanning(reading: SettingsReading, request: RestoreRequest): PlannedRestore | Plan {
  const { tool } = reading;
  const { entry, file, before, after } = request;
  const rule = reading.ruleFor(entry);
  if (typeof rule === 'string') return rule;
  const isWritable = reading.of(entry.kind).files.some(({ path, use }) => path === file && use !== 'read');
  if (!isWritable) return `${file} is not one of ${tool.title}'s settings files here`;
  const problem = reading.problemOf(file);
  if (problem !== undefined) return describeProblem(problem);
  const now = settingIn(reading.textOf(file), rule);
  // A switch may also have moved a setting, where the order counts.
  const isMoved = isSameSetting(before, after);
  if (isSameSetting(now, before) && (!isMoved || isSamePlace(now, before))) return [];
  return isSameSetting(now, after) ? { ...request, rule } : changedSince(file);
}

/** Drafts the files; refuses a setting that cannot be put back. */
function writeDraft(draft: SettingsDraft, restores: readonly PlannedRestore[]): void {
  const { reading } = draft;
  const { tool, context } = reading;
  const edits = new Map<string, Map<unknown, PlannedRestore>>();
  for (const one of restores.filter(({ refused }) => refused === undefined))
    getOrMake(edits, one.file, () => new Map()).set(one.rule.restore(one.before), one);
  const texts = new Map<string, string | undefined>();
  let isRefused = false;
  const refuse = (one: PlannedRestore, reason: string) => {
    one.refused = reason;
    isRefused = true;
  };
  for (const [path, wanted] of edits) {
    const edited = tool.edit(reading.textOf(path), [...wanted.keys()], context, reading.fileAt(path));
    texts.set(path, edited.text);
    for (const [edit, reason] of edited.refused) refuse(wanted.get(edit)!, reason);
    for (const one of wanted.values()) {
      const now = settingIn(edited.text, one.rule);
      const isBack = isSameSetting(now, one.before) && isSameOrder(now, one.before);
      if (one.refused === undefined && !isBack) refuse(one, `${path} would not read as before`);
    }
  }
  for (const { file, message } of isRefused ? [] : draft.setTexts(texts))
    for (const one of edits.get(file)?.values() ?? [])
      refuse(one, `${tool.title} could not read ${file} with the setting in it: ${message}`);
  // The texts change without the refused settings.
  if (isRefused) writeDraft(draft, restores);
}

/** Drafts the files with the settings put back. Returns for each the file that changes, or why it is refused. */
export function planRestores(draft: SettingsDraft, requests: readonly RestoreRequest[]): Plan[] {
  const started = requests.map((request) => startPlanning(draft.reading, request));
  const isPlanned = (one: PlannedRestore | Plan): one is PlannedRestore =>
    typeof one === 'object' && 'rule' in one;
  writeDraft(draft, started.filter(isPlanned));
  return started.map((one) => (isPlanned(one) ? (one.refused ?? [one.file]) : one));
}
