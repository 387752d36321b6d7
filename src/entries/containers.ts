/**
 * The containers of a session: their state, whether they have been read, and what went wrong. If a host lists no
 * problems, a degraded or failed container counts as one problem.
 */

import { pathOf } from '../paths.js';
import { isObject, isString } from '../protocol/checks.js';
import { ownEnabled } from '../protocol/effective.js';
import type { Problem } from '../protocol/problem-codes.js';
import { fromOf, problemsOf } from '../protocol/skillpick-meta.js';
import { childrenOf } from '../protocol/tree.js';
import type {
  Customization,
  DirectoryCustomization,
  PluginCustomization,
  SessionState,
} from '../protocol/types.js';
import { enablementOf, isDecided, isOnAnywhere, standingsOf } from './entry-flags.js';

export type Container = ReturnType<typeof containerOf>;

type ContainerFields = Partial<
  Pick<PluginCustomization, 'load' | 'clientId' | 'version'> &
    Pick<DirectoryCustomization, 'contents' | 'writable'>
>;

/** What clients call themselves, by id. */
export type ClientNames = ReadonlyMap<string, string>;

/** Returns the names of the session's active clients. */
export function clientNames({
  activeClient,
  activeClients = [],
}: Pick<SessionState, 'activeClient' | 'activeClients'>): ClientNames {
  const all: readonly unknown[] = [...activeClients, activeClient];
  return new Map(
    all
      .filter(isObject)
      .flatMap(({ clientId, displayName }) =>
        isString(clientId) && isString(displayName) && displayName !== '' ? [[clientId, displayName]] : [],
      ),
  );
}

/** Returns true for containers; a node of an unknown type is one if it has children. */
export function isContainer(node: Customization): boolean {
  return node.type === 'plugin' || node.type === 'directory' || childrenOf(node) !== undefined;
}

/** Returns the state of a session without what this client publishes there. */
export function withoutPublished(state: SessionState, clientId: string): SessionState {
  const isPublished = (node: Customization) => 'clientId' in node && node.clientId === clientId;
  if (!state.customizations?.some(isPublished)) return state;
  return { ...state, customizations: state.customizations.filter((node) => !isPublished(node)) };
}

/** Returns true for a container that is an entry, too: an MCP server that brings skills of its own. */
export const isEntryToo = ({ type }: { type: string }): boolean => type === 'mcpServer';

/** What is wrong with a container whose host does not say it. */
export const unreadWords = {
  degraded: 'some of it could not be read',
  error: 'it could not be read',
} as const;

function containerProblems(node: Customization, load: string | null, message: string | null): Problem[] {
  if (load !== 'degraded' && load !== 'error') return [];
  const severity = load === 'error' ? 'error' : 'warning';
  return [{ uri: node.uri, line: null, message: message ?? unreadWords[load], code: null, severity }];
}

/** What is known of the session that lists a container. */
interface ContainerSession {
  readonly host: { readonly isOwn: boolean };
  readonly names: ClientNames;
  /** Its working directory, as a uri. */
  readonly directory: string | undefined;
}

/** Returns the path of a node below the directory; null if it is elsewhere. */
function pathBelow(directory: string | undefined, uri: string): string | null {
  const [base, path] = [pathOf(directory ?? '')?.replace(/\/+$/, ''), pathOf(uri)];
  if (base === undefined || !path?.startsWith(`${base}/`)) return null;
  return path.slice(base.length + 1).replace(/\/+$/, '') || null;
}

/** Returns a container, without its entries. */
export function containerOf(node: Customization, { host, names, directory }: ContainerSession) {
  const tools = standingsOf(node, host);
  const fields = node as Customization & ContainerFields;
  const problems = problemsOf(node._meta, node.uri);
  const load: string | null = fields.load?.kind ?? null;
  const reason: unknown = fields.load?.message;
  const message = typeof reason === 'string' ? reason : null;
  return {
    id: node.id,
    type: node.type as string,
    name: node.name,
    uri: node.uri,
    /** Its path from the session's directory; null if it is elsewhere. */
    pathInSession: pathBelow(directory, node.uri),
    /** On in any tool that reads it. Without standings: its own flag. */
    enabled: tools.length === 0 ? ownEnabled(node) : isOnAnywhere(tools),
    enablement: enablementOf(node),
    /** True if another host keeps decisions by scope for it. */
    isDecided: isDecided(node, host),
    contents: (fields.contents ?? null) as string | null,
    writable: fields.writable ?? null,
    /** The client that published it; null: the host itself. */
    clientId: fields.clientId ?? null,
    /** What that client calls itself, else its id. */
    clientName: names.get(fields.clientId ?? '') ?? fields.clientId ?? null,
    /** The number of children; null: not read yet. */
    children: childrenOf(node)?.length ?? null,
    load,
    message,
    version: fields.version ?? null,
    from: fromOf(node._meta),
    /** True for a directory of skillpick's own host: its flag only sums up its entries, and keeps none of them off. */
    isSummary: host.isOwn && node.type === 'directory',
    /** The standing of a plugin in each tool that has installed it. */
    tools,
    problems: problems.length > 0 ? problems : containerProblems(node, load, message),
    node,
  };
}
