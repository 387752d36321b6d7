/** The choices of the chooser: the host's sessions, the tools on this machine, and running hosts. */

import { type FoundHost, findHosts } from '../client/endpoints.js';
import { type SessionInfo, sessionName, summaryInfo } from '../entries/session-info.js';
import { toolTitle } from '../entries/tool-names.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import type { Choice } from '../picker/open-view.js';
import { programName, readAgentCommand } from '../source/acp/command-line.js';
import type { HostInfo } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import type { SessionSource, SourceHost } from '../source/session-source.js';
import { isFresh } from '../source/starting-host.js';
import { formatAge, formatPlace } from '../text/humanize.js';

export interface Offer extends Choice {
  /** The options that open it; they replace all options that name a host or a session. */
  options: ConnectOptions;
}

/** What the picker has open. */
export interface CurrentChoice {
  connected: {
    host: HostInfo & Pick<SourceHost, 'isOwn' | 'listsOnly'>;
    listSessions: SessionSource['listSessions'];
  };
  /** The URI of the open session. */
  session: string | null;
  /** The options that opened the host. */
  options: ConnectOptions;
  /** The command line of the agent that the picker was started with. */
  agent?: string | undefined;
}

function sessionNote({ provider, directory, status, modifiedAtMs }: SessionInfo, { home }: Io): string {
  const shownStatus = status.filter((word) => word !== 'read');
  const place = directory === null ? '' : formatPlace(directory, home);
  const age = modifiedAtMs === null ? '' : `${formatAge(Date.now() - modifiedAtMs)} ago`;
  return [provider, place, ...shownStatus, age].filter((fact) => fact !== '').join(', ');
}

/** Returns the heading, the title and the note of a session. */
function sessionTexts(info: SessionInfo, { kind, name }: HostInfo, io: Io) {
  const { provider } = info;
  if (kind !== 'embedded')
    return { group: `Sessions of ${name}`, title: sessionName(info), note: sessionNote(info, io) };
  const note = provider === 'agents' ? 'everything that any tool reads' : `what ${toolTitle(provider)} reads`;
  return { group: 'This machine', title: provider === 'agents' ? 'all tools' : toolTitle(provider), note };
}

function sessionOffer(info: SessionInfo, { connected, session, options }: CurrentChoice, io: Io): Offer {
  const { provider, newSession, ...others } = options;
  return {
    key: `session:${info.uri}`,
    ...sessionTexts(info, connected.host, io),
    isCurrent: info.uri === session,
    options: { ...others, session: info.uri },
  };
}

/** Returns what the host says of itself. One that was started moments ago may take a while to answer. */
function hostNote(host: FoundHost): string {
  const age = isFresh(host) ? [`started ${formatAge(Date.now() - host.publishedAtMs)} ago`] : [];
  return [host.type, `pid ${host.pid}`, host.protocolVersion, ...age].join(', ');
}

function hostOffers(io: Io, { connected }: CurrentChoice): Offer[] {
  // The demo reads no files of this machine, so it does not look for hosts.
  if (connected.host.kind === 'demo') return [];
  const running = findHosts(io).hosts.filter(({ isAlive }) => isAlive);
  return running
    .filter(({ url }) => url !== connected.host.url)
    .map((host) => ({
      key: `host:${host.instanceId}`,
      group: 'Running elsewhere',
      title: host.name,
      note: hostNote(host),
      isCurrent: false,
      options: { host: host.instanceId },
    }));
}

const embeddedOffer: Offer = {
  key: 'embedded',
  group: 'This machine',
  title: 'all tools',
  note: 'everything that any tool reads',
  isCurrent: false,
  options: { local: true },
};

/** Returns how to create a session on a host that keeps sessions of its own; none for skillpick's own, or an agent. */
function newOffers({ connected: { host }, options }: CurrentChoice): Offer[] {
  if (host.isOwn || host.listsOnly) return [];
  const { session, ...others } = options;
  return [
    {
      key: 'new',
      group: `Sessions of ${host.name}`,
      title: 'a new session here',
      note: 'temporary, ends with skillpick',
      isCurrent: false,
      options: { ...others, newSession: true },
    },
  ];
}

/** Returns how to start the agent of the command line, also once it has ended. */
function agentOffers({ agent }: CurrentChoice, io: Io): Offer[] {
  if (agent === undefined) return [];
  return [
    {
      key: 'agent',
      group: 'ACP agent',
      title: `start ${programName(readAgentCommand(agent, io))}`,
      note: 'what it lists in a new session, read-only',
      isCurrent: false,
      options: { acp: agent },
    },
  ];
}

/** Returns no sessions if the host fails: other hosts can still be offered. */
async function sessionsOf({ connected }: CurrentChoice): Promise<SessionInfo[]> {
  try {
    return (await connected.listSessions()).map(summaryInfo);
  } catch (error) {
    if (error instanceof SkillpickError) return [];
    throw error;
  }
}

/** Returns everything that can be opened, including the open session. */
export async function listOffers(current: CurrentChoice, io: Io): Promise<Offer[]> {
  const sessions = await sessionsOf(current);
  return [
    ...sessions.map((info) => sessionOffer(info, current, io)),
    ...newOffers(current),
    ...hostOffers(io, current),
    ...(current.connected.host.kind === 'embedded' ? [] : [embeddedOffer]),
    ...agentOffers(current, io),
  ];
}
