/** After a reset that found nothing in its scope: where else a switch of the entry is kept. */

import { addTo } from '../entries/groups.js';
import { type ToolScope, toolScopes } from '../entries/scope-words.js';
import type { SwitchResult, SwitchWords } from '../entries/switch-words.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { SessionSource } from '../source/session-source.js';
import { unlessAborted } from '../source/waiting.js';
import { cleanLine } from '../text/clean.js';
import { type EndedSwitch, type SwitchOptions, scopeOf } from './switch-plan.js';

/** An entry with a switch in another scope. */
export interface KeptElsewhere {
  readonly entry: EndedSwitch['entry'];
  readonly scope: ToolScope;
  /** The files that have it. */
  readonly files: readonly string[];
}

/** Returns the files from which a reset would remove a setting. */
function filesOf(planned: SwitchResult | string | undefined): string[] {
  if (planned === undefined || typeof planned === 'string') return [];
  const removed = [...planned.tools, ...(planned.own ? [planned.own] : [])].flatMap(
    (one) => one.removed ?? [],
  );
  return [...new Set(removed.map(({ file }) => file))];
}

/** Returns an expected error as an outcome: the remark is left out, and the switches before it still count. */
function asFailed(error: unknown): { kind: 'failed' } {
  if (error instanceof SkillpickError) return { kind: 'failed' };
  throw error;
}

/** Asks the host what a reset would remove in the other scopes, for entries for which it found nothing in its own. */
export async function findKeptElsewhere(
  ended: readonly EndedSwitch[],
  options: SwitchOptions,
  session: SessionSource,
  io: Io,
): Promise<KeptElsewhere[]> {
  const idle = ended.filter(({ wanted, outcome }) => wanted === null && outcome === 'unchanged');
  if (!session.host.isOwn || idle.length === 0) return [];
  const { tools } = options;
  const others = toolScopes.filter((scope) => scope !== scopeOf(options, session));
  const asked = idle.flatMap(({ entry }) => others.map((scope) => ({ entry, scope })));
  const requests = asked.map(({ entry: { id }, scope }) => {
    return { id, enabled: null, scope, ...(tools && { tools }) };
  });
  const outcome = await unlessAborted(io, session.plan(requests).catch(asFailed));
  if (outcome.kind !== 'confirmed') return [];
  return asked.flatMap(({ entry, scope }, at) => {
    const files = filesOf(outcome.result.planned[at]);
    return files.length === 0 ? [] : [{ entry, scope, files }];
  });
}

/** Returns a sentence for each of the other scopes. */
export function elsewhereTexts(
  kept: readonly KeptElsewhere[],
  { path, askFor }: Pick<SwitchWords, 'path' | 'askFor'>,
): string[] {
  const byScope = new Map<ToolScope, KeptElsewhere[]>();
  for (const one of kept) addTo(byScope, one.scope, one);
  return [...byScope].map(([scope, found]) => {
    if (found.length > 1) return `${found.length} entries have a switch that ${askFor(scope)} resets.`;
    const [{ entry, files }] = found as [KeptElsewhere];
    return `${cleanLine(entry.name)} has a switch in ${files.map(path).join(', ')}: ${askFor(scope)} resets it.`;
  });
}
