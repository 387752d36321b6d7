/** What can be opened: the host's sessions, this machine's tools, and running hosts. */

import { findHosts } from '../client/endpoints.js';
import { type SessionInfo, summaryInfo } from '../entries/session-info.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { Choice } from '../picker/state.js';
import type { HostInfo } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import type { SessionSource } from '../source/session-source.js';
import { formatAge, formatPlace } from '../text/humanize.js';

export interface Offer extends Choice {
  /** The options that lead there, in place of all that name a host or a session. */
  options: ConnectOptions;
}

/** Where the picker is. */
export interface CurrentChoice {
  connected: { host: HostInfo; listSessions: SessionSource['listSessions'] };
  /** The session that is open, if one is. */
  session: string | null;
  /** The options that led to the host. */
  options: ConnectOptions;
}

/** What a session of the host in this process shows. */
const embeddedNote = (provider: string): string =>
  provider === 'agents' ? 'everything, whatever tool reads it' : `what ${provider} reads`;

function sessionNote({ provider, directory, status, modifiedAtMs }: SessionInfo, { home }: Io): string {
  const told = status.filter((word) => word !== 'read');
  const place = directory === null ? '' : formatPlace(directory, home);
  const age = modifiedAtMs === null ? '' : `${formatAge(Date.now() - modifiedAtMs)} ago`;
  return [provider, place, ...told, age].filter((fact) => fact !== '').join(', ');
}

function sessionOffer(info: SessionInfo, { connected, session, options }: CurrentChoice, io: Io): Offer {
  const { host } = connected;
  const isEmbedded = host.kind === 'embedded';
  const { url, host: name, local, tokenFile } = options;
  return {
    key: `session:${info.uri}`,
    group: isEmbedded ? 'This machine' : `Sessions of ${host.name}`,
    title: isEmbedded ? info.provider : info.title || info.uri,
    note: isEmbedded ? embeddedNote(info.provider) : sessionNote(info, io),
    isCurrent: info.uri === session,
    options: {
      session: info.uri,
      ...(url !== undefined && { url }),
      ...(name !== undefined && { host: name }),
      ...(local !== undefined && { local }),
      ...(tokenFile !== undefined && { tokenFile }),
    },
  };
}

function hostOffers(io: Io, { connected }: CurrentChoice): Offer[] {
  const running = findHosts(io).hosts.filter(({ isAlive }) => isAlive);
  return running
    .filter(({ url }) => url !== connected.host.url)
    .map((host) => ({
      key: `host:${host.instanceId}`,
      group: 'Running hosts',
      title: host.name,
      note: `${host.type}, pid ${host.pid}, ${host.protocolVersion}`,
      isCurrent: false,
      options: { host: host.instanceId },
    }));
}

const embeddedOffer: Offer = {
  key: 'embedded',
  group: 'Embedded host',
  title: 'this machine',
  note: 'its skills and agents, without a running host',
  isCurrent: false,
  options: { local: true },
};

/** A host that does not answer has no sessions to offer, but there may be other hosts. */
async function sessionsOf({ connected }: CurrentChoice): Promise<SessionInfo[]> {
  try {
    return (await connected.listSessions()).map(summaryInfo);
  } catch (error) {
    if (error instanceof SkillpickError) return [];
    throw error;
  }
}

/** Everything that can be opened from here, what is open included. */
export async function listOffers(standing: CurrentChoice, io: Io): Promise<Offer[]> {
  const sessions = await sessionsOf(standing);
  return [
    ...sessions.map((info) => sessionOffer(info, standing, io)),
    ...hostOffers(io, standing),
    ...(standing.connected.host.kind === 'embedded' ? [] : [embeddedOffer]),
  ];
}
