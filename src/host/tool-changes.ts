/**
 * Makes switches in several tools as if they were one. All tools are asked first, and what one of them cannot do is
 * done in none. If one fails all the same while it writes, it is said which others have switched.
 */

import type { Outcome, Tool, ToolSwitches, Wish } from './tools/index.js';

/** What is wanted of one tool: wishes, each with the number of the change it belongs to. */
export interface Order {
  tool: Tool;
  switches: ToolSwitches;
  wishes: readonly (Wish & { at: number })[];
}

/** By the number of the change: why it is refused. */
type Reasons = Map<number, Set<string>>;

function refuse(reasons: Reasons, at: number, { title }: Tool, reason: string): void {
  const known = reasons.get(at) ?? new Set();
  reasons.set(at, known.add(`${title}: ${reason}`));
}

function checkAll(orders: readonly Order[]): Reasons {
  const reasons: Reasons = new Map();
  for (const { tool, switches, wishes } of orders) {
    switches.check(wishes).forEach((reason, index) => {
      if (reason !== undefined) refuse(reasons, wishes[index]!.at, tool, reason);
    });
  }
  return reasons;
}

/** Answers, by number, why a change was not made, or not everywhere. */
export async function changeTools(orders: readonly Order[]): Promise<Map<number, string>> {
  const reasons = checkAll(orders);
  const switched = new Map<number, Set<string>>();
  for (const { tool, switches, wishes } of orders) {
    const left = wishes.filter(({ at }) => !reasons.has(at));
    const outcomes: Outcome[] = left.length === 0 ? [] : await switches.change(left);
    outcomes.forEach((outcome, index) => {
      const { at } = left[index]!;
      if ('refused' in outcome) refuse(reasons, at, tool, outcome.refused);
      else switched.set(at, (switched.get(at) ?? new Set()).add(tool.title));
    });
  }
  return new Map(
    [...reasons].map(([at, why]) => {
      const others = [...(switched.get(at) ?? [])];
      const rest =
        others.length === 0 ? [] : [`it was switched in ${others.join(' and ')} before that failed`];
      return [at, [...why, ...rest].join('; ')];
    }),
  );
}
