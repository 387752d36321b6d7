/**
 * Makes switches in several tools as if they were one. All locks are taken and all files looked at; then all tools are
 * checked before the first is written. If one of them cannot be written after all, the others are put back.
 */

import { getOrMake } from '../collections.js';
import { lockDeadline } from '../files/lock.js';
import type { ToolRequest } from '../tools/plan.js';
import { Refusal } from '../tools/refusal.js';
import type { Tool } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';

/** What is asked of one tool: requests, each with the number of the change it belongs to. */
export interface ToolBatch {
  tool: Tool;
  switches: ToolSwitches;
  requests: (ToolRequest & { at: number })[];
}

/** By the number of the change: why it is refused. */
type Reasons = Map<number, Set<string>>;

function addReason(reasons: Reasons, at: number, { title }: Tool, reason: string): void {
  getOrMake(reasons, at, () => new Set()).add(`${title}: ${reason}`);
}

/** Returns the batches without refused changes, in the order of locks, so that two processes never wait for each other. */
function withoutRefused(batches: readonly ToolBatch[], reasons: Reasons): ToolBatch[] {
  return batches
    .map((batch) => ({ ...batch, requests: batch.requests.filter(({ at }) => !reasons.has(at)) }))
    .filter(({ requests }) => requests.length > 0)
    .toSorted((a, b) => (a.tool.id < b.tool.id ? -1 : 1));
}

/** Checks all tools on one reading of their files; returns what is left to write. */
function checkAll(batches: readonly ToolBatch[], reasons: Reasons): ToolBatch[] {
  const before = reasons.size;
  for (const { tool, switches, requests } of batches) {
    switches.check(requests).forEach((reason, index) => {
      if (reason !== undefined) addReason(reasons, requests[index]!.at, tool, reason);
    });
  }
  // Without the refused ones the plans are others.
  return reasons.size === before ? [...batches] : checkAll(withoutRefused(batches, reasons), reasons);
}

/** Puts back what was written, and adds to every refused change where it could not be taken back. */
function putBackAll(written: readonly ToolBatch[], reasons: Reasons): void {
  for (const { tool, switches, requests } of written.toReversed()) {
    const failed = [...switches.putBack().values()];
    if (failed.length === 0) continue;
    const refused = requests.filter(({ at }) => reasons.has(at));
    for (const { at } of refused)
      addReason(reasons, at, tool, `it stays switched there, because ${failed.join(' and ')}`);
  }
}

/** Writes all of them. False if something was refused: then nothing is written, as after an unexpected error. */
function writeAll(batches: readonly ToolBatch[], reasons: Reasons): boolean {
  const written: ToolBatch[] = [];
  let isDone = false;
  try {
    for (const batch of batches) {
      written.push(batch);
      const outcomes = batch.switches.write(batch.requests);
      outcomes.forEach((outcome, index) => {
        if ('refused' in outcome) addReason(reasons, batch.requests[index]!.at, batch.tool, outcome.refused);
      });
      if (outcomes.some((outcome) => 'refused' in outcome)) return false;
    }
    isDone = true;
    return true;
  } finally {
    if (!isDone) putBackAll(written, reasons);
  }
}

/** Takes the locks one after the other, then writes. False if something was refused, and the rest is left to do. */
async function holdAll(
  [batch, ...others]: readonly ToolBatch[],
  deadline: number,
  write: () => boolean,
  reasons: Reasons,
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

/** Returns, by number, why a change was not made. Gives up on locks at the deadline. */
export async function changeTools(
  batches: readonly ToolBatch[],
  deadline = lockDeadline(),
): Promise<Map<number, string>> {
  const reasons: Reasons = new Map();
  let isDone = false;
  // Refused changes are dropped, and the rest is tried again without them.
  while (!isDone) {
    const left = withoutRefused(batches, reasons);
    const write = () => {
      for (const { switches } of left) switches.reload();
      return writeAll(checkAll(left, reasons), reasons);
    };
    isDone = await holdAll(left, deadline, write, reasons);
  }
  return new Map([...reasons].map(([at, why]) => [at, [...why].join('; ')]));
}
