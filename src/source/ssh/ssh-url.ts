/**
 * Reads `ssh://[user@]host[:port]/path-or-port`: a socket on another machine, or a port of its loopback. The parts become
 * arguments of ssh, and the user's own configuration may pass them on to a shell. So only plain characters are accepted.
 */

import { SkillpickError } from '../../errors.js';

/** Where the host listens on the other machine. */
export type SshTarget = { type: 'socket'; path: string } | { type: 'tcp'; port: number };

export interface SshAddress {
  user: string | undefined;
  /** A name or an address, without brackets. */
  host: string;
  port: number | undefined;
  target: SshTarget;
  /** The address as users see it. */
  url: string;
}

const usage = 'Use ssh://[user@]host[:port]/path/of/socket, or ssh://[user@]host[:port]/port.';

function refuse(problem: string, hint = usage): never {
  throw new SkillpickError('bad-url', `The ssh URL ${problem}.`, { hint });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a % that does not start a code of two digits');
  }
}

/** Returns the part, if ssh cannot take it for an option and no shell can take it for a command. */
function plainPart(name: string, text: string, allowed: RegExp): string {
  if (text === '') refuse(`has an empty ${name}`);
  if (text.startsWith('-')) refuse(`has a ${name} that starts with "-"`);
  if (/\p{Cc}/u.test(text)) refuse(`has a control character in its ${name}`);
  if (!allowed.test(text)) refuse(`has a character in its ${name} that ssh could misread`);
  return text;
}

function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) refuse(`has a ${name} that is not from 1 to 65535`);
  return port;
}

function readUser(text: string): string {
  // Not `token-exposed`: its hint would send the password to the host as its token.
  if (text.includes(':'))
    refuse('carries a password, where others can read it', 'Leave it out of the URL: ssh asks for it.');
  return plainPart('user', decoded(text), /^[\p{L}\p{N}._+@-]+$/u);
}

/** Returns the host and the port of ssh; the address of IPv6 is in brackets, perhaps with its interface after %25 or %. */
function readHost(text: string): Pick<SshAddress, 'host' | 'port'> {
  const [, address, name = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/s.exec(text) ?? [];
  const host =
    address === undefined
      ? plainPart('host', name, /^[\p{L}\p{N}._-]+$/u)
      : plainPart('host', address.replace(/%25(?=.)/, '%'), /^[\da-f:.]+(%[\w.-]+)?$/i);
  return { host, port: port === undefined ? undefined : readPort('port', port) };
}

/** Colons, percent signs, dollars and backslashes have a meaning in the option of ssh that takes the path. */
function readTarget(text: string): SshTarget {
  const path = decoded(text);
  if (path === '' || path === '/') refuse('names no socket and no port');
  const parts = path.slice(1).split('/');
  if (parts.length === 1 && /^\d+$/.test(parts[0]!))
    return { type: 'tcp', port: readPort('port', parts[0]!) };
  for (const part of parts) plainPart('path', part, /^[^:%$\\]+$/);
  return { type: 'socket', path };
}

/** Reads the URL. Throws `bad-url`, also if it carries a password. */
export function parseSshUrl(text: string): SshAddress {
  const match = /^ssh:\/\/([^/?#]*)([^?#]*)(.*)$/is.exec(text);
  if (match === null) refuse('cannot be read');
  const [, authority = '', path = '', rest = ''] = match;
  if (rest !== '') refuse('goes on after its path');
  const at = authority.lastIndexOf('@');
  const user = at === -1 ? undefined : readUser(authority.slice(0, at));
  const { host, port } = readHost(authority.slice(at + 1));
  const target = readTarget(path);
  const shownHost = host.includes(':') ? `[${host.replace('%', '%25')}]` : host;
  const shownTarget = target.type === 'tcp' ? `/${target.port}` : encodeURI(target.path);
  const shownUser = user === undefined ? '' : `${encodeURIComponent(user)}@`;
  const url = `ssh://${shownUser}${shownHost}${port === undefined ? '' : `:${port}`}${shownTarget}`;
  return { user, host, port, target, url };
}
