/** The host's notes on entries: who keeps the switch, where else it counts, which tools ignore it. */

import type { Entry } from './entries.js';
import { addTo } from './groups.js';
import { unobeyedNotes } from './tool-names.js';

type NotedEntry = Pick<Entry, 'details' | 'tools'>;

/** Returns every note on the entry, each once. */
export function notesOf(entry: NotedEntry): string[] {
  return [...new Set([...(entry.details.notes ?? []), ...unobeyedNotes(entry)])];
}

/** Returns every note once, as a sentence that names its entry, or the number of entries. */
export function noteTexts(entries: readonly (NotedEntry & Pick<Entry, 'name'>)[]): string[] {
  const named = new Map<string, string[]>();
  for (const entry of entries) for (const text of notesOf(entry)) addTo(named, text, entry.name);
  return [...named].map(([text, names]) => {
    const what = names.length === 1 ? names[0] : `${names.length} entries`;
    return `${what}: ${text}.`;
  });
}
