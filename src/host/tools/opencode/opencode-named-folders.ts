/** The folders of skills that the merged settings of a tool name. Of several files, the strongest list counts. */

import { join, resolve, sep } from 'node:path';
import { isObject, isStringList } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { parseShaped } from '../edit/json-shape.js';
import { relaxedJson, valueAt } from '../edit/json-text.js';
import type { SettingsFile } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import type { Relative } from './opencode-family.js';

/** A list of folders, and the file that names them. */
interface NamedFolders {
  readonly folders: readonly string[];
  readonly file: SettingsFile;
}

/** The list in the settings of opencode 1; in those of opencode 2, it is not below `paths`. */
function listIn(content: unknown): readonly string[] | undefined {
  const skills = valueAt(content, ['skills']);
  const list = isObject(skills) ? valueAt(skills, ['paths']) : skills;
  return isStringList(list) ? list : undefined;
}

function find({ layers, settingsShapes }: Relative, context: ToolContext): NamedFolders | undefined {
  const files = layers(context).flatMap((layer) => layer.files);
  const parse = (text: string) => parseShaped(text, relaxedJson, settingsShapes, text === '');
  const lists = files.flatMap((file) => {
    const folders = listIn(context.settings.readIfPossible(file.path, parse));
    return folders === undefined ? [] : [{ folders, file }];
  });
  return lists.at(-1);
}

type Known = Map<Relative, NamedFolders | undefined>;
const known = new WeakMap<ToolContext, Known>();

/** Returns the part of a path below the folder that the settings name; undefined if those that count name none. */
export function pathInNamed(
  relative: Relative,
  { path }: PlaceAlias,
  context: ToolContext,
): string | undefined {
  const all = getOrMake(known, context, (): Known => new Map());
  const named = getOrMake(all, relative, () => find(relative, context));
  const { cwd, home } = context.environment;
  const starts = (named?.folders ?? []).map((folder) =>
    join(folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(cwd, folder), sep),
  );
  const start = starts.find((one) => path.startsWith(one));
  return start && path.slice(start.length);
}
