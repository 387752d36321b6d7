/**
 * Reads the manifest of a plugin package, and its entry in a marketplace, which is another manifest. Closes those that
 * declare servers or hooks: clients may not read them.
 */

import { basename } from 'node:path';
import { canonicalPath } from '../files/resolve-path.js';
import type { CatalogBuilder } from './catalog-builder.js';
import { findNamed } from './find-files.js';
import { type JsonFile, readJson, valueAt } from './json-file.js';
import type { LinkRules } from './link-rules.js';
import type { PluginPackage } from './packages/plugin-package.js';
import type { Finding } from './problems.js';
import type { FoundFile } from './walk-result.js';

/** The manifests of packages, in the order in which they count. */
export const manifests: readonly string[] = [
  '.plugin/plugin.json',
  'plugin.json',
  '.github/plugin/plugin.json',
  '.claude-plugin/plugin.json',
  'gemini-extension.json',
];

export interface Manifest {
  readonly file: FoundFile;
  readonly json: JsonFile;
}

/** True if a manifest itself declares servers or hooks, which contain commands and keys. */
function hasSecrets({ root }: JsonFile): boolean {
  const declared = [valueAt(root, 'mcpServers'), valueAt(root, 'hooks')];
  return declared.some((node) => node !== undefined && node.type !== 'string');
}

/** Reads the manifest. Returns neither it nor a finding if the package has none. */
export function readManifest(
  builder: CatalogBuilder,
  { directory, manifest }: PluginPackage,
  links: LinkRules,
): { manifest?: Manifest; finding?: Finding } {
  const names = manifest === undefined ? manifests : [manifest];
  const walked = findNamed(directory, names, links);
  builder.watch(walked);
  const [file] = walked.files;
  const [problem] = walked.problems;
  if (file === undefined) return problem === undefined ? {} : inFile(problem.path, problem);
  const json = readJson(file.canonical);
  if ('finding' in json || hasSecrets(json.file)) builder.closed.add(file.canonical);
  if ('finding' in json) return inFile(file.path, json.finding);
  if (json.file.root.type === 'object') return { manifest: { file, json: json.file } };
  return inFile(file.path, { code: 'manifest-invalid', message: 'manifest is not an object' });
}

/** Makes the entry in a marketplace another manifest. */
export function readListing(builder: CatalogBuilder, { listing }: PluginPackage): Manifest | undefined {
  if (listing === undefined) return undefined;
  const { path, json } = listing;
  const canonical = canonicalPath(path);
  if (hasSecrets(json)) builder.closed.add(canonical);
  return { file: { path, canonical, name: basename(path), folder: '' }, json };
}

/** Turns a finding in a file into one of the whole package, with the name of the file in its message. */
function inFile(path: string, { code, message }: Finding): { finding: Finding } {
  return { finding: { code, message: `${basename(path)}: ${message}` } };
}
