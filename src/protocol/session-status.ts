/** The provider of a session, whether it is loading or has failed, and what of it the host has not read yet. */

import { childrenOf } from './tree.js';
import type { Customization, SessionMetadata, SessionState, URI } from './types.js';

/** Returns the provider of a session. Hosts that do not name it use it as the scheme of the session's uri. */
export function providerOf(uri: URI, { provider }: Pick<SessionMetadata, 'provider'>): string {
  return provider ?? uri.slice(0, Math.max(0, uri.indexOf(':')));
}

/** Returns true if the host could not create the session; hosts use two words for that. */
export function hasFailed({ lifecycle }: { lifecycle: string }): boolean {
  return lifecycle === 'creationFailed' || lifecycle === 'failed';
}

/** Returns true while the host is still reading what the session has. */
export function isLoading({ customizations, lifecycle }: SessionState): boolean {
  if (customizations === undefined) return lifecycle === 'creating';
  return customizations.some((entry) => 'load' in entry && entry.load?.kind === 'loading');
}

/**
 * Returns the containers that the host has not read yet. If it reports the end of its reading, nothing more is to come,
 * even if it lists no children: hosts list none of a plugin that they cannot read.
 */
export function unreadContainers({
  customizations = [],
}: Pick<SessionState, 'customizations'>): Customization[] {
  return customizations.filter((entry) => {
    if (entry.type !== 'plugin' && entry.type !== 'directory') return false;
    const isOpen = entry.load === undefined || entry.load.kind === 'loading';
    return isOpen && childrenOf(entry) === undefined;
  });
}
