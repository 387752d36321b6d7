/**
 * Translates to the two protocol versions of this host. The host itself uses 0.9. For 0.4, metadata moves under
 * `summary`, times become numbers, and scoped decisions become plain flags.
 */

import { ownEnabled } from '../../protocol/effective.js';
import type { CustomizationToggledAction } from '../../protocol/session-actions.js';
import { childrenOf } from '../../protocol/tree.js';
import type {
  Action,
  ActionEnvelope,
  AgentInfo,
  AnyCustomization,
  Customization,
  RootState,
  SessionState,
  SessionSummary,
  URI,
} from '../../protocol/types.js';

/** The protocol versions that the embedded host speaks, newest first. */
export const SPOKEN_VERSIONS = ['0.9.0', '0.4.0'] as const;
type SpokenVersion = (typeof SPOKEN_VERSIONS)[number];

/** Translates states, summaries and actions to one version. */
export interface Dialect {
  version: SpokenVersion;
  /** True if the session list has pages. */
  hasPages: boolean;
  session(state: SessionState, uri: URI): SessionState;
  root(state: RootState): RootState;
  summary(summary: SessionSummary): SessionSummary;
  /** Translates the changed fields of a summary. */
  changes(changes: Partial<SessionSummary>): Partial<SessionSummary>;
  envelope(envelope: ActionEnvelope): ActionEnvelope;
}

const same = <T>(value: T): T => value;

const modern: Dialect = {
  version: '0.9.0',
  hasPages: true,
  session: same,
  root: same,
  summary: same,
  changes: same,
  envelope: same,
};

function flatNode<T extends AnyCustomization>(node: T): T {
  if (!['plugin', 'mcpServer', 'directory'].includes(node.type)) return node;
  const { enablement: _, ...rest } = node;
  return { ...rest, enabled: ownEnabled(node) } as T;
}

function flatEntry(entry: Customization): Customization {
  const children = childrenOf(entry);
  const flat = flatNode(entry);
  return children === undefined ? flat : ({ ...flat, children: children.map(flatNode) } as Customization);
}

function flatList<T extends { customizations?: Customization[] }>(holder: T): T {
  const { customizations } = holder;
  return customizations ? { ...holder, customizations: customizations.map(flatEntry) } : holder;
}

const milliseconds = (time: number | string | undefined): number => new Date(time ?? 0).getTime();

function nestedSummary(summary: SessionSummary): SessionSummary {
  const { workingDirectories, createdAt, modifiedAt, ...rest } = summary;
  const directory = workingDirectories?.[0];
  return {
    ...rest,
    createdAt: milliseconds(createdAt),
    modifiedAt: milliseconds(modifiedAt),
    ...(directory !== undefined && { workingDirectory: directory }),
  };
}

function nestedState({ activeClients: _, ...state }: SessionState, resource: string): SessionState {
  const { provider, title, status, createdAt, modifiedAt, workingDirectories, agent, ...rest } = state;
  const metadata = { provider, title, status, createdAt, modifiedAt, workingDirectories, agent };
  const present = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  return { ...flatList(rest), summary: nestedSummary({ resource, ...present }) };
}

function flatToggle({ enablement, ...toggle }: CustomizationToggledAction): CustomizationToggledAction {
  return enablement === undefined ? toggle : { ...toggle, enabled: enablement[0]?.enabled ?? true };
}

interface Payload extends Action {
  customizations?: Customization[];
  customization?: Customization;
  agents?: AgentInfo[];
}

/** The echo of a refused action may lack any of its fields. */
function flatAction(action: Action): Action {
  if (action.type === 'session/customizationToggled') return flatToggle(action as CustomizationToggledAction);
  const { customization, agents } = action as Payload;
  return {
    ...flatList(action as Payload),
    ...(customization && { customization: flatEntry(customization) }),
    ...(agents && { agents: agents.map(flatList) }),
  };
}

const classic: Dialect = {
  version: '0.4.0',
  hasPages: false,
  session: nestedState,
  root: (root) => ({ ...root, agents: root.agents.map(flatList) }),
  summary: nestedSummary,
  changes: ({ modifiedAt, ...changes }) =>
    modifiedAt === undefined ? changes : { ...changes, modifiedAt: milliseconds(modifiedAt) },
  envelope: (envelope) => ({ ...envelope, action: flatAction(envelope.action) }),
};

const dialects: readonly Dialect[] = [modern, classic];

/** Chooses the first version in the client's list that this host supports. */
export function chooseDialect(offered: readonly string[]): Dialect | undefined {
  const known = offered.map((version) => dialects.find((dialect) => dialect.version === version));
  return known.find((dialect) => dialect !== undefined);
}
