/** One-shot commands: with the host behind a proxy, or with one in their own process. Some are killed. */

import type { Attempts, Ending } from './attempts.js';
import type { HostProcess } from './host.js';
import type { CommandStep } from './plan.js';
import { Command, type Ended } from './process.js';
import type { FaultyProxy } from './proxy.js';
import type { World } from './world.js';

export interface Surroundings {
  readonly bin: string;
  readonly world: World;
  readonly host: HostProcess;
  readonly proxies: readonly FaultyProxy[];
  readonly attempts: Attempts;
  /** Called when a command ends in an unexpected way. */
  ill(what: string): void;
}

interface Result {
  outcome: 'changed' | 'unchanged' | 'rejected' | 'ineffective' | 'unconfirmed';
  wanted: boolean | null;
}

const endings: Record<Result['outcome'], Ending> = {
  changed: 'made',
  unchanged: 'seen',
  rejected: 'not made',
  ineffective: 'unknown',
  unconfirmed: 'unknown',
};

/** Done, or failed for a reason that a bad connection or a busy file explains. */
const rightCodes: readonly (number | null)[] = [0, 1];

/** Returns why the end of a command is unexpected, if it is. */
export function illOf({ code, signal, stderr }: Ended): string | undefined {
  if (signal !== null) return undefined;
  if (/this is a bug|\n\s+at .*:\d+:\d+/i.test(stderr)) return `it prints a stack: ${stderr.trim()}`;
  return rightCodes.includes(code) ? undefined : `it ends with ${code}: ${stderr.trim()}`;
}

function resultOf({ stdout, signal }: Ended): Result | undefined {
  // A killed command may have printed its result too late to be read.
  if (signal !== null || stdout === '') return undefined;
  return (JSON.parse(stdout) as { results: Result[] }).results[0];
}

/** Kills the command after this time, unless it has already ended. */
async function killAfter(command: Command, delayMs: number): Promise<void> {
  const timer = setTimeout(() => command.kill('SIGKILL'), delayMs);
  await command.ended;
  clearTimeout(timer);
}

export async function runCommand(step: CommandStep, around: Surroundings): Promise<void> {
  const { bin, world, host, proxies, attempts } = around;
  const { verb, entry, scope, via, killAfterMs } = step;
  const proxy = via === undefined ? undefined : proxies[via];
  const there =
    proxy === undefined ? [] : ['--url', proxy.url, '--token-file', host.tokenFile, '--timeout', '3000'];
  const actor = proxy === undefined ? 'local command' : 'remote command';
  const attempt = attempts.start(actor, verb, entry, scope);
  const command = new Command(bin, world, [verb, entry.name, '--json', '--scope', scope, ...there]);
  if (killAfterMs !== undefined) await killAfter(command, killAfterMs);
  const ended = await command.ended;
  const what = illOf(ended);
  if (what !== undefined) around.ill(`${verb} ${entry.name} (${actor}): ${what}`);
  const result = resultOf(ended);
  const said = `exit ${ended.code ?? ended.signal}, ${result?.outcome ?? ended.stderr.trim()}`;
  attempts.end(
    attempt,
    result === undefined ? 'unknown' : endings[result.outcome],
    said,
    result?.wanted ?? undefined,
  );
}
