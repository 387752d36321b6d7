/** What to say on leaving a session: what stands differently because of us, and for how long. */

import { lastingOf } from '../picker/lasting.js';
import type { Model, PickerState } from '../picker/state.js';
import { leavingLine } from '../picker/summary.js';
import { isChanged } from '../picker/switching.js';
import { findTarget } from '../picker/targets.js';

/** Null when nothing does: what others switched since is theirs. */
export function leavingLineOf({ changed, unsettled }: PickerState, { list, host }: Model): string | null {
  const standing = [...changed.values()].filter((made) => {
    const target = findTarget(list, made.id);
    return target !== null && !unsettled.has(made.id) && isChanged(made, target);
  });
  const weakest = standing.some(({ scope }) => scope === 'session') ? 'session' : standing[0]?.scope;
  const kind = host.isOwn ? 'embedded' : host.kind;
  return leavingLine(standing, lastingOf(kind, host.protocolVersion, standing, weakest));
}
