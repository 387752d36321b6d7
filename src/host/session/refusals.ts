/** The reasons why changes over several tools are refused, by the number of the change. */

import { getOrMake } from '../collections.js';
import type { Tool } from '../tools/tool.js';

export type Refusals = Map<number, Set<string>>;

/** Adds a reason with the name of its tool, unless it starts with that. */
export function addReason(refusals: Refusals, at: number, { title }: Tool, reason: string): void {
  const named = reason.startsWith(`${title} `) ? reason : `${title}: ${reason}`;
  getOrMake(refusals, at, () => new Set()).add(named);
}

/** The requests to one tool, each with the number of the change it belongs to. */
interface NumberedRequests {
  readonly tool: Tool;
  readonly requests: readonly { readonly at: number }[];
}

/** Adds the reasons that a tool gives for its requests, in their order; undefined for one that is not refused. */
export function addReasons(
  refusals: Refusals,
  { tool, requests }: NumberedRequests,
  given: readonly (string | undefined)[],
): void {
  for (const [index, reason] of given.entries())
    if (reason !== undefined) addReason(refusals, requests[index]!.at, tool, reason);
}

export const refusalTexts = (refusals: Refusals): Map<number, string> =>
  new Map([...refusals].map(([at, reasons]) => [at, [...reasons].join('; ')]));
