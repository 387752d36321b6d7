/** Reads what a client says when it becomes active in a session, within limits: it is kept, and sent to all others. */

import { isObject, isString } from '../../protocol/checks.js';
import { namesBelow } from '../../protocol/confine.js';
import type { ClientPluginCustomization, SessionActiveClient } from '../../protocol/types.js';
import { skillLimits } from '../../skill-rules.js';
import { bounded } from '../discovery/details.js';
import { hostLimits } from '../limits.js';

/** An active client with the plugins that it publishes. */
export interface PublishingClient extends SessionActiveClient {
  tools: unknown[];
  customizations: ClientPluginCustomization[];
}

function readPlugin(value: unknown): ClientPluginCustomization | string {
  const { type, id, uri, name, nonce } = isObject(value) ? value : {};
  if (type !== 'plugin') return `only plugins can be published, not ${bounded(String(type), 40)}`;
  if (!isString(id) || id === '' || id.length > hostLimits.echoedChars) return 'a plugin needs an id';
  if (!isString(uri) || uri.length > hostLimits.clientUriChars || namesBelow(uri, uri) === undefined)
    return 'a plugin needs a uri with a path';
  if (!isString(name)) return 'a plugin needs a name';
  const isNonce = isString(nonce) && nonce.length <= hostLimits.clientIdChars;
  if (nonce !== undefined && !isNonce) return 'a nonce is a short text';
  return { type, id, uri, name: bounded(name, skillLimits.nameChars), ...(isNonce && { nonce }) };
}

/** Returns the client without fields that are not known, or why it is refused. */
export function readActiveClient(value: unknown, sender: string): PublishingClient | string {
  const { clientId, displayName, tools = [], customizations = [] } = isObject(value) ? value : {};
  if (clientId !== sender) return 'activeClient is not the client that initialize named';
  if (!Array.isArray(tools) || !Array.isArray(customizations)) return 'tools and customizations are lists';
  if (customizations.length > hostLimits.clientPlugins)
    return `a client publishes at most ${hostLimits.clientPlugins} plugins`;
  if (JSON.stringify(tools).length > hostLimits.clientToolsChars) return 'the tools take too much space';
  const plugins = customizations.map(readPlugin);
  const refusal = plugins.find((plugin) => typeof plugin === 'string');
  if (refusal !== undefined) return refusal;
  const read = plugins.filter((plugin) => typeof plugin !== 'string');
  if (new Set(read.map(({ id }) => id)).size < read.length) return 'two plugins have the same id';
  const named = isString(displayName) && { displayName: bounded(displayName, skillLimits.nameChars) };
  return { clientId: sender, ...named, tools, customizations: read };
}
