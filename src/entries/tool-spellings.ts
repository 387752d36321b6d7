/** How a user can spell the name of an agent tool, in a query and on the command line. */

import { type ToolId, toolShort, toolTitles } from '../protocol/tool-titles.js';

export const toolIds = Object.keys(toolTitles) as readonly ToolId[];

const withoutBlanks = (text: string): string => text.toLowerCase().replace(/\s/g, '');

/** Returns the tools with the id or the two letters, else those whose full name starts with the text. */
export function toolsSpelled(text: string): readonly ToolId[] {
  const wanted = withoutBlanks(text);
  if (wanted === '') return [];
  const named = toolIds.filter((id) => id === wanted || toolShort(id) === wanted);
  return named.length > 0 ? named : toolIds.filter((id) => withoutBlanks(toolTitles[id]).startsWith(wanted));
}
