/**
 * The hooks of Copilot CLI. Of a repository it runs those at the root. Of a plugin it runs those that the manifest
 * declares, else those in the top directory, else those in `hooks`.
 */

import { join } from 'node:path';
import { isObject } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { manifests } from '../../discovery/plugin-manifest.js';
import { followedStatusOf } from '../../files/path-status.js';
import { parseSettings, relaxedJson, valueAt } from '../edit/json-text.js';
import { baseOf } from '../readers.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { fixedRule, isTopHooks, namesHooks, noSwitch, verdictBy } from '../unswitched.js';
import { isTrusted } from './copilot-settings.js';

export const pluginPlace = '~/.copilot/installed-plugins';
export const hookPlace = '.github/hooks';

const allOff = ['disableAllHooks'];

const readJson = (path: string, { settings }: ToolContext): unknown =>
  settings.readIfPossible(path, (text) => parseSettings(text, relaxedJson));

function whyNotOfPlugin(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { pluginDirectory = '' } = entry;
  const isTop = isTopHooks(entry, way);
  if (!isTop && way.path !== join(pluginDirectory, 'hooks', 'hooks.json')) return undefined;
  const manifest = manifests.map((name) => readJson(join(pluginDirectory, name), context)).find(isObject);
  if (namesHooks(manifest, entry, way)) return undefined;
  if (valueAt(manifest, ['hooks']) !== undefined) return 'the manifest declares other hooks';
  const hasTop = () => followedStatusOf(join(pluginDirectory, 'hooks.json'))?.isFile() === true;
  return !isTop && hasTop() ? 'the hooks.json in the top directory counts instead' : undefined;
}

function whyNotOfRepository(way: PlaceAlias, context: ToolContext): string | undefined {
  const { environment, gitRoot } = context;
  const isAtRoot = baseOf(way, context) === (gitRoot ?? environment.cwd);
  if (!isAtRoot) return 'only the hooks at the root of the repository are run';
  return isTrusted(environment.cwd, context) ? undefined : 'you do not trust this folder';
}

export function whyNoHook(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  if (valueAt(readJson(entry.canonicalPath, context), allOff) === true)
    return 'its file has "disableAllHooks"';
  if (way.place === pluginPlace) return whyNotOfPlugin(entry, way, context);
  return way.place === hookPlace ? whyNotOfRepository(way, context) : undefined;
}

/** A flag in any of the repository's settings switches off all hooks; in the user's it does not count. */
export const hookRule = fixedRule(noSwitch(toolTitles.copilot, 'hook'), ([, ...contents]) => {
  const { by, ...verdict } = verdictBy(contents, allOff, true);
  return by === undefined ? verdict : { ...verdict, by: by + 1 };
});
