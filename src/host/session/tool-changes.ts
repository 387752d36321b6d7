/**
 * Makes switches in several tools as if they were one. All tools are asked first, then all of them are locked. If one
 * of them cannot be written after all, the others are put back.
 */

import { lockDeadline } from '../files/lock.js';
import { reasonOf, type Tool, type ToolOutcome, type ToolSwitches, type SwitchRequest } from '../tools/index.js';

/** What is wanted of one tool: requests, each with the number of the change it belongs to. */
export interface Order {
  tool: Tool;
  switches: ToolSwitches;
  requests: readonly (SwitchRequest & { at: number })[];
}

/** By the number of the change: why it is refused. */
class Reasons {
  readonly #reasons = new Map<number, Set<string>>();

  has(at: number): boolean {
    return this.#reasons.has(at);
  }

  add(at: number, { title }: Tool, reason: string): void {
    const known = this.#reasons.get(at) ?? new Set();
    this.#reasons.set(at, known.add(`${title}: ${reason}`));
  }

  /** Each as one sentence. */
  told(): Map<number, string> {
    return new Map([...this.#reasons].map(([at, why]) => [at, [...why].join('; ')]));
  }
}

function checkAll(orders: readonly Order[], reasons: Reasons): void {
  for (const { tool, switches, requests } of orders) {
    switches.check(requests).forEach((reason, index) => {
      if (reason !== undefined) reasons.add(requests[index]!.at, tool, reason);
    });
  }
}

/** What is left of the orders, in the order every process takes the locks: two could wait for each other otherwise. */
function leftOf(orders: readonly Order[], reasons: Reasons): Order[] {
  return orders
    .map((order) => ({ ...order, requests: order.requests.filter(({ at }) => !reasons.has(at)) }))
    .filter(({ requests }) => requests.length > 0)
    .toSorted((a, b) => (a.tool.id < b.tool.id ? -1 : 1));
}

/** Puts back what was written, and says of every change that was refused where it was made all the same. */
function putBackAll(written: readonly Order[], reasons: Reasons): void {
  for (const { tool, switches, requests } of written.toReversed()) {
    const failed = [...switches.putBack().values()];
    if (failed.length === 0) continue;
    const refused = requests.filter(({ at }) => reasons.has(at));
    for (const { at } of refused)
      reasons.add(at, tool, `it stays switched there, because ${failed.join(' and ')}`);
  }
}

/** Writes one; what nobody expected must not leave a part of the others behind. */
function writeOne({ switches, requests }: Order, failed: () => void): ToolOutcome[] {
  try {
    return switches.write(requests);
  } catch (error) {
    failed();
    throw error;
  }
}

/** Writes all of them. False if something was refused: then nothing is written. */
function writeAll(orders: readonly Order[], reasons: Reasons): boolean {
  const written: Order[] = [];
  for (const order of orders) {
    written.push(order);
    const outcomes = writeOne(order, () => putBackAll(written, reasons));
    outcomes.forEach((outcome, index) => {
      if ('refused' in outcome) reasons.add(order.requests[index]!.at, order.tool, outcome.refused);
    });
    if (outcomes.every((outcome) => 'state' in outcome)) continue;
    putBackAll(written, reasons);
    return false;
  }
  return true;
}

/** Takes the locks one after the other, then writes. False if something was refused, and the rest is left to do. */
async function holdAll(
  [order, ...others]: readonly Order[],
  deadline: number,
  write: () => boolean,
  reasons: Reasons,
): Promise<boolean> {
  if (order === undefined) return write();
  let isHeld = false;
  const work = () => {
    isHeld = true;
    return holdAll(others, deadline, write, reasons);
  };
  try {
    return await order.switches.hold(order.requests, deadline, work);
  } catch (error) {
    if (isHeld) throw error;
    for (const { at } of order.requests) reasons.add(at, order.tool, reasonOf(error));
    return false;
  }
}

/** Returns, by number, why a change was not made. Gives up on locks at the deadline. */
export async function changeTools(
  orders: readonly Order[],
  deadline = lockDeadline(),
): Promise<Map<number, string>> {
  const reasons = new Reasons();
  checkAll(orders, reasons);
  for (;;) {
    const left = leftOf(orders, reasons);
    // What is refused on the way goes, and the rest is tried again without it.
    if (await holdAll(left, deadline, () => writeAll(left, reasons), reasons)) break;
  }
  return reasons.told();
}
