/** What tests of switches do again and again: hold a host's answers back, and look whether a switch has ended. */

import type { ToggleOutcome } from '../../src/client/index.js';
import type { Call, ScriptedHost } from './scripted-host.js';

export const isToggle = ({ method }: Call) => method === 'dispatchAction';

/** Keeps what is held back of a host's answers, to be let go by the test. */
export function holding(host: ScriptedHost, method: string): (() => void)[] {
  const held: (() => void)[] = [];
  host.script = (call, _peer, proceed) => {
    if (call.method === method) held.push(proceed);
    else proceed();
  };
  return held;
}

/** How it ended, or undefined as long as it has not. */
export function watch(promise: Promise<ToggleOutcome>): { outcome?: ToggleOutcome } {
  const watched: { outcome?: ToggleOutcome } = {};
  void promise.then((outcome) => {
    watched.outcome = outcome;
  });
  return watched;
}
