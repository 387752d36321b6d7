/** Draws a container's header: name, origin, version, load state with its message, counts. */

import { cleanLine } from './clean.js';
import { Line } from './line.js';
import { addGutter } from './row.js';
import { describeState, type MarkName, paint, type StyledText, type Theme } from './theme.js';
import { displayWidth } from './width.js';

export interface HeaderModel {
  name: string;
  type: string;
  version: string | null;
  /** Whether the repository or the user has it. */
  from: string | null;
  /** Who published it, such as `from vscode-1`. */
  publisher?: string;
  isEnabled: boolean;
  load: { kind: string; message: string | null } | null;
  /** The number of children; null if the host has not read them yet. */
  children: number | null;
  counts: { on: number; off: number };
  isSelected: boolean;
  mark?: MarkName;
}

function contentNote({ children, load }: HeaderModel): StyledText[] {
  if (children !== null && children > 0) return [];
  if (load?.kind === 'loading' || load?.kind === 'error') return [];
  return [{ text: children === null ? 'not read yet' : 'empty', style: 'dim' }];
}

function notesOf(header: HeaderModel, theme: Theme): StyledText[] {
  const { load } = header;
  const kind = header.type === 'directory' ? '' : header.type;
  const facts = [header.from ?? '', [kind, header.version ?? ''].join(' ').trim(), header.publisher ?? ''];
  return [
    ...facts
      .map((text): StyledText => ({ text: cleanLine(text), style: 'dim' }))
      .filter(({ text }) => text !== ''),
    ...(header.isEnabled ? [] : [{ text: theme.enabled.off.label, style: 'strong' } as const]),
    ...(load === null || load.kind === 'loaded' ? [] : [describeState(theme.load, load.kind, load.message)]),
    ...contentNote(header),
  ];
}

function countsText({ counts, isEnabled }: HeaderModel, theme: Theme): string {
  if (!isEnabled) return '';
  const parts = [counts.on > 0 ? `${counts.on} on` : '', counts.off > 0 ? `${counts.off} off` : ''];
  return parts.filter((part) => part !== '').join(` ${theme.glyphs.separator} `);
}

/** Returns a line of exactly so many columns. */
export function drawHeader(header: HeaderModel, columns: number, theme: Theme): string {
  const counts = countsText(header, theme);
  const right = counts === '' || columns < displayWidth(counts) * 3 ? '' : `  ${counts}`;
  const line = new Line(theme, columns - displayWidth(right));
  addGutter(line, theme, header);
  line.add(cleanLine(header.name) || '(no name)', header.isEnabled ? 'strong' : 'dim').add('  ');
  for (const [index, { text, style }] of notesOf(header, theme).entries()) {
    if (index > 0) line.add(` ${theme.glyphs.separator} `, 'dim');
    line.add(text, style);
  }
  return line.toString() + paint(theme, 'dim', right);
}
