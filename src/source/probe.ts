/**
 * Which hosts there are, and whether each answers: the embedded one, the one of AHP_URL or --url, and those that
 * published themselves. Each is really connected to, for a short time and side by side.
 */

import { type FoundHost, findHosts, type RefusedEntry } from '../client/endpoints.js';
import { summaryInfo } from '../entries/session-info.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { connectBy, findWay, type HostConnector } from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { sourceLimits } from './limits.js';
import { runningHosts, wayToFound } from './named-host.js';
import { unlessAborted } from './waiting.js';

export interface HostReport {
  /** What `--host` takes; null where another option, or none, leads to it. */
  number: number | null;
  name: string;
  kind: string;
  url: string | null;
  pid: number | null;
  /** Of the protocol: as negotiated, else as published. */
  protocolVersion: string | null;
  /** Of the host itself, if it says so. */
  version: string | null;
  /** `stale`: its process is gone. `refused`: it could not be connected to, for the reason given. */
  state: 'answers' | 'stale' | 'refused';
  reason: string | null;
  /** Working directories of its sessions, as uris. */
  directories: string[];
  sessions: number | null;
  publishedAtMs: number | null;
  file: string | null;
}

const unknown = {
  number: null,
  url: null,
  pid: null,
  protocolVersion: null,
  version: null,
  reason: null,
  directories: [],
  sessions: null,
  publishedAtMs: null,
  file: null,
} satisfies Partial<HostReport>;

type KnownHost = Partial<HostReport> & Pick<HostReport, 'name' | 'kind'>;

/** Connects, asks for the sessions, and leaves again. */
async function ask(
  known: KnownHost,
  find: () => Promise<HostConnector>,
  options: ConnectOptions,
  io: Io,
): Promise<HostReport> {
  const quick = { timeoutMs: sourceLimits.probeTimeoutMs, ...options };
  try {
    const connected = await connectBy(await find(), quick, io, 0);
    const { client, host } = connected;
    try {
      const sessions = (await unlessAborted(io, client.listSessions())).map(summaryInfo);
      const directories = sessions.flatMap(({ directory }) => (directory === null ? [] : [directory]));
      return {
        ...unknown,
        url: host.url,
        ...known,
        protocolVersion: client.protocolVersion,
        version: client.serverInfo?.version ?? null,
        state: 'answers',
        directories: [...new Set(directories)],
        sessions: sessions.length,
      };
    } finally {
      await connected.close();
    }
  } catch (error) {
    if (!(error instanceof SkillpickError)) throw error;
    return { ...unknown, ...known, state: 'refused', reason: error.message };
  }
}

function published(host: FoundHost, number: number | null): KnownHost {
  const { name, type, url, pid, protocolVersion, publishedAtMs, file } = host;
  return { number, name, kind: type, url, pid, protocolVersion, publishedAtMs, file };
}

function askFound(host: FoundHost, running: readonly FoundHost[], options: ConnectOptions, io: Io) {
  if (!host.isAlive) {
    return async (): Promise<HostReport> => ({
      ...unknown,
      ...published(host, null),
      state: 'stale',
      reason: `process ${host.pid} is gone`,
    });
  }
  const known = published(host, running.indexOf(host) + 1);
  return () => ask(known, async () => wayToFound(host, options), options, io);
}

/** Runs the questions side by side, but not all of hundreds at once. */
async function inTurn(questions: readonly (() => Promise<HostReport>)[]): Promise<HostReport[]> {
  const reports: HostReport[] = [];
  for (let start = 0; start < questions.length; start += sourceLimits.probesAtOnce) {
    const batch = questions.slice(start, start + sourceLimits.probesAtOnce);
    reports.push(...(await Promise.all(batch.map((question) => question()))));
  }
  return reports;
}

export interface Probed {
  hosts: HostReport[];
  /** Entry files that were not believed. */
  distrusted: RefusedEntry[];
}

/** Every host there is, in the order in which they would be listed. */
export async function probeHosts(options: ConnectOptions, io: Io): Promise<Probed> {
  const { url: _url, host: _host, ...elsewhere } = options;
  const { hosts, refused } = findHosts(io);
  const running = runningHosts(hosts);
  const url = options.url ?? io.env['AHP_URL'];
  // Not under its own name: an address that is refused may be so because there is a token in it.
  const named = options.url === undefined ? 'AHP_URL' : '--url';
  const questions = [
    () =>
      ask(
        { name: 'embedded', kind: 'embedded' },
        () => findWay({ ...elsewhere, local: true }, io),
        options,
        io,
      ),
    ...(url
      ? [() => ask({ name: named, kind: 'url' }, () => findWay({ ...options, url }, io), options, io)]
      : []),
    ...hosts.map((host) => askFound(host, running, options, io)),
  ];
  return { hosts: await inTurn(questions), distrusted: refused };
}
