/**
 * The line after switches: what was switched in which tools, where it is kept, what else changed, when running tools
 * obey, how to undo it, and which switches failed and why.
 */

import { withFullStop } from '../entries/describe.js';
import type { EntryList } from '../entries/entries.js';
import { obeyHint } from '../entries/obey-words.js';
import { type Obstacle, obstacleTexts } from '../entries/obstacles.js';
import { decidedWords } from '../entries/scope-words.js';
import { leftBehind, obstacle, withReasons } from '../entries/switch-words.js';
import { toolTitle } from '../entries/tool-names.js';
import type { SwitchResult, ToolResult } from '../protocol/switch-result.js';
import { failureTexts, hasFailed } from './failures.js';
import { keyFor } from './keymap.js';
import type { JournalEntry, Settled } from './made-switches.js';
import { type NoticePart, partsOfKind, partsText, partsWithReason } from './notice-parts.js';
import { alsoParts, baseName, filesText, namedOrCounted, toolsText, whereText } from './notice-words.js';
import { confirmedGroups } from './other-host-notice.js';
import { named, onOff } from './sending.js';
import type { Notice } from './state.js';
import { findTarget } from './targets.js';

/** A switch with the host's report on it. */
type Reported = Settled & { outcome: { kind: 'confirmed'; result: SwitchResult } };

/** Returns true if skillpick keeps the switch, because no tool does. */
const isOwn = ({ tools, own }: SwitchResult): boolean => tools.length === 0 && own !== undefined;

function isReported(settled: Settled): settled is Reported {
  const { outcome } = settled;
  if (outcome.kind !== 'confirmed' || outcome.result === undefined) return false;
  return outcome.result.tools.length > 0 || isOwn(outcome.result);
}

const resultOf = ({ outcome }: Reported): SwitchResult => outcome.result;

const withOutcome = ({ tools }: SwitchResult, outcome: ToolResult['outcome']): ToolResult[] =>
  tools.filter((tool) => tool.outcome === outcome);

/**
 * Returns the tools that were left out and still have the other value. A batch names the entries instead of the reasons,
 * because its line also has to name the switches that were refused.
 */
function leftOutText(reported: readonly Reported[], list: EntryList): string[] {
  const behind = new Map<string, { names: string[]; reason: string | null; wanted: boolean }>();
  for (const one of reported) {
    const { id, name, wanted } = one;
    const after = findTarget(list, id) ?? undefined;
    for (const tool of leftBehind({ wanted, result: resultOf(one), after })) {
      const known = behind.get(tool.id);
      if (known === undefined) behind.set(tool.id, { names: [name], reason: tool.reason, wanted });
      else known.names.push(name);
    }
  }
  return [...behind].map(([id, { names, reason, wanted }]) => {
    const still = `still ${onOff(!wanted)} in ${toolTitle(id)}`;
    if (reported.length > 1) return `${named(names)} ${still}`;
    return reason === null ? still : `${still}: ${reason}`;
  });
}

/** Returns why the tool does not do what was asked for; null if it does. */
function obstacleOf({ id, wanted }: Reported, tool: ToolResult, list: EntryList): Obstacle | null {
  const after = findTarget(list, id) ?? undefined;
  return obstacle({ after, words: { path: baseName } }, wanted, tool);
}

/** Returns the tools in which the entries have the value that was asked for, and why others do not. */
function headParts(reported: readonly Reported[], list: EntryList): NoticePart[] {
  const [obeyed, already, obstacles]: [ToolResult[], ToolResult[], Obstacle[]] = [[], [], []];
  const inEffect = new Set(reported.filter((one) => isOwn(resultOf(one))));
  for (const one of reported) {
    for (const tool of resultOf(one).tools.filter(({ outcome }) => outcome !== 'left-out')) {
      const why = obstacleOf(one, tool, list);
      if (why !== null) {
        obstacles.push(why);
        continue;
      }
      inEffect.add(one);
      (tool.outcome === 'changed' ? obeyed : already).push(tool);
    }
  }
  const head = () => {
    const what = `${namedOrCounted(inEffect.size === 0 ? reported : [...inEffect])} ${onOff(reported[0]?.wanted === true)}`;
    if (obeyed.length > 0) return `${what} in ${toolsText(obeyed)}`;
    if (already.length > 0) return `${what} already in ${toolsText(already)}`;
    return inEffect.size > 0 ? what : `${what}, but not in effect`;
  };
  // A batch has no room for the reasons of each.
  const texts = obstacleTexts(obstacles).map(({ text, short }) =>
    reported.length === 1 ? { text, short } : { text: short },
  );
  return [{ kind: 'done', text: head() }, ...texts.map((text) => ({ kind: 'still', ...text }) as const)];
}

/** Returns which decision counts instead of a switch that skillpick keeps; a batch names the entries instead. */
function overruledText(reported: readonly Reported[]): string[] {
  const overruled = reported.filter(({ outcome }) => outcome.decidedIn !== undefined);
  const [first] = overruled;
  if (first === undefined) return [];
  const { wanted, outcome } = first;
  if (reported.length === 1)
    return [decidedWords(outcome.decidedIn ?? '', !wanted, 'still ', { isOwn: true })];
  return [`${named(overruled.map(({ name }) => name))} still ${onOff(!wanted)}`];
}

/** Returns that skillpick keeps the switches, or how many of them, and for how long. */
function ownText(reported: readonly Reported[]): string[] {
  const own = reported.map(resultOf).filter(isOwn);
  const brief = own.filter((result) => result.own?.forSession).length;
  const counted = (count: number, text: string) =>
    count === 0 ? [] : [`${count === reported.length ? '' : `${count} `}${text}`];
  return [
    ...counted(own.length - brief, 'kept by skillpick alone'),
    ...counted(brief, 'kept for this session alone'),
  ];
}

/** Returns the remarks that are about all switches of a batch, such as that a file counts for everyone. */
function sharedReasons(reported: readonly Reported[]): string[] {
  const [first, ...others] = reported.map((one) => withReasons(withOutcome(resultOf(one), 'changed')));
  return (first ?? []).filter((reason) => others.every((reasons) => reasons.includes(reason)));
}

/** Returns the remarks as parts; whom a file counts for can be said in fewer words. */
const remarkParts = (remarks: readonly string[]): NoticePart[] =>
  remarks.map((text) => ({ kind: 'remark', text, short: text.replace(/ who has this repository$/, '') }));

/** Returns what switches to one value did. */
function madeParts(reported: readonly Reported[], list: EntryList): NoticePart[] {
  const changed = reported.flatMap((one) => withOutcome(resultOf(one), 'changed'));
  const isRecorded = reported.some((one) => resultOf(one).batch !== null);
  const hint = obeyHint(changed);
  const also = alsoParts(
    reported.flatMap((one) => resultOf(one).also),
    list,
  );
  return [
    ...headParts(reported, list),
    ...partsOfKind('still', overruledText(reported)),
    ...partsOfKind(
      'where',
      [...ownText(reported), whereText(changed)].filter((text) => text !== ''),
    ),
    ...partsOfKind('files', filesText(changed)),
    ...also,
    ...partsWithReason('still', leftOutText(reported, list)),
    ...remarkParts(reported.length === 1 ? withReasons(changed) : sharedReasons(reported)),
    ...partsOfKind('undo', isRecorded ? [`${keyFor('undo')} undo`] : []),
    ...partsOfKind('hint', hint === null ? [] : [hint]),
  ];
}

/** Returns the switches by the value that was asked for, without empty groups. */
const byValue = <T extends Settled>(switches: readonly T[]): T[][] =>
  [true, false]
    .map((enabled) => switches.filter(({ wanted }) => wanted === enabled))
    .filter((group) => group.length > 0);

/** Returns the results that share a notice: those of one batch, and failures since the last key. */
function withEarlier(results: readonly Settled[], before: Notice | null): Settled[] {
  const earlier = before?.settled ?? [];
  const isSame = earlier.at(-1)?.key === results[0]?.key;
  if (!isSame && !(earlier.some(hasFailed) && results.some(hasFailed))) return [...results];
  return [...new Map([...earlier, ...results].map((one) => [one.id, one])).values()];
}

function toneOf(all: readonly Settled[], before: Notice | null): Notice['tone'] {
  const failed = all.filter(hasFailed);
  if (failed.length === 0) return before?.kept === undefined ? 'plain' : before.tone;
  return failed.every(({ outcome }) => outcome.kind === 'unconfirmed') ? 'warn' : 'bad';
}

/**
 * Returns the notice after switches that have ended; the one before if it says more. The results of one batch may come in
 * parts, which are added up.
 */
export function resultNotice(
  results: readonly Settled[],
  before: Notice | null,
  list: EntryList,
  journal: readonly JournalEntry[] = [],
): Notice | null {
  const all = withEarlier(results, before);
  const hasFailure = all.some(hasFailed);
  const isReplaced = before === null || before.isPassing === true || before.isWaiting === true;
  if (!hasFailure && !isReplaced) return before;
  const confirmed = all.filter((one) => !hasFailed(one) && !isReported(one));
  const groups = [
    ...byValue(all.filter(isReported)).map((group) => madeParts(group, list)),
    ...byValue(confirmed).flatMap((group) => confirmedGroups(group, journal)),
  ];
  const texts = [
    ...groups.map(partsText),
    ...failureTexts(all, list),
    ...(before?.kept === undefined ? [] : [before.kept]),
  ];
  const [parts] = groups;
  return {
    text: texts.length === 1 ? texts[0]! : texts.map(withFullStop).join(' '),
    ...(texts.length === 1 && parts !== undefined && { parts }),
    tone: toneOf(all, before),
    settled: all,
    ...(before?.kept !== undefined && { kept: before.kept }),
    ...(!hasFailure && { isPassing: true }),
  };
}
