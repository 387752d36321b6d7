/** Switches that failed, in words. */

import { withFullStop } from '../entries/describe.js';
import type { EntryList } from '../entries/entries.js';
import { isUsedAnywhere } from '../entries/entry-flags.js';
import { noEffectReason } from '../entries/no-effect.js';
import type { Settled, SwitchOutcome } from './made-switches.js';
import { named, onOff } from './sending.js';
import { findTarget } from './targets.js';

type Failure = Exclude<SwitchOutcome, { kind: 'confirmed' }>;
export type Failed = Settled & { outcome: Failure };

export const hasFailed = (settled: Settled): settled is Failed => settled.outcome.kind !== 'confirmed';

/** Returns whether the entry is on now; undefined if that is not known, or not the same in all tools. */
function valueNow({ id, outcome: { enabled } }: Failed, list: EntryList): boolean | undefined {
  const target = findTarget(list, id);
  if (target === null || target.tools.length === 0) return enabled;
  return target.isMixed || isUsedAnywhere(target.tools) !== enabled ? undefined : enabled;
}

/** Returns why the switch failed, as far as that is known. */
function reasonOf({ id, wanted, outcome }: Failed, list: EntryList): string {
  if (outcome.kind !== 'ineffective') return outcome.reason;
  return noEffectReason(wanted, findTarget(list, id)?.tools ?? []);
}

/** Switches that failed in the same way. */
interface FailureGroup {
  readonly names: string[];
  readonly wanted: boolean;
  readonly outcome: Failure;
  readonly now: boolean | undefined;
  readonly reason: string;
}

function groupText({ names, wanted, outcome, now, reason }: FailureGroup): string {
  const all = named(names);
  const [were, theyAre] = names.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  const end = now === undefined ? '' : ` Now ${theyAre} ${onOff(now)}.`;
  switch (outcome.kind) {
    case 'rejected':
      return `${all} ${were} not switched ${onOff(wanted)}: ${withFullStop(reason)}${end}`;
    case 'ineffective':
      return `The switch of ${all} had no effect: ${withFullStop(reason)}${end}`;
    case 'unconfirmed':
      return `${all} ${were} not confirmed: ${withFullStop(reason)}${end}`;
  }
}

/** Returns one sentence for all switches that failed in the same way. */
export function failureTexts(results: readonly Settled[], list: EntryList): string[] {
  const groups = new Map<string, FailureGroup>();
  for (const failed of results.filter(hasFailed)) {
    const { name, wanted, outcome } = failed;
    const now = valueNow(failed, list);
    const reason = reasonOf(failed, list);
    const key = [outcome.kind, wanted, now, reason].join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { names: [name], wanted, outcome, now, reason });
    else group.names.push(name);
  }
  return [...groups.values()].map(groupText);
}
