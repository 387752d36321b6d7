/** What an undo did with each setting, in words. */

import type { Entry } from '../entries/entries.js';
import { obeySentence } from '../entries/obey-words.js';
import { obstacleIn, obstacleTexts } from '../entries/obstacles.js';
import { scopeWords } from '../entries/scope-words.js';
import { onOff, type ToolResult } from '../entries/switch-words.js';
import { toolTitle } from '../entries/tool-names.js';
import type { HistoryLine } from '../source/history-batches.js';
import { cleanLine } from '../text/clean.js';
import { shortPath } from '../text/humanize.js';

/** What became of one setting. */
export interface UndoneSetting
  extends Pick<HistoryLine, 'tool' | 'scope' | 'file'>,
    Pick<ToolResult, 'outcome' | 'reason' | 'obeysFrom'> {
  readonly type: string;
  readonly name: string;
  readonly uri: string;
  /** The entry after the undo; undefined if it is gone. */
  readonly after: Entry | undefined;
}

interface UndoPlace {
  /** The repository that the command runs in. */
  readonly root: string;
  /** The repository that the switch was made from. */
  readonly repository: string;
  readonly home: string;
  readonly isPlan: boolean;
}

/** Returns where the setting is kept. A repository other than this one is named. */
function whereKept({ scope, file }: UndoneSetting, { root, repository, home }: UndoPlace): string {
  const words = scopeWords(scope);
  const named = shortPath(repository, undefined, home);
  const where = repository === root ? words : words.replace('this repo', named);
  return `${where}, ${shortPath(file, repository, home)}`;
}

/**
 * Returns how the entry is in the tool now. That may differ from what was put back: another file may decide, or the tool
 * may not obey yet. Empty if it is not known.
 */
function stateNow({ after, tool, file }: UndoneSetting, { repository, home }: UndoPlace): string {
  const path = (one: string) => shortPath(one, repository, home);
  if (tool === null) return after === undefined ? '' : `; now ${onOff(after.enabled === true)}`;
  const standing = after?.tools.find(({ id }) => id === tool);
  if (standing === undefined) return '';
  const { enabled, why } = standing;
  const held = obstacleIn(standing, enabled, path);
  if (held !== null)
    return obstacleTexts([held])
      .map(({ text }) => `; ${text}`)
      .join('');
  return `; now ${onOff(enabled)}${why === null || why.file === file ? '' : `, set by ${path(why.file)}`}`;
}

/** Returns what became of one setting, in one line: where it was put back, then how the entry is now. */
function undoneLine(setting: UndoneSetting, place: UndoPlace): string {
  const { name, tool, outcome, reason } = setting;
  const { isPlan } = place;
  const title = toolTitle(tool ?? 'skillpick');
  if (outcome === 'refused')
    return cleanLine(`${name}: ${isPlan ? 'would not be' : 'not'} put back in ${title}: ${reason}`);
  const done = isPlan ? 'would be put back' : 'put back';
  const what = outcome === 'unchanged' ? 'as before already' : done;
  const state = isPlan ? '' : stateNow(setting, place);
  const remark = reason === null ? '' : `; ${reason}`;
  return cleanLine(`${name}: ${what} in ${title} ${whereKept(setting, place)}${state}${remark}`);
}

/** Returns what became of a batch: a line for each setting, and for each file of other entries that changed with it. */
export function undoneLines(
  { settings, also }: { readonly settings: readonly UndoneSetting[]; readonly also: readonly string[] },
  place: UndoPlace,
): string[] {
  const verb = place.isPlan ? 'would also switch' : 'also switched';
  const others = also.map((path) => cleanLine(`${verb} ${shortPath(path, place.repository, place.home)}`));
  return [...settings.map((one) => undoneLine(one, place)), ...others];
}

/** Returns when running tools obey, in one sentence; null if there is nothing to say. */
export function obeyedWhen(settings: readonly UndoneSetting[]): string | null {
  const tools = settings.flatMap(({ tool, ...one }) => (tool === null ? [] : [{ ...one, id: tool }]));
  return obeySentence(tools);
}
