/** The screen for screen readers: the row with the cursor in sentences, and the notice. */

import { withFullStop } from '../entries/describe.js';
import { writtenKeyFor } from '../picker/keymap.js';
import type { BatchView, ChooserView } from '../picker/open-view.js';
import type { Row } from '../picker/rows.js';
import { matchingChoices } from '../picker/views.js';
import { cleanLine } from '../text/clean.js';
import { createTheme } from '../text/theme.js';
import { consentKeys, consentQuestion } from './consent-question.js';
import { detailLines } from './detail-lines.js';
import { paneOf } from './draw-pane.js';
import { helpLines } from './help-lines.js';
import { uiLimits } from './limits.js';
import type { Screen } from './screen.js';

const plain = createTheme({ color: 'none', attributes: false }, true);
const spokenColumns = 200;

function rowWords(row: Row | undefined, screen: Screen): string {
  if (row === undefined) return 'Nothing is listed.';
  if (row.type === 'label') return row.text;
  const { title, description, note } = paneOf(row, screen);
  const kind = row.type === 'problem' ? ['Problem'] : [];
  const state = screen.model.pending.has(row.id) ? [plain.mark.pending.label] : [];
  return [...kind, ...title, ...state, description, note]
    .filter((part) => part !== '')
    .map(withFullStop)
    .join(' ');
}

function listWords(screen: Screen): string[] {
  const { state, rows } = screen;
  const place = rows.rows.length === 0 ? '' : `${state.cursor.index + 1} of ${rows.rows.length}. `;
  return [
    `Search: ${state.query.text === '' ? 'empty' : state.query.text}. Kind: ${state.kind}. Showing: ${state.showing}.`,
    `${place}${rowWords(rows.rows[state.cursor.index], screen)}`,
  ];
}

function chooserWords(view: ChooserView): string[] {
  if (view.choices === null) return ['Looking for sessions and hosts.'];
  const shown = matchingChoices(view.choices, view.query.text);
  const choice = shown[view.at];
  if (choice === undefined) return ['Nothing matches.'];
  const { group, title, note, isCurrent } = choice;
  return [
    `Open: ${view.at + 1} of ${shown.length}. ${group}. ${title}. ${note}${isCurrent ? '. Open now.' : ''}`,
  ];
}

function batchWords({ ids, folder }: BatchView): string {
  const [onKey, offKey] = [true, false].map((enabled) => writtenKeyFor({ type: 'batch-all', enabled }));
  return `${ids.length} ${folder === undefined ? 'shown' : `in ${folder}`}. ${onKey} switches all on, ${offKey} all off, ${writtenKeyFor('back')} goes back.`;
}

function viewWords(screen: Screen): string[] {
  const { view } = screen.state;
  switch (view.type) {
    case 'detail':
      return detailLines(screen, view).map(({ text }) => text);
    case 'help':
      return helpLines(plain, screen.isPicking, spokenColumns).map(({ text }) => text);
    case 'chooser':
      return chooserWords(view);
    case 'batch':
      return [batchWords(view)];
    case 'consent':
      return [consentQuestion(view), consentKeys(writtenKeyFor)];
    case 'list':
      return listWords(screen);
  }
}

export function drawSpoken(screen: Screen): string[] {
  const { model, state } = screen;
  const lines = [
    `skillpick, ${model.waitingFor ?? (model.session.title || model.session.uri)}, ${model.link.kind}`,
    ...viewWords(screen).slice(0, uiLimits.spokenLines),
    ...(state.notice === null ? [] : [state.notice.text]),
  ];
  return lines.map((line) => cleanLine(line)).filter((line) => line !== '');
}
