/**
 * The rules of opencode and Kilo: AGENTS.md in the user's directory and in each directory of the repository. CLAUDE.md
 * counts only if there is no AGENTS.md: in the home, or in the whole repository.
 */

import { basename, join } from 'node:path';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { homeName, type ToolDirectory, toolHome } from '../../discovery/search-places.js';
import { fromCwd } from '../../environment.js';
import { followedStatusOf } from '../../files/path-status.js';
import { directoriesFor } from '../readers.js';
import type { ToolPlaces } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { isSet, readsProject } from './opencode-variables.js';

const own = 'AGENTS.md';

interface RuleReader {
  readonly directory: ToolDirectory;
  readonly prefix: string;
  /** Where it looks in a repository. */
  readonly ruleDirectories: ToolPlaces['directories'];
}

/** The places of rules, with the names of the files. */
export function rulePlaces(
  { directory, prefix, ruleDirectories }: RuleReader,
  context: ToolContext,
): ToolPlaces {
  const variables = [`${prefix}_DISABLE_CLAUDE_CODE`, `${prefix}_DISABLE_CLAUDE_CODE_PROMPT`];
  const isWithoutClaude = variables.some((variable) => isSet(context, variable));
  const fileNames = {
    ...(readsProject(context, prefix) && {
      '.': isWithoutClaude ? /^AGENTS\.md$/ : /^(?:AGENTS|CLAUDE)\.md$/,
    }),
    [homeName(directory)]: /^AGENTS\.md$/,
    ...(!isWithoutClaude && { '~/.claude': /^CLAUDE\.md$/ }),
  };
  const places = Object.keys(fileNames);
  return { places, fileNames, directories: ruleDirectories, nested: true, duplicates: 'all' };
}

/** The files of which the first that exists counts in place of this one. */
function strongerFiles(reader: RuleReader, { place, path }: PlaceAlias, context: ToolContext): string[] {
  const isOwn = basename(path) === own;
  if (place === '.') {
    const directories = isOwn ? [] : [...directoriesFor(reader.ruleDirectories, context)];
    return directories.map((directory) => join(directory, own));
  }
  const { environment } = context;
  const chosen = fromCwd(environment, `${reader.prefix}_CONFIG_DIR`);
  const homes = isOwn ? [] : [toolHome(environment, reader.directory)];
  return [...(chosen === undefined ? [] : [chosen]), ...homes].map((home) => join(home, own));
}

export function whyNoRule(reader: RuleReader, way: PlaceAlias, context: ToolContext): string | undefined {
  const found = strongerFiles(reader, way, context).find((file) => followedStatusOf(file)?.isFile());
  return found && `${found} counts instead`;
}
