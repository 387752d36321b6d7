/** The screen for screen readers: what the cursor is on, in a sentence, and what just happened. */

import { containerNote, invocationOf, serverOf, titleOf, typeWord } from '../picker/describe.js';
import type { Row } from '../picker/rows.js';
import { cleanLine } from '../text/clean.js';
import type { Screen } from './screen.js';

function rowWords(row: Row | undefined): string {
  if (row === undefined) return 'Nothing is listed.';
  switch (row.type) {
    case 'entry':
      return [
        ...titleOf(row.entry),
        row.entry.description ?? '',
        invocationOf(row.entry),
        serverOf(row.entry),
      ]
        .filter((part) => part !== '')
        .join('. ');
    case 'header':
      return `${typeWord(row.container.type)} ${row.container.name}, ${row.container.enabled ? 'on' : 'off'}. ${containerNote(row.container)}`;
    case 'problem':
      return `Problem: ${row.problem.message}`;
  }
}

export function drawSpoken({ state, model, rows }: Screen): string[] {
  const place = rows.rows.length === 0 ? '' : `${state.cursor.index + 1} of ${rows.rows.length}. `;
  const lines = [
    `skillpick, ${model.session.title || model.session.uri}, ${model.link.kind}`,
    `Search: ${state.query.text === '' ? 'empty' : state.query.text}. Kind: ${state.kind}. Showing: ${state.showing}.`,
    `${place}${rowWords(rows.rows[state.cursor.index])}`,
  ];
  if (state.view.type === 'batch')
    lines.push(`${state.view.ids.length} shown. o switches all on, f all off, escape goes back.`);
  if (state.notice !== null) lines.push(state.notice.text);
  return lines.map((line) => cleanLine(line, 2_000));
}
