/**
 * Builds the actions by which a client becomes active in a session, with the plugins that it publishes, and leaves
 * again. Up to 0.4 a session has one active client, from 0.5 on it has several.
 */

import type { SessionAction } from './session-actions.js';
import type { ClientPluginCustomization, SessionActiveClient } from './types.js';
import { compareVersions } from './versions.js';

/** Returns true if a session of this version may have several active clients. */
export const hasSeveralClients = (version: string): boolean => compareVersions(version, '0.5.0') >= 0;

/** Returns the action that publishes this plugin, in place of everything that the client has published before. */
export function buildActiveClient(
  version: string,
  client: Pick<SessionActiveClient, 'clientId' | 'displayName'>,
  plugin: Omit<ClientPluginCustomization, 'type'>,
): SessionAction {
  const flag = compareVersions(version, '0.8.0') < 0 && { enabled: true };
  const customizations = [{ type: 'plugin', ...plugin, ...flag }];
  const activeClient = { ...client, tools: [], customizations };
  return hasSeveralClients(version)
    ? { type: 'session/activeClientSet', activeClient }
    : { type: 'session/activeClientChanged', activeClient };
}

/** Returns the action that removes everything that the client has published. */
export function buildInactiveClient(version: string, clientId: string): SessionAction {
  return hasSeveralClients(version)
    ? { type: 'session/activeClientRemoved', clientId }
    : { type: 'session/activeClientChanged', activeClient: null };
}
