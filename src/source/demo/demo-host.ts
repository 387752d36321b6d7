/**
 * The host of the demo: skillpick's own sessions and wire, over content that is made up and settings that are in memory.
 * It reads and writes no file. Some of its entries misbehave when they are switched, and things change by themselves,
 * unless it is still.
 */

import type { Clock } from '../../client/clock.js';
import { Listeners } from '../../client/listeners.js';
import type { Forgotten } from '../../client/session-view.js';
import { agentInMemory } from '../../host/session/agent-choice.js';
import type { EntrySwitch } from '../../host/session/keeper.js';
import { HostSession } from '../../host/session/session.js';
import { Audience } from '../../host/wire/audience.js';
import { HostError } from '../../host/wire/host-error.js';
import { HostResources } from '../../host/wire/host-resources.js';
import { Methods, type MethodsHost } from '../../host/wire/methods.js';
import { Peer, type PeerHost } from '../../host/wire/peer.js';
import { isObject } from '../../protocol/checks.js';
import { ErrorCodes } from '../../protocol/messages.js';
import type { RootAction } from '../../protocol/session-actions.js';
import { toolTitle } from '../../protocol/tool-titles.js';
import type { Transport } from '../../protocol/transport.js';
import { ROOT_CHANNEL, type RootState, type URI } from '../../protocol/types.js';
import { DemoBatches, demoUri } from './demo-batches.js';
import { demoContent, otherTexts, sessionProblems } from './demo-content.js';
import { type DemoTool, demoRepository, demoTools } from './demo-entry.js';
import { DemoKeeper } from './demo-keeper.js';
import { demoNodes } from './demo-nodes.js';
import { storySteps } from './demo-story.js';
import { demoTexts } from './demo-texts.js';
import { type DemoItem, DemoWorld } from './demo-world.js';
import { demoLimits } from './limits.js';

export interface DemoHostOptions {
  readonly clock: Clock;
  /** True if nothing changes by itself. */
  readonly isStill: boolean;
}

/** A session of the demo. */
interface DemoSession {
  readonly uri: URI;
  readonly title: string;
  readonly provider: string;
  readonly directory: string;
}

const inTool = (tool: DemoTool, title: string): DemoSession => {
  return { uri: `${tool}:/demo-${title}`, title, provider: tool, directory: `/demo/${title}` };
};

/** The session that is opened first. */
export const mainSession: URI = 'agents:/demo-my-repo';

/** The session that is closed at the end of the first round of changes. */
const passingSession = inTool('opencode', 'experiments');

const demoSessions: readonly DemoSession[] = [
  { uri: mainSession, title: 'my-repo', provider: 'agents', directory: demoRepository },
  inTool('claude', 'website'),
  inTool('codex', 'infra'),
  passingSession,
];

/** Why switches are forgotten, in turn: the picker sends the first one again, and offers to send the second. */
const forgettingCauses = ['list', 'unknown'] as const;

export class DemoHost implements PeerHost, MethodsHost {
  readonly audience = new Audience((uri) => this.sessions.get(uri)?.state);
  /** Serves nothing: the files of the demo are read without the protocol. */
  readonly resources = new HostResources(
    () => [],
    () => {},
  );
  readonly methods = new Methods(this);
  readonly sessions = new Map<URI, HostSession>();
  readonly forgotten = new Listeners<[forgotten: Forgotten]>();
  readonly #world = new DemoWorld(demoContent);
  readonly #batches = new DemoBatches();
  readonly #clock: Clock;
  readonly #timers = new Set<() => void>();
  #timesForgotten = 0;

  constructor({ clock, isStill }: DemoHostOptions) {
    this.#clock = clock;
    for (const session of demoSessions) this.sessions.set(session.uri, this.#open(session));
    if (!isStill) this.#playFrom(0);
  }

  get rootState(): RootState {
    const agents = demoTools.map((provider) => ({ provider, displayName: toolTitle(provider) }));
    const all = { provider: 'agents', displayName: 'All tools' };
    return { agents: [all, ...agents], activeSessions: this.sessions.size };
  }

  /** Returns the texts of all files, by uri. */
  texts(): ReadonlyMap<URI, string> {
    return demoTexts(this.#world, otherTexts);
  }

  connect(transport: Transport): void {
    this.audience.join(new Peer(transport, this));
  }

  close(): void {
    for (const stop of this.#timers) stop();
    this.#timers.clear();
    this.audience.close();
  }

  createSession(): void {
    throw new HostError(ErrorCodes.InvalidRequest, 'the demo has its own sessions');
  }

  disposeSession(uri: URI): boolean {
    if (!this.sessions.delete(uri)) return false;
    this.audience.drop(uri);
    this.audience.notifyRoot('root/sessionRemoved', () => ({ session: uri }));
    const action: RootAction = {
      type: 'root/activeSessionsChanged',
      activeSessions: this.sessions.size,
    };
    this.audience.publish(ROOT_CHANNEL, action);
    return true;
  }

  dispatch(channel: URI, clientSeq: number, action: unknown, clientId: string): void {
    const pass = () => this.sessions.get(channel)?.dispatch(action, { clientId, clientSeq });
    const id = isObject(action) ? action['id'] : undefined;
    const quirk = typeof id === 'string' ? this.#world.item({ id })?.entry?.quirk : undefined;
    if (quirk === 'is-silent') return;
    if (quirk === 'is-slow') this.#after(demoLimits.slowSwitchMs, pass);
    else pass();
  }

  /** No client can publish anything in the demo. */
  unsubscribed(): void {}

  settling(channel: unknown, clientId: string): Promise<void> | undefined {
    return typeof channel === 'string' ? this.sessions.get(channel)?.settling(clientId) : undefined;
  }

  #open({ uri, title, provider, directory }: DemoSession): HostSession {
    const tools = demoTools.filter((tool) => provider === 'agents' || provider === tool);
    const [world, batches] = [this.#world, this.#batches];
    const isWhole = provider === 'agents';
    const switched = (item: DemoItem, change: EntrySwitch) => this.#switched(item, change);
    return new HostSession({
      uri,
      provider,
      title,
      directory: demoUri(directory),
      openKeeper: () => new DemoKeeper({ world, batches, tools, switched }),
      agents: agentInMemory(),
      undo: async (batch) => batches.undo(batch, world.settings),
      planUndo: async (planned) => batches.plan(planned, world.settings),
      progress: () => undefined,
      find: () => demoNodes(world, { tools, isWhole }),
      problems: () => (isWhole ? sessionProblems : []),
      publish: (action, origin, reason) => this.audience.publish(uri, action, origin, reason),
      summarize: (changes) =>
        this.audience.notifyRoot('root/sessionSummaryChanged', (dialect) => ({
          session: uri,
          changes: dialect.changes(changes),
        })),
      saved: () => this.#update(uri),
    });
  }

  /** Shows in all sessions what has changed, but in one that shows it already. */
  #update(except?: URI): void {
    for (const [uri, session] of this.sessions) if (uri !== except) session.update();
  }

  #after(delayMs: number, callback: () => void): void {
    const stop = this.#clock.after(delayMs, () => {
      this.#timers.delete(stop);
      callback();
    });
    this.#timers.add(stop);
  }

  /** Makes the changes that happen by themselves, from one of them on. */
  #playFrom(at: number): void {
    this.#after(demoLimits.storyStepMs, () => {
      storySteps[at]!(this.#world);
      this.#update();
      const next = (at + 1) % storySteps.length;
      if (next === 0) this.disposeSession(passingSession.uri);
      this.#playFrom(next);
    });
  }

  #switched({ id, entry }: DemoItem, { set, batch }: EntrySwitch): void {
    const enabled = set.find((one) => one.enabled !== null)?.enabled;
    if (entry?.quirk !== 'forgets' || typeof enabled !== 'boolean') return;
    this.#after(demoLimits.forgetAfterMs, () => this.#forget(id, enabled, batch));
  }

  /** Forgets a switch, as a host does that reads its files again. After the second time it keeps the switch. */
  #forget(id: string, enabled: boolean, batch: string): void {
    const cause = forgettingCauses[this.#timesForgotten];
    this.#timesForgotten = (this.#timesForgotten + 1) % (forgettingCauses.length + 1);
    if (cause === undefined) return;
    if (!this.#batches.forget(batch, id, this.#world.settings)) return;
    this.#update();
    this.forgotten.notify({ cause, switches: [{ id, enabled, scope: 'workspace' }] });
  }
}
