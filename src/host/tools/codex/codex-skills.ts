/** Skills in Codex: the name it gives them, which files it loads, and what closes them to the model. */

import { basename, dirname, join, relative, sep } from 'node:path';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { isBoolean, isObject, isString } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { codexManifests, packageOf } from '../../discovery/packages/codex-plugins.js';
import { statusOf } from '../../files/path-status.js';
import { gatesOf } from '../gates.js';
import { pathInPlace } from '../readers.js';
import type { EntryRef, Gates } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { codexFrontmatter, mostNameChars, oneLine } from './codex-frontmatter.js';
import { codexHome } from './codex-layers.js';

/** The folder in which Codex keeps the skills it comes with. */
const systemFolder = '.system';

export const pluginPlace = '~/.codex/plugins';

export const isOfPlugin = ({ aliases }: EntryRef): boolean =>
  aliases.some(({ place }) => place === pluginPlace);

const systemFolders = new WeakMap<ToolContext, string>();

/** True for a skill that Codex comes with. */
export function isBundled({ canonicalPath }: EntryRef, context: ToolContext): boolean {
  const folder = getOrMake(systemFolders, context, () =>
    context.canonical(join(codexHome(context), 'skills', systemFolder)),
  );
  return canonicalPath.startsWith(folder + sep);
}

const frontmatterOf = ({ facts, canonicalPath }: EntryRef, { settings }: ToolContext) =>
  codexFrontmatter(facts, () => settings.readIfPossible(canonicalPath, (text) => text) as string | undefined);

const namespaces = new WeakMap<ToolContext, Map<string, string | undefined>>();

/** Returns the name in the manifest of a plugin, or the name of its directory; undefined without a valid manifest. */
function manifestName(directory: string, { settings }: ToolContext): string | undefined {
  const file = codexManifests
    .map((name) => join(directory, name))
    .find((path) => statusOf(path) !== undefined);
  if (file === undefined) return undefined;
  const manifest = settings.readIfPossible(file, parseJson);
  if (Array.isArray(manifest)) return basename(directory);
  if (!isObject(manifest)) return undefined;
  const { name } = manifest;
  if (name !== undefined && !isString(name)) return undefined;
  return name?.trim() ? name : basename(directory);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the name of the nearest plugin at or above a directory. */
function namespaceAt(directory: string, context: ToolContext): string | undefined {
  const known = getOrMake(namespaces, context, () => new Map());
  return getOrMake(known, directory, () => {
    const parent = dirname(directory);
    return (
      manifestName(directory, context) ?? (parent === directory ? undefined : namespaceAt(parent, context))
    );
  });
}

/** Returns the name of the plugin that a skill belongs to, as Codex sees it: any directory above it may be a plugin. */
function namespaceOf(entry: EntryRef, context: ToolContext): string | undefined {
  const { canonicalPath, facts } = entry;
  const folder = dirname(canonicalPath);
  if (isOfPlugin(entry)) {
    const root = packageOf(canonicalPath, context.canonical(join(codexHome(context), 'plugins', 'cache')));
    return root === undefined ? entry.plugin : manifestName(root, context);
  }
  return namespaceAt(facts.hasManifest ? folder : dirname(folder), context);
}

/** Returns the name of a skill, which may be the name of its folder, with the plugin before it. */
export function skillName(entry: EntryRef, context: ToolContext): string {
  const read = frontmatterOf(entry, context);
  const own = 'name' in read ? read.name : oneLine(entry.name);
  const name = own || basename(dirname(entry.canonicalPath));
  const namespace = namespaceOf(entry, context);
  return namespace === undefined ? name : `${namespace}:${name}`;
}

const deepest = 6;

/** Returns the folders between a place, or a plugin's package, and the file. */
function foldersOf(way: PlaceAlias, context: ToolContext): string[] {
  if (way.place !== pluginPlace) return pathInPlace(way, context).split(sep).slice(0, -1);
  const root = packageOf(way.path, join(codexHome(context), 'plugins', 'cache'));
  const folders = root === undefined ? [] : relative(root, way.path).split(sep).slice(0, -1);
  // The first folder, which the manifest may name, is where the search begins.
  return folders.slice(folders[0]?.startsWith('.') ? 2 : 1);
}

/** Returns why Codex does not come across the file by this path. */
function whyUnseen(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { canonicalPath } = entry;
  if (way.path !== canonicalPath && statusOf(way.path)?.isSymbolicLink()) return 'its SKILL.md is a link';
  const folders = foldersOf(way, context);
  if (folders.length > deepest) return `it is more than ${deepest} folders deep`;
  const isSystem = way.place === '~/.codex/skills' && folders[0] === systemFolder;
  const hidden = folders.slice(isSystem ? 1 : 0).find((folder) => folder.startsWith('.'));
  return hidden === undefined ? undefined : `it is in the hidden folder ${hidden}`;
}

export function whyNoSkill(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const unseen = whyUnseen(entry, way, context);
  if (unseen !== undefined) return unseen;
  const read = frontmatterOf(entry, context);
  if ('refused' in read) return read.refused;
  const folder = basename(dirname(entry.canonicalPath));
  if (read.name === undefined && [...folder].length > mostNameChars)
    return `the name of its folder is longer than ${mostNameChars} characters`;
  return policyOf(entry, context).isElsewhere ? 'it is for other products than Codex' : undefined;
}

interface Policy {
  /** True if it is for other products of OpenAI only. */
  readonly isElsewhere: boolean;
  readonly isModelOpen: boolean;
}

const openPolicy: Policy = { isElsewhere: false, isModelOpen: true };

const products = ['codex', 'chatgpt', 'atlas'];

const isText = (value: unknown): boolean => value === null || value === undefined || isScalar(value);
const isScalar = (value: unknown): boolean =>
  isString(value) || typeof value === 'number' || isBoolean(value);
const isMissing = (value: unknown): boolean => value === null || value === undefined;

const interfaceTexts = [
  'display_name',
  'short_description',
  'icon_small',
  'icon_large',
  'brand_color',
  'default_prompt',
];

/** True if the parts that say nothing of the policy have their types. Otherwise Codex ignores the whole file. */
function isWellFormed(file: Readonly<Record<string, unknown>>): boolean {
  const { interface: look, dependencies } = file;
  if (!isMissing(look) && !(isObject(look) && interfaceTexts.every((name) => isText(look[name]))))
    return false;
  if (isMissing(dependencies)) return true;
  if (!isObject(dependencies)) return false;
  const { tools = [] } = dependencies;
  return Array.isArray(tools) && tools.every(isObject);
}

function readPolicy(text: string): Policy {
  let file: unknown;
  try {
    file = load(text.replace(/^\uFEFF/, ''), { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return openPolicy;
  }
  if (!isObject(file) || !isWellFormed(file) || !isObject(file['policy'])) return openPolicy;
  const { allow_implicit_invocation: allowed, products: named = [] } = file['policy'];
  if (!isMissing(allowed) && !isBoolean(allowed)) return openPolicy;
  const list = Array.isArray(named) ? named.map((one) => String(one).toLowerCase()) : undefined;
  if (list === undefined || !list.every((one) => products.includes(one))) return openPolicy;
  return { isElsewhere: list.length > 0 && !list.includes('codex'), isModelOpen: allowed !== false };
}

/** Returns what the file `agents/openai.yaml` next to a SKILL.md says. */
function policyOf({ canonicalPath, facts }: EntryRef, { settings }: ToolContext): Policy {
  if (!facts.hasAgents) return openPolicy;
  const path = join(dirname(canonicalPath), 'agents', 'openai.yaml');
  return (settings.readIfPossible(path, readPolicy) as Policy | undefined) ?? openPolicy;
}

/** Codex ignores the gates in the frontmatter. */
export function skillGates(entry: EntryRef, context: ToolContext, title: string): Gates {
  const gates = gatesOf(entry.facts, title, []);
  return policyOf(entry, context).isModelOpen ? gates : { ...gates, model: false };
}

/** Names that Codex takes for variables of the shell. */
const variables = new Set('path home user shell pwd tmpdir temp tmp lang term xdg_config_home'.split(' '));

/** Returns what the user types to invoke a skill; undefined for a name that can only be chosen from a list. */
export function skillMention(name: string): string | undefined {
  return /^[\w:-]+$/.test(name) && !variables.has(name.toLowerCase()) ? `$${name}` : undefined;
}
