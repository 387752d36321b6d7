/**
 * Makes switches in several tools as one transaction. Takes all locks, reads all files and checks all tools before it
 * writes the first file. If one tool cannot be written after all, restores the others.
 */

import { getOrMake } from '../collections.js';
import { lockDeadline } from '../files/lock.js';
import type { ToolRequest } from '../tools/plan.js';
import { Refusal } from '../tools/refusal.js';
import type { Tool } from '../tools/tool.js';
import type { ToolSwitches } from '../tools/tool-switches.js';

/** The requests to one tool, each with the number of the change it belongs to. */
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

/** Adds the reasons that a tool gives for its requests, in their order; undefined for one that is not refused. */
function addReasons(
  reasons: Reasons,
  { tool, requests }: ToolBatch,
  given: readonly (string | undefined)[],
): void {
  for (const [index, reason] of given.entries())
    if (reason !== undefined) addReason(reasons, requests[index]!.at, tool, reason);
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
  for (const batch of batches) addReasons(reasons, batch, batch.switches.check(batch.requests));
  // The plans change without the refused requests.
  return reasons.size === before ? [...batches] : checkAll(withoutRefused(batches, reasons), reasons);
}

/** Restores what was written. Adds a reason to each refused change that could not be undone in a tool. */
function putBackAll(written: readonly ToolBatch[], reasons: Reasons): void {
  for (const { tool, switches, requests } of written.toReversed()) {
    const failed = [...switches.putBack().values()];
    if (failed.length === 0) continue;
    const refused = requests.filter(({ at }) => reasons.has(at));
    for (const { at } of refused)
      addReason(reasons, at, tool, `it stays switched there, because ${failed.join(' and ')}`);
  }
}

/** Writes all tools. Returns false if something was refused; then, and after an error, everything is restored. */
function writeAll(batches: readonly ToolBatch[], reasons: Reasons): boolean {
  const before = reasons.size;
  const written: ToolBatch[] = [];
  let isDone = false;
  try {
    for (const batch of batches) {
      written.push(batch);
      addReasons(reasons, batch, batch.switches.write(batch.requests));
      if (reasons.size > before) return false;
    }
    isDone = true;
    return true;
  } finally {
    if (!isDone) putBackAll(written, reasons);
  }
}

/** Takes the locks one after the other, then writes. Returns false if something was refused and nothing was written. */
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
