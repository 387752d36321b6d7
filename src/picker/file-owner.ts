/** Which file is shown: that of the open entry, or in the preview that of the row with the cursor. Never two at once. */

import type { Problem } from '../entries/entries.js';
import type { FileText, OpenView } from './open-view.js';
import type { Row } from './rows.js';
import type { PickerState } from './state.js';

/** The row or the open entry that a file belongs to. */
export interface FileOwner {
  id: string;
  /** The problem that is shown in place of an entry. */
  problem: Problem | null;
}

/** Returns the view whose content is on screen, which a question leaves there. */
const contentOf = (view: OpenView): OpenView => (view.type === 'consent' ? contentOf(view.under) : view);

/** Returns what has its file on screen; null if no file is. */
export function fileOwner(view: OpenView, row: Row | undefined, hasPreview: boolean): FileOwner | null {
  const content = contentOf(view);
  if (content.type === 'detail') return { id: content.id, problem: content.problem };
  if (!hasPreview || (content.type !== 'list' && content.type !== 'batch')) return null;
  if (row?.type === 'problem') return { id: row.id, problem: row.problem };
  return row?.type === 'entry' ? { id: row.id, problem: null } : null;
}

/** Returns the file of a row or an open entry; null while it is read. */
export function fileOf({ file }: Pick<PickerState, 'file'>, id: string): FileText | null {
  return file?.id === id ? file.file : null;
}
