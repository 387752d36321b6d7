/** The folders of skills that the settings of opencode and of its relatives name. */

import { join, resolve } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { isObject, isStringList } from '../../protocol/checks.js';
import type { HostEnvironment } from '../environment.js';
import { parseJson } from './json-file.js';

/** Returns the list in parsed settings. Only opencode 2 does not keep it below `paths`. */
export function namedFoldersIn(settings: unknown): readonly string[] | undefined {
  const skills = isObject(settings) ? settings['skills'] : undefined;
  const list = isObject(skills) ? skills['paths'] : skills;
  return isStringList(list) ? list : undefined;
}

/** Returns the list in a text of settings; an empty one if there is none. */
export function namedFoldersInText(text: string | undefined): readonly string[] {
  if (!text?.includes('skills')) return [];
  const json = parseJson(text);
  return ('file' in json && namedFoldersIn(getNodeValue(json.file.root))) || [];
}

/** Returns the path of a folder, whichever file names it. */
export function namedFolderPath(folder: string, { cwd, home }: HostEnvironment): string {
  return folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(cwd, folder);
}
