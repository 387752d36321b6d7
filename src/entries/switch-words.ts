/** What a switch did, in words: in which tools, where it is kept, which tools were left out and why. */

import type { SetScope, ToolScope } from '../protocol/scopes.js';
import type { SwitchResult, ToolResult, UndoneSwitch } from '../protocol/switch-result.js';
import { toolTitle } from '../protocol/tool-titles.js';
import { stateText } from './describe.js';
import type { Entry } from './entries.js';
import { isHeldBack } from './entry-flags.js';
import { obeySentence } from './obey-words.js';
import { isShadowed, type Obstacle, obstacleIn, obstacleTexts } from './obstacles.js';
import { scopeWords } from './scope-words.js';
import { titlesOf } from './tool-names.js';

export { isKeptByScope } from '../protocol/switch-result.js';
export type { SetScope, SwitchResult, ToolResult, UndoneSwitch };

/** A switch that has ended, and the entry after it. */
export interface ReportedSwitch {
  /** Null: the decision was removed. */
  readonly wanted: boolean | null;
  readonly scope: SetScope;
  readonly result: SwitchResult;
  /** Undefined if the entry is gone. */
  readonly after: Entry | undefined;
  readonly words: SwitchWords;
}

/** The words that depend on who reads them. */
export interface SwitchWords {
  /** Returns a path in short form. */
  path(path: string): string;
  /** Returns how to ask for another scope. */
  askFor(scope: ToolScope): string;
  /** Returns the file of another entry; undefined if it is not known. */
  fileOf?(id: string): string | undefined;
}

export const onOff = (enabled: boolean): string => (enabled ? 'on' : 'off');

/** The standings of an entry after a switch; undefined if it is gone. */
type StandingsAfter = Pick<Entry, 'tools'> | undefined;

/** What has to be known of a switch to compare its tools. */
type ComparedSwitch = Pick<ReportedSwitch, 'wanted' | 'result'> & { readonly after: StandingsAfter };

const standingIn = (after: StandingsAfter, { id }: Pick<ToolResult, 'id'>) =>
  after?.tools.find((standing) => standing.id === id);

const withOutcome = (
  { result }: Pick<ReportedSwitch, 'result'>,
  outcome: ToolResult['outcome'],
): ToolResult[] => result.tools.filter((tool) => tool.outcome === outcome);

const isRefused = (after: StandingsAfter, tool: ToolResult): boolean =>
  standingIn(after, tool)?.isRefused === true;

/** Returns the tools that were left out and still have the other value. What a tool does not load is not on there. */
export function leftBehind(ended: ComparedSwitch): ToolResult[] {
  const { wanted, after } = ended;
  if (wanted === null) return [];
  return withOutcome(ended, 'left-out').filter(
    (tool) => !isRefused(after, tool) && (standingIn(after, tool)?.enabled ?? wanted) !== wanted,
  );
}

/** Returns the tools that still do something else than was asked for: they were left out, or do not obey yet. */
export function notFollowing(ended: ReportedSwitch): ToolResult[] {
  const isHeld = (tool: ToolResult) => {
    const standing = standingIn(ended.after, tool);
    return tool.outcome !== 'left-out' && standing !== undefined && isHeldBack(standing);
  };
  return [...leftBehind(ended), ...ended.result.tools.filter(isHeld)];
}

const names = (tools: readonly Pick<ToolResult, 'id'>[]): string => titlesOf(tools).join(', ');

const stillIn = (wanted: boolean, { id }: Pick<ToolResult, 'id'>, verb = 'still'): string =>
  `${verb} ${onOff(!wanted)} in ${toolTitle(id)}`;

/** Returns true if nothing was done: the host only planned the switch. */
const isPlan = ({ result }: ReportedSwitch): boolean =>
  result.own?.outcome === 'planned' || result.tools.some(({ outcome }) => outcome === 'planned');

/** Returns where the switch is kept, by scope: `in Claude Code, Codex for this repo`. */
function keptIn(tools: readonly Pick<ToolResult, 'id' | 'scope'>[]): string {
  const scopes = [...new Set(tools.map(({ scope }) => scope))];
  return scopes
    .map((scope) => {
      const where = names(tools.filter((tool) => tool.scope === scope));
      return scope === null ? `in ${where}` : `in ${where} ${scopeWords(scope)}`;
    })
    .join(', ');
}

/** Returns the files that were written, each once. */
function filesOf(tools: readonly ToolResult[], { path }: SwitchWords): string {
  const files = new Map<string, boolean>();
  for (const { file, isNew } of tools) if (file !== null) files.set(file, files.get(file) || isNew);
  const shown = [...files].map(([file, isNew]) => `${path(file)}${isNew ? ' (new)' : ''}`);
  return shown.length === 0 ? '' : `, ${shown.join(', ')}`;
}

/** Returns how a tool that was left out can be reached. */
function scopeHint({ scope, after, words }: ReportedSwitch, tool: ToolResult): string {
  const other = standingIn(after, tool)?.switchable.find((one) => one !== scope);
  return other === undefined ? '' : ` (${words.askFor(other)})`;
}

function leftOutParts(ended: ReportedSwitch): string[] {
  const { wanted, after } = ended;
  const leftOut = withOutcome(ended, 'left-out');
  const named = wanted === null ? leftOut.filter((tool) => !isRefused(after, tool)) : leftBehind(ended);
  const refused = leftOut.filter((tool) => isRefused(after, tool));
  return [
    ...named.map((tool) => {
      const reason = tool.reason === null ? '' : `: ${tool.reason}`;
      const verb = isPlan(ended) ? 'would stay' : 'still';
      const head = wanted === null ? `${toolTitle(tool.id)} left out` : stillIn(wanted, tool, verb);
      return `${head}${reason}${scopeHint(ended, tool)}`;
    }),
    ...refused.map(({ id, reason }) => reason ?? `${toolTitle(id)} does not load it`),
  ];
}

/** Returns why a tool does not do what was asked for, although its settings were written; null if it does. */
export function obstacle(
  { after, words }: { readonly after: StandingsAfter; readonly words: Pick<SwitchWords, 'path'> },
  wanted: boolean,
  tool: Pick<ToolResult, 'id'>,
): Obstacle | null {
  const standing = standingIn(after, tool);
  return standing === undefined ? null : obstacleIn(standing, wanted, words.path);
}

/** Returns the tools that use another entry of the same name, with the file of that entry. */
function shadowedParts({ after, words }: ReportedSwitch, tools: readonly ToolResult[]): string[] {
  const byWinner = new Map<string, ToolResult[]>();
  for (const tool of tools) {
    const winner = standingIn(after, tool)?.shadowedBy ?? '';
    byWinner.set(winner, [...(byWinner.get(winner) ?? []), tool]);
  }
  return [...byWinner].map(([winner, shadowed]) => {
    const file = words.fileOf?.(winner);
    return `shadowed in ${names(shadowed)}${file === undefined ? '' : ` by ${words.path(file)}`}`;
  });
}

function alsoParts(ended: ReportedSwitch): string[] {
  const { result, words } = ended;
  const { also, alsoIn = [], tools } = result;
  const made = tools.filter(({ outcome }) => outcome === 'changed' || outcome === 'planned');
  const isEverywhere = made.every(({ id }) => alsoIn.includes(id));
  const where = alsoIn.length === 0 || isEverywhere ? '' : ` in ${alsoIn.map(toolTitle).join(', ')}`;
  const verb = isPlan(ended) ? 'would also switch' : 'also switched';
  const others = also.length === 0 ? [] : [`${verb} ${also.map(words.path).join(', ')}${where}`];
  return [...withReasons(tools), ...others];
}

/** Returns the remarks on switches that were made, each once with its tools. */
export function withReasons(tools: readonly ToolResult[]): string[] {
  const made = tools.filter(({ outcome }) => outcome === 'changed' || outcome === 'planned');
  const byReason = new Map<string, string[]>();
  for (const { id, reason } of made)
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), toolTitle(id)]);
  return [...byReason].map(([reason, titles]) => {
    const isNamed = titles.length === 1 && reason.includes(titles[0]!);
    return isNamed ? reason : `${titles.join(', ')}: ${reason}`;
  });
}

/** Returns what a switch to on or off did. */
function switchedParts(ended: ReportedSwitch, wanted: boolean): string[] {
  const [changed, unchanged] = [withOutcome(ended, 'changed'), withOutcome(ended, 'unchanged')];
  const planned = withOutcome(ended, 'planned');
  const isUnused = (tool: ToolResult) => {
    const standing = standingIn(ended.after, tool);
    return wanted && standing !== undefined && isShadowed(standing);
  };
  const isObeyed = (tool: ToolResult) => obstacle(ended, wanted, tool) === null;
  const asked = [...changed, ...unchanged];
  const obeyed = changed.filter(isObeyed);
  const held = changed.filter((tool) => !isObeyed(tool));
  const already = unchanged.filter(isObeyed);
  const where = (tools: readonly ToolResult[]) => `${keptIn(tools)}${filesOf(tools, ended.words)}`;
  return [
    ...(planned.length === 0 ? [] : [`would be switched ${onOff(wanted)} ${where(planned)}`]),
    ...(obeyed.length === 0 ? [] : [`now ${onOff(wanted)} ${where(obeyed)}`]),
    ...(held.length === 0 ? [] : [`kept ${where(held)}`]),
    ...(already.length === 0 ? [] : [`already ${onOff(wanted)} in ${names(already)}`]),
    ...obstacleTexts(
      asked.flatMap((tool) => (isUnused(tool) ? [] : (obstacle(ended, wanted, tool) ?? []))),
    ).map(({ text }) => text),
    ...shadowedParts(ended, asked.filter(isUnused)),
  ];
}

/** Returns the settings that a reset removed, each with its file and its tool. */
export function removedParts({ tools, own }: SwitchResult, { path }: SwitchWords, verb: string): string[] {
  const all = tools.flatMap(({ id, removed = [] }) =>
    removed.map(({ file, text }) => `${verb} ${text} from ${path(file)} (${toolTitle(id)})`),
  );
  return [...all, ...(own?.removed ?? []).map(({ file, text }) => `${verb} ${text} from ${path(file)}`)];
}

/** Returns that there is nothing to reset in a scope. */
export const nothingToReset = (scope: SetScope, host = { isOwn: true }): string =>
  `nothing to reset ${scope === 'global' && host.isOwn ? 'for all repositories' : scopeWords(scope, host)}`;

/** Returns which decisions a reset removed, and the state that is left. */
function resetParts(ended: ReportedSwitch): string[] {
  const { after, scope, words, result } = ended;
  if (isPlan(ended)) return ['would be reset', ...removedParts(result, words, 'would remove')];
  const isReset = withOutcome(ended, 'changed').length > 0;
  const state = after === undefined ? '' : `, ${isReset ? 'now ' : ''}${stateText(after)}`;
  return [`${isReset ? 'reset' : nothingToReset(scope)}${state}`, ...removedParts(result, words, 'removed')];
}

/** Returns what the switch did, in one line. */
export function switchText(ended: ReportedSwitch): string {
  const { wanted } = ended;
  const done = wanted === null ? resetParts(ended) : switchedParts(ended, wanted);
  return [...done, ...leftOutParts(ended), ...alsoParts(ended)].join('; ');
}

/** Returns when running sessions obey these switches; null if there is nothing to say. */
export const obeyText = (results: readonly SwitchResult[]): string | null =>
  obeySentence(results.flatMap(({ tools }) => tools));
