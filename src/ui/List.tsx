/** The visible rows of the list, one line each; of an empty list, why it is empty. */

import { memo } from 'react';
import type { Row, Rows } from '../picker/rows.js';
import type { KindFilter, Showing } from '../picker/state.js';
import { drawHeading } from '../text/heading.js';
import { drawBroken, drawRow, type Selection } from '../text/row.js';
import { type RowColumns, rightMargin } from '../text/row-columns.js';
import { spelled } from '../text/theme.js';
import { emptyReasons } from './empty-list.js';
import { Lines } from './Lines.js';
import { brokenModel, entryModel, headingModel, type RowContext } from './row-models.js';
import { wrapText } from './view-lines.js';

export interface ListProps extends Omit<RowContext, 'words' | 'isFlat' | 'sharedNames'> {
  rows: Rows;
  /** Something is typed. */
  hasQuery: boolean;
  kind: KindFilter;
  showing: Showing;
  tab: string | null;
  /** The first row shown, and the row with the cursor. */
  top: number;
  cursor: number;
  /** Keys go to the query. */
  isQuiet: boolean;
  height: number;
  at: RowColumns;
}

function drawOne(row: Row, selection: Selection, context: RowContext, at: RowColumns): string {
  const { theme } = context;
  switch (row.type) {
    case 'entry':
      return drawRow(entryModel(row, selection, context), at, theme);
    case 'header':
      return drawHeading(headingModel(row, selection, context), at.columns, theme);
    case 'label':
      return drawHeading(
        { name: row.text, facts: [], counts: [], isDim: true, ...selection },
        at.columns,
        theme,
      );
    case 'problem':
      return drawBroken(brokenModel(row, selection, context), at, theme);
  }
}

const indent = 3;

function emptyLines(props: ListProps): string[] {
  const room = props.at.columns - indent - rightMargin;
  const { suggestions, query } = props.rows;
  const lines = emptyReasons({ ...props, suggestions, types: query.types }).flatMap((text) =>
    wrapText(spelled(props.theme, text), room),
  );
  return lines.map((line) => ' '.repeat(indent) + line);
}

const none: ReadonlySet<string> = new Set();

/** Returns the names of the visible entries that other visible entries have, too. */
function sharedNames(visible: readonly Row[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const row of visible) {
    if (row.type !== 'entry') continue;
    const { name } = row.entry;
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
}

/** Returns exactly as many lines as the list is high. */
export function listLines(props: ListProps): string[] {
  const { rows, top, cursor, isQuiet, height, at, model } = props;
  const isFlat = rows.order !== 'place';
  const visible = rows.rows.slice(top, top + height);
  const context: RowContext = {
    ...props,
    words: rows.query.words,
    isFlat,
    sharedNames: isFlat ? sharedNames(visible) : none,
  };
  const lines = visible.map((row, index) =>
    drawOne(row, { isSelected: top + index === cursor, isQuiet }, context, at),
  );
  if (rows.rows.length === 0) lines.push(...emptyLines(props));
  // A list of empty folders gets the same help as an empty list.
  else if (model.list.entries.length === 0 && rows.shown === 0) lines.push('', ...emptyLines(props));
  return Array.from({ length: height }, (_, index) => lines[index] ?? '');
}

export const List = memo(function List(props: ListProps) {
  return <Lines lines={listLines(props)} />;
});
