/** The agent that is selected for a session, as it is shown, and why an entry cannot be selected. */

import { pathOf } from '../paths.js';
import { sharersOf, whyUnselectable } from '../protocol/selectable.js';
import type { Entry } from './entries.js';
import { gatesOf, locatedOf } from './entry-flags.js';

/** The selected agent. A host may name one that the session does not list. */
export interface ShownAgent {
  readonly uri: string;
  /** The name of the agent; that of its file if the session does not list it. */
  readonly name: string;
  /** Null if the session does not list it. */
  readonly id: string | null;
}

/** Why a selection that the host echoed was not made. */
export const ignoredSelection = 'it was accepted, but nothing changed';

/** Returns true if the entry is the selected agent. */
export const isSelected = ({ type, uri }: Pick<Entry, 'type' | 'uri'>, selected: string | null): boolean =>
  type === 'agent' && uri === selected;

/** Returns the name of an agent's file, without what agents have in common. */
function fileName(uri: string): string {
  const path = pathOf(uri) ?? uri;
  return path.slice(path.lastIndexOf('/') + 1).replace(/(\.agent)?\.md$/i, '') || uri;
}

/** Returns the agent with this uri; null for the default. */
export function shownAgent(entries: readonly Entry[], uri: string | null): ShownAgent | null {
  if (uri === null) return null;
  const entry = entries.find((one) => isSelected(one, uri));
  return { uri, name: entry?.name || fileName(uri), id: entry?.id ?? null };
}

/** Returns why the entry cannot be selected as the session's agent, as a clause; null if it can. */
export function whyNotSelectable(entry: Entry, entries: readonly Entry[]): string | null {
  const { type, offBy, tools, container } = entry;
  const { userInvocable } = gatesOf(entry);
  const withItsUri = entries.filter((one) => isSelected(one, entry.uri)).map(locatedOf);
  const sharers = sharersOf(locatedOf(entry), withItsUri);
  return whyUnselectable({
    ...{ type, offBy, tools, userInvocable, sharers },
    containerType: container?.type ?? null,
  });
}
