/** The folders of skills that the merged settings of a tool name. Of several files, the strongest list counts. */

import { join, sep } from 'node:path';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { namedFolderPath, namedFoldersIn } from '../../discovery/named-folders.js';
import { parseShaped } from '../edit/json-shape.js';
import { relaxedJson } from '../edit/json-text.js';
import type { SettingsFile } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import type { Relative } from './opencode-family.js';

/** A list of folders, and the file that names them. */
interface NamedFolders {
  readonly folders: readonly string[];
  readonly file: SettingsFile;
}

function find({ layers, settingsShapes }: Relative, context: ToolContext): NamedFolders | undefined {
  const files = layers(context).flatMap((layer) => layer.files);
  const parse = (text: string) => parseShaped(text, relaxedJson, settingsShapes, text === '');
  const lists = files.flatMap((file) => {
    const folders = namedFoldersIn(context.settings.readIfPossible(file.path, parse));
    return folders === undefined ? [] : [{ folders, file }];
  });
  return lists.at(-1);
}

type Known = Map<Relative, NamedFolders | undefined>;
const known = new WeakMap<ToolContext, Known>();

/** Returns the folder that a path is in, with a separator at its end; undefined if the settings that count name none. */
function findFolder(relative: Relative, { path }: PlaceAlias, context: ToolContext) {
  const all = getOrMake(known, context, (): Known => new Map());
  const named = getOrMake(all, relative, () => find(relative, context));
  const start = named?.folders
    .map((folder) => join(namedFolderPath(folder, context.environment), sep))
    .find((folder) => path.startsWith(folder));
  return start === undefined || named === undefined ? undefined : { start, file: named.file };
}

/** Returns the part of a path below the folder that the settings name; undefined if those that count name none. */
export function pathInNamed(relative: Relative, way: PlaceAlias, context: ToolContext): string | undefined {
  const folder = findFolder(relative, way, context);
  return folder && way.path.slice(folder.start.length);
}

/** Returns the directory that a path must not lead out of: the folder, or the repository whose settings name it. */
export function baseOfNamed(relative: Relative, way: PlaceAlias, context: ToolContext): string | undefined {
  const folder = findFolder(relative, way, context);
  return folder?.file.scope === 'workspace' ? (context.gitRoot ?? context.environment.cwd) : folder?.start;
}
