/** The lines around the list: title, query with its tabs, rule, details of the current row, footer. */

import { bindings } from '../picker/bindings.js';
import { containerNote, containerTitle, invocationOf, serverOf, titleOf } from '../picker/describe.js';
import type { EditLine } from '../picker/edit-line.js';
import { keyLabel } from '../picker/keymap.js';
import type { Row } from '../picker/rows.js';
import { type Kind, kinds, type LinkView, type Notice } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { paint, type StyleName, type Theme } from '../text/theme.js';
import { displayWidth, fit, truncate } from '../text/width.js';
import { layoutFor, type Screen } from './screen.js';

const kindLabels: Record<Kind, string> = {
  usual: 'skills+agents',
  skills: 'skills',
  agents: 'agents',
  other: 'other',
  all: 'all',
};

/** Left and right ends of a line, the right one giving way first. */
function spread(left: string, right: string, columns: number): string {
  const room = columns - displayWidth(left) - displayWidth(right);
  if (room < 1) return left;
  return left + ' '.repeat(room) + right;
}

function linkStatus(link: LinkView, nowMs: number): { text: string; style: StyleName } {
  switch (link.kind) {
    case 'live':
      return { text: 'live', style: 'good' };
    case 'connecting':
      return { text: 'connecting…', style: 'warn' };
    case 'waiting': {
      const seconds = Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1000));
      return { text: `connection lost, next try in ${seconds} s`, style: 'warn' };
    }
    case 'gone':
      return { text: 'host gone', style: 'bad' };
  }
}

export function drawTitle({ model, size, nowMs }: Screen, theme: Theme): string {
  const { session, host, link, isTemporary } = model;
  const where = host.kind === 'embedded' ? 'embedded host' : `${host.name} ${host.protocolVersion}`;
  const facts = [session.title || session.uri, where, host.kind === 'embedded' ? session.provider : ''];
  if (isTemporary) facts.push('temporary session');
  if (session.status.includes('input needed')) facts.push('input needed');
  const status = linkStatus(link, nowMs);
  const right = `${link.kind === 'live' ? theme.glyphs.live : '○'} ${status.text} `;
  const line = new Line(theme, Math.max(0, size.columns - displayWidth(right) - 1));
  line.add(' ').add('skillpick', 'strong').add('   ');
  line.add(
    facts
      .filter((fact) => fact !== '')
      .map((fact) => cleanLine(fact))
      .join(` ${theme.glyphs.separator} `),
    'dim',
  );
  return `${line.toString()} ${paint(theme, status.style, right)}`;
}

/** The query with its cursor; of a long one, the end that is being typed at. */
function drawQuery({ text, at }: EditLine, columns: number, theme: Theme): string {
  const before = cleanLine(text.slice(0, at), 1_000);
  const under = cleanLine(text.slice(at), 1_000);
  const [first = ' '] = [...new Intl.Segmenter().segment(under)].map(({ segment }) => segment);
  let start = before;
  while (displayWidth(start) > columns - 2) start = [...start].slice(1).join('');
  const rest = truncate(
    under.slice(first === ' ' ? 0 : first.length),
    Math.max(0, columns - displayWidth(start) - displayWidth(first)),
    theme.glyphs.ellipsis,
  );
  return `${start}\x1b[7m${first}\x1b[27m${rest}`;
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

function countsText({ rows, state, model }: Screen, theme: Theme): string {
  const problems = model.list.problems.length;
  const parts = [
    `${rows.shown}`,
    rows.off > 0 ? `${rows.off} off` : '',
    rows.tokens === null ? '' : `${compact(rows.tokens)} tokens`,
    problems > 0 ? `${problems} ${problems === 1 ? 'problem' : 'problems'}` : '',
    state.showing === 'any' ? '' : `only ${state.showing}`,
  ];
  return parts.filter((part) => part !== '').join(` ${theme.glyphs.separator} `);
}

function compact(value: number): string {
  return value < 1_000 ? String(value) : `${(value / 1_000).toFixed(1).replace(/\.0$/, '')}k`;
}

export function drawSearch(screen: Screen, theme: Theme): string {
  const { state, size } = screen;
  const counts = countsText(screen, theme);
  const tabs =
    layoutFor(size).hasTabs && size.columns >= 76
      ? drawTabs(screen, theme)
      : paint(theme, 'dim', kindLabels[state.kind]);
  const right = `${tabs}   ${paint(theme, 'dim', counts)} `;
  const room = size.columns - displayWidth(right) - 4;
  const query = drawQuery(state.query, Math.max(10, room), theme);
  return spread(
    ` ${paint(theme, 'accent', theme.glyphs.prompt)} ${query}`,
    room < 10 ? '' : right,
    size.columns,
  );
}

export function drawRule({ size }: Screen, theme: Theme): string {
  return ` ${paint(theme, 'dim', theme.glyphs.rule.repeat(Math.max(0, size.columns - 2)))}`;
}

function detailTexts(row: Row | undefined): { title: string[]; lines: string[] } {
  if (row === undefined) return { title: [], lines: [] };
  if (row.type === 'problem') return { title: [row.problem.uri], lines: [row.problem.message] };
  if (row.type === 'header')
    return { title: containerTitle(row.container), lines: ['', containerNote(row.container)] };
  const { entry } = row;
  return { title: titleOf(entry), lines: [entry.description ?? '', invocationOf(entry) || serverOf(entry)] };
}

/** Exactly as many lines as the layout gives the details. */
export function drawDetail({ state, rows, size }: Screen, theme: Theme): string[] {
  const { title, lines } = detailTexts(rows.rows[state.cursor.index]);
  const [name = '', ...facts] = title.map((part) => cleanLine(part));
  const head = new Line(theme, size.columns - 1);
  head.add(' ').add(name, 'strong');
  for (const fact of facts) head.add(` ${theme.glyphs.separator} `, 'dim').add(fact);
  const texts = lines.map((text) =>
    truncate(` ${cleanLine(text, 2_000)}`, size.columns - 1, theme.glyphs.ellipsis),
  );
  const drawn = [head.toString().trimEnd(), ...texts];
  return Array.from({ length: layoutFor(size).detailLines }, (_, index) => drawn[index] ?? '');
}

const tones: Record<Notice['tone'], StyleName> = { plain: 'plain', good: 'good', warn: 'warn', bad: 'bad' };

function keyHints({ state, isPicking }: Screen, theme: Theme): string[] {
  return bindings
    .filter(
      ({ footer, views, onlySwitching }) =>
        footer && views.includes(state.view.type) && !(isPicking && onlySwitching),
    )
    .map(({ keys, footer, intent }) => {
      const words =
        intent.type === 'open' && isPicking
          ? 'choose'
          : intent.type === 'back' && state.view.type !== 'list'
            ? 'back'
            : footer;
      return `${paint(theme, 'strong', keyLabel(keys[0] ?? ''))} ${words}`;
    });
}

/** What just happened, or which keys there are: as many as fit, help and the way out always among them. */
export function drawFooter(screen: Screen, theme: Theme): string {
  const { state, size } = screen;
  if (state.view.type === 'batch') return batchQuestion(screen, theme);
  if (state.notice !== null) {
    const text = truncate(` ${cleanLine(state.notice.text, 1_000)}`, size.columns - 1, theme.glyphs.ellipsis);
    return paint(theme, tones[state.notice.tone], text);
  }
  const hints = keyHints(screen, theme);
  const last = hints.slice(-2);
  const first = hints.slice(0, -2);
  while (first.length > 0 && displayWidth(` ${[...first, ...last].join('   ')}`) >= size.columns) first.pop();
  return ` ${[...first, ...last].join('   ')}`;
}

function batchQuestion({ state, model, size }: Screen, theme: Theme): string {
  const ids = new Set(state.view.type === 'batch' ? state.view.ids : []);
  const shown = model.list.entries.filter(({ id }) => ids.has(id));
  const on = shown.filter(({ enabled }) => enabled).length;
  const text = ` ${shown.length} shown (${on} on, ${shown.length - on} off): o all on, f all off, esc`;
  return paint(theme, 'accent', fit(text, size.columns - 1, theme.glyphs.ellipsis).trimEnd());
}
