/** The agent tools skillpick knows. */

import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import type { Tool } from './tool.js';

/** All of them, in the order they are shown. */
export const tools: readonly Tool[] = [claude, codex, copilot, gemini, opencode];
