/** The open view for screen readers: a sentence for its cursor or its question, and the lines of a view that scrolls. */

import { chosenIndex, matchingChoices } from '../picker/choices.js';
import { helpContext, helpItems } from '../picker/help-items.js';
import { writtenKeyFor } from '../picker/keymap.js';
import type { BatchView, ChooserView, DetailView, HelpView } from '../picker/open-view.js';
import { batchWords } from './BatchQuestion.js';
import { consentKeys, consentQuestion } from './ConsentQuestion.js';
import { detailLines, detailTop } from './detail-lines.js';
import { layoutOf, type Screen } from './screen.js';
import { textOf } from './view-lines.js';

/** What is said when a view opens, and what changes with its cursor. */
type ViewWords = readonly [intro: string, current: string];

function chooserWords({ choices, query, key }: ChooserView): ViewWords {
  const intro = `Sessions and running editors. ${writtenKeyFor('open')} opens one, ${writtenKeyFor('back')} goes back.`;
  if (choices === null) return [intro, 'Looking for sessions and running editors.'];
  const shown = matchingChoices(choices, query.text);
  const at = chosenIndex(shown, key);
  const choice = shown[at];
  const search = query.text === '' ? '' : `Search: ${query.text}. `;
  if (choice === undefined) return [intro, `${search}Nothing matches.`];
  const { title, note, group, isCurrent } = choice;
  const place = `${group}. ${at + 1} of ${shown.length}.`;
  return [intro, `${search}${title}. ${note}. ${isCurrent ? 'Open now. ' : ''}${place}`];
}

function helpWords({ under, at }: HelpView, { state, model, isPicking }: Screen): ViewWords {
  const intro = `Help. ${writtenKeyFor('open')} runs a line, ${writtenKeyFor('back')} closes the help.`;
  const items = helpItems(helpContext(state, under.type, model, isPicking));
  const item = items[at];
  if (item === undefined) return [intro, ''];
  return [intro, `${item.keys.join(' or ')}, ${item.help}. ${at + 1} of ${items.length}.`];
}

function batchQuestion({ ids, folder, leftOut }: BatchView, { state, model }: Screen): ViewWords {
  const tool = state.tool ?? state.tab;
  const words = batchWords({ ids, folder, leftOut, tool, list: model.list });
  const states = words.states === '' ? '' : `: ${words.states}`;
  const left = words.leftOut === '' ? '' : ` ${words.leftOut}.`;
  const [on, off] = [true, false].map((enabled) => writtenKeyFor({ type: 'batch-all', enabled }));
  const keys = `${on} switches all on, ${off} all off, ${writtenKeyFor('back')} goes back.`;
  return [`${words.what}${states}.${left}`, keys];
}

/** Returns two lines about the open view, empty ones for the list. */
export function spokenView(screen: Screen): ViewWords {
  const { view } = screen.state;
  switch (view.type) {
    case 'chooser':
      return chooserWords(view);
    case 'help':
      return helpWords(view, screen);
    case 'batch':
      return batchQuestion(view, screen);
    case 'consent':
      return [consentQuestion(view), `${consentKeys(writtenKeyFor).replaceAll('  ', ', ')}.`];
    case 'detail':
    case 'list':
      return ['', ''];
  }
}

function detailWords(screen: Screen, view: DetailView): string[] {
  const top = detailTop(screen, view);
  const end = top + layoutOf(screen).viewHeight;
  return detailLines(screen, view)
    .slice(0, end)
    .map((pieces, index) => (index < top ? '' : textOf(pieces)));
}

/**
 * Returns the lines of a detail view that are scrolled to. Those above are empty, so that each keeps its place and
 * scrolling says only what comes into view.
 */
export function spokenWindow(screen: Screen): string[] {
  const { view } = screen.state;
  return view.type === 'detail' ? detailWords(screen, view) : [];
}
