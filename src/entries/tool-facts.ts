/** One line for each tool that reads an entry: its state there and why, how it is invoked, and where it is switched. */

import { pathOf } from '../paths.js';
import { toolScopes } from '../protocol/scopes.js';
import { toolTitle } from '../protocol/tool-titles.js';
import type { Entry } from './entries.js';
import { isUnobeyed, type ToolStanding } from './entry-flags.js';
import { toolState } from './row-state.js';
import { scopeWords } from './scope-words.js';

/** A sentence with its label. */
export interface Fact {
  label: string;
  text: string;
}

type ShortenPath = (file: string) => string;

/** Returns the text with the absolute paths in it shortened. */
export const withShortPaths = (text: string, path: ShortenPath): string =>
  text.replace(/(?<![^\s(])\/\S+/g, (file) => path(file));

/** Returns the file of the entry that the tool uses instead. */
function rivalOf({ shadowedBy }: ToolStanding, all: readonly Entry[], path: ShortenPath): string {
  if (shadowedBy === null) return '';
  const rival = all.find(({ id }) => id === shadowedBy);
  return rival === undefined ? 'another entry of its name' : path(pathOf(rival.uri) ?? rival.uri);
}

/** Returns the state in one tool; `rival` names the entry that the tool may use instead. */
export function stateWords(standing: ToolStanding, entry: Pick<Entry, 'container'>, rival: string): string {
  if (isUnobeyed(standing))
    return standing.enabled ? 'switched on but not used' : 'switched off but still used';
  switch (toolState(standing, entry)) {
    case 'on':
      return 'on';
    case 'either':
      return `on, but it may use ${rival} instead`;
    case 'off':
      return 'off';
    case 'off-with-container':
      return `off with ${entry.container?.name ?? 'its plugin'}`;
    case 'shadowed':
      return `shadowed by ${rival}`;
    case 'refused':
      return 'refused';
  }
}

function gateWords({ userInvocable, modelInvocable }: ToolStanding, { hasGates }: Entry): string[] {
  if (!hasGates) return [];
  return [
    ...(userInvocable ? [] : ['you may not invoke it']),
    ...(modelInvocable ? [] : ['the model may not use it by itself']),
  ];
}

function whyWords({ why }: ToolStanding, path: ShortenPath): string[] {
  if (why === null) return [];
  return [`set by ${path(why.file)}${why.line === null ? '' : `:${why.line}`} ${why.text}`];
}

function switchWords({ switchable }: ToolStanding, reason: string | null): string[] {
  if (switchable.length === toolScopes.length) return [];
  if (switchable.length > 0)
    return [`can be switched only ${switchable.map((one) => scopeWords(one)).join(', ')}`];
  return reason === null ? [] : [`cannot be switched: ${reason}`];
}

/** Returns the parts of a tool's line. The note explains the state if that needs it, else why there is no switch. */
function toolParts(standing: ToolStanding, entry: Entry, all: readonly Entry[], path: ShortenPath): string[] {
  const { invoke, userInvocable, switchable } = standing;
  const note = standing.note === null ? null : withShortPaths(standing.note, path);
  const explainsState = standing.isRefused || isUnobeyed(standing);
  // What is refused or shadowed does not run by its command.
  const isOwnCommand = !standing.isRefused && standing.shadowedBy === null;
  const state = stateWords(standing, entry, rivalOf(standing, all, path));
  const rest = explainsState ? null : note;
  return [
    explainsState && note !== null ? `${state}: ${note}` : state,
    ...(invoke !== null && userInvocable && isOwnCommand ? [invoke] : []),
    ...gateWords(standing, entry),
    ...whyWords(standing, path),
    ...switchWords(standing, rest),
    ...(rest !== null && switchable.length > 0 ? [rest] : []),
  ];
}

/** Returns one fact for each tool that reads the entry. `path` shortens the paths of files. */
export function toolFacts(entry: Entry, all: readonly Entry[], path: ShortenPath = (file) => file): Fact[] {
  return entry.tools.map((standing) => ({
    label: toolTitle(standing.id),
    text: toolParts(standing, entry, all, path).join('; '),
  }));
}
