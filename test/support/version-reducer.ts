/**
 * The session reducer of each version of the protocol, as far as this host sends actions, written from its
 * specification. It shares no code with the product.
 */

import type { Json, RawDecision, RawNode } from './raw-client.js';
import { isAtLeast } from './version-shapes.js';

type State = Json & { customizations?: RawNode[] };

interface Toggle {
  id: string;
  enabled?: boolean;
  enablement?: RawDecision[];
}

/** How a client of the version switches an entry: VS Code 1.133 speaks 0.8.0 and knows only flags. */
export type Switching = 'flags' | 'decisions';

function switched(node: RawNode, { enabled, enablement = [] }: Toggle, by: Switching): RawNode {
  if (by === 'flags') return { ...node, enabled: enabled! };
  if (node.type !== 'plugin' && node.type !== 'mcpServer') {
    return { ...node, enabled: enablement[0]?.enabled ?? true };
  }
  const { enablement: _, ...rest } = node;
  return enablement.length > 0 ? { ...rest, enablement } : rest;
}

function toggle(version: string, list: RawNode[], action: Toggle, by: Switching): RawNode[] {
  const change = (nodes: RawNode[]) =>
    nodes.map((node) => (node.id === action.id ? switched(node, action, by) : node));
  if (list.some(({ id }) => id === action.id)) return change(list);
  if (!isAtLeast(version, '0.5.2')) return list;
  return list.map((node) => (node.children ? { ...node, children: change(node.children) } : node));
}

function withBit(state: State, bit: number, isSet: boolean): State {
  const owner = (state['summary'] ?? state) as { status: number };
  const status = isSet ? owner.status | bit : owner.status & ~bit;
  return state['summary'] ? { ...state, summary: { ...owner, status } } : { ...state, status };
}

/** Sets a field, or removes it if the value is undefined. */
function withField(state: State, field: string, value: unknown): State {
  const { [field]: _, ...rest } = state;
  return value === undefined ? rest : { ...rest, [field]: value };
}

function withAgent(state: State, agent: unknown): State {
  const summary = state['summary'] as State | undefined;
  return summary
    ? { ...state, summary: withField(summary, 'agent', agent) }
    : withField(state, 'agent', agent);
}

const othersThan = (state: State, clientId: unknown): Json[] =>
  (state['activeClients'] as Json[]).filter((client) => client['clientId'] !== clientId);

/** Returns the state after an action that was not refused. */
export function reduce(version: string, state: State, action: Json, by: Switching): State {
  const list = state.customizations ?? [];
  switch (action['type']) {
    case 'session/customizationsChanged':
      return { ...state, customizations: action['customizations'] as RawNode[] };
    case 'session/customizationUpdated': {
      const entry = action['customization'] as RawNode;
      const isKnown = list.some(({ id }) => id === entry.id);
      const replaced = list.map((node) => (node.id === entry.id ? entry : node));
      return { ...state, customizations: isKnown ? replaced : [...list, entry] };
    }
    case 'session/customizationRemoved':
      return { ...state, customizations: list.filter(({ id }) => id !== action['id']) };
    case 'session/agentChanged':
      return withAgent(state, action['agent']);
    case 'session/activeClientChanged':
      return withField(state, 'activeClient', action['activeClient'] ?? undefined);
    case 'session/activeClientSet': {
      const client = action['activeClient'] as Json;
      return { ...state, activeClients: [...othersThan(state, client['clientId']), client] };
    }
    case 'session/activeClientRemoved':
      return { ...state, activeClients: othersThan(state, action['clientId']) };
    case 'session/customizationToggled':
      return { ...state, customizations: toggle(version, list, action as unknown as Toggle, by) };
    case 'session/titleChanged': {
      const { title } = action;
      const summary = state['summary'] as Json | undefined;
      return summary ? { ...state, summary: { ...summary, title } } : { ...state, title };
    }
    case 'session/isReadChanged':
      return withBit(state, 32, action['isRead'] === true);
    case 'session/isArchivedChanged':
      return withBit(state, 64, action['isArchived'] === true);
    case 'session/metaChanged': {
      const { _meta, ...rest } = state;
      return action['_meta'] === undefined ? rest : { ...rest, _meta: action['_meta'] };
    }
    default:
      throw new Error(`The reducer has no ${String(action['type'])}.`);
  }
}

/** What a client of this kind reads of a state. */
export function readable(state: State, by: Switching): unknown {
  const hidden = by === 'flags' ? 'enablement' : 'enabled';
  const show = (node: RawNode): Json => {
    const { children, ...rest } = node;
    const isHidden = by === 'flags' || node.type === 'plugin' || node.type === 'mcpServer';
    const shown = Object.fromEntries(Object.entries(rest).filter(([key]) => !isHidden || key !== hidden));
    return children ? { ...shown, children: children.map(show) } : shown;
  };
  // Only the list of sessions follows the time of the last change.
  const { modifiedAt: _, ...summary } = (state['summary'] ?? {}) as Json;
  return { ...state, summary, customizations: state.customizations?.map(show) };
}
