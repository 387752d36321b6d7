/**
 * The address of a host, parsed from the URL that a user typed or an endpoint entry holds. A URL must not carry a
 * token, because URLs end up in process lists, shell histories and logs.
 */

import { SkillpickError } from '../errors.js';
import { dialledHost } from '../protocol/endpoint.js';
import { rememberToken } from '../tokens.js';

/** The address of a host. */
export type Address =
  | { kind: 'tcp'; url: string; secure: boolean; loopback: boolean }
  /** `shownAs`: the address that users know, if the socket is the end of a tunnel. */
  | { kind: 'socket'; path: string; requestPath: string; shownAs?: string };

const tokenParameters = new Set(['tkn', 'token', 'access_token', 'connectiontoken']);
const forms = ['ws://host:port', 'wss://host:port', 'ws+unix:/path/to/socket'];

/** Returns which URLs can be used: those that are parsed here, and others that the caller handles. */
export const urlHint = (...others: readonly string[]): string => {
  const all = [...forms, ...others];
  return `Use ${all.slice(0, -1).join(', ')} or ${all.at(-1)}.`;
};

function refuseToken(): never {
  throw new SkillpickError('token-exposed', 'The host URL carries a token, where others can read it.', {
    hint: 'Leave it out of the URL.',
  });
}

/** Returns true if the query in this text has a token parameter, and remembers the token so that it is never shown. */
function hasToken(text: string): boolean {
  const query = text.includes('?') ? text.slice(text.indexOf('?')) : '';
  const all = [...new URLSearchParams(query)];
  const tokens = all.filter(([name]) => tokenParameters.has(name.toLowerCase()));
  for (const [, token] of tokens) rememberToken(token);
  return tokens.length > 0;
}

/**
 * Returns true for host names that always mean this machine.
 * @internal
 */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name) || /^::ffff:7f[0-9a-f]{2}:/.test(name);
}

/** Does not use `URL`, which would percent-encode the spaces of a macOS path and reject a colon. */
function parseSocket(text: string): Address {
  const match = /^ws\+unix:(?:\/\/(?=\/))?(.+?)(?::(\/.*))?$/.exec(text);
  const [, path = '', requestPath = '/'] = match ?? [];
  if (path === '' || /\p{Cc}/u.test(path)) {
    throw new SkillpickError('bad-url', 'The host URL names no socket.', { hint: urlHint() });
  }
  // Check the path too: the colon before the request path is easily forgotten.
  if (hasToken(path) || hasToken(requestPath)) refuseToken();
  return { kind: 'socket', path, requestPath };
}

/** Parses a URL. Throws `bad-url`, or `token-exposed` if it carries a token. */
export function parseAddress(text: string): Address {
  if (text.startsWith('ws+unix:')) return parseSocket(text);
  if (!URL.canParse(text)) {
    throw new SkillpickError('bad-url', 'The host URL cannot be read.', { hint: urlHint() });
  }
  const url = new URL(text);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
    throw new SkillpickError('bad-url', `The host URL has the scheme "${url.protocol}".`, {
      hint: urlHint(),
    });
  }
  if (url.username !== '' || url.password !== '' || hasToken(url.search)) refuseToken();
  url.hash = '';
  url.hostname = dialledHost(url.hostname);
  return { kind: 'tcp', url: url.href, secure: url.protocol === 'wss:', loopback: isLoopback(url.hostname) };
}

/** Returns the URL of the upgrade request, the only place where the token is sent. */
export function upgradeUrl(address: Address, token: string | undefined): URL {
  const url = new URL(address.kind === 'socket' ? `ws://localhost${address.requestPath}` : address.url);
  url.hash = '';
  if (token !== undefined) url.searchParams.set('tkn', token);
  return url;
}

/** Returns the address as users see it, without a token. */
export function showAddress(address: Address): string {
  if (address.kind === 'tcp') return address.url.replace(/\/$/, '');
  return address.shownAs ?? `ws+unix:${address.path}`;
}
