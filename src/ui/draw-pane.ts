/** The lines under the list: details of the row with the cursor, or a notice too long for the last line. */

import { containerNote, containerTitle, noteOf, titleOf, whyUnpickable } from '../entries/describe.js';
import type { Row } from '../picker/rows.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { paint, type StyledText, type Theme } from '../text/theme.js';
import { truncate } from '../text/width.js';
import { consentQuestion } from './consent-question.js';
import { isLongNotice, layoutFor, type Screen } from './screen.js';
import { wrapText } from './view-lines.js';

interface Pane {
  title: readonly string[];
  description: string;
  note: string;
}

export function paneOf(row: Row | undefined, { model, isPicking }: Screen): Pane {
  switch (row?.type) {
    case 'entry': {
      const { entry } = row;
      const note = (isPicking ? whyUnpickable(entry) : null) ?? noteOf(entry);
      return { title: titleOf(entry, model.clientId), description: entry.description ?? '', note };
    }
    case 'header': {
      const { container } = row;
      return {
        title: containerTitle(container),
        description: containerNote(container, model.clientId),
        note: container.uri,
      };
    }
    case 'problem': {
      const { uri, line, message } = row.problem;
      return { title: [line === null ? uri : `${uri}:${line}`], description: message, note: '' };
    }
    default:
      return { title: [], description: '', note: '' };
  }
}

/** Returns exactly `lines` lines; the last one is cut if the text is longer. */
function drawDescription(text: string, lines: number, columns: number, ellipsis: string): string[] {
  const paragraph = wrapText(text, columns);
  const shown = paragraph.slice(0, lines - 1);
  const rest = truncate(paragraph.slice(lines - 1).join(' '), columns, ellipsis);
  return Array.from({ length: lines }, (_, index) => [...shown, rest][index] ?? '');
}

/** Returns the text that takes the place of the details: a question, or a notice too long for the last line. */
function messageOf(screen: Screen): StyledText | null {
  const { notice, view } = screen.state;
  if (view.type === 'consent') return { text: consentQuestion(view), style: 'accent' };
  return notice !== null && isLongNotice(screen) ? { text: notice.text, style: notice.tone } : null;
}

/** Draws the question over the last rows of the list, for a screen without details. */
export function coverWithQuestion(rows: readonly string[], screen: Screen, theme: Theme): string[] {
  const { view } = screen.state;
  if (view.type !== 'consent' || layoutFor(screen.size).detailLines > 0) return [...rows];
  const lines = wrapText(consentQuestion(view), screen.size.columns - 2).slice(0, rows.length - 1);
  return [
    ...rows.slice(0, rows.length - lines.length),
    ...lines.map((line) => ` ${paint(theme, 'accent', line)}`),
  ];
}

/** Draws exactly as many lines as the layout has for details. The title and the note are always on the same lines. */
export function drawPane(screen: Screen, theme: Theme): string[] {
  const { columns } = screen.size;
  const { detailLines } = layoutFor(screen.size);
  if (detailLines === 0) return [];
  const { ellipsis, separator } = theme.glyphs;
  const message = messageOf(screen);
  if (message !== null) {
    const lines = drawDescription(message.text, detailLines, columns - 2, ellipsis);
    return lines.map((line) => (line === '' ? '' : ` ${paint(theme, message.style, line)}`));
  }
  const { title, description, note } = paneOf(screen.rows.rows[screen.state.cursor.index], screen);
  const [name = '', ...facts] = title.map((part) => cleanLine(part));
  const head = new Line(theme, columns - 2);
  head.add(name, 'strong');
  for (const fact of facts) head.add(` ${separator} `, 'dim').add(fact);
  const lines = [
    head.toString().trimEnd(),
    ...drawDescription(description, detailLines - 2, columns - 2, ellipsis),
    truncate(cleanLine(note), columns - 2, ellipsis),
  ];
  return lines.map((line) => (line === '' ? '' : ` ${line}`));
}
