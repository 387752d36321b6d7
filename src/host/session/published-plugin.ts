/** Turns a package that was copied from a client into what the session lists: with the addresses that it has there. */

import { hash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { detailsOf, duplicateOf, problemsOf, skillpickMeta } from '../../protocol/skillpick-meta.js';
import { childrenOf } from '../../protocol/tree.js';
import type {
  AnyCustomization,
  ChildCustomization,
  ClientPluginCustomization,
  Meta,
  PluginCustomization,
  URI,
} from '../../protocol/types.js';
import { uriBelow } from './copy-package.js';

/** Makes ids that stay the same when the plugin is read again. */
class Ids {
  readonly #taken = new Set<string>();
  readonly #byCopy = new Map<string, string>();

  constructor(private readonly clientId: string) {}

  add({ id, type, name, range }: AnyCustomization, uri: URI): void {
    const address = `${this.clientId}\n${uri}${range === undefined ? '' : `#${type}:${name}`}`;
    let made = hash('sha1', address).slice(0, 16);
    for (let again = 2; this.#taken.has(made); again += 1)
      made = hash('sha1', `${address}#${again}`).slice(0, 16);
    this.#taken.add(made);
    this.#byCopy.set(id, made);
  }

  /** Returns the id for one in the copy. */
  get(id: string): string | undefined {
    return this.#byCopy.get(id);
  }
}

/** Returns the plugin as the session lists it. `copy` is the directory from which it was read. */
export function publishedPlugin(
  read: PluginCustomization,
  copy: string,
  { id, uri: top, name }: ClientPluginCustomization,
  clientId: string,
): PluginCustomization {
  const there = (uri: URI): URI => {
    const below = relative(copy, fileURLToPath(uri)).split(sep);
    return uriBelow(top, below[0] === '' ? [] : below);
  };
  const children = childrenOf(read);
  const ids = new Ids(clientId);
  for (const child of children ?? []) ids.add(child, there(child.uri));
  const metaOf = ({ _meta, uri }: AnyCustomization): Meta => {
    const [details, problems] = [detailsOf(_meta), problemsOf(_meta, uri)];
    const first = ids.get(duplicateOf(_meta) ?? '');
    return skillpickMeta({
      ...(Object.keys(details).length > 0 && { details }),
      ...(problems.length > 0 && { problems: problems.map((one) => ({ ...one, uri: there(one.uri) })) }),
      ...(first !== undefined && { duplicateOf: first }),
    });
  };
  const listed = (child: ChildCustomization): ChildCustomization => ({
    ...child,
    id: ids.get(child.id)!,
    uri: there(child.uri),
    _meta: metaOf(child),
  });
  return {
    ...read,
    ...{ id, uri: top, name, clientId, _meta: metaOf(read) },
    ...(children !== undefined && { children: children.map(listed) }),
  };
}
