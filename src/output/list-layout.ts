/**
 * The columns of a list on a terminal. If there is little room, names are cut first, then badges and kinds become
 * letters, then descriptions go, and at last the cells of the tools.
 */

import { textLimits } from '../text/limits.js';
import { badgeHead, cellColumns, columnGap, glyphColumns } from '../text/row-columns.js';
import { outputLimits as limits } from './limits.js';

/** The widest text in each column; 0 if the column is empty. */
export interface ListWidths {
  readonly word: number;
  readonly name: number;
  readonly kind: number;
  readonly folder: number;
  readonly description: number;
  /** How many tools have a cell. */
  readonly tools: number;
}

/** The columns that each part takes; 0 if it is left out. */
export interface ListLayout {
  /** True if badges and kinds are letters. */
  readonly isShort: boolean;
  readonly word: number;
  readonly name: number;
  readonly kind: number;
  readonly badges: number;
  readonly cells: number;
  readonly folder: number;
  readonly description: number;
}

const withGap = (columns: number): number => (columns === 0 ? 0 : columns + columnGap);

/** Everything but name, folder and description. */
type FixedParts = Pick<ListLayout, 'isShort' | 'word' | 'kind' | 'badges' | 'cells'>;

function fixedParts(widths: ListWidths, columns: number, isShort: boolean): FixedParts {
  const { word, kind, tools } = widths;
  return {
    isShort,
    word: columns >= textLimits.stateWordFromColumns ? word : 0,
    kind: isShort ? Math.min(kind, 1) : kind,
    badges: badgeHead(!isShort).length,
    cells: Math.max(0, tools * cellColumns - 1),
  };
}

/** Returns the columns that are left for the name and what follows it. */
function roomBeside({ word, kind, badges, cells }: FixedParts, columns: number): number {
  return columns - glyphColumns - [word, kind, badges, cells].map(withGap).reduce((sum, one) => sum + one, 0);
}

/** Returns a layout with descriptions; undefined if they have too little room. */
function withDescription(widths: ListWidths, columns: number, isShort: boolean): ListLayout | undefined {
  const parts = fixedParts(widths, columns, isShort);
  const room = roomBeside(parts, columns);
  const needed = Math.min(widths.description, textLimits.usefulDescriptionColumns);
  const shortest = Math.min(widths.name, textLimits.cutNameColumns);
  const name = Math.min(widths.name, Math.max(shortest, room - withGap(needed)));
  const description = needed === 0 ? 0 : room - name - columnGap;
  if (description < needed || name > room) return undefined;
  const beside = description - withGap(widths.folder);
  const hasFolder = !isShort && beside >= limits.descriptionBesideFolder;
  return hasFolder
    ? { ...parts, name, folder: widths.folder, description: beside }
    : { ...parts, name, folder: 0, description };
}

/** Returns a layout without descriptions. It fits unless there are hardly any columns. */
function withoutDescription(widths: ListWidths, columns: number): ListLayout {
  const whole = fixedParts(widths, columns, true);
  const isTight = roomBeside(whole, columns) < Math.min(widths.name, limits.shortestName);
  const parts = isTight ? { ...whole, cells: 0 } : whole;
  const name = Math.max(1, Math.min(widths.name, roomBeside(parts, columns)));
  return { ...parts, name, folder: 0, description: 0 };
}

/** Returns the layout for a terminal of so many columns. */
export function listLayout(widths: ListWidths, columns: number): ListLayout {
  return (
    withDescription(widths, columns, false) ??
    withDescription(widths, columns, true) ??
    withoutDescription(widths, columns)
  );
}
