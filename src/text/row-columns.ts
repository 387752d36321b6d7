/**
 * Divides the columns of the list between the parts of a row. The division depends on the whole list and never on the
 * query, so that columns keep their width while the user types.
 */

import { textLimits } from './limits.js';

/** What the columns depend on. */
export interface ListShape {
  /** Of the whole line. */
  columns: number;
  /** The widest name, and the widest word for a type that is not a skill; 0 if there is none. */
  widestName: number;
  widestType: number;
  /** The number of tools with a cell. */
  tools: number;
}

/** The columns of each part; 0 for a part that is left out. */
export interface RowColumns {
  /** Of the whole line, with the margins. */
  columns: number;
  /** For the word of the state, with a space after it. */
  word: number;
  name: number;
  /** 1: only the first letter of the type. */
  type: number;
  /** The badges are words, or one letter each. */
  hasBadgeWords: boolean;
  cells: number;
  description: number;
}

/** Every line of the list ends with this many blank columns, as the title and the query line do. */
export const rightMargin = 1;
/** The left margin, the cursor and the mark. */
export const gutter = 3;
/** The glyph of the state and a blank. */
export const glyphColumns = 2;
export const columnGap = 2;
/** A head of two letters and a blank. */
export const cellColumns = 3;

/** Returns the head of the badges, which is as wide as they are. */
export const badgeHead = (hasWords: boolean): string => (hasWords ? 'user model' : 'UM');

const columnsForDescription = 60;
const widestWord = 'shadowed '.length;
const { usefulDescriptionColumns: usefulDescription, cutNameColumns: shortestCut } = textLimits;
/** Without descriptions: a name that is narrower is worth more than the cells. */
const shortestName = 12;
const widestNameShare = 0.4;
/** One long name does not take the place of all descriptions. */
const longestName = 36;

type Parts = Omit<RowColumns, 'description'>;

/** Returns where the badges, the cells and the description start; what is left out has no width. */
export function placesOf({ word, name, type, hasBadgeWords, cells }: Parts) {
  const badges = gutter + glyphColumns + word + name + (type === 0 ? 0 : 1 + type) + columnGap;
  const firstCell = badges + badgeHead(hasBadgeWords).length + columnGap;
  const description = cells === 0 ? firstCell : firstCell - 1 + cellColumns * cells + columnGap;
  return { badges, firstCell, description };
}

const roomIn = (parts: Parts): number => parts.columns - rightMargin - placesOf(parts).description;

/** Returns the parts with names cut as far as the description needs it, but not below the shortest. */
function withCutNames(parts: Parts): Parts {
  const missing = Math.max(0, usefulDescription - roomIn(parts));
  return { ...parts, name: Math.max(Math.min(shortestCut, parts.name), parts.name - missing) };
}

/** Returns the parts without a description. Names get the columns that are left; very short ones, those of the cells. */
function withoutDescription(parts: Parts, widestName: number): RowColumns {
  // The gap before the description is not needed.
  const most = (some: Parts) => some.name + roomIn(some) + columnGap;
  const cells = most(parts) >= shortestName ? parts.cells : 0;
  const name = Math.min(Math.max(widestName, shortestName), most({ ...parts, cells }));
  return { ...parts, cells, name: Math.max(0, name), description: 0 };
}

/** Returns the columns of a list; narrower lists give up one part after another until descriptions have 20 columns. */
export function columnsFor({ columns, widestName, widestType, tools }: ListShape): RowColumns {
  const whole: Parts = {
    columns,
    word: columns >= textLimits.stateWordFromColumns ? widestWord : 0,
    name: Math.max(shortestName, Math.min(widestName, longestName, Math.floor(columns * widestNameShare))),
    type: widestType,
    hasBadgeWords: true,
    cells: tools,
  };
  const shortType = { ...whole, type: Math.min(1, widestType) };
  const shortBadges = { ...shortType, hasBadgeWords: false };
  if (columns < columnsForDescription) return withoutDescription(shortBadges, widestName);
  for (const parts of [whole, shortType, withCutNames(shortType), withCutNames(shortBadges)]) {
    const description = roomIn(parts);
    if (description >= usefulDescription) return { ...parts, description };
  }
  // The columns of the description may be enough for the words of the badges.
  const wordy = withoutDescription(shortType, widestName);
  return wordy.name >= Math.min(widestName, shortestCut) && wordy.cells === tools
    ? wordy
    : withoutDescription(shortBadges, widestName);
}

/** Returns the columns for a folder's name at the right end; 0 if the description would get too short. */
export function folderColumns({ columns, description }: RowColumns): number {
  const room = description - usefulDescription - columnGap;
  return room < shortestName ? 0 : Math.min(room, Math.floor(columns / 4));
}

/** Returns which cell is in a column of the line; null if none. */
export function cellAt(row: RowColumns, column: number): number | null {
  const index = Math.floor((column - placesOf(row).firstCell + 1) / cellColumns);
  return index >= 0 && index < row.cells ? index : null;
}
