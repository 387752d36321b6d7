/** `skillpick hosts`: what can be connected to, and whether it answers. */

import type { Io } from '../io.js';
import { cell, formatRows } from '../output/columns.js';
import { note, tableStyle, writeJson, writeLines } from '../output/streams.js';
import type { JsonOptions } from '../source/connect-options.js';
import { type HostReport, probeHosts } from '../source/probe.js';
import { formatAge, formatPlace } from '../text/humanize.js';

function directoriesOf({ directories }: HostReport, home: string): string {
  const [first] = directories;
  if (first === undefined) return '-';
  const more = directories.length > 1 ? ` and ${directories.length - 1} more` : '';
  return cell(`${formatPlace(first, home)}${more}`);
}

/** One host as the cells of a table. */
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
    reason === null ? directoriesOf(host, home) : cell(reason),
  ];
}

export async function listHosts(options: JsonOptions, io: Io): Promise<void> {
  const { hosts, distrusted } = await probeHosts(options, io);
  if (options.json) {
    await writeJson(io, { schema: 'skillpick.hosts/1', hosts, distrusted });
    return;
  }
  const { theme, columns } = tableStyle(io, options);
  const rows = hosts.map((host) => hostRow(host, io.home, Date.now()));
  await writeLines(io, await formatRows(rows, { columns, ellipsis: theme.glyphs.ellipsis }));
  for (const { file, reason } of distrusted)
    note(io, `${file} is not believed: ${reason.replace(/\.$/, '')}.`, options);
}
