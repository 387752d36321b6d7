/** `skillpick doctor`: what was found where, what is broken and how to mend it, which hosts answer. */

import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { writeJson, writeLines } from '../output/streams.js';
import type { DoctorOptions } from '../source/connect-options.js';
import { type Probed, probeHosts } from '../source/probe.js';
import { doctorLines } from './doctor-text.js';
import { describeProcess, describeRoots, type Looked, type ProcessInfo } from './machine-report.js';
import { type Examination, examine } from './session-report.js';

export interface Report extends ProcessInfo, Examination, Probed {
  schema: 'skillpick.doctor/1';
  /** False if anything is wrong: a host that is asked for and does not answer, a file that cannot be read. */
  ok: boolean;
  /** Null where another host was asked for. */
  roots: Looked | null;
}

async function report(options: DoctorOptions, io: Io): Promise<Report> {
  const isElsewhere = options.url !== undefined || options.host !== undefined || Boolean(io.env['AHP_URL']);
  const roots = isElsewhere && !options.local ? null : await describeRoots(options, io);
  const [examination, probed] = await Promise.all([examine(options, io), probeHosts(options, io)]);
  return {
    schema: 'skillpick.doctor/1',
    ok: examination.problems.length === 0,
    ...describeProcess(io),
    roots,
    ...examination,
    ...probed,
  };
}

export async function doctor(options: DoctorOptions, io: Io): Promise<void> {
  const found = await report(options, io);
  if (options.json) await writeJson(io, found);
  else await writeLines(io, await doctorLines(found, io, options));
  if (found.ok || !options.strict) return;
  const many = found.problems.length === 1 ? 'One problem' : `${found.problems.length} problems`;
  throw new SkillpickError('problems-found', `${many} found.`, { hint: 'The list above says what to do.' });
}
