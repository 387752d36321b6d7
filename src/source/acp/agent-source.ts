/** The session of an ACP agent as the commands and the picker use it. It is only read: ACP has no switches. */

import { randomUUID } from 'node:crypto';
import type { LinkStatus } from '../../client/link-status.js';
import type { SessionView, ToggleOutcome } from '../../client/session-view.js';
import { SkillpickError } from '../../errors.js';
import type { Problem } from '../../protocol/problem-codes.js';
import { isLoading, unreadContainers } from '../../protocol/session-status.js';
import type { SessionState } from '../../protocol/types.js';
import { abilitiesOf } from '../../protocol/versions.js';
import type { SessionSource } from '../session-source.js';
import { acpVersion } from './agent-handshake.js';
import type { AgentSession } from './agent-session.js';
import { type AgentSetting, agentState, providerOfAgent } from './agent-state.js';
import { FileLinks } from './file-links.js';
import { acpLimits } from './limits.js';
import { linkedFiles } from './linked-files.js';

const reason = 'ACP has no switches';

const unsupported = (): Promise<never> =>
  Promise.reject(
    new SkillpickError('action-unsupported', 'An ACP agent is only listed.', {
      hint: 'Without --acp, skillpick sets the switches of the agent tools.',
    }),
  );

const noProblems: readonly Problem[] = [];
const notSwitched: ToggleOutcome = { kind: 'rejected', enabled: undefined, reason };
const nothingPending: SessionView['pending'] = new Map();

/** What an open session of an agent consists of. */
export interface OpenedAgent {
  readonly uri: string;
  readonly setting: Pick<AgentSetting, 'facts' | 'directory' | 'filesProblem'>;
  readonly session: AgentSession;
  /** The embedded host's session of the agent's tool; undefined if the agent is not known. */
  readonly files: SessionSource | undefined;
  close(): Promise<void>;
}

/** Returns what the embedded host lists; undefined until it has read everything. */
function readIn(files: SessionSource | undefined): SessionState['customizations'] {
  const state = files?.getView().state;
  if (state === undefined || isLoading(state) || unreadContainers(state).length > 0) return undefined;
  return state.customizations;
}

/** Follows the agent and the files here. Computes the view once for each change. */
class AgentViews {
  readonly #opened: OpenedAgent;
  readonly #tool: string;
  #changes = -1;
  #customizations: unknown;
  #links: FileLinks | undefined;
  #built: { view: SessionView; skipped: number } | undefined;

  constructor(opened: OpenedAgent) {
    this.#opened = opened;
    this.#tool = providerOfAgent(opened.setting.facts);
  }

  get current(): { view: SessionView; skipped: number } {
    const { session, files } = this.#opened;
    const customizations = readIn(files);
    if (customizations !== this.#customizations)
      this.#links = customizations && new FileLinks(customizations, this.#tool);
    const isSame = session.changes === this.#changes && customizations === this.#customizations;
    if (this.#built !== undefined && isSame) return this.#built;
    this.#changes = session.changes;
    this.#customizations = customizations;
    this.#built = this.#build();
    return this.#built;
  }

  #build() {
    const { session, setting, files } = this.#opened;
    const isUnread = files !== undefined && this.#links === undefined;
    const { state, agent, skipped } = agentState(session.content, {
      ...setting,
      links: this.#links,
      ...(isUnread && { filesProblem: 'they are still being read' }),
    });
    const view: SessionView = {
      ...{ state, confirmed: state, agent, isAgentPending: false },
      pending: nothingPending,
      isMissing: false,
      isRemoved: false,
    };
    return { view, skipped };
  }
}

function statusOf({ failure }: AgentSession): LinkStatus {
  return failure === undefined ? { kind: 'live' } : { kind: 'gone', error: failure };
}

/** Calls back once, when the agent is gone. */
function onGone(session: AgentSession, listener: (status: LinkStatus) => void): () => void {
  const stop = session.subscribe(() => {
    if (session.failure === undefined) return;
    stop();
    listener(statusOf(session));
  });
  return stop;
}

export function agentSource(opened: OpenedAgent): SessionSource {
  const { uri, setting, session, files } = opened;
  const { facts } = setting;
  const views = new AgentViews(opened);
  const getView = () => views.current.view;
  return {
    uri,
    host: {
      ...{ kind: 'acp', name: facts.title, url: null, protocolVersion: String(acpVersion) },
      ...{ isOwn: false, listsOnly: true },
    },
    abilities: abilitiesOf(undefined),
    clientId: randomUUID(),
    isTemporary: false,
    isRenewable: false,
    agents: [
      {
        provider: providerOfAgent(facts),
        displayName: facts.title,
        ...(facts.version !== null && { description: facts.version }),
      },
    ],
    get unreadCount() {
      return session.unreadable + views.current.skipped;
    },
    publishProblems: noProblems,
    files: linkedFiles(files),
    getView,
    subscribe(listener) {
      const stops = [session.subscribe(listener), files?.subscribe(listener)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    switch: (batch) => batch.map(async () => notSwitched),
    act: async () => ({ kind: 'rejected', reason }),
    followAgent: async () => {},
    selectAgent: async () => ({ kind: 'rejected', agent: undefined, reason }),
    plan: unsupported,
    undo: unsupported,
    planUndo: unsupported,
    onForgotten: () => () => {},
    async refresh() {
      // An agent sends its lists by itself.
      await files?.refresh();
      return session.failure === undefined;
    },
    listSessions: async () => [{ resource: uri, ...getView().state }],
    onSessions: () => () => {},
    get status() {
      return statusOf(session);
    },
    onStatus: (listener) => onGone(session, listener),
    limitTime() {},
    watch: () => files?.watch(),
    closingMs: acpLimits.closingMs,
    close: opened.close,
  };
}
