/** Reports how switches ended: one line or one object for each, then the remarks. Fails if one of them failed. */

import { folderOf, stateText } from '../entries/describe.js';
import { decidedWords, scopeWords } from '../entries/scope-words.js';
import {
  notFollowing,
  nothingToReset,
  onOff,
  removedParts,
  type SetScope,
  type SwitchWords,
  switchText,
} from '../entries/switch-words.js';
import { titlesOf, whereSwitched } from '../entries/tool-names.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { note, writeJson, writeLines } from '../output/streams.js';
import { pathOf } from '../paths.js';
import { skillLimits } from '../skill-rules.js';
import { cleanLine } from '../text/clean.js';
import { shortPath } from '../text/humanize.js';
import { textLimits } from '../text/limits.js';
import type { EndedSwitch, SwitchOptions, Verb } from './switch-plan.js';
import { hasFailed, remarksOn, type SwitchedEntry, type SwitchReport } from './switch-remarks.js';

/** Adds the state of each entry after all switches. Its container may be among the switched entries. */
function withStates({ ended, after: { containers }, found }: SwitchReport): SwitchedEntry[] {
  const switched = containers.filter(({ isSummary }) => !isSummary);
  const isContainerOn = new Map(switched.map(({ id, enabled }) => [id, enabled]));
  for (const { entry, outcome, enabled } of ended) {
    if (outcome === 'planned' && enabled !== null && isContainerOn.has(entry.id))
      isContainerOn.set(entry.id, enabled);
  }
  return ended.map((item) => {
    const { containerId, id } = item.entry;
    const after = found.get(id);
    const isKnown = item.outcome !== 'planned' && item.enabled !== null;
    if (isKnown && after !== undefined && after.tools.length > 0) {
      const { enabled, effectiveEnabled } = after;
      return { ...item, enabled, effectiveEnabled, after };
    }
    const isKeptOff = containerId !== null && isContainerOn.get(containerId) === false;
    return { ...item, effectiveEnabled: item.enabled === null ? null : item.enabled && !isKeptOff, after };
  });
}

function switchDocument(switched: SwitchedEntry, scope: SetScope) {
  const { entry, wanted, outcome, enabled, effectiveEnabled, reason, result, after } = switched;
  const { decidedIn = null } = switched;
  const { id, type, name, uri } = entry;
  const tools = (result?.tools ?? []).map((tool) => ({
    id: tool.id,
    outcome: tool.outcome,
    inEffect: after?.tools.find((standing) => standing.id === tool.id)?.inEffect ?? null,
    scope: tool.scope,
    file: tool.file,
    reason: tool.reason,
    removed: tool.removed ?? [],
  }));
  const { batch = null, also = [] } = result ?? {};
  const state = { enabled, effectiveEnabled, enablement: after?.enablement ?? null, decidedIn };
  return { id, type, name, uri, wanted, scope, outcome, ...state, reason, tools, also, batch };
}

const keptAlone = ' (kept by skillpick alone)';

/** Returns on or off, with the tools that it holds for, or that skillpick keeps a decision about it. */
function stateOf(verb: Verb, { enabled, after }: SwitchedEntry): string {
  if (enabled === null || after === undefined) return onOff(enabled === true);
  if (after.tools.length > 0) return verb === 'reset' ? stateText(after) : whereSwitched(enabled, after);
  return `${onOff(enabled)}${after.isKept && after.enablement !== null ? keptAlone : ''}`;
}

/** Returns the state after a switch that failed, if that is the same in all tools. */
function stillText({ wanted, enabled, after }: SwitchedEntry): string {
  if (enabled === null) return 'state unknown';
  const flags = new Set(after?.tools.map(({ inEffect }) => inEffect));
  const isSame = flags.size === 0 || (flags.size === 1 && flags.has(enabled));
  return isSame && enabled !== wanted ? `still ${onOff(enabled)}` : 'nothing changed';
}

/** Returns where an entry is as wanted already, although another scope decides otherwise. */
function whereAlready(decidedIn: string, { scope, host }: SwitchReport): string {
  const isPlace = decidedIn === 'session' || decidedIn === 'workspace';
  return scope === 'global' && isPlace ? 'everywhere else' : scopeWords(scope, host);
}

/** Returns what a switch did, or would do, that has no tools to report. */
function doneText(switched: SwitchedEntry, report: SwitchReport): string {
  const { verb, scope, host } = report;
  const { outcome, enabled, wanted, after, decidedIn, result } = switched;
  const state = `${stateOf(verb, switched)}${result?.own?.forSession ? ' for this session' : ''}`;
  const isReset = verb === 'reset';
  if (outcome === 'unchanged' && decidedIn !== undefined && wanted !== null)
    return `already ${onOff(wanted)} ${whereAlready(decidedIn, report)}; ${decidedWords(decidedIn, !wanted, 'still ', host)}`;
  if (outcome === 'unchanged')
    return isReset ? `${nothingToReset(scope, host)}, ${state}` : `already ${state}`;
  const would = outcome === 'planned' ? 'would be ' : '';
  if (decidedIn !== undefined && enabled !== null) {
    const words = decidedWords(decidedIn, enabled, isReset ? '' : 'still ', host);
    return `${would}${isReset ? 'reset' : 'kept'} ${scopeWords(scope, host)}; ${words}`;
  }
  if (outcome === 'planned') {
    const kept = after?.isKept ? keptAlone : '';
    return isReset ? 'would be reset' : `would be switched ${onOff(enabled === true)}${kept}`;
  }
  if (enabled === null) return isReset ? 'reset' : 'switched';
  return isReset ? `reset, now ${state}` : `now ${state}`;
}

/** Returns how a switch ended if the host does not report what it did in each tool. */
function ending(switched: SwitchedEntry, report: SwitchReport, words: SwitchWords): string {
  const { outcome, reason, result } = switched;
  if (!hasFailed(switched)) {
    const verbs = outcome === 'planned' ? 'would remove' : 'removed';
    const removed = result === undefined ? [] : removedParts(result, words, verbs);
    return [doneText(switched, report), ...removed].join('; ');
  }
  if (report.isPlan) return `would be rejected: ${reason}`;
  const how = outcome === 'unconfirmed' ? 'not confirmed' : outcome;
  return `${how}, ${stillText(switched)}: ${reason}`;
}

/** Returns what was switched, with the folder if it differs from the name. */
function titleOf({ entry }: EndedSwitch): string {
  const folder = folderOf(entry);
  const where = folder === null ? '' : ` (folder ${cleanLine(folder, skillLimits.nameChars)})`;
  return `${entry.type} ${cleanLine(entry.name, skillLimits.nameChars)}${where}`;
}

/** Returns the line for one switch. */
function outcomeLine(switched: SwitchedEntry, report: SwitchReport, words: SwitchWords): string {
  const { result, wanted, after } = switched;
  const { scope } = report;
  const isReported = result !== undefined && result.tools.length > 0 && !hasFailed(switched);
  const text = isReported
    ? switchText({ wanted, scope, result, after, words })
    : ending(switched, report, words);
  return cleanLine(`${titleOf(switched)}: ${text}`, textLimits.printedLineChars);
}

/** Fails with the first reason, unless the reasons were just printed on the same terminal. */
function failIfAnyFailed(
  switched: readonly SwitchedEntry[],
  { isPlan }: SwitchReport,
  isOnScreen: boolean,
): void {
  const failed = switched.filter(hasFailed);
  const [first] = failed;
  if (first === undefined) return;
  const what = switched.length === 1 ? 'The switch' : `${failed.length} of ${switched.length} switches`;
  const verb = isPlan ? 'would' : 'did';
  const why = isOnScreen
    ? ''
    : `${failed.length > 1 ? `, first ${cleanLine(first.entry.name)}` : ''}: ${first.reason}`;
  throw new SkillpickError('switch-failed', cleanLine(`${what} ${verb} not take effect${why}.`), {
    ...(isOnScreen && { hint: failed.length > 1 ? 'The reasons are above.' : 'The reason is above.' }),
  });
}

/** Fails if a tool that was left out still has the other value. */
function failIfLeftBehind(
  switched: readonly SwitchedEntry[],
  { scope, isPlan }: SwitchReport,
  words: SwitchWords,
): void {
  const verb = isPlan ? 'would stay' : 'is still';
  const behind = switched.flatMap(({ entry, result, wanted, after }) => {
    if (result === undefined || wanted === null) return [];
    const tools = titlesOf(notFollowing({ wanted, scope, result, after, words }));
    return tools.length === 0
      ? []
      : [`${cleanLine(entry.name)} ${verb} ${onOff(!wanted)} in ${tools.join(', ')}`];
  });
  const [first] = behind;
  if (first === undefined) return;
  const more = behind.length === 1 ? '' : `, and so on for ${behind.length - 1} more`;
  throw new SkillpickError('switch-failed', `${first}${more}.`);
}

/** Prints how the switches ended. Throws afterwards if one of them failed. */
export async function reportSwitches(report: SwitchReport, options: SwitchOptions, io: Io): Promise<void> {
  const switched = withStates(report);
  const { directory } = report.after.session;
  const base = directory === null ? undefined : pathOf(directory);
  const words: SwitchWords = {
    path: (path) => shortPath(path, base, io.home),
    askFor: (scope) => `--scope ${scope}`,
    fileOf: (id) => {
      const other = report.after.entries.find((entry) => entry.id === id);
      return other && pathOf(other.uri);
    },
  };
  if (options.json)
    await writeJson(io, {
      schema: 'skillpick.switch/1',
      results: switched.map((one) => switchDocument(one, report.scope)),
    });
  else
    await writeLines(
      io,
      switched.map((item) => outcomeLine(item, report, words)),
    );
  // Asked only after the report: it must not be lost if the command ends while the host is asked.
  const elsewhere = options.quiet ? [] : await report.findElsewhere();
  for (const text of remarksOn(switched, report, elsewhere, words)) note(io, text, options);
  failIfAnyFailed(switched, report, !options.json && io.stdout.isTTY === true);
  if (options.strict) failIfLeftBehind(switched, report, words);
}
