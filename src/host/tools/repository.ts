/**
 * Keeps writes for a repository inside it. The author of a repository decides where its links lead: skillpick reads
 * through a link that leads out, as the tools do, but refuses to write through it.
 */

import { join, relative, sep } from 'node:path';
import type { ProblemCode } from '../../protocol/problem-codes.js';
import { getOrMake } from '../collections.js';
import { systemCode, systemReason } from '../discovery/problems.js';
import { followLinks, isWithin, resolvePath } from '../files/resolve-path.js';
import { Refusal } from './refusal.js';
import type { SettingsFile } from './tool.js';
import { gitChain, type ToolContext } from './tool-context.js';

/** A directory whose settings files must stay inside it. */
export interface Repository {
  /** The path by which it was reached. */
  readonly root: string;
  /** With its links resolved. */
  readonly realRoot: string;
}

/**
 * Returns the repository that a workspace's settings file belongs to: the Git root, else the working directory. If that
 * contains the home, each directory counts as a repository of its own, because one folder must not change the others.
 * @internal
 */
export function repositoryOf(path: string, context: ToolContext): Repository {
  const { environment, gitRoot, canonical } = context;
  const whole = gitRoot ?? environment.cwd;
  const holdsHome = isWithin(canonical(whole), canonical(environment.home));
  const root = holdsHome
    ? (gitChain(context).findLast((directory) => isWithin(directory, path)) ?? whole)
    : whole;
  return { root, realRoot: canonical(root) };
}

/** True for a real path in the repository that is not Git's own. */
function isInside({ realRoot }: Repository, path: string): boolean {
  const names = relative(realRoot, path).split(sep);
  return isWithin(realRoot, path) && !names.some((name) => name.toLowerCase() === '.git');
}

/** Returns the path behind all links, whether or not it exists. Throws a Refusal if it leads out of the repository. */
export function targetIn(repository: Repository | undefined, path: string): string {
  if (repository === undefined) return resolvePath(path);
  const { root, realRoot } = repository;
  const { target, links } = followLinks(realRoot, relative(root, path));
  if (isInside(repository, target)) return target;
  const link = links.find((one) => isWithin(realRoot, one));
  const named = link === undefined ? path : join(root, relative(realRoot, link));
  const reason = `${named} is a link that leads out of the repository, to ${target}`;
  throw new Refusal(reason, undefined, 'link-outside');
}

/** Where a settings file is. */
export interface LocatedPath {
  /** The path behind all links; absent if it is unknown or outside the repository. */
  readonly target?: string;
  /** The same for the lock that its tool takes. */
  readonly lock?: string | undefined;
  /** The repository that the file must not lead out of. */
  readonly repository: Repository | undefined;
  /** Why nothing may be written there. */
  readonly refused?: string;
  readonly code?: ProblemCode;
  /** True for a workspace's file that a link makes the user's own. It is read as the user's file. */
  readonly isUsersOwn?: true;
}

/** True for a user's file in the repository, as with `CODEX_HOME=$PWD/.codex`: its links are not trusted either. */
function isInRepository(path: string, { environment, gitRoot, canonical }: ToolContext): boolean {
  const whole = gitRoot ?? environment.cwd;
  return isWithin(whole, path) && !isWithin(canonical(whole), canonical(environment.home));
}

/** True for a file in the repository. */
const isOfRepository = ({ scope, isUsers }: SettingsFile): boolean =>
  (scope === 'workspace' || scope === 'shared') && isUsers === undefined;

export function locate(file: SettingsFile, context: ToolContext): LocatedPath {
  const { path, lock } = file;
  const isBound = isOfRepository(file) || isInRepository(path, context);
  const repository = isBound ? repositoryOf(path, context) : undefined;
  try {
    return { repository, target: targetIn(repository, path), lock: lock && targetIn(repository, lock) };
  } catch (error) {
    if (error instanceof Refusal) return { repository, refused: error.message, code: error.code };
    const refused = `${path} cannot be written: ${systemReason(error)}`;
    return { repository, refused, code: systemCode(error, 'link-broken') };
  }
}

/**
 * Leaves out a workspace's file that has the path of the user's own, as in the home directory: there is no switch for
 * the workspace then.
 */
export function withoutUsersOwn(files: readonly SettingsFile[]): readonly SettingsFile[] {
  const own = new Set(files.filter(({ scope }) => scope === 'global').map(({ path }) => path));
  return files.filter((file) => !isOfRepository(file) || !own.has(file.path));
}

/**
 * Looks up where these settings files are, each once. Refuses a workspace's file that a link makes the user's own: a
 * switch in it would count everywhere.
 */
export function locator(
  files: readonly SettingsFile[],
  context: ToolContext,
): (file: SettingsFile) => LocatedPath {
  const known = new Map<string, LocatedPath>();
  const find = (file: SettingsFile) =>
    getOrMake(known, `${file.scope} ${file.path}`, () => locate(file, context));
  const own = new Set(files.flatMap((file) => (file.scope === 'global' ? (find(file).target ?? []) : [])));
  return (file) => {
    const located = find(file);
    if (!isOfRepository(file) || located.target === undefined || !own.has(located.target)) return located;
    const refused = `${file.path} is linked with your own settings, which count everywhere`;
    return { ...located, refused, code: 'settings-shared', isUsersOwn: true };
  };
}
