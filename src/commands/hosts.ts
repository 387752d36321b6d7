/** `skillpick hosts`: prints the hosts that can be connected to, and whether they answer. */

import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { note, writeJson, writeTable } from '../output/streams.js';
import { type HostReport, probeHosts } from '../source/probe.js';
import { formatAge, formatPlace } from '../text/humanize.js';
import type { CommandOptions } from './command-options.js';

function directoriesCell({ directories }: HostReport, home: string): string {
  const [first] = directories;
  if (first === undefined) return '-';
  const more = directories.length > 1 ? ` and ${directories.length - 1} more` : '';
  return cell(`${formatPlace(first, home)}${more}`);
}

const heads = ['no', 'name', 'kind', 'protocol', 'state', 'age', 'url', 'folders or reason'];

export function hostRow(host: HostReport, home: string, nowMs: number): string[] {
  const { number, name, kind, url, protocolVersion, state, reason, publishedAtMs } = host;
  return [
    number === null ? '-' : String(number),
    cell(name),
    cell(kind),
    cell(protocolVersion ?? '') || '-',
    state,
    publishedAtMs === null ? '-' : formatAge(nowMs - publishedAtMs),
    cell(url ?? '') || '-',
    reason === null ? directoriesCell(host, home) : cell(reason),
  ];
}

export async function listHosts(options: CommandOptions, io: Io): Promise<void> {
  const { hosts, distrusted } = await probeHosts(options, io);
  if (options.json) return writeJson(io, { schema: 'skillpick.hosts/1', hosts, distrusted });
  const rows = hosts.map((host) => hostRow(host, io.home, Date.now()));
  await writeTable(io, heads, rows, options);
  for (const { file, reason } of distrusted)
    note(io, `${file} is not trusted: ${reason.replace(/\.$/, '')}.`, options);
}
