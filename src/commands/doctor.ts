/** `skillpick doctor`: reports what was found where, what is broken and how to fix it, and which hosts answer. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { SkillpickError } from '../errors.js';
import type { Catalog } from '../host/discovery/catalog.js';
import { discoverInSlices } from '../host/discovery/discover.js';
import { findRoots } from '../host/discovery/roots.js';
import type { HostEnvironment } from '../host/environment.js';
import { finish } from '../host/files/slices.js';
import { Watcher } from '../host/files/watcher.js';
import { hostLimits } from '../host/limits.js';
import { tools } from '../host/tools/all-tools.js';
import { presenceOf } from '../host/tools/presence.js';
import type { Io } from '../io.js';
import { writeJson, writeLines } from '../output/streams.js';
import { chooseHost, chooseSource, connect } from '../source/connect.js';
import type { ConnectOptions } from '../source/connect-options.js';
import { environmentOf } from '../source/embedded.js';
import { sourceLimits } from '../source/limits.js';
import { openOn, openSession } from '../source/open-session.js';
import { type ProbedHosts, probeHosts, reportAddressed } from '../source/probe.js';
import { showing } from '../source/progress.js';
import { abilityOf } from '../text/ability.js';
import { version } from '../version.js';
import type { CommandOptions } from './command-options.js';
import { examineSession, type SessionFindings } from './doctor-session.js';
import { doctorLines } from './doctor-text.js';

export interface DoctorOptions extends CommandOptions {
  strict?: boolean;
  /** Returns what to try after an error. */
  hintFor(error: SkillpickError): string | undefined;
}

export interface DoctorReport extends ReturnType<typeof describeProcess>, SessionFindings, ProbedHosts {
  schema: 'skillpick.doctor/1';
  /** False if there is any problem, such as a host that does not answer or a file that cannot be read. */
  ok: boolean;
  /** Null if another host than the embedded one is used. */
  roots: Awaited<ReturnType<typeof describeRoots>> | null;
}

const variables = [
  'AHP_URL',
  'AHP_TOKEN',
  'AHP_SESSION',
  'SKILLPICK_PROVIDER',
  'SKILLPICK_ROOT',
  'CODELIA_AGENTS_ROOT',
  'CODELIA_AGENTS_MARKERS',
  'NO_COLOR',
  'FORCE_COLOR',
];

function describeProcess(io: Io) {
  return {
    skillpick: version,
    node: process.version,
    platform: `${io.platform} ${process.arch}`,
    terminal: {
      isTerminal: io.stdout.isTTY === true,
      columns: io.stdout.columns ?? null,
      term: io.env['TERM'] ?? null,
      color: abilityOf(io.env, io.stdout.isTTY === true).color,
    },
    // Only their names: the values may be secret.
    variables: variables.filter((name) => io.env[name]),
  };
}

function findDirectories(environment: HostEnvironment, { plugins = [], progress }: ConnectOptions): Catalog {
  const isOver = () => {
    progress?.tick();
    return false;
  };
  return finish(discoverInSlices(environment, { plugins }, { isOver }));
}

/** Returns which agent tools are on this machine, and why the embedded host believes so. */
function describeTools(environment: HostEnvironment) {
  return presenceOf(tools, environment).map(({ tool: { id, title }, isPresent, reason }) => {
    return { id, title, isPresent, reason };
  });
}

/** Returns where the embedded host looks. Sets up its watches to find out whether the system allows so many. */
async function describeRoots(options: ConnectOptions, io: Io) {
  const environment = environmentOf(options, io);
  const { root, chain, home } = findRoots(environment);
  const { directories, paths } = await showing(
    options,
    () => 'Looking for directories to watch',
    async () => findDirectories(environment, options),
  );
  const watcher = new Watcher(() => {});
  try {
    watcher.watch(directories, [], paths);
    for (let turn = 0; turn <= hostLimits.watchedDirectories / hostLimits.watchSlice; turn += 1)
      await nextTurn();
    const noticing = watcher.mode;
    const agentTools = describeTools(environment);
    const found = { root, directories: chain, home, agentTools };
    return { cwd: environment.cwd, ...found, noticing, watched: directories.length };
  } finally {
    watcher.close();
  }
}

/**
 * Examines the session and all hosts. One connection serves for the session and for the line of its host: ssh would log
 * in twice, and could ask only once.
 */
async function examineHost(options: DoctorOptions, io: Io): Promise<SessionFindings & ProbedHosts> {
  const connecting = connect(options, io, sourceLimits.commandReconnectAttempts);
  // ssh may ask on the terminal, where a line with the progress of the probes would be written over its question.
  await Promise.allSettled([connecting]);
  const isAddressed = chooseHost(options, io).kind === 'url';
  const addressed = isAddressed ? reportAddressed(connecting, options, io) : undefined;
  // The host is asked first: the connection ends with the session, and a temporary session does not count.
  const opening = Promise.all([connecting, addressed]).then(([connection]) =>
    openOn(connection, options, io, { mayBeTemporary: true }),
  );
  const [findings, probed] = await Promise.all([
    examineSession(opening, options, io),
    probeHosts(options, io, addressed),
  ]);
  return { ...findings, ...probed };
}

/** Examines the session of an agent, and all hosts. */
async function examineAgent(options: DoctorOptions, io: Io): Promise<SessionFindings & ProbedHosts> {
  const [findings, probed] = await Promise.all([
    examineSession(openSession(options, io, { mayBeTemporary: true }), options, io),
    probeHosts(options, io),
  ]);
  return { ...findings, ...probed };
}

export async function doctor(options: DoctorOptions, io: Io): Promise<void> {
  const { kind } = chooseSource(options, io);
  const roots = kind === 'embedded' ? await describeRoots(options, io) : null;
  const examined = await (kind === 'acp' ? examineAgent(options, io) : examineHost(options, io));
  const report: DoctorReport = {
    schema: 'skillpick.doctor/1',
    ok: examined.problems.length === 0,
    ...describeProcess(io),
    roots,
    ...examined,
  };
  if (options.json) await writeJson(io, report);
  else await writeLines(io, await doctorLines(report, io, options));
  if (report.ok || !options.strict) return;
  const many = report.problems.length === 1 ? 'One problem' : `${report.problems.length} problems`;
  throw new SkillpickError('problems-found', `${many} found.`, { hint: 'The list above says what to do.' });
}
