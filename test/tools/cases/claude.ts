/** Scenes in which skillpick has to say of Claude Code's entries what Claude Code does with them. */

import type { ToolCase } from '../asker.js';
import { claudeBrokenSettingsCases } from './claude-broken-settings.js';
import { claudeFileCases } from './claude-files.js';
import { claudePlaceCases } from './claude-places.js';
import { claudePluginCases } from './claude-plugins.js';
import { claudeSettingsCases } from './claude-settings.js';

export const claudeCases: readonly ToolCase[] = [
  ...claudePlaceCases,
  ...claudeFileCases,
  ...claudeSettingsCases,
  ...claudeBrokenSettingsCases,
  ...claudePluginCases,
];
