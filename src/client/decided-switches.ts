/** Decides, after a drop, which switches under way are settled by the host's state. */

import type { AnyCustomization, SessionState } from '../protocol/types.js';
import { nodesOf } from './draft.js';
import { clientLimits } from './limits.js';
import type { PendingSwitch } from './pending-switches.js';

/** The host after a reconnect. */
export interface ResumedHost {
  readonly isRestarted: boolean;
  readonly isOwnHost: boolean;
}

/** What is known after a reconnect. */
interface ResumeKnowledge {
  /** True if the host sent what was missed instead of its state. */
  readonly isReplay: boolean;
  readonly isRestarted: boolean;
  /** Returns true if an echo is enough. */
  readonly isTrusted: (item: PendingSwitch) => boolean;
}

function isDecided(item: PendingSwitch, node: AnyCustomization | undefined, isSure: boolean): boolean {
  if (node === undefined || item.sends >= clientLimits.togglesSentAtMost) return true;
  if (item.isReplaced) return item.sends > 0;
  return isSure && item.isMet(node);
}

/**
 * Returns the switches that the state decides; the others have to be sent again. After a replay less is known: an echoed
 * switch may have had no effect, and an earlier switch of the same entry may have arrived without an echo. A host that
 * was killed may have made a part of a switch, which the entry's flag does not show. So after a restart everything that
 * was sent is sent again.
 */
export function decidedBy(
  state: SessionState,
  pending: Iterable<PendingSwitch>,
  { isReplay, isRestarted, isTrusted }: ResumeKnowledge,
): PendingSwitch[] {
  const find = nodesOf(state);
  const [uncertain, sentAgain] = [new Set<string>(), new Set<string>()];
  const decided: PendingSwitch[] = [];
  for (const item of pending) {
    if (item.stage === 'verifying') continue;
    const isWhole = !(isRestarted && item.sends > 0);
    const isKnown = !isReplay || (isTrusted(item) && !uncertain.has(item.id));
    const isSure = isWhole && isKnown && !sentAgain.has(item.id);
    if (isDecided(item, find(item.id), isSure)) decided.push(item);
    else sentAgain.add(item.id);
    if (item.sends > 0) uncertain.add(item.id);
  }
  return decided;
}
