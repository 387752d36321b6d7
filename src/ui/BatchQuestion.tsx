/**
 * The question before many entries are switched: how many, where, how they are now, what is left out, and the keys that
 * reply to it.
 */

import { memo } from 'react';
import type { Entry, EntryList } from '../entries/entries.js';
import { countStates, countWords } from '../entries/row-state.js';
import { toolShort, toolTitle } from '../entries/tool-names.js';
import { keyFor } from '../picker/keymap.js';
import { cleanLine } from '../text/clean.js';
import { paint, type Theme } from '../text/theme.js';
import { firstFitting, truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import { rememberLast } from './remember.js';

interface AskedBatch {
  ids: readonly string[];
  /** The folder or plugin they are in; undefined: all that are shown. */
  folder: string | undefined;
  /** The folders and plugins that are listed and left out; undefined: none. */
  leftOut: readonly string[] | undefined;
  /** The only tool they are switched in; null: all that read them. */
  tool: string | null;
  list: EntryList;
}

/** What is asked about, in words. */
interface BatchWords {
  /** Such as `12 in Codex`, and in the fewest letters; never without the tool that is switched alone. */
  short: string;
  shortest: string;
  /** Such as `12 shown in Codex`. */
  what: string;
  /** Such as `4 on, 8 off`. */
  states: string;
  /** Such as `2 plugins left out`; empty if nothing is. */
  leftOut: string;
}

function entriesOf({ ids, tool, list }: AskedBatch): Entry[] {
  const wanted = new Set(ids);
  const entries = list.entries.filter(({ id }) => wanted.has(id));
  if (tool === null) return entries;
  const only = new Set([tool]);
  return entries.map((entry) => entry.limitedTo(only)).filter(({ tools }) => tools.length > 0);
}

function leftOutWords({ leftOut = [], list }: AskedBatch): string {
  const ids = new Set(leftOut);
  const some = list.containers.filter(({ id }) => ids.has(id));
  const folders = some.filter(({ type }) => type === 'directory').length;
  const counts = Object.entries({ folder: folders, plugin: some.length - folders });
  const words = counts.flatMap(([word, n]) => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`]));
  return words.length === 0 ? '' : `${words.join(' and ')} left out`;
}

/** Returns what is asked about. The last one is remembered: a batch may be large, and the list larger. */
export const batchWords = rememberLast((batch: AskedBatch): BatchWords => {
  const { folder, tool } = batch;
  const entries = entriesOf(batch);
  const where = folder === undefined ? 'shown' : `in ${cleanLine(folder)}`;
  const inTool = (name: (id: string) => string) => (tool === null ? '' : ` in ${cleanLine(name(tool))}`);
  const count = entries.length;
  return {
    short: `${count}${inTool(toolTitle)}`,
    shortest: `${count}${inTool(toolShort)}`,
    what: `${count} ${where}${folder === undefined || tool === null ? '' : ','}${inTool(toolTitle)}`,
    states: countWords(countStates(entries)).join(', '),
    leftOut: leftOutWords(batch),
  };
});

interface BatchProps extends AskedBatch {
  columns: number;
  theme: Theme;
}

/**
 * Returns one line, in a shorter form if there are too few columns.
 * @internal
 */
export function batchLine({ columns, theme, ...batch }: BatchProps): string {
  const { short, shortest, what, states, leftOut } = batchWords(batch);
  const now = states === '' ? '' : ` (${states})`;
  const left = leftOut === '' ? '' : `, ${leftOut}`;
  const [on, off] = [true, false].map((enabled) => keyFor({ type: 'batch-all', enabled }));
  const back = keyFor('back');
  const keys = `${on} on, ${off} off, ${back}`;
  const room = columns - 2;
  const fitting = firstFitting(
    [
      `${what}${now}${left}: ${on} all on, ${off} all off, ${back} cancels`,
      `${what}${left}: ${on} all on, ${off} all off, ${back} cancels`,
      `${what}${left}: ${keys}`,
      `${what}: ${keys}`,
      `${short}: ${keys}`,
      `${shortest}: ${keys}`,
    ],
    room,
  );
  return ` ${paint(theme, 'accent', truncate(fitting, room, theme.glyphs.ellipsis))}`;
}

export const BatchQuestion = memo(function BatchQuestion(props: BatchProps) {
  return <Lines lines={[batchLine(props)]} />;
});
