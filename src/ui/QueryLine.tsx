/**
 * The second line: the query, which kinds and states are shown, and the counts. The place of each part depends on the
 * terminal's width, so that nothing moves while the user types a short query.
 */

import { memo } from 'react';
import { countWords, type StateCounts } from '../entries/row-state.js';
import type { EditLine } from '../picker/edit-line.js';
import type { Rows } from '../picker/rows.js';
import type { KindFilter, Showing } from '../picker/state.js';
import { plainText } from '../text/clean.js';
import { formatCount } from '../text/humanize.js';
import { rightMargin } from '../text/row-columns.js';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { drawQuery } from './query-text.js';

export interface QueryLineProps {
  query: EditLine;
  hasFocus: boolean;
  kind: KindFilter;
  showing: Showing;
  order: Rows['order'];
  shown: number;
  counts: StateCounts;
  columns: number;
  theme: Theme;
}

const kindLabels: Record<KindFilter, string> = {
  usual: 'skills+agents',
  skills: 'skills',
  agents: 'agents',
  other: 'other',
  all: 'all',
};

const showingLabels: Record<Showing, string> = {
  any: '',
  on: 'only on',
  differs: 'only differing',
  off: 'only off',
  broken: 'only broken',
};

const promptColumns = 3;
const gap = 2;
const queryShare = 0.3;
const narrowestQuery = 10;
/** A label is cut before the query gets narrower than this. */
const narrowestCut = 5;

/** Returns what limits the list; without `isWhole`, only what the user has changed. */
function labelText({ kind, showing, order, theme }: QueryLineProps, isWhole: boolean): string {
  return [
    isWhole || kind !== 'usual' ? kindLabels[kind] : '',
    showingLabels[showing],
    order === 'name' ? 'by name' : '',
  ]
    .filter((label) => label !== '')
    .join(` ${theme.glyphs.separator} `);
}

/** The order in which counts give way. */
const leastFirst = ['shadowed', 'differ', 'broken', 'off'] as const;

/** Returns as many counts as fit; the number of matches is always among them. */
function countsText({ shown, counts, theme }: QueryLineProps, columns: number): string {
  const left: Partial<Record<keyof StateCounts, number>> = { ...counts, on: 0 };
  const text = () => [formatCount(shown), ...countWords(left)].join(` ${theme.glyphs.separator} `);
  for (const state of leastFirst) {
    if (displayWidth(text()) <= columns) break;
    left[state] = 0;
  }
  return text();
}

/** Divides the line between the query and the label. A query that is too long takes the place of the usual label. */
function divide(props: QueryLineProps): { queryColumns: number; label: string } {
  const { columns, query, shown, theme } = props;
  const room = columns - promptColumns - rightMargin - gap - formatCount(shown).length;
  const usual = Math.max(narrowestQuery, Math.floor(columns * queryShare));
  const wanted = Math.max(usual, displayWidth(plainText(query.text)) + 1);
  const whole = labelText(props, true);
  const least = displayWidth(whole) + gap;
  const changed = truncate(labelText(props, false), room - gap - narrowestCut, theme.glyphs.ellipsis);
  const label = wanted + least <= room ? whole : changed;
  const most = room - (label === '' ? 0 : displayWidth(label) + gap);
  return { queryColumns: Math.max(1, Math.min(wanted, most)), label };
}

function queryLine(props: QueryLineProps): string {
  const { columns, query, hasFocus, theme } = props;
  const { queryColumns, label } = divide(props);
  const labelColumns = label === '' ? 0 : displayWidth(label) + gap;
  const room = columns - promptColumns - queryColumns - labelColumns - rightMargin;
  const counts = countsText(props, room - gap);
  const drawn = drawQuery(query, queryColumns, theme, hasFocus);
  const left = ` ${paint(theme, 'accent', theme.glyphs.prompt)} ${drawn}`;
  const blanks = ' '.repeat(Math.max(0, room - displayWidth(counts)));
  return `${left}${label === '' ? '' : `  ${paint(theme, 'strong', label)}`}${blanks}${paint(theme, 'dim', counts)} `;
}

export const QueryLine = memo(function QueryLine(props: QueryLineProps) {
  return <Lines lines={[queryLine(props)]} />;
});
