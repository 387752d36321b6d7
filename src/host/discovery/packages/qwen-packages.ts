/**
 * The extensions of Qwen Code, in `extensions/<folder>`. Their name is in the manifest. Of several extensions of one name,
 * Qwen Code uses the last.
 */

import { join } from 'node:path';
import type { HostEnvironment } from '../../environment.js';
import { statusOf } from '../../files/path-status.js';
import { canonicalPath } from '../../files/resolve-path.js';
import { readJson, textOf, valueAt } from '../json-file.js';
import { toolHome } from '../search-places.js';
import { linkedSource } from './gemini-packages.js';
import { type InstalledPlugins, type PluginPackage, packagesIn } from './plugin-package.js';

const ownManifest = 'qwen-extension.json';
/** The manifest of an Open Plugins package, which counts only with this schema. */
const openManifest = 'plugin.json';
const openSchema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';

/** The texts at these names of a manifest; undefined if it cannot be read. */
function textsIn(path: string, names: readonly string[]): (string | undefined)[] | undefined {
  const json = statusOf(path) === undefined ? undefined : readJson(canonicalPath(path));
  if (json === undefined || 'finding' in json) return undefined;
  return names.map((name) => textOf(valueAt(json.file.root, name)));
}

function packageIn(directory: string, folder: string): PluginPackage | undefined {
  const common = { directory, place: '~/.qwen/extensions', from: 'user' } as const;
  const [schema, openName] = textsIn(join(directory, openManifest), ['$schema', 'name']) ?? [];
  if (schema === openSchema) return { ...common, ref: openName || folder, manifest: openManifest };
  const own = join(directory, ownManifest);
  if (statusOf(own) === undefined) return undefined;
  const [name] = textsIn(own, ['name']) ?? [];
  return { ...common, ref: name || folder, manifest: ownManifest };
}

export function findQwenExtensions(environment: HostEnvironment, found: InstalledPlugins): void {
  const home = join(toolHome(environment, '.qwen'), 'extensions');
  for (const folder of packagesIn(home, found)) {
    const install = join(home, folder, '.qwen-extension-install.json');
    const directory = linkedSource(install) ?? join(home, folder);
    found.paths.push(install, join(directory, ownManifest), join(directory, openManifest));
    const one = packageIn(directory, folder);
    if (one !== undefined) found.packages.push(one);
  }
}
