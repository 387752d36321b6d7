/** Running hosts, by the name or number under which `hosts` lists them. */

import { type FoundHost, findHosts } from '../client/endpoints.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { firstMatches } from './choose-session.js';
import type { HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { socketConnector } from './socket.js';
import { untilStarted } from './starting-host.js';

/** Returns the hosts that are running, in the order of their numbers. */
export function runningHosts(hosts: readonly FoundHost[]): FoundHost[] {
  return hosts.filter(({ isAlive }) => isAlive);
}

/** Finds the hosts that this user's processes have published and that are running. */
export const findRunningHosts = (io: Io): FoundHost[] => runningHosts(findHosts(io).hosts);

/** Finds a host by number, process id, name, start of the instance's id, or address. */
function findNamed(wanted: string, io: Io): FoundHost {
  const hosts = findRunningHosts(io);
  const found = firstMatches(hosts, [
    (_host, index) => String(index + 1) === wanted,
    ({ pid }) => String(pid) === wanted,
    ({ name }) => name.toLowerCase() === wanted.toLowerCase(),
    ({ instanceId }) => wanted !== '' && instanceId.startsWith(wanted),
    ({ url }) => url === wanted,
  ]);
  if (found.length === 1) return found[0]!;
  const listed = found.length > 1 ? found : hosts;
  const list = listed.map((host) => `${hosts.indexOf(host) + 1} ${host.name} (pid ${host.pid})`).join('; ');
  const problem = found.length === 0 ? 'No running host is' : 'More than one running host is';
  throw new SkillpickError('host-unknown', `${problem} called "${wanted}".`, {
    hint: list === '' ? 'No host has published itself; see skillpick hosts.' : `There are: ${list}.`,
  });
}

export function foundConnector(host: FoundHost, options: ConnectOptions): HostConnector {
  return socketConnector({ url: host.url, token: host.revealToken(), kind: host.type }, options);
}

export function namedConnector(name: string, options: ConnectOptions, io: Io): HostConnector {
  const host = findNamed(name, io);
  return untilStarted(host, foundConnector(host, options), options);
}
