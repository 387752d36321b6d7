/** Draws a line that the user edits: the query of the list, or that of the chooser. */

import type { EditLine } from '../picker/edit-line.js';
import { plainText } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth, endOf, graphemesOf, padEnd, truncate } from '../text/width.js';

const inverse = (under: string): string => `\x1b[7m${under}\x1b[27m`;

const operators = /(?<=^|\s)(?:(?:is|tool|type|in|sort):|[!'^](?=\S))/g;

/** Paints what is not a word to search for. */
function painted(text: string, theme: Theme): string {
  return text.replace(operators, (operator) => paint(theme, 'accent', operator));
}

function drawHint(columns: number, hasCursor: boolean, theme: Theme): string {
  const hint = columns > 'type to search'.length ? 'type to search' : 'search';
  const text = truncate(hint, columns - (hasCursor ? 1 : 0), '');
  return (hasCursor ? inverse(' ') : '') + paint(theme, 'dim', padEnd(text, columns - (hasCursor ? 1 : 0)));
}

/** Draws the query in exactly `columns` columns; of a long one, the part around the cursor. */
export function drawQuery({ text, at }: EditLine, columns: number, theme: Theme, hasCursor = true): string {
  const { ellipsis } = theme.glyphs;
  if (text === '') return drawHint(columns, hasCursor, theme);
  if (!hasCursor) {
    const whole = truncate(plainText(text), columns, ellipsis);
    return painted(whole, theme) + ' '.repeat(Math.max(0, columns - displayWidth(whole)));
  }
  const after = plainText(text.slice(at));
  const [under = ' ', ...others] = Array.from(graphemesOf(after), ({ segment }) => segment);
  const before = endOf(plainText(text.slice(0, at)), columns - displayWidth(under));
  const room = columns - displayWidth(before) - displayWidth(under);
  const rest = truncate(others.join(''), room, ellipsis);
  return painted(before, theme) + inverse(under) + rest + ' '.repeat(Math.max(0, room - displayWidth(rest)));
}
