/**
 * In which scopes a switch of an entry has an effect. Where the entry's own setting decides, or none does, that is every
 * scope that the tool keeps. Where another setting decides, a switch is planned to see if it would be refused.
 */

import { getOrMake } from '../collections.js';
import { plan } from './plan.js';
import { type Keeping, keepingOf } from './scope-keeping.js';
import { SettingsDraft } from './settings-draft.js';
import type { SettingsReading, SettingsView } from './settings-reading.js';
import { type EntryRef, identityOf, type SwitchRule, type ToolVerdict } from './tool.js';

/** True if the entry is decided by a setting that is not its own, or that is in a file for none of these scopes. */
function isHeld(
  { files, contents }: SettingsView,
  rule: SwitchRule,
  { enabled, by }: ToolVerdict,
  kept: ReadonlySet<string>,
): boolean {
  if (by === undefined) return !enabled;
  const isOwn = (at: number) => rule.own(contents[at], files[at]!) === enabled;
  return !isOwn(by) || files.some(({ use, scope }, at) => (use === 'read' || !kept.has(scope)) && isOwn(at));
}

/** By what the tool keeps, then by what decides: thousands of entries may be off by one setting. */
const known = new WeakMap<Keeping, Map<string, Keeping>>();

/** Returns the same text for entries that one setting or list decides about, or settings of their own in the same files. */
function keyFor({ files, contents }: SettingsView, entry: EntryRef, rule: SwitchRule, verdict: ToolVerdict) {
  const { enabled, by = -1, what, at = [] } = verdict;
  const own = files.map((file, index) => rule.own(contents[index], file) ?? null);
  const setting = own[by] === enabled ? 'own' : at.filter((part) => typeof part === 'string');
  return JSON.stringify([enabled, by === -1 ? identityOf(entry) : by, what, setting, own]);
}

/** Leaves out the scopes in which a switch to this state is refused. If all are, only these refusals are reasons. */
function withoutRefused(
  reading: SettingsReading,
  entry: EntryRef,
  enabled: boolean,
  { targets, reasons }: Keeping,
): Keeping {
  const refusals: Record<string, string> = {};
  for (const [asked, scope] of targets) {
    const [planned] = plan(new SettingsDraft(reading), [{ entry, scope, enabled }]);
    if (typeof planned === 'string') refusals[asked] = planned;
  }
  const left = [...targets].filter(([asked]) => refusals[asked] === undefined);
  return { targets: new Map(left), reasons: left.length === 0 ? refusals : { ...reasons, ...refusals } };
}

/** Returns the scopes in which a switch of the entry has an effect, and why it has none in the others. */
export function switchableIn(reading: SettingsReading, entry: EntryRef, rule: SwitchRule): Keeping {
  const keeping = keepingOf(reading, entry, rule);
  const view = reading.of(entry.kind);
  const verdict = reading.verdictOn(entry, rule);
  if (!isHeld(view, rule, verdict, new Set(keeping.targets.values()))) return keeping;
  const byKeeping = getOrMake(known, keeping, () => new Map<string, Keeping>());
  return getOrMake(byKeeping, keyFor(view, entry, rule, verdict), () =>
    withoutRefused(reading, entry, !verdict.enabled, keeping),
  );
}
