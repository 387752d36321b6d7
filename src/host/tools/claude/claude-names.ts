/** Where Claude Code looks for its entries, and what it calls them. */

import { basename, dirname, sep } from 'node:path';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { claudeSystem } from '../../discovery/search-places.js';
import { baseOf, pathInPlace } from '../readers.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { claudeField } from './claude-frontmatter.js';

export const pluginPlace = '~/.claude/plugins';

const ofSystem = (folder: string): string[] => claudeSystem.map((parent) => `${parent}/.claude/${folder}`);

/** Strongest first. */
export const skillPlaces = [
  ...[...ofSystem('skills'), '~/.claude/skills', '.claude/skills'],
  ...[...ofSystem('commands'), '~/.claude/commands', '.claude/commands'],
  pluginPlace,
];
export const agentPlaces = [...ofSystem('agents'), '.claude/agents', '~/.claude/agents', pluginPlace];
export const serverPlaces = [
  ...claudeSystem.map((parent) => `${parent}/managed-mcp.json`),
  ...['~/.claude.json#projects', '.mcp.json', '~/.claude.json', pluginPlace],
];

/** The names of the files of rules, by place. */
export const ruleFiles: Readonly<Record<string, RegExp>> = {
  '.': /^CLAUDE\.md$/,
  '.claude/rules': /\.md$/,
  '~/.claude': /^CLAUDE\.md$/,
  '~/.claude/rules': /\.md$/,
};

export const isOfCommands = ({ place }: PlaceAlias): boolean => place.endsWith('/commands');

/** True for a file that makes its folder in a directory of commands one skill. */
export const isSkillFile = (path: string): boolean => /^skill\.md$/i.test(basename(path));

/** Joins the folders and the name of a command. */
function commandName(path: string): string {
  const parts = path.split(sep);
  return (isSkillFile(path) ? parts.slice(0, -1) : parts).join(':').replace(/\.md$/, '');
}

/** Returns the name of a skill by its path: that of its folder, or the path of a command. */
export function skillKey(way: PlaceAlias, context: ToolContext): string {
  if (isOfCommands(way)) return commandName(pathInPlace(way, context));
  return basename(dirname(way.path));
}

/** Returns the strongest of the paths to a file. It gives the entry its name. */
function firstWay({ aliases }: EntryRef, context: ToolContext): PlaceAlias | undefined {
  const ranked = aliases.filter(({ place }) => skillPlaces.includes(place) && place !== pluginPlace);
  if (ranked.length < 2) return ranked[0] ?? aliases[0];
  const depthOf = (way: PlaceAlias) => baseOf(way, context)?.length ?? 0;
  const order = (a: PlaceAlias, b: PlaceAlias) =>
    skillPlaces.indexOf(a.place) - skillPlaces.indexOf(b.place) ||
    depthOf(b) - depthOf(a) ||
    (a.path < b.path ? -1 : 1);
  return ranked.toSorted(order)[0];
}

/** The name of a skill or command in its plugin. */
function nameInPlugin({ aliases, facts, pluginDirectory = '' }: EntryRef): string {
  const path = aliases[0]?.path ?? '';
  const folders = facts.folder ? facts.folder.split('/') : [];
  const isCommand = path.startsWith(`${pluginDirectory}${sep}commands${sep}`) || !isSkillFile(path);
  if (isCommand) return commandName([...folders, basename(path)].join(sep));
  const written = folders.length === 0 ? claudeField(facts, 'name') : undefined;
  const name =
    typeof written === 'string' && written.trim() !== '' ? written.trim() : basename(dirname(path));
  return name.replace(/[^a-zA-Z0-9_-]/g, '-');
}

/** Returns Claude Code's name for an entry. */
export function claudeName(entry: EntryRef, context: ToolContext): string {
  const { kind, name, plugin, facts } = entry;
  if (kind === 'skill') {
    const way = firstWay(entry, context);
    if (plugin !== undefined) return `${plugin}:${nameInPlugin(entry)}`;
    return way === undefined ? name : skillKey(way, context);
  }
  if (plugin === undefined) return name;
  if (kind === 'mcpServer') return `plugin:${plugin}:${name}`;
  return kind === 'agent' ? [plugin, ...(facts.folder ? facts.folder.split('/') : []), name].join(':') : name;
}
