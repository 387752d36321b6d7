/** The lines of the help, which is a menu: how to search, what the marks mean, and the keys. */

import { keyLabel } from '../picker/bindings.js';
import { scrollTop } from '../picker/cursor.js';
import {
  type HelpContext,
  type HelpItem,
  type HelpSection,
  helpContext,
  helpItems,
} from '../picker/help-items.js';
import { keyFor } from '../picker/keymap.js';
import type { HelpView } from '../picker/open-view.js';
import { createTheme, spelled, type Theme } from '../text/theme.js';
import { rememberLast } from './remember.js';
import { layoutOf, type Screen } from './screen.js';
import { blank, labelled, line, lines, roomBeside, type ViewLine, viewMargins } from './view-lines.js';

export interface HelpLines {
  lines: readonly ViewLine[];
  /** The first line of each item, in the order of `helpItems`. */
  itemLines: readonly number[];
}

interface HelpContent extends HelpContext {
  theme: Theme;
  columns: number;
}

const keyColumns = 13;
const indent = '  ';

const titles: Readonly<Record<HelpSection, string>> = {
  Search: 'Search: type words; each has to match, in any order',
  Marks: 'Marks, and how to search for them',
  Switch: 'Switch',
  Find: 'Find',
  Move: 'Move',
  More: 'More',
  Elsewhere: 'In other places',
};

function tableLines(label: string, text: string, columns: number): ViewLine[] {
  const room = roomBeside(columns - indent.length, keyColumns);
  const rows = labelled({ text: label, columns: room.label, style: 'accent' }, lines(text, room.text));
  return rows.map((pieces) => [...line(indent), ...pieces]);
}

/** Returns the lines of an item: its key, its mark if it has one, its words, and its other keys. */
function itemLines({ keys, help, mark }: HelpItem, { theme, columns }: HelpContent): ViewLine[] {
  const [first = '', ...rest] = keys.map(keyLabel);
  const label = spelled(theme, first);
  // These are wrapped, and have to be as wide in ASCII, because the lines are counted without a theme.
  const also = rest.map((key) => spelled({ isAscii: true }, key));
  const sign = mark === undefined ? '' : `${theme.enabled[mark].glyph} `;
  const others = also.length === 0 ? '' : ` (also ${also.join(', ')})`;
  return tableLines(label, sign + help + others, columns);
}

/** Returns the marks that cannot be searched for, and what a row shows without one. */
function otherMarks({ theme, columns, hasCells, isPicking, isReadOnly }: HelpContent): ViewLine[] {
  const { enabled, mark, gate } = theme;
  const listed = [['', `${enabled.unknown.glyph} listed; whether it is on is not said`]] as const;
  const switching = [
    ['', `${mark.pending.glyph} under way`],
    ['', `${mark.changed.glyph} switched here`],
  ] as const;
  const cells = [
    ['empty cell', 'this tool does not read it'],
    ['dim cell', 'it cannot be switched there'],
  ] as const;
  return [
    ['', `${enabled['off-with-container'].glyph} off with its plugin or folder`] as const,
    ...(isReadOnly ? listed : isPicking ? [] : switching),
    ...(hasCells && !isPicking ? cells : []),
    ['user model', `who may use it; ${gate.dark.glyph} may not, ${gate.unknown.glyph} not known`] as const,
  ].flatMap(([label, text]) => tableLines(label, text, columns));
}

function opening({ isPicking, columns }: HelpContent): ViewLine[] {
  const menu = `${keyFor('open')} runs the line with the cursor, ${keyFor('back')} closes the help.`;
  const picking = `In the list, ${keyFor('open')} prints what the cursor is on; nothing is switched.`;
  return [menu, ...(isPicking ? [picking] : [])].flatMap((text) => lines(text, columns, 'dim'));
}

function build(content: HelpContent): HelpLines {
  const all: ViewLine[] = opening(content);
  const starts: number[] = [];
  let section: HelpSection | undefined;
  for (const item of helpItems(content)) {
    if (item.section !== section) {
      if (section === 'Marks') all.push(...otherMarks(content));
      section = item.section;
      all.push(blank, ...lines(titles[section], content.columns, 'strong'));
    }
    starts.push(all.length);
    all.push(...itemLines(item, content));
  }
  return { lines: all, itemLines: starts };
}

function contentOf(
  { state, model, size, isPicking }: Screen,
  { under }: HelpView,
  theme: Theme,
): HelpContent {
  return { ...helpContext(state, under.type, model, isPicking), theme, columns: size.columns - viewMargins };
}

const shown = rememberLast(build);
const measured = rememberLast(build);
const unstyled = createTheme({ color: 'none', attributes: false }, false);

/** Returns all lines of the help, and where its items are. */
export function helpLines(screen: Screen, view: HelpView, theme: Theme): HelpLines {
  return shown(contentOf(screen, view, theme));
}

/** Returns the first line to show, so that the chosen one is visible, and with the first one the lines above it. */
export function helpTop(screen: Screen, view: HelpView): number {
  const { lines: all, itemLines: starts } = measured(contentOf(screen, view, unstyled));
  const { viewHeight } = layoutOf(screen);
  const chosen = starts[view.at] ?? 0;
  const cursor = view.at === 0 && chosen < viewHeight ? 0 : chosen;
  return scrollTop({ rows: all.length, height: viewHeight, cursor, top: view.top });
}
