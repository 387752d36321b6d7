/** Draws the heading of a folder or plugin: its name, facts, and at the right end how many are in each state. */

import { cleanLine } from './clean.js';
import { Line } from './line.js';
import { addGutter, isActive, type Selection } from './row.js';
import { gutter, rightMargin } from './row-columns.js';
import { type MarkName, paint, type StyledText, type Theme } from './theme.js';
import { displayWidth } from './width.js';

export interface HeadingModel extends Selection {
  name: string;
  /** Where it is from, what it is, and what is wrong with it. */
  facts: readonly StyledText[];
  /** How many of the shown entries are in each state, such as `2 on`. */
  counts: readonly string[];
  isDim: boolean;
  mark?: MarkName;
}

/** Leaves out quiet facts until the others fit: that it is off or failed matters more. */
function fittingFacts(facts: readonly StyledText[], columns: number, separator: string): StyledText[] {
  const fitting = [...facts];
  const width = () => fitting.reduce((sum, { text }) => sum + displayWidth(separator + text), 0);
  while (width() > columns) {
    const quiet = fitting.findLastIndex(({ style }) => style === 'dim');
    if (quiet === -1) break;
    fitting.splice(quiet, 1);
  }
  return fitting;
}

/** Returns a line of exactly `columns` columns. */
export function drawHeading(heading: HeadingModel, columns: number, theme: Theme): string {
  const separator = ` ${theme.glyphs.separator} `;
  const name = cleanLine(heading.name) || '(no name)';
  const facts = heading.facts.map(({ text, style }) => ({ text: cleanLine(text), style }));
  const counts = heading.counts.join(separator);
  // The facts give way to the counts, and the counts to the name.
  const room = columns - rightMargin - gutter - Math.min(displayWidth(name), Math.floor(columns / 2));
  const hasRoom = displayWidth(counts) + 2 <= room;
  const right = (counts !== '' && hasRoom ? `  ${counts}` : '') + ' '.repeat(Math.min(rightMargin, columns));
  const line = new Line(theme, columns - displayWidth(right));
  addGutter(line, theme, heading);
  const style = isActive(heading) ? 'selected' : heading.isDim ? 'dim' : 'plain';
  line.add(name, style);
  for (const fact of fittingFacts(facts, line.columnsLeft, separator))
    line.add(separator, 'dim').add(fact.text, fact.style);
  return line.toString() + paint(theme, 'dim', right);
}
