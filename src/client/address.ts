/**
 * Where a host is: the URL a user gave or an endpoint entry named, taken apart and judged. A token never
 * belongs in it, because URLs end up in process lists, shell histories and logs.
 */

import { SkillpickError } from '../errors.js';
import { rememberToken } from './hide-token.js';

/** The address of a host. */
export type Address =
  | { kind: 'tcp'; url: string; secure: boolean; loopback: boolean }
  | { kind: 'socket'; path: string; requestPath: string };

const tokenParameters = new Set(['tkn', 'token', 'access_token', 'connectiontoken']);
const urlHint = 'Use ws://host:port, wss://host:port or ws+unix:/path/to/socket.';

function refuseToken(): never {
  throw new SkillpickError('token-exposed', 'The host URL carries a token, where others can read it.', {
    hint: 'Leave it out of the URL and give it with --token-file or AHP_TOKEN.',
  });
}

/** True if the query in this text names a token, in whatever case. What is refused is not shown either. */
function hasToken(text: string): boolean {
  const query = text.includes('?') ? text.slice(text.indexOf('?')) : '';
  const all = [...new URLSearchParams(query)];
  const tokens = all.filter(([name]) => tokenParameters.has(name.toLowerCase()));
  for (const [, token] of tokens) rememberToken(token);
  return tokens.length > 0;
}

/** True for addresses that never leave this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name) || /^::ffff:7f[0-9a-f]{2}:/.test(name);
}

/** Written by hand: URL parsing would percent-encode the spaces of a macOS path and stumble on a colon. */
function parseSocket(text: string): Address {
  const match = /^ws\+unix:(?:\/\/(?=\/))?(.+?)(?::(\/.*))?$/.exec(text);
  const [, path = '', requestPath = '/'] = match ?? [];
  if (path === '' || /\p{Cc}/u.test(path)) {
    throw new SkillpickError('bad-url', 'The host URL names no socket.', { hint: urlHint });
  }
  // Also where it was forgotten that the request path starts after a colon.
  if (hasToken(path) || hasToken(requestPath)) refuseToken();
  return { kind: 'socket', path, requestPath };
}

/** The address in this URL. */
export function parseAddress(text: string): Address {
  if (text.startsWith('ws+unix:')) return parseSocket(text);
  if (!URL.canParse(text)) {
    throw new SkillpickError('bad-url', 'The host URL cannot be read.', { hint: urlHint });
  }
  const url = new URL(text);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
    throw new SkillpickError('bad-url', `The host URL has the scheme "${url.protocol}".`, { hint: urlHint });
  }
  if (url.username !== '' || url.password !== '') refuseToken();
  if (hasToken(url.search)) refuseToken();
  url.hash = '';
  return { kind: 'tcp', url: url.href, secure: url.protocol === 'wss:', loopback: isLoopback(url.hostname) };
}

/** What to ask for the upgrade; the token travels in it and nowhere else. */
export function upgradeUrl(address: Address, token: string | undefined): URL {
  const url = new URL(address.kind === 'socket' ? `ws://localhost${address.requestPath}` : address.url);
  url.hash = '';
  if (token !== undefined) url.searchParams.set('tkn', token);
  return url;
}

/** The address as shown to people; it never holds a token. */
export function showAddress(address: Address): string {
  return address.kind === 'socket' ? `ws+unix:${address.path}` : address.url.replace(/\/$/, '');
}
