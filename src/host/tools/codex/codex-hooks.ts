/**
 * The hooks of Codex's plugins. Codex runs a hook only once the user has approved it, and keeps the approval and a switch
 * in `[hooks.state."<plugin>:<file>:<event>:<number>"]` of config.toml. An entry is all hooks of one event.
 */

import { join, relative, sep } from 'node:path';
import { isObject, isString } from '../../../protocol/checks.js';
import type { PlaceAlias } from '../../discovery/catalog.js';
import { codexManifests } from '../../discovery/packages/codex-plugins.js';
import { valueAt } from '../edit/json-text.js';
import { parseToml } from '../edit/toml-edit.js';
import type { EntryRef } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { fixedRule, isTopHooks, namesHooks, topHooksReason, verdictBy } from '../unswitched.js';
import { pluginOf } from './codex-flags.js';
import { userConfig } from './codex-layers.js';
import { parseJson } from './codex-skills.js';

/** True if the settings have an approved hook of this entry that is not switched off. */
function isApproved(entry: EntryRef, context: ToolContext): boolean {
  const plugin = pluginOf(entry, context);
  if (plugin === undefined) return false;
  const file = relative(plugin.root, entry.canonicalPath).split(sep).join('/');
  const event = entry.name.replace(/^.*:/, '').replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`);
  const start = `${plugin.ref}:${file}:${event.toLowerCase()}:`;
  const settings = context.settings.readIfPossible(userConfig(context), parseToml);
  return Object.entries(valueAt(settings, ['hooks', 'state']) ?? {}).some(
    ([key, state]: [string, unknown]) =>
      key.startsWith(start) &&
      isObject(state) &&
      isString(state['trusted_hash']) &&
      state['enabled'] !== false,
  );
}

export function whyNoHook(entry: EntryRef, way: PlaceAlias, context: ToolContext): string | undefined {
  const { settings } = context;
  const manifests = codexManifests.map((path) =>
    settings.readIfPossible(join(entry.pluginDirectory ?? '', path), parseJson),
  );
  const isUnread = isTopHooks(entry, way) && !namesHooks(manifests.find(isObject), entry, way);
  if (isUnread) return topHooksReason;
  return isApproved(entry, context) ? undefined : 'it is not approved, or is off, in /hooks';
}

export const hookRule = fixedRule(
  'Codex switches hooks in /hooks, and runs none that you have not approved',
  (contents) => verdictBy(contents, ['features', 'hooks'], false),
);
