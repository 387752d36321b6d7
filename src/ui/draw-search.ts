/**
 * The line with the query, the kinds and the counts. The place of each part depends on the terminal's width, so that
 * nothing moves while the user types a short query.
 */

import { countWords } from '../entries/row-state.js';
import type { EditLine } from '../picker/edit-line.js';
import type { Rows } from '../picker/rows.js';
import { type KindFilter, kinds } from '../picker/state.js';
import { plainText } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth, graphemesOf, padEnd, truncate } from '../text/width.js';
import { layoutFor, type Screen } from './screen.js';

const kindLabels: Record<KindFilter, string> = {
  usual: 'skills+agents',
  skills: 'skills',
  agents: 'agents',
  other: 'other',
  all: 'all',
};

const columnsForTabs = 76;
const widestKind = '[skills+agents]'.length;
const tabsColumns = Object.values(kindLabels).join('').length + 2 * kinds.length;
const narrowestQuery = 10;
/** The query gets a quarter of the line, but this many columns less if there are tabs. */
const tabsMargin = 8;

const segments = (text: string): string[] => Array.from(graphemesOf(text), ({ segment }) => segment);

/** Returns as much of the text's end as fits. */
function endOf(text: string, columns: number): string {
  let end = '';
  let left = columns;
  for (const segment of segments(text).reverse()) {
    left -= displayWidth(segment);
    if (left < 0) break;
    end = segment + end;
  }
  return end;
}

const cursor = (under: string): string => `\x1b[7m${under}\x1b[27m`;

/** Draws the query in exactly `columns` columns; of a long one, the part around the cursor. */
export function drawQuery({ text, at }: EditLine, columns: number, theme: Theme): string {
  const { ellipsis } = theme.glyphs;
  if (text === '') {
    const hint = columns > 'type to search'.length ? 'type to search' : 'search';
    return cursor(' ') + paint(theme, 'dim', padEnd(hint, columns - 1));
  }
  const after = plainText(text.slice(at));
  const [under = ' ', ...others] = segments(after);
  const before = endOf(plainText(text.slice(0, at)), columns - displayWidth(under));
  const room = columns - displayWidth(before) - displayWidth(under);
  return before + cursor(under) + padEnd(truncate(others.join(''), room, ellipsis), room);
}

function drawTabs({ state }: Screen, theme: Theme): string {
  return kinds
    .map((kind) =>
      kind === state.kind
        ? paint(theme, 'strong', `[${kindLabels[kind]}]`)
        : paint(theme, 'dim', ` ${kindLabels[kind]} `),
    )
    .join('');
}

function compact(value: number): string {
  return value < 1_000 ? String(value) : `${(value / 1_000).toFixed(1).replace(/\.0$/, '')}k`;
}

/** Returns the counts of states that need a look. */
function stateParts({ counts: { on: _on, ...others } }: Rows): [text: string, weight: number][] {
  return countWords(others).map((text) => [text, text.endsWith(' off') ? 2 : 1]);
}

/** Returns the counts in their order; those with less weight are left out first. */
function countParts({ rows, state, model }: Screen): [text: string, weight: number][] {
  const problems = model.list.problems.length;
  const { showing } = state;
  if (showing === 'problems') return [[`problems: ${problems}`, 3]];
  return [
    showing === 'any' ? [String(rows.shown), 1] : [`only ${showing}: ${rows.shown}`, 3],
    ...(showing === 'any' ? stateParts(rows) : []),
    [rows.tokens === null ? '' : `${compact(rows.tokens)} tokens`, 0],
    [problems > 0 ? `${problems} problem${problems === 1 ? '' : 's'}` : '', showing === 'any' ? 3 : 2],
  ];
}

function countsText(screen: Screen, columns: number, theme: Theme): string {
  const parts = countParts(screen).filter(([text]) => text !== '');
  for (let least = 0; least <= 3; least += 1) {
    const kept = parts.filter(([, weight]) => weight >= least).map(([text]) => text);
    const text = kept.join(` ${theme.glyphs.separator} `);
    if (text !== '' && displayWidth(text) <= columns) return text;
  }
  const { state, model, rows } = screen;
  return String(state.showing === 'problems' ? model.list.problems.length : rows.shown);
}

export function drawSearch(screen: Screen, theme: Theme): string {
  const { columns } = screen.size;
  const share = Math.floor(columns / 4);
  const mayHaveTabs = layoutFor(screen.size).hasRule && columns >= columnsForTabs;
  // A long query takes the place of the tabs.
  const hasTabs = mayHaveTabs && displayWidth(screen.state.query.text) < share - tabsMargin;
  const queryColumns = hasTabs ? share - tabsMargin : Math.max(narrowestQuery, share * (mayHaveTabs ? 2 : 1));
  const kind = hasTabs
    ? drawTabs(screen, theme)
    : paint(theme, 'strong', padEnd(`[${kindLabels[screen.state.kind]}]`, widestKind));
  const query = drawQuery(screen.state.query, queryColumns, theme);
  const left = ` ${paint(theme, 'accent', theme.glyphs.prompt)} ${query} ${kind}`;
  const leftColumns = 4 + queryColumns + (hasTabs ? tabsColumns : widestKind);
  const room = Math.max(0, columns - leftColumns - 2);
  const counts = countsText(screen, room, theme);
  return `${left} ${' '.repeat(Math.max(0, room - displayWidth(counts)))}${paint(theme, 'dim', counts)}`;
}
