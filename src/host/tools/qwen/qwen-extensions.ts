/** The extensions of Qwen Code: which it loads, and which of their files it reads. */

import { dirname, join, sep } from 'node:path';
import { isBoolean, isObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { parseSettings, plainJson, valueAt } from '../edit/json-text.js';
import type { EntryKind, EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { isTopHooks, namesHooks, topHooksReason } from '../unswitched.js';

const ownManifest = 'qwen-extension.json';
const openManifest = 'plugin.json';

/** Where the parts of an extension are, by kind: the names below its directory, `*` for any. */
const parts: Partial<Record<EntryKind, readonly string[]>> = {
  skill: ['skills', '*', 'SKILL.md'],
  agent: ['agents', '*'],
  mcpServer: [ownManifest],
};

/** What Qwen Code reads of a package with an Open Plugins manifest. */
const openParts: typeof parts = { skill: parts.skill!, mcpServer: ['mcp.json'] };

/** The directory above a part, if its path ends with these names. */
function directoryAbove(path: string, form: readonly string[] | undefined): string | undefined {
  const names = path.split(sep);
  const isPart = form?.every((name, at) => name === '*' || name === names.at(at - form.length));
  return isPart && form ? names.slice(0, -form.length).join(sep) : undefined;
}

const isFlagMap = (value: unknown): boolean => isObject(value) && Object.values(value).every(isBoolean);

function manifestFlaw(content: unknown, manifest: string): string | undefined {
  if (!isObject(content)) return `its ${manifest} is not plain JSON`;
  const { name, skillStates } = content;
  if (!name) return `its ${manifest} has no name`;
  if (!/^[a-zA-Z0-9-_.]+$/.test(String(name))) return 'the name of its extension has other characters';
  const isFine = skillStates === undefined || isFlagMap(skillStates);
  return isFine ? undefined : `the skillStates in its ${manifest} are not true or false`;
}

interface ExtensionFacts {
  readonly isOpen: boolean;
  readonly flaw: string | undefined;
}

const knownFacts = new WeakMap<ToolContext, Map<string, ExtensionFacts>>();

const readManifest = (path: string, { settings }: ToolContext): unknown =>
  settings.readIfPossible(path, (text) => parseSettings(text, plainJson, false));

function readFacts(directory: string, context: ToolContext): ExtensionFacts {
  const read = (manifest: string) => readManifest(join(directory, manifest), context);
  const schema = valueAt(read(openManifest), ['$schema']);
  const isOpen = typeof schema === 'string' && schema.startsWith('https://agent-plugins.org/schemas/');
  return { isOpen, flaw: isOpen ? undefined : manifestFlaw(read(ownManifest), ownManifest) };
}

const factsOf = (directory: string, context: ToolContext): ExtensionFacts =>
  getOrMake(
    getOrMake(knownFacts, context, () => new Map()),
    directory,
    () => readFacts(directory, context),
  );

const noPart = 'extensions have no such files';

/** The hooks of an extension are those that its manifest holds or names, else those in `hooks/hooks.json`. */
function refusesHooks(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { pluginDirectory = '' } = entry;
  const { isOpen, flaw } = factsOf(pluginDirectory, context);
  if (isOpen || flaw !== undefined) return isOpen ? noPart : flaw;
  const manifest = readManifest(join(pluginDirectory, ownManifest), context);
  const isDeclared = valueAt(manifest, ['hooks']) !== undefined;
  if (isDeclared && (way.path === join(pluginDirectory, ownManifest) || namesHooks(manifest, entry, way)))
    return undefined;
  if (isDeclared) return 'the manifest declares other hooks';
  return isTopHooks(entry, way) ? topHooksReason : undefined;
}

/** Returns why Qwen Code does not load an extension, or does not read a part of it. */
export function refusesInExtension(
  entry: EntryRef,
  way: PlaceAlias,
  isCommand: boolean,
  context: ToolContext,
): string | undefined {
  const { kind } = entry;
  const { path } = way;
  if (kind === 'hook') return refusesHooks(entry, way, context);
  if (kind === 'plugin') return factsOf(path, context).flaw;
  if (isCommand) {
    const directory = path.slice(0, path.lastIndexOf(`${sep}commands${sep}`));
    const { isOpen, flaw } = factsOf(directory, context);
    return isOpen ? noPart : flaw;
  }
  const own = directoryAbove(path, parts[kind]);
  const open = directoryAbove(path, openParts[kind]);
  if (open !== undefined && factsOf(open, context).isOpen) return undefined;
  if (own === undefined) return noPart;
  const { isOpen, flaw } = factsOf(own, context);
  return isOpen ? noPart : flaw;
}

/** The directory of the extension that a skill came with. */
export const extensionDirectory = (skillPath: string): string => dirname(dirname(dirname(skillPath)));
