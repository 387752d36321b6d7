/**
 * Reads plugin packages: skills, commands, agents, rules, hooks and MCP servers in their default places
 * or at the paths in the manifest. Never reads a file outside of the package, neither by path nor by link; only the list
 * of its marketplace may be elsewhere.
 */

import { basename, dirname, join, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import type { PluginCustomization } from '../../protocol/index.js';
import { skillLimits } from '../../skill-rules.js';
import { fileUri } from '../files/file-uri.js';
import { statusOf } from '../files/path-status.js';
import { canonicalPath, isWithin } from '../files/resolve-path.js';
import type { Sliced } from '../files/slices.js';
import type { Source } from './catalog.js';
import type { CatalogBuilder } from './catalog-builder.js';
import { ContainerDraft, type ContentRules } from './container-draft.js';
import { readHooks, readMcpServers } from './declarations.js';
import { bounded } from './details.js';
import { noFacts } from './file-facts.js';
import { textOf, valueAt } from './json-file.js';
import { type LinkRules, linksWithin, type RepositoryLinks } from './link-rules.js';
import type { PluginPackage } from './packages/plugin-package.js';
import { type Manifest, readListing, readManifest } from './plugin-manifest.js';
import type { Finding } from './problems.js';
import { formats } from './search-places.js';

/** `only` names the manifest of the packages that have such a component. */
const components: readonly (ContentRules & { field: string; only?: string })[] = [
  { field: 'skills', format: formats.skill, recursive: true },
  { field: 'commands', format: formats.command, recursive: true, joiner: ':' },
  {
    ...{ field: 'commands', only: 'gemini-extension.json' },
    ...{ format: formats.tomlCommand, recursive: true, joiner: ':' },
  },
  { field: 'agents', format: formats.agent, recursive: true },
  { field: 'rules', format: formats.rule, recursive: true },
];

/** Default files of hooks and servers. */
const declarations = {
  hooks: { names: ['hooks/hooks.json', 'hooks.json'], format: formats.hooks },
  mcpServers: { names: ['.mcp.json', 'mcp.json', '.github/mcp.json'], format: formats.mcp },
};

/** A package while it is being read. */
interface PluginReading {
  readonly container: ContainerDraft;
  readonly directory: string;
  readonly canonical: string;
  /** True for a package that a repository takes from elsewhere. */
  readonly isOutside: boolean;
  readonly links: LinkRules;
  readonly manifest: Manifest | undefined;
  /** The list of its marketplace. */
  readonly listing: Manifest | undefined;
  readonly found: PluginPackage;
}

/** The path that a manifest gives; reports a problem and returns undefined unless it is inside the package. */
function insidePackage(reading: PluginReading, node: Node, manifest: Manifest): string | undefined {
  const text = textOf(node)?.replace(/^\$\{(CLAUDE_)?PLUGIN_ROOT\}[/\\]?/, './');
  const path = text === undefined ? undefined : resolve(reading.directory, text);
  const reject = (code: Finding['code'], message: string) =>
    reading.container.leaveOut(manifest.file.path, { code, line: manifest.json.lineOf(node), message });
  if (path === undefined) {
    reject('path-invalid', 'not a path');
    return undefined;
  }
  reading.container.builder.paths.add(path);
  if (statusOf(path) === undefined) reject('path-missing', 'path is not there');
  else if (isWithin(reading.canonical, canonicalPath(path))) return path;
  else reject('path-outside', 'path leads out of the package');
  return undefined;
}

/** The paths that a manifest gives for a kind of component; undefined if it gives none. */
function declaredPaths(
  reading: PluginReading,
  field: string,
  manifest = reading.manifest,
): string[] | undefined {
  const node = valueAt(manifest?.json.root, field);
  if (manifest === undefined || node === undefined || node.type === 'object') return undefined;
  const nodes = node.type === 'array' ? (node.children ?? []) : [node];
  return nodes.flatMap((path) => insidePackage(reading, path, manifest) ?? []);
}

function defaultPaths({ container, directory }: PluginReading, names: readonly string[]): string[] {
  const paths = names.map((name) => join(directory, name));
  for (const path of paths) container.builder.paths.add(path);
  return paths.filter((path) => statusOf(path) !== undefined);
}

function* readComponent(reading: PluginReading, path: string, rules: ContentRules): Sliced<void> {
  const { container, links, isOutside } = reading;
  const canonical = canonicalPath(path);
  if (rules.format.files.test(basename(path))) {
    container.readNamed(dirname(path), [basename(path)], rules, links);
  } else if (!isWithin(reading.canonical, canonical)) {
    container.leaveOut(path, { code: 'link-outside', message: 'link leads out of the package' });
  } else {
    const error = yield* container.readDirectory(path, rules, { links, canonical, isOutside });
    if (error === undefined) return;
    container.leaveOut(path, { code: error.code, message: `directory cannot be read: ${error.reason}` });
  }
}

/**
 * Returns where hooks or servers are declared. Claude Code takes the hooks in a marketplace instead of all others, and
 * the servers there if there is no manifest.
 */
function declarerOf({ manifest, listing }: PluginReading, field: string): Manifest | undefined {
  if (field === 'mcpServers') return manifest ?? listing;
  return valueAt(listing?.json.root, field)?.type === 'object' ? listing : manifest;
}

/** The files that declare the hooks or servers of a package. */
function declarationPaths(
  reading: PluginReading,
  field: 'hooks' | 'mcpServers',
  declarer: Manifest | undefined,
): string[] {
  const { contents } = reading.found;
  if (contents !== undefined && field === 'mcpServers') return defaultPaths(reading, contents.servers);
  if (field === 'hooks' && declarer !== reading.manifest) return [];
  const declared = declaredPaths(reading, field, declarer) ?? [];
  return [...declared, ...defaultPaths(reading, declarations[field].names)];
}

/** Reads the hooks or servers of a package, in files and in the manifest itself. */
function readDeclarations(reading: PluginReading, field: 'hooks' | 'mcpServers'): void {
  const { container, links } = reading;
  const { format } = declarations[field];
  const declarer = declarerOf(reading, field);
  for (const path of declarationPaths(reading, field, declarer))
    container.readNamed(dirname(path), [basename(path)], { format }, links);
  const inline = valueAt(declarer?.json.root, field);
  if (declarer === undefined || inline?.type !== 'object') return;
  const { file, json } = declarer;
  const { drafts, findings } =
    field === 'hooks' ? { drafts: readHooks(json, '', inline), findings: [] } : readMcpServers(json, inline);
  for (const finding of findings) container.leaveOut(file.path, finding);
  for (const draft of drafts) container.builder.list({ draft, details: {}, facts: noFacts }, file, container);
}

/** The paths of a kind of component: those in the manifest, its folder, and those that its tool knows. */
function componentPaths(reading: PluginReading, field: string): string[] {
  const { more, hasListedSkills, addsSkills, contents } = reading.found;
  if (contents !== undefined) return field === 'skills' ? defaultPaths(reading, contents.skills) : [];
  const listed = (more?.[field] ?? []).filter((path) => isWithin(reading.canonical, canonicalPath(path)));
  const isSkills = field === 'skills';
  if (isSkills && hasListedSkills) return listed;
  const declared = declaredPaths(reading, field);
  const inFolder = declared !== undefined && !(isSkills && addsSkills) ? [] : defaultPaths(reading, [field]);
  const paths = [...inFolder, ...(declared ?? []), ...listed];
  // A package without skills may be a skill itself.
  return isSkills && addsSkills && paths.length === 0 ? defaultPaths(reading, ['SKILL.md']) : paths;
}

function* readComponents(reading: PluginReading): Sliced<void> {
  for (const { field, only, ...rules } of components) {
    if (only !== undefined && reading.manifest?.file.name !== only) continue;
    for (const path of componentPaths(reading, field)) yield* readComponent(reading, path, rules);
  }
  readDeclarations(reading, 'hooks');
  readDeclarations(reading, 'mcpServers');
}

/** Reads everything in the package. Returns why it cannot be used. */
function* readContents(reading: PluginReading, inManifest: Finding | undefined): Sliced<Finding | undefined> {
  const { directory, container, manifest } = reading;
  if (statusOf(directory) === undefined) return { code: 'plugin-missing', message: 'package is not there' };
  if (inManifest !== undefined) return inManifest;
  yield* readComponents(reading);
  if (manifest !== undefined || !container.isEmpty) return undefined;
  return { code: 'plugin-unmarked', message: 'not a plugin: it has no plugin.json' };
}

/** Reads one package. If it cannot be read, the container has the error; nothing is thrown. */
export function* readPlugin(
  builder: CatalogBuilder,
  found: PluginPackage,
  repository: Pick<RepositoryLinks, 'isOutside' | 'reachOf'>,
): Sliced<PluginCustomization> {
  const { directory, place, from, ref } = found;
  const canonical = canonicalPath(directory);
  const container = new ContainerDraft(builder, place, from);
  const isOutside = from === 'repo' && repository.isOutside(canonical);
  const links = linksWithin(canonical, isOutside);
  const { manifest, finding } = readManifest(builder, found, links);
  const listing = readListing(builder, found);
  const uri = fileUri(directory);
  const id = builder.newId(uri);
  const reach = from === 'repo' ? repository.reachOf(directory, canonical) : 'tree';
  const source: Source = { place, path: directory, canonicalPath: canonical, from, reach };
  builder.sources.set(id, ref === undefined ? source : { ...source, plugin: ref });
  builder.paths.add(directory);
  const error = yield* readContents(
    { container, directory, canonical, isOutside, links, manifest, listing, found },
    finding,
  );
  if (error !== undefined) container.report(directory, error);
  const ownName = textOf(valueAt(manifest?.json.root, 'name'));
  const version = textOf(valueAt(manifest?.json.root, 'version'));
  // Without a name in the manifest: the name it was installed under, else that of its directory.
  const name = ownName || ref?.replace(/(?<=.)@.*$/, '') || basename(directory);
  return {
    ...{ type: 'plugin', id, uri, name: bounded(name, skillLimits.nameChars) },
    ...(version !== undefined && { version: bounded(version, skillLimits.nameChars) }),
    ...container.fields(error?.message),
  };
}
