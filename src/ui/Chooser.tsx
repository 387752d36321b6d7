/** The chooser: what can be opened, in groups, with a line to search in. It follows its choices while it is open. */

import { memo } from 'react';
import { chosenIndex, matchingChoices } from '../picker/choices.js';
import { scrollTop } from '../picker/cursor.js';
import { keyFor } from '../picker/keymap.js';
import type { Choice, ChooserView } from '../picker/open-view.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { drawQuery } from './query-text.js';

interface ChooserProps {
  choices: ChooserView['choices'];
  /** The key of the choice under the cursor. */
  chosen: string | null;
  query: ChooserView['query'];
  columns: number;
  height: number;
  theme: Theme;
}

const widestTitleShare = 0.4;
const rightMargin = 1;
/** The prompt and the blank line under it. */
const linesAbove = 2;

const titleOf = ({ title }: Choice): string => cleanLine(title) || '(no title)';

function drawChoice(choice: Choice, isChosen: boolean, titleColumns: number, props: ChooserProps): string {
  const { columns, theme } = props;
  const line = new Line(theme, columns - rightMargin);
  line.add(' ').add(isChosen ? theme.glyphs.cursor : ' ', 'accent');
  line.add('  ');
  const afterTitle = line.columnsLeft - titleColumns - 3;
  line.add(truncate(titleOf(choice), titleColumns, theme.glyphs.ellipsis), isChosen ? 'strong' : 'plain');
  line.padUntil(afterTitle).add(`${choice.isCurrent ? '(open)  ' : ''}${cleanLine(choice.note)}`, 'dim');
  return line.toString().trimEnd();
}

/** Draws a text over the whole line. */
function drawText(text: string, { columns, theme }: ChooserProps, style: 'plain' | 'dim' = 'plain'): string {
  return paint(theme, style, truncate(`  ${text}`, columns - rightMargin, theme.glyphs.ellipsis));
}

/** Draws the choices under their groups; `at` is the line with the cursor. */
function choiceLines(shown: readonly Choice[], props: ChooserProps): { lines: string[]; at: number } {
  const share = Math.floor(props.columns * widestTitleShare);
  const titleColumns = Math.min(share, Math.max(0, ...shown.map((choice) => displayWidth(titleOf(choice)))));
  const chosen = chosenIndex(shown, props.chosen);
  const lines: string[] = [];
  let at = 0;
  for (const [index, choice] of shown.entries()) {
    const { group } = choice;
    if (group !== shown[index - 1]?.group) lines.push(drawText(cleanLine(group), props, 'dim'));
    if (index === chosen) at = lines.length;
    lines.push(drawChoice(choice, index === chosen, titleColumns, props));
  }
  return { lines, at };
}

function bodyOf(props: ChooserProps): { lines: string[]; at: number } {
  const { choices, query } = props;
  if (choices === null)
    return { lines: [drawText('Looking for sessions and running editors.', props)], at: 0 };
  const shown = matchingChoices(choices, query.text);
  if (shown.length > 0) return choiceLines(shown, props);
  const text =
    query.text === '' ? 'There is nothing to open.' : `Nothing matches. ${keyFor('back')} clears the query.`;
  return { lines: [drawText(text, props)], at: 0 };
}

/**
 * Returns exactly `height` lines.
 * @internal
 */
export function chooserLines(props: ChooserProps): string[] {
  const { query, columns, height, theme } = props;
  const drawn = drawQuery(query, Math.floor(columns / 2), theme);
  const { lines, at } = bodyOf(props);
  const room = Math.max(1, height - linesAbove);
  const top = scrollTop({ rows: lines.length, height: room, cursor: at, top: 0 });
  const all = [
    ` ${paint(theme, 'accent', theme.glyphs.prompt)} ${drawn}`,
    '',
    ...lines.slice(top, top + room),
  ];
  return Array.from({ length: height }, (_, index) => all[index] ?? '');
}

export const Chooser = memo(function Chooser(props: ChooserProps) {
  return <Lines lines={chooserLines(props)} />;
});
