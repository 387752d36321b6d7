/** The agent tools skillpick knows. */

import { claude } from './claude/claude.js';
import { codex } from './codex/codex.js';
import { copilot } from './copilot/copilot.js';
import { gemini } from './gemini/gemini.js';
import { kilo } from './kilo/kilo.js';
import { opencode } from './opencode/opencode.js';
import { qwen } from './qwen/qwen.js';
import type { Tool } from './tool.js';

/** All of them, in the order they are shown. */
export const tools: readonly Tool[] = [claude, codex, copilot, gemini, opencode, qwen, kilo];
