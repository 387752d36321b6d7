/** Chooses the folder of the session that a new file is written into. */

import type { LabelOf } from '../entries/container-labels.js';
import type { Container } from '../entries/containers.js';
import type { EntryList } from '../entries/entries.js';
import { type ContainerRef, findContainers, unknownContainer } from '../entries/filter.js';
import { formIn, isCommandFolder, type NewType } from '../entries/new-file.js';
import { SkillpickError } from '../errors.js';

/** What is created, and on which host. */
export interface Wanted {
  readonly type: NewType;
  readonly host: { readonly isOwn: boolean };
  readonly labelOf: LabelOf;
}

/** Returns why nothing of this type can be written into the container; null if it can. */
function obstacle(container: Container, { type, host }: Wanted): string | null {
  const { contents, uri, writable } = container;
  if (container.type !== 'directory') return `is a ${container.type}, not a folder`;
  if (contents === null) return 'does not say what it holds';
  if (contents !== type) return `holds ${contents}s`;
  if (writable !== true) return 'is not writable';
  return formIn(type, uri, host) === undefined ? `holds ${contents}s in a form that is not known` : null;
}

function ambiguous(containers: readonly Container[], { labelOf }: Wanted): SkillpickError {
  const labels = containers.map(labelOf).join(', ');
  return new SkillpickError('container-ambiguous', `It could go to any of: ${labels}.`);
}

function findContainer({ containers }: EntryList, ref: ContainerRef, wanted: Wanted): Container {
  const found = findContainers(containers, ref);
  const fitting = found.filter((container) => obstacle(container, wanted) === null);
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1) throw ambiguous(fitting, wanted);
  const [first] = found;
  if (first === undefined) throw unknownContainer(containers, ref, 'folder');
  throw new SkillpickError('container-unwritable', `${wanted.labelOf(first)} ${obstacle(first, wanted)}.`);
}

/** Returns the container to write into: the named one, the only one, or the repository's own for skills on our host. */
export function chooseContainer(list: EntryList, wanted: Wanted, ref: ContainerRef | undefined): Container {
  if (ref !== undefined) return findContainer(list, ref, wanted);
  const { type, host } = wanted;
  // Folders of commands hold skills, too, but only who names one wants a command.
  const fitting = list.containers.filter(
    (container) => obstacle(container, wanted) === null && !isCommandFolder(type, container.uri),
  );
  const [first, second] = fitting;
  if (first === undefined)
    throw new SkillpickError('container-unwritable', `No folder of ${type}s is writable here.`);
  if (second === undefined) return first;
  const usual = fitting.find(({ name, from }) => name === '.agents/skills' && from === 'repo');
  if (host.isOwn && usual !== undefined) return usual;
  throw ambiguous(fitting, wanted);
}
