/** Screens for the views, on skillpick's own host with its tools or on any other, and their lines as plain text. */

import fc from 'fast-check';
import { listEntries } from '../../src/entries/entries.js';
import type { Model } from '../../src/picker/state.js';
import type { SessionState } from '../../src/protocol/types.js';
import { createTheme } from '../../src/text/theme.js';
import type { Screen } from '../../src/ui/screen.js';
import { bare, type ScreenChanges, screenOf } from './drawing.js';
import { embedded } from './own-session.js';
import { modelOf, type Node } from './picker.js';
import { otherHost } from './standing.js';

export const unicode = createTheme({ color: 'none', attributes: false }, false);
export const asciiOnly = createTheme({ color: 'none', attributes: false }, true);

/** A model of a repository in /repo, on skillpick's own host with five tools. */
export function ownModel(nodes: readonly Node[], changes: Partial<Model> = {}): Model {
  const model = modelOf(nodes, {
    host: embedded,
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

export function viewScreen(model: Model, changes: ScreenChanges = {}): Screen {
  return screenOf(model, { ...changes, state: { scope: 'workspace', ...changes.state } });
}

/** A frame without colours, without spaces at the ends of lines, and without empty lines at its end. */
export function trimmed(frame: string | undefined): string[] {
  const lines = (frame ?? '').split('\n').map((line) => bare(line).trimEnd());
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
