/** Delays a scripted host's responses, and reads whether a switch has ended. */

import type { ToggleOutcome } from '../../src/client/index.js';
import type { Call, ScriptedHost } from './scripted-host.js';

export const isToggle = ({ method }: Call) => method === 'dispatchAction';

/** Delays calls of this method; each returned function lets one of them proceed. */
export function holdAnswers(host: ScriptedHost, method: string): (() => void)[] {
  const held: (() => void)[] = [];
  host.script = (call, _peer, proceed) => {
    if (call.method === method) held.push(proceed);
    else proceed();
  };
  return held;
}

/** Returns an object that receives the outcome when the switch ends. */
export function watchOutcome(promise: Promise<ToggleOutcome>): { outcome?: ToggleOutcome } {
  const watched: { outcome?: ToggleOutcome } = {};
  void promise.then((outcome) => {
    watched.outcome = outcome;
  });
  return watched;
}
