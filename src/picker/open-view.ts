/** The views of the picker: the list, and what opens over it or in its place. */

import type { Problem } from '../entries/entries.js';
import type { EditLine } from './edit-line.js';
import type { MadeSwitch } from './made-switches.js';
import type { Notice } from './state.js';

/** An item of the chooser. */
export interface Choice {
  /** Identifies it in the effect that opens it. */
  key: string;
  group: string;
  title: string;
  note: string;
  isCurrent: boolean;
}

/** The text of a file, or why it cannot be shown. */
export type FileText =
  | {
      lines: readonly string[];
      isCut: boolean;
      /** The other files of a skill's directory; those of its own directories have a slash at the end. */
      files?: readonly string[];
    }
  | { problem: string };

/** The view on screen. */
export type OpenView =
  | { type: 'list' }
  | {
      /** Asks about many entries: those of one folder or plugin, or all that are shown. */
      type: 'batch';
      ids: readonly string[];
      folder?: string;
      /** The folders and plugins that are listed, too, and that are left out. */
      leftOut?: readonly string[];
    }
  | {
      /** Asks about tools that can switch only for all repositories. */
      type: 'consent';
      made: readonly MadeSwitch[];
      /** The notice once the switches are sent. */
      notice: Notice | null;
      /** The tools to ask about; the first one is asked about now. */
      asked: readonly string[];
      /** By tool, the names of the entries that it is asked about for. */
      about: ReadonlyMap<string, readonly string[]>;
      allowed: readonly string[];
      /** The tools that are allowed from now on, once nothing more is asked. */
      always: readonly string[];
      under: OpenView;
    }
  | {
      type: 'detail';
      id: string;
      /** The problem it was opened on, if it was one. */
      problem: Problem | null;
      top: number;
    }
  | {
      type: 'chooser';
      /** Null until they are known. They may change while the chooser is open. */
      choices: readonly Choice[] | null;
      /** The key of the choice under the cursor; null: the first one. */
      key: string | null;
      query: EditLine;
    }
  | {
      type: 'help';
      /** Which of the lines with keys is chosen; Enter runs it. */
      at: number;
      top: number;
      under: OpenView;
    };

export type BatchView = Extract<OpenView, { type: 'batch' }>;
export type DetailView = Extract<OpenView, { type: 'detail' }>;
export type ConsentView = Extract<OpenView, { type: 'consent' }>;
export type ChooserView = Extract<OpenView, { type: 'chooser' }>;
export type HelpView = Extract<OpenView, { type: 'help' }>;

/** Returns the view under the help, or the view itself. */
const withoutHelp = (view: OpenView): Exclude<OpenView, HelpView> =>
  view.type === 'help' ? withoutHelp(view.under) : view;

/** Returns the view with what is under the help changed, or the view itself. */
export const changeUnderHelp = (view: OpenView, change: (view: OpenView) => OpenView): OpenView =>
  view.type === 'help' ? { ...view, under: changeUnderHelp(view.under, change) } : change(view);

/** Returns true while the chooser is open, also under the help. */
export const isChoosing = (view: OpenView): boolean => withoutHelp(view).type === 'chooser';

/** Returns true while a question is open, also under the help. */
export function isAsking(view: OpenView): boolean {
  const { type } = withoutHelp(view);
  return type === 'batch' || type === 'consent';
}
