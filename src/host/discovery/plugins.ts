/**
 * Plugin packages: a manifest, and skills, commands, agents, rules, hooks and MCP servers in their usual places
 * or where the manifest says. Nothing outside the package is read on its behalf, by path or by link.
 */

import { basename, dirname, join, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import type { PluginCustomization } from '../../protocol/index.js';
import { skillLimits } from '../../skill-rules.js';
import { fileUri } from '../files/file-uri.js';
import {
  type CatalogBuilder,
  type ContainerDraft,
  containerMeta,
  loadState,
  lose,
  newHolder,
  type Source,
} from './builder.js';
import { type ContentRules, readDirectory, readNamed } from './contents.js';
import { bounded } from './details.js';
import { readHooks } from './hooks.js';
import type { PluginPackage } from './installed-plugins.js';
import { type JsonFile, readJson, textOf, valueAt } from './json-file.js';
import { linksWithin } from './links.js';
import { readMcpServers } from './mcp.js';
import { formats } from './places.js';
import type { Finding } from './problems.js';
import { canonicalPath, isWithin } from './roots.js';
import { type FoundFile, findNamed, probe } from './walk.js';

const manifests = [
  '.plugin/plugin.json',
  'plugin.json',
  '.github/plugin/plugin.json',
  '.claude-plugin/plugin.json',
  'gemini-extension.json',
];

const components: readonly (ContentRules & { field: string })[] = [
  { field: 'skills', format: formats.skill, recursive: true },
  { field: 'commands', format: formats.command, recursive: true, joiner: ':' },
  { field: 'agents', format: formats.agent, recursive: true },
  { field: 'rules', format: formats.rule, recursive: true },
];

const hookFiles = ['hooks/hooks.json', 'hooks.json'];
const mcpFiles = ['.mcp.json', 'mcp.json', '.github/mcp.json'];

interface Manifest {
  file: FoundFile;
  json: JsonFile;
}

/** A package while it is read. */
interface PluginReading {
  readonly builder: CatalogBuilder;
  readonly holder: ContainerDraft;
  readonly directory: string;
  readonly canonical: string;
  readonly manifest: Manifest | undefined;
}

function refuse({ builder, holder }: PluginReading, path: string, finding: Finding): void {
  builder.report(holder, path, finding);
  lose(holder, path, finding.message);
}

/** The paths a manifest gives for a kind of component; undefined if it gives none. */
function pathsOf(node: Node | undefined): Node[] | undefined {
  if (node === undefined || node.type === 'object') return undefined;
  return node.type === 'array' ? (node.children ?? []) : [node];
}

/** The path a manifest means, or undefined and a problem if it is none inside the package. */
function insidePackage(reading: PluginReading, node: Node, manifest: Manifest): string | undefined {
  const text = textOf(node)?.replace(/^\$\{(CLAUDE_)?PLUGIN_ROOT\}[/\\]?/, './');
  const path = text === undefined ? undefined : resolve(reading.directory, text);
  const line = manifest.json.lineOf(node);
  if (path !== undefined) reading.builder.paths.add(path);
  if (path === undefined) {
    refuse(reading, manifest.file.path, { code: 'path-invalid', line, message: 'not a path' });
  } else if (probe(path) === undefined) {
    refuse(reading, manifest.file.path, { code: 'path-missing', line, message: 'path is not there' });
  } else if (!isWithin(reading.canonical, canonicalPath(path))) {
    const message = 'path leads out of the package';
    refuse(reading, manifest.file.path, { code: 'path-outside', line, message });
  } else {
    return path;
  }
  return undefined;
}

function declaredPaths(reading: PluginReading, field: string): string[] | undefined {
  const { manifest } = reading;
  if (manifest === undefined) return undefined;
  return pathsOf(valueAt(manifest.json.root, field))?.flatMap(
    (node) => insidePackage(reading, node, manifest) ?? [],
  );
}

function usualPaths({ builder, directory }: PluginReading, names: readonly string[]): string[] {
  const paths = names.map((name) => join(directory, name));
  for (const path of paths) builder.paths.add(path);
  return paths.filter((path) => probe(path) !== undefined);
}

function readComponent(reading: PluginReading, path: string, rules: ContentRules): void {
  const { builder, holder } = reading;
  const links = linksWithin(reading.canonical);
  const canonical = canonicalPath(path);
  if (rules.format.files.test(basename(path))) {
    readNamed(builder, holder, dirname(path), [basename(path)], rules, links);
  } else if (!isWithin(reading.canonical, canonical)) {
    refuse(reading, path, { code: 'link-outside', message: 'link leads out of the package' });
  } else {
    const error = readDirectory(builder, holder, path, rules, { links, canonical });
    if (error === undefined) return;
    refuse(reading, path, { code: error.code, message: `directory cannot be read: ${error.reason}` });
  }
}

function readHookFiles(reading: PluginReading): void {
  const { builder, holder, canonical, manifest } = reading;
  const paths = [...(declaredPaths(reading, 'hooks') ?? []), ...usualPaths(reading, hookFiles)];
  for (const path of paths) {
    const rules = { format: formats.hooks };
    readNamed(builder, holder, dirname(path), [basename(path)], rules, linksWithin(canonical));
  }
  const inline = manifest && valueAt(manifest.json.root, 'hooks');
  if (manifest === undefined || inline?.type !== 'object') return;
  for (const draft of readHooks(manifest.json, '', inline)) {
    builder.list({ draft, details: {} }, manifest.file, holder);
  }
}

function listServers(reading: PluginReading, file: FoundFile, json: JsonFile, node?: Node): void {
  const { drafts, findings } = readMcpServers(json, node);
  for (const finding of findings) refuse(reading, file.path, finding);
  for (const draft of drafts) reading.builder.list({ draft, details: {} }, file, reading.holder);
}

function readMcpFile(reading: PluginReading, path: string): void {
  const { builder, holder, canonical } = reading;
  const walked = findNamed(dirname(path), [basename(path)], linksWithin(canonical));
  builder.follow(walked);
  for (const { path: broken, ...finding } of walked.problems) refuse(reading, broken, finding);
  for (const file of walked.files) {
    builder.closed.add(file.canonical);
    if (builder.isListed(file, holder.place)) continue;
    const json = readJson(file.canonical);
    if ('finding' in json) refuse(reading, file.path, json.finding);
    else listServers(reading, file, json.file);
  }
}

function readServers(reading: PluginReading): void {
  const paths = [...(declaredPaths(reading, 'mcpServers') ?? []), ...usualPaths(reading, mcpFiles)];
  for (const path of paths) readMcpFile(reading, path);
  const { manifest } = reading;
  const inline = manifest && valueAt(manifest.json.root, 'mcpServers');
  if (manifest !== undefined && inline?.type === 'object') {
    listServers(reading, manifest.file, manifest.json, inline);
  }
}

function readComponents(reading: PluginReading): void {
  for (const { field, ...rules } of components) {
    const paths = declaredPaths(reading, field) ?? usualPaths(reading, [field]);
    for (const path of paths) readComponent(reading, path, rules);
  }
  readHookFiles(reading);
  readServers(reading);
}

/** Whether a manifest declares servers or hooks itself, commands and keys included. */
function hasSecrets({ root }: JsonFile): boolean {
  const declared = [valueAt(root, 'mcpServers'), valueAt(root, 'hooks')];
  return declared.some((node) => node !== undefined && node.type !== 'string');
}

/** The manifest; undefined if there is none; a finding if it is of no use. */
function readManifest(
  builder: CatalogBuilder,
  { directory, manifest }: PluginPackage,
  canonical: string,
): Manifest | Finding | undefined {
  const names = manifest === undefined ? manifests : [manifest];
  const walked = findNamed(directory, names, linksWithin(canonical));
  builder.follow(walked);
  const [file] = walked.files;
  const [problem] = walked.problems;
  if (file === undefined) return problem && inFile(problem.path, problem);
  const json = readJson(file.canonical);
  if ('finding' in json || hasSecrets(json.file)) builder.closed.add(file.canonical);
  if ('finding' in json) return inFile(file.path, json.finding);
  if (json.file.root.type === 'object') return { file, json: json.file };
  return inFile(file.path, { code: 'manifest-invalid', message: 'manifest is not an object' });
}

/** The finding as one of the whole package, which names the file. */
function inFile(path: string, { code, message }: Finding): Finding {
  return { code, message: `${basename(path)}: ${message}` };
}

function errorOf(reading: PluginReading, manifest: Manifest | Finding | undefined): Finding | undefined {
  const { directory, holder } = reading;
  if (probe(directory) === undefined) return { code: 'plugin-missing', message: 'package is not there' };
  if (manifest !== undefined && 'message' in manifest) return manifest;
  readComponents(reading);
  const isNothing = manifest === undefined && holder.children.length + holder.lost.count === 0;
  if (!isNothing) return undefined;
  return { code: 'plugin-unmarked', message: 'not a plugin: it has no plugin.json' };
}

function addSource(builder: CatalogBuilder, id: string, found: PluginPackage, canonical: string): void {
  const { place, from, directory: path, ref } = found;
  const source: Source = { place, path, canonicalPath: canonical, from, reach: 'tree' };
  builder.sources.set(id, ref === undefined ? source : { ...source, plugin: ref });
}

/** Its own name, else the one it was installed under, else its directory's. */
function nameOf({ directory, ref }: PluginPackage, manifest: Manifest | undefined): string {
  const own = textOf(manifest && valueAt(manifest.json.root, 'name'));
  return bounded(own || ref?.replace(/(?<=.)@.*$/, '') || basename(directory), skillLimits.nameChars);
}

/** Reads one package. What cannot be read is a container in error, never an exception. */
export function readPlugin(builder: CatalogBuilder, found: PluginPackage): PluginCustomization {
  const { directory, place, from } = found;
  const canonical = canonicalPath(directory);
  const holder = newHolder(place, from);
  const manifest = readManifest(builder, found, canonical);
  const usable = manifest !== undefined && 'json' in manifest ? manifest : undefined;
  const uri = fileUri(directory);
  const id = builder.newId(uri);
  addSource(builder, id, found, canonical);
  builder.paths.add(directory);
  const error = errorOf({ builder, holder, directory, canonical, manifest: usable }, manifest);
  if (error !== undefined) builder.report(holder, directory, error);
  const version = textOf(usable && valueAt(usable.json.root, 'version'));
  return {
    ...{ type: 'plugin', id, uri, name: nameOf(found, usable) },
    ...(version !== undefined && { version: bounded(version, skillLimits.nameChars) }),
    load: error === undefined ? loadState(holder) : { kind: 'error', message: error.message },
    ...(error === undefined && { children: holder.children }),
    _meta: containerMeta(holder),
  };
}
