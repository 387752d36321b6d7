/** What a search for files is asked for, and what it returns. */

import type { ProblemCode } from '../../protocol/problem-codes.js';
import type { Pace } from '../files/slices.js';
import type { LinkRules } from './link-rules.js';
import type { Finding } from './problems.js';

export interface FoundFile {
  /** With links as they were followed. */
  readonly path: string;
  /** With all links resolved. */
  readonly canonical: string;
  readonly name: string;
  /** Its directory, relative to where the walk began, separated by `/`; empty at the top. */
  readonly folder: string;
  /** Set if the path to it goes through a link out of the discovered directories. */
  readonly isOutside?: true;
  /** Set if a folder `agents` is next to it. */
  readonly hasAgents?: true;
  /** Set if a folder with the manifest of a plugin is next to it. */
  readonly hasManifest?: true;
}

export interface WalkBounds {
  /** Without them, every link is followed. */
  readonly links?: LinkRules | undefined;
  /** True for a directory outside of the discovered ones. It is searched less deep, because it may be large. */
  readonly isOutside?: boolean;
  /** The resolved path of the directory, if it is known. */
  readonly canonical?: string;
}

export interface WalkRequest extends WalkBounds {
  readonly directory: string;
  readonly files: RegExp;
  readonly recursive: boolean;
  /** A matching file makes its directory a bundle, in which no link is followed. */
  readonly bundles: boolean;
  readonly mostDirectories: number;
  readonly pace: Pace;
}

export interface WalkResult {
  readonly files: FoundFile[];
  /** Every directory that was read, with links as they were followed. */
  readonly directories: string[];
  /** Links that were followed and files that were searched by name. Their targets may be elsewhere or missing. */
  readonly paths: string[];
  readonly problems: (Finding & { path: string })[];
  /** Why the directory itself could not be read. */
  error?: { code: ProblemCode; reason: string };
}
