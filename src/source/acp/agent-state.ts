/** What an agent has listed, as the state of a session. */

import { pathToFileURL } from 'node:url';
import type { Problem } from '../../protocol/problem-codes.js';
import { skillpickMeta } from '../../protocol/skillpick-meta.js';
import { type SessionState, SessionStatus, type URI } from '../../protocol/types.js';
import { type AgentContent, hasLists, shownContent } from './agent-content.js';
import type { AgentFacts } from './agent-handshake.js';
import type { FileLinks } from './file-links.js';
import { toolOfAgent } from './known-agents.js';
import { listRows } from './session-nodes.js';

/** What is known of the agent and its session besides its lists. */
export interface AgentSetting {
  readonly facts: AgentFacts;
  readonly directory: string;
  /** The files of its tool; undefined if the agent is not known, or if they are not read. */
  readonly links: FileLinks | undefined;
  /** Why they are not read. */
  readonly filesProblem?: string | undefined;
}

export interface AgentState {
  readonly state: SessionState;
  /** The selected custom agent; null if none is. */
  readonly agent: { readonly uri: URI } | null;
  /** The number of items that could not be read. */
  readonly skipped: number;
}

/** Returns the id of the agent's tool, else the name that the agent gives itself. */
export const providerOfAgent = ({ name }: AgentFacts): string => toolOfAgent(name) ?? name;

function problemOfFiles({ facts, directory, filesProblem }: AgentSetting): Problem[] {
  if (filesProblem === undefined) return [];
  const message = `the files of ${facts.title} are not known: ${filesProblem.replace(/\.$/, '')}`;
  return [{ uri: pathToFileURL(directory).href, line: null, message, code: null, severity: 'warning' }];
}

export function agentState(content: AgentContent, setting: AgentSetting): AgentState {
  const { facts, directory, links } = setting;
  const { rows, problems, skipped, selected, options, meta } = shownContent(content, facts.name);
  const listed = listRows(rows, links);
  const chosen = listed.find(({ row }) => row.type === 'agent' && row.name === selected);
  const agent = chosen === undefined ? null : { uri: chosen.node.uri };
  // Without any list, it is not known what the session has.
  const isKnown = hasLists(content) || listed.length > 0;
  const state: SessionState = {
    lifecycle: 'ready',
    provider: providerOfAgent(facts),
    title: content.title,
    status: SessionStatus.Idle,
    workingDirectory: pathToFileURL(directory).href,
    ...(agent !== null && { agent }),
    ...(isKnown && { customizations: listed.map(({ node }) => node) }),
    _meta: skillpickMeta({
      problems: [...problems, ...problemOfFiles(setting)],
      options,
      ...(meta !== null && { meta }),
    }),
  };
  return { state, agent, skipped };
}
