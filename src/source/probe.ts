/**
 * Finds the hosts that can be connected to, and tests whether each responds: the embedded host, the one of --url or
 * AHP_URL, and those that published themselves. Connects to each for a short time.
 */

import { type FoundHost, findHosts } from '../client/endpoints.js';
import type { RefusedEntry } from '../client/trusted-file.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { workingDirectoryOf } from '../protocol/actions.js';
import {
  chooseHost,
  connectorTo,
  connectThrough,
  type HostChoice,
  type HostConnection,
  type HostConnector,
  isSshUrl,
} from './connect.js';
import type { ConnectOptions } from './connect-options.js';
import { sourceLimits } from './limits.js';
import { foundConnector, runningHosts } from './named-host.js';
import { showing } from './progress.js';
import { isStarting } from './starting-host.js';
import { unlessAborted } from './waiting.js';

export interface HostReport {
  /** The number for `--host`; null for a host that is not chosen by it. */
  number: number | null;
  name: string;
  kind: string;
  url: string | null;
  pid: number | null;
  /** The version of the protocol that was negotiated, else the one that was published. */
  protocolVersion: string | null;
  /** The version of the host itself, if it reports one. */
  version: string | null;
  /**
   * `starting`: it has published itself moments ago and does not answer yet. `stale`: its process is gone. `refused`:
   * connecting failed for `reason`.
   */
  state: 'answers' | 'starting' | 'stale' | 'refused';
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
type Probe = () => Promise<HostReport>;

/** Asks the host for its sessions. */
async function describeHost(known: KnownHost, { client, host }: HostConnection, io: Io): Promise<HostReport> {
  const sessions = await unlessAborted(io, client.listSessions());
  const directories = sessions.map(workingDirectoryOf).filter((uri) => uri !== undefined);
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
}

/** Returns why the host does not respond. Throws any error that is not expected. */
function describeFailure(known: KnownHost, error: unknown, published?: FoundHost): HostReport {
  if (!(error instanceof SkillpickError)) throw error;
  const state = published !== undefined && isStarting(published, error) ? 'starting' : 'refused';
  return { ...unknown, ...known, state, reason: error.message };
}

/** Connects, asks for the sessions, and closes the connection. */
async function probeHost(
  known: KnownHost,
  findConnector: () => Promise<HostConnector>,
  options: ConnectOptions,
  io: Io,
  published?: FoundHost,
): Promise<HostReport> {
  try {
    const connection = await connectThrough(await findConnector(), options, io, 0);
    try {
      return await describeHost(known, connection, io);
    } finally {
      await connection.close();
    }
  } catch (error) {
    return describeFailure(known, error, published);
  }
}

/** Returns what is known of the host of --url or AHP_URL. Its address may be refused because it contains a token. */
const addressedHost = ({ url }: Pick<ConnectOptions, 'url'>): KnownHost => {
  return { name: url === undefined ? 'AHP_URL' : '--url', kind: 'url' };
};

/** Reports the host of --url or AHP_URL from a connection that is used for more. */
export async function reportAddressed(
  connecting: Promise<HostConnection>,
  options: ConnectOptions,
  io: Io,
): Promise<HostReport> {
  const known = addressedHost(options);
  try {
    return await describeHost(known, await connecting, io);
  } catch (error) {
    return describeFailure(known, error);
  }
}

/** Probes a host that published itself; `index` is its position among the running ones. */
async function probePublished(host: FoundHost, index: number, options: ConnectOptions, io: Io) {
  const { name, type, url, pid, protocolVersion, publishedAtMs, file } = host;
  const known = { name, kind: type, url, pid, protocolVersion, publishedAtMs, file };
  if (!host.isAlive)
    return { ...unknown, ...known, state: 'stale', reason: `process ${pid} is gone` } as const;
  const findConnector = async () => foundConnector(host, options);
  return probeHost({ number: index + 1, ...known }, findConnector, options, io, host);
}

/** Runs the probes side by side, a bounded number at a time. */
async function runProbes(
  probes: readonly Probe[],
  options: Pick<ConnectOptions, 'progress'>,
): Promise<HostReport[]> {
  const reports: HostReport[] = [];
  let asked = 0;
  const run = async (probe: Probe) => {
    const report = await probe();
    asked += 1;
    return report;
  };
  const runAll = async () => {
    for (let start = 0; start < probes.length; start += sourceLimits.probesAtOnce) {
      const batch = probes.slice(start, start + sourceLimits.probesAtOnce);
      reports.push(...(await Promise.all(batch.map(run))));
    }
    return reports;
  };
  return showing(options, () => `Asking hosts: ${asked} of ${probes.length}`, runAll);
}

export interface ProbedHosts {
  hosts: HostReport[];
  /** Published entries that are not trusted. */
  distrusted: RefusedEntry[];
}

/** Returns every host, in the order of the list. `addressed` reports the one of --url or AHP_URL, instead of a probe. */
export async function probeHosts(
  given: ConnectOptions,
  io: Io,
  addressed?: Promise<HostReport>,
): Promise<ProbedHosts> {
  const { progress: _ofEach, ...rest } = given;
  // The embedded host need not read the whole disk to respond.
  const options = { timeoutMs: sourceLimits.probeTimeoutMs, ...rest, inSlices: true, asksNothing: true };
  const { hosts, refused } = findHosts(io);
  const running = runningHosts(hosts);
  const probe = (known: KnownHost, choice: HostChoice) => () => {
    // Until ssh has logged in, no host can respond.
    const isSsh = choice.kind === 'url' && isSshUrl(choice.text);
    const timeoutMs = rest.timeoutMs ?? sourceLimits.tunnelTimeoutMs;
    const findConnector = () => connectorTo(choice, isSsh ? { ...options, timeoutMs } : options, io);
    return probeHost(known, findConnector, options, io);
  };
  // Ignore --host and --local, so that the host of AHP_URL stays in the list.
  const { url } = options;
  const choice = chooseHost(url === undefined ? {} : { url }, io);
  const probeAddressed = addressed === undefined ? probe(addressedHost(options), choice) : () => addressed;
  const probes = [
    probe({ name: 'embedded', kind: 'embedded' }, { kind: 'embedded' }),
    ...(choice.kind === 'embedded' ? [] : [probeAddressed]),
    ...hosts.map((host) => () => probePublished(host, running.indexOf(host), options, io)),
  ];
  return { hosts: await runProbes(probes, given), distrusted: refused };
}
