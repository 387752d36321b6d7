/** How views name files and other entries: by short paths. */

import type { PlaceNames } from '../entries/preview-facts.js';
import { pathOf } from '../paths.js';
import type { Model } from '../picker/state.js';
import { findTarget } from '../picker/targets.js';
import { shortPath } from '../text/humanize.js';

/** The parts of a model that places depend on. */
export interface Whereabouts {
  list: Model['list'];
  home: string;
  session: Pick<Model['session'], 'directory'>;
}

/** Returns places relative to the session's directory, or with `~` for the home directory. */
export function placesOf({ list, home, session }: Whereabouts): PlaceNames {
  const directory = session.directory === null ? undefined : pathOf(session.directory);
  return {
    path: (file) => shortPath(file, directory, home),
    uriOf: (id) => findTarget(list, id)?.uri ?? null,
  };
}
