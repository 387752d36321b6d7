/** Finds the plugin packages that tools have installed. Each tool has a file of its own in `packages/`. */

import type { HostEnvironment } from '../environment.js';
import { hostLimits } from '../limits.js';
import { findClaudePlugins } from './packages/claude-plugins.js';
import { findCodexPlugins } from './packages/codex-plugins.js';
import type { SettingsAt } from './packages/copilot-directories.js';
import { findCopilotPlugins } from './packages/copilot-plugins.js';
import { findGeminiExtensions } from './packages/gemini-packages.js';
import type { InstalledPlugins } from './packages/plugin-package.js';
import { findQwenExtensions } from './packages/qwen-packages.js';
import { findRoots, type Roots } from './roots.js';

const finders = [
  findClaudePlugins,
  findCodexPlugins,
  findCopilotPlugins,
  findGeminiExtensions,
  findQwenExtensions,
];

/** Returns the packages that tools have installed on this machine and that apply to the working directory. */
export function installedPluginDirs(
  environment: HostEnvironment,
  roots: Roots = findRoots(environment),
  settingsAt: SettingsAt = () => undefined,
): InstalledPlugins {
  const found: InstalledPlugins = { packages: [], problems: [], directories: [], paths: [] };
  for (const find of finders) find(environment, found, roots, settingsAt);
  return { ...found, packages: found.packages.slice(0, hostLimits.installedPlugins) };
}
