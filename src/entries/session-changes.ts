/** Compares what is known of a session, and the problems in it, with how that was before. */

import type { Problem } from '../protocol/problem-codes.js';
import type { SessionInfo } from './session-info.js';

/** The fields that are compared. The others change with every message, or never. */
const fields = [
  'uri',
  'title',
  'lifecycle',
  'status',
  'agent',
  'options',
] as const satisfies (keyof SessionInfo)[];

export type SessionValues = Pick<SessionInfo, (typeof fields)[number]>;

export interface SessionChange {
  fields: string[];
  /** Their values as they were before. */
  before: Partial<SessionValues>;
}

/** Returns what has changed; undefined if nothing has. */
export function sessionChange(before: SessionValues, after: SessionValues): SessionChange | undefined {
  const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return undefined;
  return { fields: changed, before: Object.fromEntries(changed.map((name) => [name, before[name]])) };
}

export interface ProblemChange {
  change: 'added' | 'gone';
  problem: Problem;
}

const keyOf = ({ uri, line, code, severity, message }: Problem): string =>
  JSON.stringify([uri, line, code, severity, message]);

/** Returns the problems that the other list does not have; of several that are the same, those it has too few of. */
function without(problems: readonly Problem[], others: readonly Problem[]): Problem[] {
  const counts = new Map<string, number>();
  for (const key of others.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return problems.filter((problem) => {
    const key = keyOf(problem);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** Returns the problems that are gone, and then those that are new. */
export function problemChanges(before: readonly Problem[], after: readonly Problem[]): ProblemChange[] {
  if (before === after) return [];
  return [
    ...without(before, after).map((problem): ProblemChange => ({ change: 'gone', problem })),
    ...without(after, before).map((problem): ProblemChange => ({ change: 'added', problem })),
  ];
}
