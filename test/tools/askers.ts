/** The askers and the cases of all tools. */

import type { ToolId } from '../../src/host/tools/tool.js';
import type { Asker, ToolCase } from './asker.js';
import { claude } from './askers/claude.js';
import { codex } from './askers/codex.js';
import { copilot } from './askers/copilot.js';
import { gemini } from './askers/gemini.js';
import { kilo } from './askers/kilo.js';
import { opencode } from './askers/opencode.js';
import { qwen } from './askers/qwen.js';
import { claudeCases } from './cases/claude.js';
import { codexCases } from './cases/codex.js';
import { copilotCases } from './cases/copilot.js';
import { geminiCases } from './cases/gemini.js';
import { kiloCases } from './cases/kilo.js';
import { opencodeCases } from './cases/opencode.js';
import { qwenCases } from './cases/qwen.js';

export const askers: Readonly<Record<ToolId, Asker>> = {
  claude,
  codex,
  copilot,
  gemini,
  opencode,
  qwen,
  kilo,
};

export const cases: Readonly<Record<ToolId, readonly ToolCase[]>> = {
  claude: claudeCases,
  codex: codexCases,
  copilot: copilotCases,
  gemini: geminiCases,
  opencode: opencodeCases,
  qwen: qwenCases,
  kilo: kiloCases,
};
