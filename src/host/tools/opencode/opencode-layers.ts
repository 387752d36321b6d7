/**
 * The settings files of opencode and of its relatives in layers: files of the user, of the directories of a repository,
 * and of an administrator. The agent files of a directory count like its settings.
 */

import { dirname, join } from 'node:path';
import { systemPath } from '../../discovery/search-places.js';
import { isWithin } from '../../files/resolve-path.js';
import type { SettingsFile, ToolId } from '../tool.js';
import { gitChain, type ToolContext } from '../tool-context.js';

/** Settings files that follow each other, the weakest first. */
export interface Layer {
  /** The directory whose agent files count right after these settings. */
  readonly directory?: string;
  readonly files: readonly SettingsFile[];
}

/** The directories from the Git root, or else from the root of the file system, to the working directory. */
export function upChain(context: ToolContext): string[] {
  if (context.gitRoot !== undefined) return gitChain(context);
  const chain = [context.environment.cwd];
  for (let at = chain[0]!; dirname(at) !== at; at = dirname(at)) chain.push(dirname(at));
  return chain.reverse();
}

/** Files of a repository. Above a working directory without Git, they are only read. */
export function ofRepository(
  { environment: { cwd }, gitRoot }: ToolContext,
  path: string,
  use: SettingsFile['use'] = 'write',
): SettingsFile {
  const isOurs = gitRoot !== undefined || isWithin(cwd, path);
  return { path, scope: 'workspace', use: isOurs ? use : 'read' };
}

/** A file of the user. */
export const ofUser = (path: string, use: SettingsFile['use'] = 'write'): SettingsFile => ({
  ...{ path, use },
  scope: 'global',
});

/** The settings of a directory that also has agents. */
export const ofDirectory = (
  directory: string,
  names: readonly string[],
  make: (path: string) => SettingsFile,
): Layer => ({ directory, files: names.map((name) => make(join(directory, name))) });

/** The settings of an administrator. */
export function ofAdministrator({ environment }: ToolContext, tool: ToolId, names: readonly string[]): Layer {
  const parent = environment.platform === 'darwin' ? '/Library/Application Support' : '/etc';
  const directory = systemPath(`${parent}/${tool}`, environment);
  return { files: names.map((name) => ({ path: join(directory, name), scope: 'managed', use: 'read' })) };
}

/** Leaves out a repository's files that are the user's own, as in the home. */
export function withoutUsersOwn(layers: readonly Layer[]): Layer[] {
  const own = new Set(
    layers.flatMap(({ files }) => files).flatMap(({ scope, path }) => (scope === 'global' ? path : [])),
  );
  return layers.map((layer) => ({
    ...layer,
    files: layer.files.filter(({ scope, path }) => scope !== 'workspace' || !own.has(path)),
  }));
}
