/**
 * Reads who may invoke an entry in the entry's own file, for hosts that do not send it. The file is on this machine: in
 * its container or the session's directory, in a host's copy of a client's plugin, or in the directory that is published
 * from here. Only the head of each is read, once for every list that the host sends.
 */

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { closedGates } from '../host/discovery/file-gates.js';
import { parseFrontmatter } from '../host/discovery/frontmatter.js';
import { readFrontmatter } from '../host/discovery/frontmatter-block.js';
import { ifPossible } from '../host/files/if-possible.js';
import { isWithin } from '../host/files/resolve-path.js';
import { isProse } from '../paths.js';
import { isInside } from '../protocol/confine.js';
import type { FileGates, PublishedPath, ReadGates } from '../protocol/effective.js';
import type { AnyCustomization, URI } from '../protocol/types.js';
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

/** What a session knows of its files. */
interface GateFiles {
  /** Returns the directory that the session works in, as a uri. */
  directory?(): URI | undefined;
  publishedPath?: PublishedPath | undefined;
}

export function gateReader(
  host: Pick<HostInfo, 'url'>,
  { directory = () => undefined, publishedPath }: GateFiles = {},
): ReadGates {
  const roots = new WeakMap<AnyCustomization, { value: string | undefined }>();
  const gates = new WeakMap<AnyCustomization, { value: FileGates | undefined }>();
  const resolved = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : ifPossible(() => realpathSync.native(path));
  const resolvedUri = (uri: URI): string | undefined => resolved(pathHere(host, uri));
  /** Links are followed inside the container, and inside the session's directory. */
  const readIn = ({ uri }: AnyCustomization, container: AnyCustomization): FileGates | undefined => {
    const root = remembered(roots, container, () => resolvedUri(container.uri));
    const path = root === undefined ? undefined : resolvedUri(uri);
    if (root === undefined || path === undefined || !isProse(path)) return undefined;
    const bounds = isWithin(root, path) ? root : resolvedUri(directory() ?? '');
    if (bounds === undefined || !isWithin(bounds, path)) return undefined;
    return ifPossible(() => gatesAt(path));
  };
  /** Reads the copy that the host has made, else our own file. An address in the container is one of the client's. */
  const readPublished = (node: AnyCustomization, container: AnyCustomization): FileGates | undefined => {
    const copy = isInside(container.uri, node.uri) ? undefined : pathHere(host, node.uri);
    const isPlain =
      copy !== undefined && resolved(copy) === join(resolved(dirname(copy)) ?? '', basename(copy));
    const path = isPlain ? copy : resolved(publishedPath?.(node, container));
    return path !== undefined && isProse(path) ? ifPossible(() => gatesAt(path)) : undefined;
  };
  return (node, container) => {
    if (container === undefined || node.range !== undefined) return undefined;
    const read = isFromClient(container) ? readPublished : readIn;
    return remembered(gates, node, () => read(node, container));
  };
}
