/** The help: what the signs mean, and every key of the table. */

import { type Binding, bindings, type Group } from '../picker/bindings.js';
import { keyLabel } from '../picker/keymap.js';
import type { Theme } from '../text/theme.js';
import { padEnd } from '../text/width.js';
import { blank, line, type ViewLine } from './view-lines.js';

const groups: readonly Group[] = ['Switch', 'Find', 'Move', 'More'];
const keyColumns = 22;

/** So that nothing on screen needs a manual. */
function legend({ enabled, mark, gate }: Theme): ViewLine[] {
  const { on, off, byContainer, mixed } = enabled;
  return [
    line(
      `${on.glyph} on   ${off.glyph} off   ${byContainer.glyph} off with its container   ${mixed.glyph} on in some tools only`,
    ),
    line(`${mark.pending.glyph} not yet confirmed   ${mark.changed.glyph} switched here`),
    line(`user model: who may invoke it   ${gate.dark.glyph} may not   ${gate.unknown.glyph} not said`),
  ];
}

function keyLine({ keys, help }: Pick<Binding, 'keys' | 'help'>): ViewLine {
  return line(`  ${padEnd(keys.map(keyLabel).join(', '), keyColumns)} ${help}`);
}

const isMove = (edit: string): boolean => !edit.startsWith('delete') && edit !== 'clear';

/** Editing keys are known from the shell: two lines are enough for them. */
function editLines(own: readonly Binding[]): ViewLine[] {
  const keysOf = (wanted: boolean) =>
    own.flatMap(({ keys, intent }) => (intent.type === 'edit' && isMove(intent.edit) === wanted ? keys : []));
  return [
    keyLine({ keys: keysOf(true), help: 'in the query: move' }),
    keyLine({ keys: keysOf(false).filter((key) => key.startsWith('ctrl+')), help: 'in the query: delete' }),
  ];
}

function groupLines(group: Group, isPicking: boolean): ViewLine[] {
  const own = bindings.filter(
    (binding) => binding.group === group && !(isPicking && binding.onlySwitching === true),
  );
  const edits = own.filter(({ intent }) => intent.type === 'edit');
  const others = own.filter(({ intent }) => intent.type !== 'edit');
  if (own.length === 0) return [];
  return [
    blank,
    line(group, 'strong'),
    ...others.map(keyLine),
    ...(edits.length > 0 ? editLines(edits) : []),
  ];
}

export function helpLines(theme: Theme, isPicking: boolean): readonly ViewLine[] {
  return [
    line('Type to search. Every word has to match, in any order.'),
    ...(isPicking ? [line('enter prints what the cursor is on; nothing is switched.')] : []),
    blank,
    ...legend(theme),
    ...groups.flatMap((group) => groupLines(group, isPicking)),
  ];
}
