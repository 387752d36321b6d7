/** When running sessions of the tools obey a switch, in words. */

import type { ToolResult } from '../protocol/switch-result.js';
import { shortTitles, titlesOf } from './tool-names.js';

/** What has to be known of a tool to say when it obeys. */
type ObeyingTool = Pick<ToolResult, 'id' | 'outcome' | 'obeysFrom'>;

/** Returns the names of the tools that obey after a restart, and of those that obey with the next prompt. */
function obeyingTools(tools: readonly ObeyingTool[]): { restart: string[]; prompt: string[] } {
  const titlesWhen = (moment: ToolResult['obeysFrom']) => {
    const changed = tools.filter(({ outcome, obeysFrom }) => outcome === 'changed' && obeysFrom === moment);
    return [...new Set(titlesOf(changed))];
  };
  const restart = titlesWhen('restart');
  return { restart, prompt: titlesWhen('next-prompt').filter((title) => !restart.includes(title)) };
}

const withNextPrompt = (titles: readonly string[], words: string): string =>
  `${words} ${titles.length === 1 ? 'obeys' : 'obey'} with the next prompt`;

/** Returns when running sessions of the tools obey, in one sentence; null if there is nothing to say. */
export function obeySentence(tools: readonly ObeyingTool[]): string | null {
  const { restart, prompt } = obeyingTools(tools);
  const soon = withNextPrompt(prompt, prompt.join(', '));
  const later = `${restart.join(', ')} to see it.`;
  if (prompt.length === 0) return restart.length === 0 ? null : `Restart ${later}`;
  return restart.length === 0 ? `${soon}.` : `${soon}; restart ${later}`;
}

/** Returns the same in a few words: the tools to restart, else those that obey with the next prompt. */
export function obeyHint(tools: readonly ObeyingTool[]): string | null {
  const { restart, prompt } = obeyingTools(tools);
  if (restart.length > 0) return `restart ${shortTitles(restart)} to see it`;
  return prompt.length === 0 ? null : withNextPrompt(prompt, shortTitles(prompt));
}
