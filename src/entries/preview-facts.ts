/** The facts of an entry, a folder or a plugin as the preview shows them: short, with short paths, one per line. */

import { pathOf, skillDirectory } from '../paths.js';
import type { Problem } from '../protocol/problem-codes.js';
import type { Container } from './containers.js';
import { owners, publisherOf, typeWord } from './describe.js';
import type { Entry } from './entries.js';
import { isUnobeyed, type ToolStanding } from './entry-flags.js';
import { type ToolState, toolState } from './row-state.js';
import { stateWords, withShortPaths } from './tool-facts.js';
import { toolTitle } from './tool-names.js';

/** How files and other entries are named. */
export interface PlaceNames {
  /** Shortens the path of a file. */
  path(file: string): string;
  /** Returns the uri of an entry; null if it is not listed. */
  uriOf(id: string): string | null;
}

/** How an entry, a folder or a plugin is in one tool. */
export interface ToolLine {
  title: string;
  /** `unobeyed`: the tool does not do what its settings say. */
  state: ToolState | 'unobeyed';
  words: string;
  details: readonly string[];
}

/** Returns the short path of a uri; of a skill, that of its folder. */
function shortPlace(uri: string, places: PlaceNames): string {
  const path = pathOf(uri);
  return path === undefined ? uri : places.path(skillDirectory(path) ?? path);
}

/** Returns the short path of the entry that the tool uses instead. */
export function rivalPlace({ shadowedBy }: ToolStanding, places: PlaceNames): string {
  const uri = shadowedBy === null ? null : places.uriOf(shadowedBy);
  return uri === null ? 'another of its name' : shortPlace(uri, places);
}

/** Returns the file and the line of something that a setting or a problem names. */
const at = (file: string, line: number | null): string => (line === null ? file : `${file}:${line}`);

function gateWords({ userInvocable, modelInvocable }: ToolStanding, hasGates: boolean): string[] {
  if (!hasGates) return [];
  return [...(userInvocable ? [] : ['you may not']), ...(modelInvocable ? [] : ['model may not'])];
}

type Switched = Pick<Entry, 'container' | 'tools' | 'hasGates'>;

/** Returns true if the note explains the state. Otherwise it gives the reason why there is no switch. */
const explainsState = (standing: ToolStanding): boolean => standing.isRefused || isUnobeyed(standing);

/** Returns the note after a colon, without what its line says already: the tool, and that it does not load the file. */
function reasonOf({ id, note }: ToolStanding, { path }: PlaceNames): string {
  if (note === null) return '';
  return `: ${withShortPaths(note.replace(`${toolTitle(id)} does not load it: `, ''), path)}`;
}

/** Returns the state in one tool, with its reason if it needs one. */
export function explainedState(standing: ToolStanding, entry: Switched, places: PlaceNames): string {
  const words = stateWords(standing, entry, rivalPlace(standing, places));
  return explainsState(standing) ? words + reasonOf(standing, places) : words;
}

/** Returns that it cannot be switched in the tool, and why; null if it can. */
export function stuckWords(standing: ToolStanding, places: PlaceNames): string | null {
  if (standing.switchable.length > 0) return null;
  return `cannot be switched${explainsState(standing) ? '' : reasonOf(standing, places)}`;
}

function toolLine(standing: ToolStanding, entry: Switched, places: PlaceNames): ToolLine {
  const { id, invoke, userInvocable, why, isRefused, shadowedBy } = standing;
  const stuck = stuckWords(standing, places);
  const decided = why === null ? [] : [at(places.path(why.file), why.line)];
  const usage = [
    ...(invoke !== null && userInvocable && shadowedBy === null ? [invoke] : []),
    ...decided,
    ...gateWords(standing, entry.hasGates),
    ...(stuck === null ? [] : [stuck]),
  ];
  return {
    title: toolTitle(id),
    state: isUnobeyed(standing) ? 'unobeyed' : toolState(standing, entry),
    words: explainedState(standing, entry, places),
    // What a tool does not load cannot be used there, whoever may.
    details: isRefused ? decided : usage,
  };
}

/** Returns how it is in each tool that reads it. */
export const toolLines = (entry: Switched, places: PlaceNames): ToolLine[] =>
  entry.tools.map((standing) => toolLine(standing, entry, places));

/** Returns the names of the tools that do not read it. */
export function unreadBy({ tools }: Pick<Entry, 'tools'>, present: readonly string[]): string[] {
  return present.filter((tool) => !tools.some(({ id }) => id === tool)).map(toolTitle);
}

function packageWords({ type, version }: Container): string {
  return version === null ? type : `${type} ${version}`;
}

/** Returns the type of an entry, its folder or plugin, and whose it is. */
export function entryPlace({ type, container, from }: Entry, ownClientId: string | null): string[] {
  const publisher = container && publisherOf(container, ownClientId);
  return [
    typeWord(type),
    ...(container === null ? [] : [container.name]),
    ...(container?.type === 'plugin' ? [packageWords(container)] : []),
    ...(publisher === null ? [] : [publisher]),
    ...(from === null ? [] : [owners[from] ?? from]),
  ];
}

/** Returns what a folder or plugin is, whose it is, and that it is off. */
export function folderTitle(container: Container): string[] {
  const { type, contents, from, enabled, isSummary } = container;
  const kind = type === 'directory' ? 'folder' : packageWords(container);
  return [
    contents === null ? kind : `${kind} of ${typeWord(contents)}s`,
    ...(from === null ? [] : [owners[from] ?? from]),
    // A folder has no switch of its own; the counts say how its entries are.
    ...(enabled || isSummary ? [] : ['off']),
  ];
}

/** Returns the short path of an entry's file, with the line at which the entry is declared. */
export function entryFilePlace(
  { publishedPath, uri, range }: Pick<Entry, 'publishedPath' | 'uri' | 'range'>,
  places: PlaceNames,
): string {
  const path = publishedPath ?? pathOf(uri) ?? uri;
  return at(places.path(path), range === null ? null : range.start.line + 1);
}

/** Returns the short path of a file, with the line. */
export function filePlace({ uri, line }: Pick<Problem, 'uri' | 'line'>, places: PlaceNames): string {
  return at(places.path(pathOf(uri) ?? uri), line);
}
