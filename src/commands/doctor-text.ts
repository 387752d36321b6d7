/** The report of `doctor` as lines for people. */

import { countWords } from '../entries/row-state.js';
import type { UsedEntries } from '../entries/same-names.js';
import type { SessionOption } from '../entries/session-info.js';
import { toolTitle } from '../entries/tool-names.js';
import { hostLimits } from '../host/limits.js';
import type { Io } from '../io.js';
import { cell, formatRows } from '../output/columns.js';
import type { StyleOptions } from '../output/streams.js';
import { formatPlace } from '../text/humanize.js';
import { textLimits } from '../text/limits.js';
import { paint, themeFor } from '../text/theme.js';
import type { DoctorReport } from './doctor.js';
import { hostRow } from './hosts.js';

const indent = '  ';
const text = (value: string): string => cell(value, textLimits.drawnLineLength);

function processRows({ skillpick, node, platform, terminal, variables }: DoctorReport): string[][] {
  const { isTerminal, columns, term, color } = terminal;
  const size = isTerminal ? `${columns ?? '?'} columns, ${term ?? 'no TERM'}, colour ${color}` : 'none';
  return [
    ['skillpick', skillpick],
    ['node', `${node} on ${platform}`],
    ['terminal', text(size)],
    ['variables', variables.length === 0 ? 'none set' : `${variables.join(', ')} set`],
  ];
}

function rootRows({ roots }: DoctorReport): string[][] {
  if (roots === null) return [['the embedded host was not asked for']];
  const { cwd, root, directories, home, noticing, watched } = roots;
  const changes =
    noticing === 'watching'
      ? `watching ${watched} directories`
      : `looking again every ${hostLimits.rescanIntervalMs / 1000} s: too many directories to watch`;
  return [
    ['root', text(root)],
    ['working directory', text(cwd)],
    [
      'looked into',
      directories.length === 0 ? 'nothing: the root is elsewhere' : text(directories.join(', ')),
    ],
    ['home', text(home)],
    ['changes', changes],
  ];
}

function toolRows({ roots }: DoctorReport): string[][] {
  const agentTools = roots?.agentTools ?? [];
  return agentTools.map(({ title, isPresent, reason }) => [
    title,
    isPresent ? 'present' : 'not present',
    text(reason),
  ]);
}

function sessionRows({ host, session, tools }: DoctorReport): string[][] {
  if (host === null || session === null) return [['not connected']];
  return [
    ['host', text(`${host.name} (${host.kind}), protocol ${host.protocolVersion}`)],
    ['session', text(`${session.title} ${session.uri}`.trim())],
    ...(host.kind === 'acp' ? [['listed', listedText(session.customizations)]] : []),
    ...tools.map(({ id, title, description }) => [
      `provider ${cell(id)}`,
      text([title, description].filter(Boolean).join(': ')),
    ]),
    ...(session.options ?? []).map((option) => [cell(option.name), text(optionText(option))]),
  ];
}

function listedText(count: number | null): string {
  return count === null ? 'nothing yet' : `${count === 1 ? '1 entry' : `${count} entries`}, on or off`;
}

/** Returns the value of an option, and how many there are. */
function optionText({ value, choices }: SessionOption): string {
  const chosen = choices.find((choice) => choice.value === value)?.name ?? value ?? 'not said';
  return choices.length < 2 ? chosen : `${chosen}, one of ${choices.length}`;
}

function containerRows({ containers }: DoctorReport): string[][] {
  if (containers.length === 0) return [['none']];
  return containers.map(({ name, type, states, enabled, children, load, message }) => [
    cell(name),
    cell(type),
    children === null
      ? 'not read yet'
      : `${countWords(states).join(', ') || 'empty'}${enabled ? '' : ' (container off)'}`,
    cell(load ?? ''),
    text(message ?? ''),
  ]);
}

function problemRows({ problems }: DoctorReport, home: string): string[][] {
  if (problems.length === 0) return [['none']];
  return problems.flatMap(({ uri, line, message, fix }) => {
    const where = uri === '' ? '' : `${formatPlace(uri, home)}${line === null ? '' : `:${line}`}: `;
    return [[text(where + message)], ...(fix === null ? [] : [[`${indent}${text(fix)}`]])];
  });
}

/** Returns which entries a tool uses of several with the same name. */
function usedRow({ id, uses, either }: UsedEntries, home: string): string[] {
  const places = uses.map((uri) => formatPlace(uri, home)).join(either ? ' or ' : ' and ');
  return [`${indent}${text(`${toolTitle(id)} uses ${places === '' ? 'none of them' : places}`)}`];
}

function duplicateRows({ duplicates }: DoctorReport, home: string): string[][] {
  return duplicates.flatMap(({ type, name, uris, tools }) => [
    [cell(`${type} ${name}`)],
    ...uris.map((uri) => [`${indent}${text(formatPlace(uri, home))}`]),
    ...tools.map((tool) => usedRow(tool, home)),
  ]);
}

/** Returns the sections, each with its title. Nothing is cut to the terminal, so that paths and reasons can be read. */
export async function doctorLines(report: DoctorReport, io: Io, options: StyleOptions): Promise<string[]> {
  const theme = themeFor(io, options);
  const now = Date.now();
  const sections: [string, string[][]][] = [
    ['This machine', processRows(report)],
    ['Where the embedded host looks', rootRows(report)],
    ['Agent tools', toolRows(report)],
    ['Session', sessionRows(report)],
    ['Containers', containerRows(report)],
    ['Problems', problemRows(report, io.home)],
    ['Same names', duplicateRows(report, io.home)],
    ['Hosts', report.hosts.map((host) => hostRow(host, io.home, now))],
    ['Entries that are not trusted', report.distrusted.map(({ file, reason }) => [text(file), text(reason)])],
  ];
  const lines: string[] = [];
  for (const [title, rows] of sections.filter(([, rows]) => rows.length > 0)) {
    const body = await formatRows(rows);
    const gap = lines.length === 0 ? [] : [''];
    lines.push(...gap, paint(theme, 'strong', title), ...body.map((line) => indent + line));
  }
  return lines;
}
