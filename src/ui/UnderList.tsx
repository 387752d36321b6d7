/** The lines under the list: the row with the cursor in words. */

import { memo } from 'react';
import type { Row } from '../picker/rows.js';
import type { Model } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { paint, type Theme } from '../text/theme.js';
import { truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { rowDetails } from './row-details.js';
import { wrapText } from './view-lines.js';

interface UnderListProps {
  row: Row | undefined;
  model: Model;
  isPicking: boolean;
  columns: number;
  /** Without the rule above them. */
  height: number;
  theme: Theme;
}

/** The left and the right margin. */
const margins = 2;

/** Returns exactly `height` lines; the last one is cut if the text is longer. */
function descriptionLines(text: string, height: number, columns: number, ellipsis: string): string[] {
  const paragraph = wrapText(text, columns);
  const shown = paragraph.slice(0, height - 1);
  const rest = truncate(paragraph.slice(height - 1).join(' '), columns, ellipsis);
  return Array.from({ length: height }, (_, index) => [...shown, rest][index] ?? '');
}

/** Draws the line between the list and what is under it. */
export function ruleLine(columns: number, theme: Theme): string {
  return ` ${paint(theme, 'dim', theme.glyphs.rule.repeat(Math.max(0, columns - margins)))}`;
}

/** The title and the note are always on the same lines. */
function detailLines({ row, model, isPicking, columns, height, theme }: UnderListProps): string[] {
  const { ellipsis, separator } = theme.glyphs;
  const room = columns - margins;
  const { title, description, note } = rowDetails(row, model, isPicking);
  const [name = '', ...facts] = title.map((part) => cleanLine(part));
  const head = new Line(theme, room);
  head.add(name, 'strong');
  for (const fact of facts) head.add(` ${separator} `, 'dim').add(fact);
  const lines = [
    head.toString().trimEnd(),
    ...descriptionLines(description, height - 2, room, ellipsis),
    truncate(cleanLine(note), room, ellipsis),
  ];
  return lines.map((line) => (line === '' ? '' : ` ${line}`));
}

export const UnderList = memo(function UnderList(props: UnderListProps) {
  return <Lines lines={[ruleLine(props.columns, props.theme), ...detailLines(props)]} />;
});
