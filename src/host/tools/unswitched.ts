/** Rules, hooks and prompts: what tools read, but skillpick does not switch. */

import { join, resolve } from 'node:path';
import { isBoolean, isString } from '../../protocol/checks.js';
import type { PlaceAlias } from '../discovery/catalog.js';
import { valueAt } from './edit/json-text.js';
import type { EntryKind, EntryRef, SwitchRule, ToolVerdict } from './tool.js';

const words: Partial<Record<EntryKind, string>> = { rule: 'rules', hook: 'hooks', prompt: 'commands' };

/** Returns why an entry is not switched. Some tools can switch a single hook or leave out a rule; skillpick does not. */
export function noSwitch(title: string, kind: EntryKind): string {
  const word = words[kind];
  return word === undefined ? `${title} has no switch for this` : `skillpick does not switch ${word}`;
}

function noEdit(): never {
  throw new Error('skillpick does not switch this');
}

/** Returns the rule for an entry that skillpick does not switch, though settings decide about it. */
export const fixedRule = (fixed: string, decide: SwitchRule['decide']): SwitchRule<never> => ({
  names: [],
  fixed,
  decide,
  own: () => undefined,
  capture: () => undefined,
  edit: noEdit,
  restore: noEdit,
});

/** Returns a verdict by the strongest file that has a flag: off if the flag has this value. */
export function verdictBy(contents: readonly unknown[], at: readonly string[], off: boolean): ToolVerdict {
  const by = contents.findLastIndex((content) => isBoolean(valueAt(content, at)));
  return by !== -1 && valueAt(contents[by], at) === off ? { enabled: false, by, at } : { enabled: true };
}

/** Matches exactly these names of files. */
export const anyOf = (names: readonly string[]): RegExp =>
  new RegExp(`^(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`);

/** True if a plugin's manifest gives this path for its hooks. */
export function namesHooks(manifest: unknown, { pluginDirectory = '' }: EntryRef, way: PlaceAlias): boolean {
  const paths = [valueAt(manifest, ['hooks'])].flat().filter(isString);
  return paths.some((path) => resolve(pluginDirectory, path) === way.path);
}

export const topHooksReason = 'the hooks of a plugin are in hooks/hooks.json';

/** True for the hooks in the top directory of a plugin, where most tools do not look. */
export const isTopHooks = ({ pluginDirectory = '' }: EntryRef, { path }: PlaceAlias): boolean =>
  path === join(pluginDirectory, 'hooks.json');
