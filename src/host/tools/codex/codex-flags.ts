/**
 * The tables of config.toml that switch plugins and MCP servers by their flag `enabled`. Codex merges the tables of all
 * files, and the strongest file that sets a flag decides.
 */

import { join, relative, sep } from 'node:path';
import { isBoolean, isObject } from '../../../protocol/checks.js';
import { codexManifests, packageOf } from '../../discovery/packages/codex-plugins.js';
import { valueAt } from '../edit/json-text.js';
import { parseToml } from '../edit/toml-edit.js';
import { captureFlag, editFlag, type FlagEdit, type FlagTable } from '../edit/toml-flag.js';
import { Refusal } from '../refusal.js';
import type { EntryRef, ScopeKeeping, SwitchRule } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { flagIn, isInRepository, outside } from './codex-blocks.js';
import { codexHome, layersOf } from './codex-layers.js';
import { isDeclared, mistakeInServer } from './codex-shapes.js';
import { isOfPlugin, parseJson } from './codex-skills.js';

const editsOf = (place: FlagTable): Pick<SwitchRule<FlagEdit>, 'edit' | 'capture' | 'restore'> => ({
  edit: (enabled) => ({ ...place, enabled }),
  capture: (text) => captureFlag(text, place),
  restore: (setting) => ({ ...place, setting }),
});

const untrusted: ScopeKeeping = {
  shared: 'Codex reads the settings of a repository only if you trust it (trust_level in config.toml)',
};

/** A plugin that no file names is off; one in a table without the flag is on. */
export function pluginRule({ name }: EntryRef, context: ToolContext): SwitchRule<FlagEdit> {
  const table = ['plugins', name];
  const isNamed = (content: unknown) => isObject(valueAt(content, table));
  return {
    names: [name],
    ...(layersOf(context).trusted.size === 0 && { keeps: untrusted }),
    decide(contents) {
      const all = flagIn(contents, ['features', 'plugins']);
      if (all?.enabled === false)
        return { enabled: false, by: all.by, at: ['features', 'plugins'], what: '"features.plugins"' };
      const flag = flagIn(contents, [...table, 'enabled']);
      if (flag !== undefined) return { ...flag, at: [...table, 'enabled'] };
      const by = contents.findLastIndex(isNamed);
      return by === -1 ? { enabled: false } : { enabled: true, by, at: table };
    },
    own(content) {
      const flag = valueAt(content, [...table, 'enabled']);
      return isBoolean(flag) ? flag : isNamed(content) ? true : undefined;
    },
    ...editsOf({ table, isOwnTable: true }),
  };
}

const sharedOnly = 'Codex only switches it for everyone in this repository';

/**
 * A server is switched in the file that declares it. A table for it in another file would stop Codex wherever the first
 * file is not read.
 */
const declaredHere: ScopeKeeping = { workspace: sharedOnly, global: sharedOnly };

interface FlagOptions extends FlagTable {
  /** The state without a flag in any file. */
  readonly byDefault: boolean;
  readonly keeps: ScopeKeeping;
}

function flagRule({ table, isOwnTable, byDefault, keeps }: FlagOptions): SwitchRule<FlagEdit> {
  const path = [...table, 'enabled'];
  return {
    names: [table.join('\n')],
    keeps,
    decide(contents) {
      const flag = flagIn(contents, path);
      return flag === undefined ? { enabled: byDefault } : { ...flag, at: path };
    },
    own(content) {
      const flag = valueAt(content, path);
      return isBoolean(flag) ? flag : undefined;
    },
    ...editsOf({ table, isOwnTable }),
  };
}

/** Returns the directory of the plugin that an entry came with, and the plugin's name in the settings. */
export function pluginOf(
  { canonicalPath }: EntryRef,
  context: ToolContext,
): { root: string; ref: string } | undefined {
  const cache = context.canonical(join(codexHome(context), 'plugins', 'cache'));
  const root = packageOf(canonicalPath, cache);
  if (root === undefined) return undefined;
  const [marketplace = '', plugin = ''] = relative(cache, root).split(sep);
  return { root, ref: `${plugin}@${marketplace}` };
}

/** Returns the name of the plugin of a server in the settings, and what the plugin declares for the server. */
function inPlugin(entry: EntryRef, context: ToolContext): { ref: string; declared: unknown } | undefined {
  const { name, canonicalPath } = entry;
  const plugin = pluginOf(entry, context);
  if (plugin === undefined) return undefined;
  const { root, ref } = plugin;
  const file = context.settings.readIfPossible(canonicalPath, parseJson);
  const inManifest = isObject(file) && codexManifests.some((one) => join(root, one) === canonicalPath);
  const outer = inManifest ? valueAt(file, ['mcpServers']) : file;
  const servers = valueAt(outer, ['mcpServers']) ?? outer;
  return { ref, declared: valueAt(servers, [name]) };
}

/** Returns why Codex leaves out a server of a plugin. */
export function whyNoServer(entry: EntryRef, context: ToolContext): string | undefined {
  if (!isOfPlugin(entry)) return undefined;
  const declared = inPlugin(entry, context)?.declared;
  if (!isDeclared(declared)) return 'it has neither a command nor an address';
  return mistakeInServer(declared)?.message;
}

export function serverRule(entry: EntryRef, context: ToolContext): SwitchRule<FlagEdit> | string {
  const { name } = entry;
  if (!isOfPlugin(entry)) {
    const keeps = isInRepository(entry, context) ? declaredHere : outside;
    const table = ['mcp_servers', name];
    const fits = (content: unknown) => valueAt(content, table) !== undefined;
    return { ...flagRule({ table, isOwnTable: false, byDefault: true, keeps }), fits };
  }
  const found = inPlugin(entry, context);
  if (found === undefined) return 'Codex has no switch for it';
  return flagRule({
    table: ['plugins', found.ref, 'mcp_servers', name],
    isOwnTable: true,
    byDefault: valueAt(found.declared, ['enabled']) !== false,
    keeps: outside,
  });
}

/** Throws a Refusal if a table for the flag would change more than the flag. */
function checkTable(text: string | undefined, edit: FlagEdit): void {
  const { table } = edit;
  const isRemoval = ('setting' in edit ? edit.setting : edit.enabled) === undefined;
  const settings = text === undefined ? undefined : parseToml(text);
  const [kind = '', name = ''] = table;
  // A table of a plugin's server would switch the plugin on, and one of a server would declare it.
  const isMadeByFlag = kind === 'plugins' && table.length === 2;
  if (isRemoval || isMadeByFlag || valueAt(settings, [kind, name]) !== undefined) return;
  throw new Refusal(`this file does not name ${kind === 'plugins' ? 'the plugin' : 'the server'} ${name}`);
}

/** Sets or removes the flags. Throws a Refusal. */
export function editFlags(text: string | undefined, edits: readonly FlagEdit[]): string | undefined {
  return edits.reduce<string | undefined>((left, one) => {
    checkTable(left, one);
    return editFlag(left, one);
  }, text);
}
