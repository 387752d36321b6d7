/** How an undo puts settings back: on disk, or only as a plan. */

import type { StoredBefore, SwitchEdit } from './switches-file.js';
import type { ToolBatch } from './tool-changes.js';
import type { WithSideEffects, Workspace } from './workspace.js';

export interface UndoWriter {
  changeTools(batches: readonly ToolBatch[]): WithSideEffects | Promise<WithSideEffects>;
  /** Makes each edit whose stored decision is as expected. Returns the decisions before. */
  changeOwn(edits: readonly SwitchEdit[]): StoredBefore | Promise<StoredBefore>;
}

/** Returns the writer that changes the files. */
export const writerFor = (workspace: Workspace, deadline: number | undefined): UndoWriter => ({
  changeTools: (batches) => workspace.changeTools(batches, deadline),
  changeOwn: (edits) => workspace.switchesFile.change(edits, deadline),
});

/** Returns the writer that changes nothing. */
export function plannerFor(workspace: Workspace): UndoWriter {
  const { switchesFile } = workspace;
  switchesFile.reload();
  return {
    changeTools: (batches) => workspace.planTools(batches),
    changeOwn: (edits) => new Map(edits.map((edit) => [edit, switchesFile.decisionFor(edit)])),
  };
}
