/** Screens for the views, on skillpick's own host with its tools or on any other, and their lines as plain text. */

import fc from 'fast-check';
import { listEntries } from '../../src/entries/entries.js';
import { settleCursor } from '../../src/picker/cursor.js';
import { buildRows } from '../../src/picker/rows.js';
import type { Model, PickerState } from '../../src/picker/state.js';
import type { SessionState } from '../../src/protocol/types.js';
import type { Size } from '../../src/text/ability.js';
import { createTheme } from '../../src/text/theme.js';
import { layoutFor, type Screen } from '../../src/ui/screen.js';
import { modelOf, type Node, stateOf } from './picker.js';
import { otherHost } from './standing.js';

export const unicode = createTheme({ color: 'none', attributes: false }, false);
export const asciiOnly = createTheme({ color: 'none', attributes: false }, true);
export const styled = createTheme({ color: '16', attributes: true }, false);

/** A model of a repository in /repo, on skillpick's own host with five tools. */
export function ownModel(nodes: readonly Node[], changes: Partial<Model> = {}): Model {
  const model = modelOf(nodes, {
    host: { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true },
    tools: ['claude', 'codex', 'copilot', 'gemini', 'opencode'],
    home: '/home/me',
    filesRead: null,
    ...changes,
  });
  return { ...model, session: { ...model.session, directory: 'file:///repo' } };
}

/** The same on another host, which names no tools. */
export function otherModel(customizations: readonly Node[]): Model {
  const session = { lifecycle: 'ready', customizations } as unknown as SessionState;
  const host = { kind: 'url', name: 'agent host', protocolVersion: '0.9.0', isOwn: false };
  return ownModel(customizations, { list: listEntries(session, otherHost), tools: [], host });
}

export interface ViewChanges {
  state?: Partial<PickerState>;
  size?: Size;
  isPicking?: boolean;
}

export function viewScreen(model: Model, changes: ViewChanges = {}): Screen {
  const { size = { columns: 80, rows: 24 }, isPicking = false } = changes;
  const state = stateOf({ scope: 'workspace', ...changes.state });
  const rows = buildRows(model, state);
  const { listHeight } = layoutFor(size, state.hasPreview);
  return { state: settleCursor(state, rows, listHeight), model, rows, size, nowMs: 0, isPicking };
}

/** A frame without colours, without spaces at the ends of lines, and without empty lines at its end. */
export function trimmed(frame: string | undefined): string[] {
  const bare = (frame ?? '').replace(/\x1b\[[\d;]*m/g, '').split('\n');
  const lines = bare.map((line) => line.trimEnd());
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/** Text that tries to break columns: escape sequences, line breaks, wide and combining characters. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\x1b[2Jx',
    'a\nb\r\nc',
    '日本語のテキスト',
    'e\u0301\u0301',
    '👩‍👩‍👧',
    'שלום',
    'word '.repeat(40),
  ),
);
