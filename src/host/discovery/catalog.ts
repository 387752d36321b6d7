/** The result of discovery: the protocol's customization tree, and the source of each node in it. */

import type { Customization } from '../../protocol/index.js';
import type { Problem } from '../../protocol/problem-codes.js';
import type { Details, From } from '../../protocol/skillpick-meta.js';
import type { FileFacts } from './file-facts.js';
import type { ContainerReach } from './link-rules.js';

/** A path to a file or directory, and the place it was found in. */
export interface PlaceAlias {
  /** Key of the place, as in the table of places. */
  place: string;
  /** Absolute; links are not resolved. */
  path: string;
}

/** What the host knows about a node and does not send to clients. */
export interface Source extends PlaceAlias {
  /** With all links resolved. */
  canonicalPath: string;
  from: From;
  details?: Details;
  /** What was found in its file; absent for containers. */
  facts?: FileFacts;
  /** The exact name in the file, if the entry is listed under another one. */
  ownName?: string;
  /** Other paths to the same file or directory. */
  aliases?: PlaceAlias[];
  /** Of a container: how much of it clients may read beyond the files of its children. */
  reach?: ContainerReach;
  /** Of a skill outside of the discovered directories: how much of its folder clients may read. */
  folder?: 'visible' | 'closed';
  /** Of an installed plugin: the name that its tool uses, such as `name@marketplace`. */
  plugin?: string;
}

/** Everything found on this machine for one working directory. */
export interface Catalog {
  containers: Customization[];
  problems: Problem[];
  /** Problems that belong to no container. */
  looseProblems: Problem[];
  /** Directories in which any change may change the result, without their subdirectories. */
  directories: string[];
  /** Single paths, which need not exist, whose change may change the result. */
  paths: string[];
  /** Resolved paths of files with commands and keys, which no client may read. */
  closed: ReadonlySet<string>;
  /** By id, for every container and entry. */
  sources: Map<string, Source>;
}

/** The catalog before anything was found. */
export const emptyCatalog: Readonly<Catalog> = {
  containers: [],
  problems: [],
  looseProblems: [],
  directories: [],
  paths: [],
  closed: new Set(),
  sources: new Map(),
};
