/** Scripted hosts that keep the selected agent: in the session as up to 0.4, or in the draft of the default chat. */

import { type Call, ScriptedHost, SESSION } from './scripted-host.js';
import { directory, ModelSession } from './scripted-session.js';

export const CHAT = 'ahp-chat://default/one';

export const agentUri = (name: string): string => `file:///agents/${name}.agent.md`;

/** The agents planner and reviewer. */
export const agents = directory(
  'agents',
  ['planner', 'reviewer'].map((name) => ({ type: 'agent', id: name, name, uri: agentUri(name) })),
  { contents: 'agent' },
);

export const isSelection = ({ method }: Call): boolean => method === 'dispatchAction';

/** The actions that select an agent, as the host received them, each with its channel. */
export const selectionsAt = (host: ScriptedHost): [channel: unknown, action: unknown][] =>
  host.calls('dispatchAction').map(({ params }) => [params['channel'], params['action']]);

/** Does what the selection says, as a host does that keeps it. */
export function select(host: ScriptedHost, { params }: Call): void {
  const { type, agent, draft } = params['action'] as Record<string, unknown>;
  const fields = host.sessions.get(String(params['channel']))!.fields;
  if (type === 'chat/draftChanged') fields['draft'] = draft;
  else fields['summary'] = { title: 'a session', agent };
}

/** The host keeps what is selected, and tells its clients. */
export function keepsSelections(host: ScriptedHost): ScriptedHost {
  const { script } = host;
  host.script = (call, peer, proceed) => {
    if (isSelection(call)) select(host, call);
    script(call, peer, proceed);
  };
  return host;
}

/** A host of 0.9 with a default chat, in which these turns were sent. */
export function chatHost(chat: Record<string, unknown> = {}): ScriptedHost {
  const session = new ModelSession([agents]);
  session.fields = { ...session.fields, defaultChat: CHAT };
  const host = new ScriptedHost(session);
  const model = new ModelSession([]);
  model.fields = { resource: CHAT, turns: [], ...chat };
  host.sessions.set(CHAT, model);
  return keepsSelections(host);
}

/** A host of 0.4, which has a default chat but selects agents for the session. */
export function sessionHost(agent?: { uri: string }): ScriptedHost {
  const session = new ModelSession([agents]);
  session.fields = { lifecycle: 'ready', defaultChat: CHAT, summary: { title: 'a session', agent } };
  const host = new ScriptedHost(session);
  host.version = '0.4.0';
  return keepsSelections(host);
}

/** Another client, or the host, selects. */
export function emitSelection(host: ScriptedHost, channel: string, action: Record<string, unknown>): void {
  const call: Call = { method: 'dispatchAction', params: { channel, action } };
  select(host, call);
  host.emit(channel, action, { clientId: 'another', clientSeq: 1 });
}

export { SESSION };
