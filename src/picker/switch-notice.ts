/** The line after a switch on our own host: what, in which tools, where it is kept, what else changed, how to undo it. */

import { scopeWords } from '../entries/scope-words.js';
import { titlesOf, toolTitle } from '../entries/tool-names.js';
import type { SwitchResult, ToolResult } from '../protocol/switch-result.js';
import { keyFor } from './keymap.js';
import type { Notice, Settled } from './state.js';

/** A switch with the host's report on it. */
type Reported = Settled & { outcome: { kind: 'confirmed'; result: SwitchResult } };

function isReported(settled: Settled): settled is Reported {
  const { outcome } = settled;
  return outcome.kind === 'confirmed' && outcome.result !== undefined && outcome.result.tools.length > 0;
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const withOutcome = (results: readonly SwitchResult[], outcome: ToolResult['outcome']): ToolResult[] =>
  results.flatMap(({ tools }) => tools.filter((tool) => tool.outcome === outcome));

function toolsText(tools: readonly ToolResult[]): string {
  const titles = distinct(titlesOf(tools));
  return titles.length > 2 ? `${titles.length} tools` : titles.join(', ');
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/, '');

function filesText(tools: readonly ToolResult[]): string[] {
  const files = new Map<string, boolean>();
  for (const { file, isNew } of tools) if (file !== null) files.set(file, files.get(file) || isNew);
  const made = [...files.values()].filter((isNew) => isNew).length;
  const [first] = files.keys();
  if (first === undefined) return [];
  if (files.size === 1) return [`${baseName(first)}${made === 1 ? ' (new)' : ''}`];
  return [`${files.size} files${made === 0 ? '' : `, ${made} new`}`];
}

function leftOutText(results: readonly SwitchResult[]): string[] {
  const tools = new Map(withOutcome(results, 'left-out').map(({ id, reason }) => [id, reason]));
  return [...tools].map(([id, reason]) => `left out ${toolTitle(id)}${reason === null ? '' : `: ${reason}`}`);
}

function remarks(results: readonly SwitchResult[]): string[] {
  const also = distinct(results.flatMap((result) => result.also)).length;
  const reasons = withOutcome(results, 'changed').flatMap(({ reason }) => reason ?? []);
  return [
    ...(also === 0 ? [] : [`${also} of the same name switched too`]),
    ...leftOutText(results),
    ...distinct(reasons),
  ];
}

function noticeText(reported: readonly Reported[]): string {
  const results = reported.map(({ outcome }) => outcome.result);
  const changed = withOutcome(results, 'changed');
  const [first] = reported;
  const what = reported.length === 1 ? first?.name : `${reported.length} switched`;
  const state = first?.wanted ? 'on' : 'off';
  if (changed.length === 0)
    return [
      `${what} ${state} already in ${toolsText(withOutcome(results, 'unchanged'))}`,
      ...remarks(results),
    ].join('; ');
  const scopes = distinct(changed.flatMap(({ scope }) => scope ?? [])).map(scopeWords);
  const isRecorded = results.some(({ batch }) => batch !== null);
  return [
    `${what} ${state} in ${toolsText(changed)}`,
    scopes.join(' and '),
    ...filesText(changed),
    ...remarks(results),
    ...(isRecorded ? [`${keyFor('undo')} undo`] : []),
  ].join('; ');
}

/** The batch of switches; null if nothing was recorded. */
const batchOf = (reported: readonly Reported[]): string | null =>
  reported.find(({ outcome }) => outcome.result.batch !== null)?.outcome.result.batch ?? null;

/**
 * Returns the notice after switches that were made; null if there is nothing to say. The results of one batch may come
 * in parts, which are added up. A notice that says more is kept.
 */
export function switchNotice(results: readonly Settled[], before: Notice | null): Notice | null {
  const own = results.filter(isReported);
  if (own.length === 0 || (before !== null && before.isPassing !== true)) return before;
  const earlier = (before?.done ?? []).filter(isReported);
  const isSame = batchOf(earlier) !== null && batchOf(earlier) === batchOf(own);
  const reported = isSame ? [...earlier, ...own] : own;
  return { text: noticeText(reported), tone: 'plain', isPassing: true, done: reported };
}
