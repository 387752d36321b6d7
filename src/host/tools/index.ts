/** The agent tools skillpick knows. */

import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import type { Tool } from './tool.js';

export type { SwitchRequest } from './plan.js';
export { isRead, looksInto, winnerOf } from './readers.js';
export { SettingsCache } from './settings-cache.js';
export { describeProblem, type SettingsProblem } from './settings-reading.js';
export type { EntryKind, EntryRef, Tool, ToolId, ToolPlaces, ToolScope } from './tool.js';
export { findContext, type ToolContext } from './tool-context.js';
export { type SwitchState, type ToolOutcome, ToolSwitches } from './tool-switches.js';

/** All of them, in the order they are shown. */
export const tools: readonly Tool[] = [claude, codex, copilot, gemini, opencode];
