/** Skillpick's own host as a script, for standings and results that the real one has only with several agent tools. */

import type { SwitchResult } from '../../src/protocol/switch-result.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { ScriptedHost } from './scripted-host.js';
import { type ModelNode, ModelSession } from './scripted-session.js';
import type { Call, Peer } from './scripted-wire.js';

const session = 'agents:/one';

/** The toggle of a client, with the exact changes that it asks for. */
export interface AskedSwitch {
  id: string;
  set: { tool?: string; scope: string; enabled: boolean | null }[];
  batch: string;
}

/** What a switch does: its result and the standings afterwards, or why it is refused. */
export type MadeSwitch = { result: SwitchResult; tools: readonly ToolStanding[] } | string;

/** A host with these containers and the tools Claude Code, Codex and Gemini CLI. */
export class ScriptedOwnHost extends ScriptedHost {
  readonly asked: AskedSwitch[] = [];
  readonly #model: ModelSession;

  constructor(nodes: ModelNode[], make: (asked: AskedSwitch) => MadeSwitch = () => 'not today') {
    super();
    this.#model = new ModelSession(nodes);
    this.sessions.set(session, this.#model);
    this.isOwn = true;
    this.rootState = { agents: ['agents', 'claude', 'codex', 'gemini'].map((provider) => ({ provider })) };
    this.script = (call, peer, proceed) => {
      if (call.method === 'dispatchAction') this.#switch(call, peer, make);
      else proceed();
    };
  }

  #switch(call: Call, peer: Peer, make: (asked: AskedSwitch) => MadeSwitch): void {
    const { id, _meta } = call.params['action'] as { id: string; _meta: { skillpick: AskedSwitch } };
    const { set, batch } = _meta.skillpick;
    const node = this.#model.find(id);
    // A plan has no node of its own; this host makes none.
    if (node === undefined) {
      this.echo(call, peer, 'no plans');
      return;
    }
    this.asked.push({ id, set, batch });
    const made = make({ id, set, batch });
    if (typeof made === 'string') {
      this.echo(call, peer, made);
      return;
    }
    const { result, tools } = made;
    const action = { ...(call.params['action'] as object), _meta: { skillpick: { result } } };
    this.echo({ ...call, params: { ...call.params, action } }, peer);
    node['_meta'] = { skillpick: { tools } };
    const customization = this.#model.customizations.find(({ children }) => children?.includes(node)) ?? node;
    this.emit(session, { type: 'session/customizationUpdated', customization });
  }
}
