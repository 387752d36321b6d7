/** The views that take the list's place: everything about one entry, the chooser, the help. */

import { bindings, type Group } from '../picker/bindings.js';
import { containerNote, containerTitle, invocationOf, serverOf, titleOf } from '../picker/describe.js';
import type { Entry } from '../picker/entries.js';
import { keyLabel } from '../picker/keymap.js';
import type { View } from '../picker/state.js';
import { matchingChoices } from '../picker/views.js';
import { cleanBlock, cleanLine } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { fit, padEnd, truncate } from '../text/width.js';
import type { Screen } from './screen.js';

/** A part of the lines, scrolled no further than to the end. */
function windowed(lines: readonly string[], top: number, height: number): string[] {
  const first = Math.min(top, Math.max(0, lines.length - height));
  return Array.from({ length: height }, (_, index) => lines[first + index] ?? '');
}

/** Breaks a paragraph at spaces. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of cleanLine(text, 10_000).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fit(longer, columns) !== padEnd(longer, columns) && line !== '') {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function factLines(entry: Entry, theme: Theme): string[] {
  const facts: [string, string | null][] = [
    ['from', entry.from === null ? null : entry.from === 'repo' ? 'this repository' : 'your home directory'],
    ['file', entry.range === null ? entry.uri : `${entry.uri}:${entry.range.start.line + 1}`],
    [
      'kept',
      entry.enablement?.map(({ kind, enabled }) => `${enabled ? 'on' : 'off'} for ${kind}`).join(', ') ??
        null,
    ],
    ['same name', entry.duplicateOf === null ? null : 'another entry of this kind has the same name'],
    ...Object.entries(entry.details).map(([name, value]): [string, string] => [name, showValue(value)]),
  ];
  return facts
    .filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
    .map(
      ([name, value]) => `${paint(theme, 'dim', padEnd(cleanLine(name, 20), 14))} ${cleanLine(value, 2_000)}`,
    );
}

function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${String(item)}`)
    .join(', ');
}

type Detail = Extract<View, { type: 'detail' }>;

function fileLines({ file }: Detail, theme: Theme): string[] {
  if (file === null) return [paint(theme, 'dim', 'Reading its file…')];
  if ('problem' in file) return [paint(theme, 'warn', cleanLine(file.problem, 500))];
  const lines = cleanBlock(file.lines.join('\n'), { lines: 5_000, lineLength: 500 });
  return file.isCut ? [...lines, paint(theme, 'dim', 'The rest is not shown.')] : lines;
}

function detailLines(screen: Screen, view: Detail, theme: Theme): string[] {
  const { list } = screen.model;
  const columns = screen.size.columns - 4;
  const entry = list.entries.find(({ id }) => id === view.id);
  const container = list.containers.find(({ id }) => id === view.id);
  const title = entry ? titleOf(entry) : container ? containerTitle(container) : ['It is gone.'];
  const head = title.map((part) => cleanLine(part)).join(` ${theme.glyphs.separator} `);
  const paragraphs = entry
    ? [entry.description ?? '', invocationOf(entry), serverOf(entry)]
    : container
      ? [
          containerNote(container),
          ...container.problems.map(
            ({ uri, line, message }) => `${uri}${line === null ? '' : `:${line}`}: ${message}`,
          ),
        ]
      : [];
  return [
    paint(theme, 'strong', head),
    '',
    ...paragraphs.filter((text) => text !== '').flatMap((text) => [...wrapped(text, columns), '']),
    ...(entry ? [...factLines(entry, theme), ''] : []),
    ...(entry ? fileLines(view, theme) : []),
  ];
}

export function drawDetailView(screen: Screen, view: Detail, height: number, theme: Theme): string[] {
  const lines = windowed(detailLines(screen, view, theme), view.top, height);
  return lines.map((line) => `  ${truncate(line, screen.size.columns - 3, theme.glyphs.ellipsis)}`);
}

type Chooser = Extract<View, { type: 'chooser' }>;

export function drawChooser(screen: Screen, view: Chooser, height: number, theme: Theme): string[] {
  const { columns } = screen.size;
  if (view.choices === null) return windowed(['  Looking for sessions and hosts…'], 0, height);
  const shown = matchingChoices(view.choices, view.query.text);
  const query = view.query.text === '' ? paint(theme, 'dim', 'type to search') : cleanLine(view.query.text);
  const lines = [`  ${paint(theme, 'strong', 'Open')}   ${query}`, ''];
  let at = 0;
  for (const [index, choice] of shown.entries()) {
    if (choice.group !== shown[index - 1]?.group)
      lines.push(`  ${paint(theme, 'dim', cleanLine(choice.group))}`);
    if (index === view.at) at = lines.length;
    const text = `${cleanLine(choice.title) || '(no title)'}   ${cleanLine(choice.note)}${choice.isCurrent ? '   (this one)' : ''}`;
    const line = fit(
      ` ${index === view.at ? theme.glyphs.cursor : ' '}  ${text}`,
      columns - 1,
      theme.glyphs.ellipsis,
    ).trimEnd();
    lines.push(index === view.at ? paint(theme, 'strong', line) : line);
  }
  if (shown.length === 0) lines.push('  Nothing matches.');
  return windowed(lines, Math.max(0, at - height + 2), height);
}

const groups: Group[] = ['Switch', 'Find', 'Move', 'More'];

/** The legend of the signs, so that nothing on screen needs a manual. */
function legend(theme: Theme): string[] {
  const { enabled, mark } = theme;
  const signs = [enabled.on, enabled.off, enabled.byContainer, enabled.mixed].map(({ glyph }) => glyph);
  return [
    `${signs[0]} on   ${signs[1]} off   ${signs[2]} off with its container   ${signs[3]} on in some tools only`,
    `${mark.pending.glyph} not yet confirmed   ${mark.changed.glyph} switched here   user, model: who may invoke it`,
  ];
}

export function drawHelp(
  screen: Screen,
  view: Extract<View, { type: 'help' }>,
  height: number,
  theme: Theme,
): string[] {
  const lines = ['Type to search. Every word has to match, in any order.', '', ...legend(theme)];
  for (const group of groups) {
    lines.push('', paint(theme, 'strong', group));
    for (const { keys, help } of bindings.filter((binding) => binding.group === group)) {
      lines.push(`  ${padEnd(keys.map(keyLabel).join(', '), 18)} ${help}`);
    }
  }
  return windowed(lines, view.top, height).map(
    (line) => `  ${truncate(line, screen.size.columns - 3, theme.glyphs.ellipsis)}`,
  );
}
