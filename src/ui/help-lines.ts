/** The lines of the help: what the signs mean, and the table of keys. */

import { type Binding, bindings, type Group, keyLabel } from '../picker/bindings.js';
import { keyFor } from '../picker/keymap.js';
import type { Theme } from '../text/theme.js';
import { blank, labelLines, line, lines, type ViewLine } from './view-lines.js';

const groups: readonly Group[] = ['Switch', 'Find', 'Move', 'More'];
const keyColumns = 24;

function legend({ enabled, mark, gate }: Theme, columns: number): ViewLine[] {
  const { on, off, mixed, shadowed, refused } = enabled;
  return [
    `${on.glyph} on, ${off.glyph} off, ${enabled['off-with-container'].glyph} off with its container, ${mixed.glyph} on in some tools only`,
    `${shadowed.glyph} shadowed: tools use another of its name, ${refused.glyph} refused: no tool loads it`,
    `${mark.pending.glyph} ${mark.pending.label}, ${mark.changed.glyph} ${mark.changed.label}`,
    `user model: who may invoke it, ${gate.dark.glyph} ${gate.dark.label}, ${gate.unknown.glyph} ${gate.unknown.label}`,
  ].flatMap((text) => lines(text, columns));
}

function keyLines({ keys, help }: Pick<Binding, 'keys' | 'help'>, columns: number): ViewLine[] {
  const label = keys.map(keyLabel).join(', ');
  return labelLines(label, help, { columns, labelColumns: keyColumns, style: 'accent' });
}

const isMove = (edit: string): boolean => !edit.startsWith('delete') && edit !== 'clear';

/** Puts the editing keys on two lines: they are known from shells. */
function editLines(own: readonly Binding[], columns: number): ViewLine[] {
  const keysOf = (wanted: boolean) =>
    own.flatMap(({ keys, intent }) => (intent.type === 'edit' && isMove(intent.edit) === wanted ? keys : []));
  const deleting = keysOf(false).filter((key) => key.startsWith('ctrl+'));
  return [
    ...keyLines({ keys: keysOf(true), help: 'in the query: move' }, columns),
    ...keyLines({ keys: deleting, help: 'in the query: delete' }, columns),
  ];
}

function groupLines(group: Group, isPicking: boolean, columns: number): ViewLine[] {
  const own = bindings.filter(
    (binding) => binding.group === group && !(isPicking && binding.onlySwitching === true),
  );
  const edits = own.filter(({ intent }) => intent.type === 'edit');
  const others = own.filter(({ intent }) => intent.type !== 'edit');
  if (own.length === 0) return [];
  return [
    blank,
    line(group, 'strong'),
    ...others.flatMap((binding) => keyLines(binding, columns)),
    ...(edits.length > 0 ? editLines(edits, columns) : []),
  ];
}

export function helpLines(theme: Theme, isPicking: boolean, columns: number): readonly ViewLine[] {
  return [
    ...lines('Type to search. Every word has to match, in any order.', columns),
    ...(isPicking
      ? lines(`${keyFor('open')} prints what the cursor is on; nothing is switched.`, columns)
      : []),
    blank,
    ...legend(theme, columns),
    ...groups.flatMap((group) => groupLines(group, isPicking, columns)),
  ];
}
