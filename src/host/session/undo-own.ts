/** Takes back the switches that skillpick keeps itself. */

import { fileUri } from '../files/file-uri.js';
import { changedSince } from '../tools/plan-restore.js';
import { ownSetting, readOwnSetting } from './own-setting.js';
import type { StoredBefore, SwitchEdit } from './switches-file.js';
import type { ChangedSetting } from './tool-changes.js';
import type { EntryInTool } from './tool-table.js';
import type { UndoStep } from './undo-steps.js';
import type { UndoWriter } from './undo-writer.js';

/** What became of a step: the setting that changed (undefined if it was as before already), or why it was refused. */
export type StepEnd = { readonly changed: ChangedSetting | undefined; readonly entry?: EntryInTool } | string;

/** Returns the edit that takes back a switch; undefined if its record is damaged. */
function ownEdit({ before, after, scope, repository }: UndoStep): SwitchEdit | undefined {
  const [wanted, left] = [before, after].map((setting) => setting && readOwnSetting(setting));
  const key = wanted?.key ?? left?.key;
  if (key === undefined) return undefined;
  const workspace = scope === 'global' ? undefined : fileUri(repository);
  return { workspace, key, enabled: wanted?.enabled, from: { enabled: left?.enabled } };
}

/** Returns what became of an edit, by the decision before it. */
function ownEnd({ file, before }: UndoStep, edit: SwitchEdit, now: boolean | undefined): StepEnd {
  if (now === edit.enabled) return { changed: undefined };
  if (now !== edit.from?.enabled) return changedSince(file);
  return { changed: { file, isNew: false, isGone: false, before: ownSetting(edit.key, now), after: before } };
}

/** Takes back the switches, with one write. */
export async function undoOwn(
  steps: ReadonlyMap<number, UndoStep>,
  writer: UndoWriter,
): Promise<Map<number, StepEnd>> {
  const edits = new Map([...steps].map(([at, step]) => [at, ownEdit(step)]));
  const able = [...edits.values()].filter((edit) => edit !== undefined);
  let stored: StoredBefore | string = new Map();
  try {
    if (able.length > 0) stored = await writer.changeOwn(able);
  } catch (error) {
    stored = `the switch could not be saved: ${(error as Error).message}`;
  }
  return new Map(
    [...steps].map(([at, step]): [number, StepEnd] => {
      const edit = edits.get(at);
      if (edit === undefined) return [at, 'what was recorded of the switch is damaged'];
      return [at, typeof stored === 'string' ? stored : ownEnd(step, edit, stored.get(edit))];
    }),
  );
}
