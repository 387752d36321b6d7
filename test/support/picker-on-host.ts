/** Starts the picker in a terminal on a scripted host. */

import type { BuiltBin } from './built-bin.js';
import { Journey, type Start } from './journey.js';
import type { Listening } from './listen.js';
import type { Pty } from './pty.js';
import { listenDuringTest } from './scripted-connection.js';
import { type Call, ScriptedHost } from './scripted-host.js';
import { directory, type ModelNode, ModelSession, plugin, skill } from './scripted-session.js';

export interface StartedPicker {
  host: ScriptedHost;
  listening: Listening;
  pty: Pty;
}

export const fewNodes = (): ModelNode[] => [
  directory('docs', [skill('alpha', { description: 'The first.' }), skill('beta'), skill('gamma')]),
  plugin('tools', [skill('delta')]),
];

export async function startPicker(
  bin: BuiltBin,
  nodes: ModelNode[] = fewNodes(),
  start: Start = {},
): Promise<StartedPicker> {
  const host = new ScriptedHost(new ModelSession(nodes));
  const listening = await listenDuringTest(host);
  const pty = new Journey(bin).start({ ...start, args: ['--url', listening.url, ...(start.args ?? [])] });
  return { host, listening, pty };
}

export const isToggle = ({ method }: Call): boolean => method === 'dispatchAction';

/** A switch in short: `+id` is on, `-id` is off. */
export function toggleOf({ params }: Call): string {
  const { id, enabled } = params['action'] as { id: string; enabled: boolean };
  return `${enabled ? '+' : '-'}${id}`;
}

/** The switches a host was sent. */
export const sentToggles = (host: ScriptedHost): string[] => host.calls('dispatchAction').map(toggleOf);
