/** The scenes in which Qwen Code is asked. */

import type { ToolCase } from '../asker.js';
import { extensionAndServerCases } from './qwen-extensions.js';
import { fileCases } from './qwen-files.js';
import { placeCases } from './qwen-places.js';
import { settingsCases } from './qwen-settings.js';

export const qwenCases: readonly ToolCase[] = [
  ...placeCases,
  ...fileCases,
  ...settingsCases,
  ...extensionAndServerCases,
];
