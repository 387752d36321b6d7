/**
 * Reads who may invoke an entry in the entry's own file, for hosts on this machine that do not send it. Only files in
 * their container are read, and only the head of each: once for every list that the host sends.
 */

import { realpathSync, statSync } from 'node:fs';
import { closedGates } from '../host/discovery/file-gates.js';
import { parseFrontmatter } from '../host/discovery/frontmatter.js';
import { readFrontmatter } from '../host/discovery/frontmatter-block.js';
import { ifPossible } from '../host/files/if-possible.js';
import { isWithin } from '../host/files/resolve-path.js';
import { isProse } from '../paths.js';
import type { FileGates, ReadGates } from '../protocol/effective.js';
import type { AnyCustomization } from '../protocol/types.js';
import type { HostInfo } from './connect.js';
import { pathHere } from './host-files.js';

/** Returns the gates in the file at a resolved path; undefined if its frontmatter cannot be read. */
function gatesAt(path: string): FileGates | undefined {
  if (!statSync(path).isFile()) return undefined;
  const split = readFrontmatter(path);
  if (split.kind === 'none') return { user: true, model: true };
  if (split.kind !== 'closed') return undefined;
  const parsed = parseFrontmatter(split.block);
  if ('finding' in parsed) return undefined;
  const closed = closedGates(parsed.fields);
  return { user: !closed.includes('user'), model: !closed.includes('model') };
}

/** Returns the value for a node, and finds it only once. */
function remembered<T>(
  values: WeakMap<AnyCustomization, { value: T }>,
  node: AnyCustomization,
  find: () => T,
): T {
  const known = values.get(node) ?? { value: find() };
  values.set(node, known);
  return known.value;
}

/** Returns true for a plugin that a client publishes: its addresses are those of the client's machine. */
const isFromClient = (container: AnyCustomization): boolean =>
  container.type === 'plugin' && container.clientId !== undefined;

export function gateReader(host: Pick<HostInfo, 'url'>): ReadGates {
  const roots = new WeakMap<AnyCustomization, { value: string | undefined }>();
  const gates = new WeakMap<AnyCustomization, { value: FileGates | undefined }>();
  const resolved = ({ uri }: AnyCustomization): string | undefined => {
    const path = pathHere(host, uri);
    return path === undefined ? undefined : ifPossible(() => realpathSync.native(path));
  };
  const read = (node: AnyCustomization, root: string): FileGates | undefined => {
    const path = node.range === undefined ? resolved(node) : undefined;
    if (path === undefined || !isProse(path) || !isWithin(root, path)) return undefined;
    return ifPossible(() => gatesAt(path));
  };
  return (node, container) => {
    if (container === undefined || isFromClient(container)) return undefined;
    const root = remembered(roots, container, () => resolved(container));
    return root === undefined ? undefined : remembered(gates, node, () => read(node, root));
  };
}
