/** The order in which discovery searches: which places at which paths, and which files of MCP servers. */

import { join } from 'node:path';
import type { HostEnvironment } from '../environment.js';
import { copilotDirectories, copilotPlaces, type SettingsAt } from './packages/copilot-directories.js';
import { passesHome, type Roots } from './roots.js';
import {
  homePath,
  homePlaces,
  passedPlaces,
  repositoryPlaces,
  type SearchPlace,
  systemPath,
  systemPlaces,
} from './search-places.js';
import { homeServers, repositoryServers, type ServerPlace, systemServers } from './server-places.js';

interface PlaceAt {
  readonly place: SearchPlace;
  readonly path: string;
}

interface ServersBelow {
  readonly place: ServerPlace;
  readonly base: string;
}

const isSet = ({ needs }: { needs?: string }, { env }: HostEnvironment): boolean =>
  needs === undefined || Boolean(env[needs]);

/** Returns the places from the repository's root to the working directory, then those in the home, then all others. */
export function* searchedPlaces(
  roots: Roots,
  environment: HostEnvironment,
  settingsAt: SettingsAt,
): Generator<PlaceAt> {
  const below = (place: SearchPlace, base: string) => ({ place, path: join(base, place.tool, place.folder) });
  for (const directory of [...roots.above, ...roots.chain])
    for (const place of repositoryPlaces) yield below(place, directory);
  for (const place of homePlaces)
    if (isSet(place, environment)) yield { place, path: homePath(place, environment) };
  if (passesHome(roots, environment.cwd)) for (const place of passedPlaces) yield below(place, roots.home);
  for (const place of systemPlaces) yield { place, path: systemPath(place.key, environment) };
  const directories = copilotDirectories(environment, roots.gitRoot, settingsAt);
  for (const place of copilotPlaces(directories)) yield { place, path: place.key };
}

/** Returns the files of servers from the outermost directory to the working directory, then the user's and the system's. */
export function searchedServers(roots: Roots, environment: HostEnvironment): ServersBelow[] {
  const above = repositoryServers.filter(({ isReadAbove }) => isReadAbove);
  const elsewhere = [...homeServers, ...systemServers].filter((place) => isSet(place, environment));
  return [
    ...[...roots.beyond, ...roots.above].flatMap((base) => above.map((place) => ({ place, base }))),
    ...roots.chain.flatMap((base) => repositoryServers.map((place) => ({ place, base }))),
    ...elsewhere.map((place) => ({ place, base: roots.home })),
  ];
}
