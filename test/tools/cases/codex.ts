/** All scenes for Codex. */

import type { ToolCase } from '../asker.js';
import { codexFileCases } from './codex-files.js';
import { codexNameCases } from './codex-names.js';
import { codexPlaceCases } from './codex-places.js';
import { codexPluginCases } from './codex-plugins.js';
import { codexSettingsCases } from './codex-settings.js';

export const codexCases: readonly ToolCase[] = [
  ...codexSettingsCases,
  ...codexPlaceCases,
  ...codexNameCases,
  ...codexFileCases,
  ...codexPluginCases,
];
