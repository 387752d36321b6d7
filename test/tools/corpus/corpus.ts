/**
 * Odd SKILL.md files, one folder each, and what every tool does with them. The table holds what the tools did when
 * they were asked, not what they should do. Claude Code is given the folders as `.claude/skills`, which is the only
 * place it reads; the others as `.agents/skills`.
 */

import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolId } from '../../../src/host/tools/tool.js';
import table from './table.json' with { type: 'json' };

/** The name a skill is loaded under. One that is only listed is not offered to the model. Null: refused. */
export type Loaded = string | { listed: string } | null;

export const checkedWith: Record<ToolId, string> = table.checkedWith;

/** By folder and tool. */
export const corpus: Record<string, Record<ToolId, Loaded>> = table.skills;

export const corpusFolders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Where a tool finds the corpus. */
export const placeFor = (id: ToolId): string => (id === 'claude' ? '.claude/skills' : '.agents/skills');

/** Copies every folder of the corpus into a directory. */
export function copyCorpus(directory: string): void {
  for (const folder of corpusFolders)
    cpSync(join(import.meta.dirname, folder), join(directory, folder), { recursive: true });
}
