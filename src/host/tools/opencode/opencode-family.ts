/**
 * What opencode and Kilo, which descends from it, have in common: skills, agents, commands and MCP servers in the same
 * folders and files, switched by the same settings. The names, and the order of places and files, differ.
 */

import { sep } from 'node:path';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { getOrMake } from '../../collections.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { namedFolders, type ToolDirectory } from '../../discovery/search-places.js';
import { editJson, type JsonEdit } from '../edit/json-edit.js';
import { lineInJson } from '../edit/json-line.js';
import { parseShaped, type Shape } from '../edit/json-shape.js';
import { relaxedJson } from '../edit/json-text.js';
import { gatesOf } from '../gates.js';
import { baseOf, pathInPlace } from '../readers.js';
import { withConsequence } from '../refusal.js';
import type { EntryKind, EntryRef, Gates, SwitchRule, Tool, ToolId, ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { noSwitch } from '../unswitched.js';
import { dataOf, hasDescription, whyNoSkill, wrongValue } from './opencode-frontmatter.js';
import { rulePlaces, whyNoRule } from './opencode-instructions.js';
import { type Layer, withoutUsersOwn } from './opencode-layers.js';
import { baseOfNamed, pathInNamed } from './opencode-named-folders.js';
import { agentRule, serverRule, skillRule } from './opencode-switches.js';

/** A tool of the family. */
export interface Relative {
  readonly id: ToolId;
  readonly checkedWith: string;
  readonly directory: ToolDirectory;
  readonly prefix: string;
  /** The directories of a repository in which it looks for rules. */
  readonly ruleDirectories: ToolPlaces['directories'];
  /** The address of the schema, which the tool adds to every settings file. */
  readonly schema: string;
  /** The agents that a session may start with. */
  readonly usualAgents: readonly string[];
  readonly builtInAgents: readonly string[];
  readonly settingsShapes: readonly Shape[];
  readonly agentShapes: readonly Shape[];
  /** True if the forms of opencode 2 count, too. */
  readonly knowsNewer: boolean;
  /** True if the tool does not start because of one wrong agent, or of one wrong settings file of a repository. */
  readonly isStopped: boolean;
  reads(kind: EntryKind, context: ToolContext): ToolPlaces | undefined;
  /** The weakest first. */
  layers(context: ToolContext): readonly Layer[];
  /** Returns another reason not to load a file that was found from a directory; undefined outside of the repository. */
  refuses?(entry: EntryRef, base: string | undefined, context: ToolContext): string | undefined;
}

/** Ranks places by groups, the strongest group first; in a group by directory, then by place. */
export function rankIn(groups: readonly { places: readonly string[]; isNearestFirst?: true }[]) {
  return (place: string, distance: number): number => {
    const group = groups.findIndex(({ places }) => places.includes(place));
    const { places = [], isNearestFirst } = groups[group] ?? {};
    const steps = isNearestFirst ? distance : 999 - distance;
    return (group * 1000 + steps) * 1000 + places.indexOf(place);
  };
}

const commandFolder = /\/(?:commands?|workflows)$/;
const isCommand = ({ kind, aliases }: EntryRef): boolean =>
  kind === 'skill' && aliases.every(({ place }) => commandFolder.test(place));

const isPrimary = ({ facts, aliases }: EntryRef): boolean =>
  aliases.some(({ place }) => /\/modes?$/.test(place)) || dataOf(facts)?.['mode'] === 'primary';

/** Whether the agent's own file disables it, and how many settings files are weaker than it. */
function ownFlag({ facts, aliases }: EntryRef, layers: readonly Layer[]) {
  const flag = facts.fields.has('disable') ? dataOf(facts)?.['disable'] : undefined;
  if (typeof flag !== 'boolean') return undefined;
  const isAround = ({ directory }: Layer) =>
    directory !== undefined && aliases.some(({ path }) => path.startsWith(directory + sep));
  const last = layers.findLastIndex(isAround);
  const at = layers.slice(0, last + 1).reduce((count, { files }) => count + files.length, 0);
  return { isDisabled: flag, at };
}

/** Returns why the file of an agent or a command is not loaded. */
function whyWrong(
  { facts }: EntryRef,
  shapes: readonly Shape[],
  { isStopped, id }: Relative,
): string | undefined {
  const reason = wrongValue(facts, shapes);
  const stops = isStopped || reason === 'its name is not a text';
  return reason && (stops ? `${reason}, and ${toolTitles[id]} does not start because of it` : reason);
}

const commandShapes: readonly Shape[] = ['description', 'agent', 'model'].map((name) => ({
  path: [name],
  fits: (value) => typeof value === 'string',
  wanted: 'a text',
}));

/** A server or an agent does not exist for the tool if the settings that declare it have a mistake. */
function whyNotDeclared({ settingsShapes }: Relative, { place, path }: PlaceAlias, context: ToolContext) {
  if (place.endsWith('/mcp.json')) return undefined;
  const content = context.settings.readIfPossible(path, (text) => parseWith(text, settingsShapes));
  return content === undefined ? 'its file has a mistake' : undefined;
}

function whyNoAgent(
  relative: Relative,
  entry: EntryRef,
  way: PlaceAlias,
  context: ToolContext,
): string | undefined {
  const { id, builtInAgents, agentShapes } = relative;
  if (entry.facts.settings !== undefined) {
    if (builtInAgents.includes(entry.name)) return `an agent of this name is built into ${toolTitles[id]}`;
    return whyNotDeclared(relative, way, context);
  }
  // In these folders, a wrong agent is only left out.
  const isMode = /\/modes?$/.test(way.place);
  return whyWrong(entry, agentShapes, isMode ? { ...relative, isStopped: false } : relative);
}

function refuses(
  relative: Relative,
  entry: EntryRef,
  way: PlaceAlias,
  context: ToolContext,
): string | undefined {
  const isNamed = way.place === namedFolders;
  const base = isNamed ? baseOfNamed(relative, way, context) : baseOf(way, context);
  const other = relative.refuses?.(entry, base, context);
  if (other !== undefined) return other;
  if (entry.kind === 'mcpServer') return whyNotDeclared(relative, way, context);
  if (entry.kind === 'rule') return whyNoRule(relative, way, context);
  if (entry.kind === 'agent') return whyNoAgent(relative, entry, way, context);
  if (commandFolder.test(way.place)) return whyWrong(entry, commandShapes, relative);
  const path = isNamed ? pathInNamed(relative, way, context) : pathInPlace(way, context);
  if (path === undefined) return 'the settings that count do not name its folder';
  const isForeign = /\.(?:agents|claude)\/skills$/.test(way.place);
  if (!isForeign && /(?:^|[\\/])\.[^\\/]+[\\/]/.test(path)) return 'it is in a hidden folder';
  return whyNoSkill(entry.facts);
}

function gates(entry: EntryRef, title: string): Gates {
  const { kind, facts } = entry;
  if (kind === 'agent') return { user: dataOf(facts)?.['hidden'] !== true, model: !isPrimary(entry) };
  if (isCommand(entry)) return { user: true, model: false };
  const open = gatesOf(facts, title, []);
  if (hasDescription(facts)) return open;
  return { ...open, model: false, note: 'the model does not see it, because it has no description' };
}

const knownLayers = new WeakMap<ToolContext, Map<Relative, readonly Layer[]>>();

/** Returns the settings files in layers, found once for all kinds of entries. */
function layersOf(relative: Relative, context: ToolContext): readonly Layer[] {
  const known = getOrMake(knownLayers, context, () => new Map());
  return getOrMake(known, relative, () => withoutUsersOwn(relative.layers(context)));
}

function ruleFor(relative: Relative, entry: EntryRef, context: ToolContext): SwitchRule<JsonEdit> | string {
  const { id, usualAgents, knowsNewer } = relative;
  const { kind, name } = entry;
  const title = toolTitles[id];
  if (kind === 'rule') return noSwitch(title, kind);
  if (kind === 'mcpServer') return serverRule(name, knowsNewer);
  if (kind === 'agent') {
    const own = ownFlag(entry, layersOf(relative, context));
    const isInSettings = entry.facts.settings !== undefined;
    return agentRule({ name, title, usualAgents, own, isInSettings, knowsNewer });
  }
  return isCommand(entry) ? `${title} has no switch for commands` : skillRule(name, title, usualAgents);
}

/** Parses settings. A file that has only blanks or comments is refused, but an empty one is not. */
const parseWith = (text: string, shapes: readonly Shape[]): unknown =>
  parseShaped(text, relaxedJson, shapes, text === '');

/** Makes the tool of a relative. */
export function makeRelative(relative: Relative): Tool<JsonEdit> {
  const { id, checkedWith, directory, schema, settingsShapes } = relative;
  const title = toolTitles[id];
  const emptyText = `{\n  "$schema": ${JSON.stringify(schema)}\n}\n`;
  return {
    id,
    title,
    checkedWith,
    directory,
    obeysFrom: { skill: 'restart', agent: 'restart', mcpServer: 'restart' },
    keeps: { shared: { in: 'workspace' } },
    reads: (kind, context) =>
      kind === 'rule' ? rulePlaces(relative, context) : relative.reads(kind, context),
    refuses: (entry, way, context) => refuses(relative, entry, way, context),
    files: (_kind, context) => layersOf(relative, context).flatMap(({ files }) => files),
    parse(text, { scope }) {
      const isOfRepository = scope === 'workspace' || scope === 'shared';
      const does = isOfRepository && !relative.isStopped ? 'ignores the whole file' : 'does not start';
      return withConsequence(`${title} ${does}`, () => parseWith(text, settingsShapes));
    },
    emptyText,
    edit(text, edits) {
      const edited = editJson(text ?? emptyText, relaxedJson, edits);
      return text === undefined && edited.text === emptyText ? { ...edited, text } : edited;
    },
    // A command does not compete with a skill of its name.
    nameOf: (entry) => (isCommand(entry) ? `/${entry.name}` : entry.name),
    gatesOf: (entry) => gates(entry, title),
    invoke(entry) {
      if (entry.kind === 'skill') return `/${entry.name}`;
      return entry.kind === 'agent' && !isPrimary(entry) ? `@${entry.name}` : undefined;
    },
    lineOf: (text, at) => lineInJson(text, at, relaxedJson),
    ruleFor: (entry, context) => ruleFor(relative, entry, context),
  };
}
