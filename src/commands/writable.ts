/** Where a new skill goes: the container that is named, or the only one it could go to. */

import type { Container } from '../entries/containers.js';
import type { EntryList } from '../entries/entries.js';
import { findContainers } from '../entries/filter.js';
import { SkillpickError } from '../errors.js';
import type { SessionSource } from '../source/session-source.js';

/** Directories of commands hold skills too, but each as a single file. */
const holdsFolders = ({ uri }: Container): boolean => !/\/commands?\/?$/.test(uri);

/** Why nothing can be written here; null: it can. */
function obstacle(container: Container): string | null {
  if (container.type !== 'directory') return `is a ${container.type}, not a directory`;
  if (container.contents !== 'skill') return `holds ${container.contents}s`;
  if (!holdsFolders(container)) return 'holds commands of one file each';
  return container.writable === true ? null : 'is not writable';
}

const names = (containers: readonly Container[]): string => containers.map(({ name }) => name).join(', ');

function named({ containers }: EntryList, wanted: string): Container {
  const meant = findContainers(containers, wanted);
  const fitting = meant.filter((container) => obstacle(container) === null);
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1) throw ambiguous(fitting);
  const [first] = meant;
  if (first === undefined) {
    throw new SkillpickError('container-unknown', `There is no container "${wanted}".`, {
      hint: containers.length === 0 ? 'The session has none.' : `There are: ${names(containers)}.`,
    });
  }
  throw new SkillpickError('container-unwritable', `${first.name} ${obstacle(first)}.`, {
    hint: 'A skill needs a writable directory of skills; see skillpick list --type directory.',
  });
}

function ambiguous(containers: readonly Container[]): SkillpickError {
  return new SkillpickError('container-ambiguous', `It could go to any of: ${names(containers)}.`, {
    hint: 'Choose one with --in; its uri will do where names are the same.',
  });
}

/** The container for a new skill. On our own host it is the repository's, unless another one is named. */
export function chooseContainer(
  list: EntryList,
  session: SessionSource,
  wanted: string | undefined,
): Container {
  if (wanted !== undefined) return named(list, wanted);
  const fitting = list.containers.filter((container) => obstacle(container) === null);
  const [first, second] = fitting;
  if (first === undefined) {
    throw new SkillpickError('container-unwritable', 'No directory of skills is writable here.', {
      hint: 'See skillpick list --type directory; doctor says more.',
    });
  }
  if (second === undefined) return first;
  const usual = fitting.find(({ name, from }) => name === '.agents/skills' && from === 'repo');
  if (session.host.isOwn && usual !== undefined) return usual;
  throw ambiguous(fitting);
}
