/** The extensions of Gemini CLI, in `extensions/<name>`. A linked extension has only a file with its path. */

import { isAbsolute, join, resolve } from 'node:path';
import type { HostEnvironment } from '../../environment.js';
import { statusOf } from '../../files/path-status.js';
import { canonicalPath } from '../../files/resolve-path.js';
import { readJson, textOf, valueAt } from '../json-file.js';
import { toolHome } from '../search-places.js';
import { type InstalledPlugins, packagesIn } from './plugin-package.js';

const extensionFile = 'gemini-extension.json';

/** The directory of an extension that was linked instead of copied. */
export function linkedSource(path: string): string | undefined {
  const json = statusOf(path) === undefined ? undefined : readJson(canonicalPath(path));
  if (json === undefined || 'finding' in json) return undefined;
  const { root } = json.file;
  const source = textOf(valueAt(root, 'source'));
  const isLink = textOf(valueAt(root, 'type')) === 'link';
  return isLink && source !== undefined && isAbsolute(source) ? resolve(source) : undefined;
}

/** The name of an extension, which is not always that of its directory. */
function nameIn(manifest: string): string | undefined {
  const json = readJson(canonicalPath(manifest));
  return 'finding' in json ? undefined : textOf(valueAt(json.file.root, 'name'));
}

export function findGeminiExtensions(environment: HostEnvironment, found: InstalledPlugins): void {
  const home = join(toolHome(environment, '.gemini'), 'extensions');
  for (const name of packagesIn(home, found)) {
    const install = join(home, name, '.gemini-extension-install.json');
    const own = join(home, name, extensionFile);
    const source = linkedSource(install);
    found.paths.push(install, own);
    if (source === undefined && statusOf(own) === undefined) continue;
    const directory = source ?? join(home, name);
    found.packages.push({
      ...{ directory, place: '~/.gemini/extensions', from: 'user', manifest: extensionFile },
      ref: nameIn(join(directory, extensionFile)) || name,
    });
  }
}
