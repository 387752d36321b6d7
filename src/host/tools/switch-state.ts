/** What the settings of a tool say of one entry. */

import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import type { SettingsView } from './settings-reading.js';
import type { SettingsFile, SwitchRule } from './tool.js';

/** The state of an entry in a tool. */
export interface SwitchState {
  /** What the settings say. */
  readonly enabled: boolean;
  /** What the settings say that the tool reads now. */
  readonly obeyed: boolean;
  /** The settings for this entry alone, by scope. */
  readonly decisions: { readonly [scope in ToolScope]?: boolean | undefined };
  /** The file that decides, if any does, and its scope. */
  readonly file?: string | undefined;
  readonly scope?: SettingsFile['scope'] | undefined;
  /** False if the settings keep the entry from the user or from the model. */
  readonly userInvocable?: false | undefined;
  readonly modelInvocable?: false | undefined;
  /** Why a decision for it may have no effect. */
  readonly caveat?: string | undefined;
  /** Why the entry cannot be switched at all. */
  readonly fixed?: string | undefined;
}

/** Returns the setting for the entry in the strongest file of the scope that has one. */
function decisionIn(
  { files, contents }: SettingsView,
  rule: SwitchRule,
  scope: ToolScope,
): boolean | undefined {
  const flags = files.map((file, at) => (file.scope === scope ? rule.own(contents[at], file) : undefined));
  return flags.findLast((flag) => flag !== undefined);
}

/** Returns the state of an entry with this rule, or with this reason why it is not switched, by these files. */
export function stateBy(rule: SwitchRule | string, view: SettingsView): SwitchState {
  if (typeof rule === 'string') return { enabled: true, obeyed: true, decisions: {}, fixed: rule };
  const { enabled, by, userInvocable, modelInvocable } = rule.decide(view.contents);
  const obeyed = view.obeyed === view.contents ? enabled : rule.decide(view.obeyed).enabled;
  const doubtful = view.files.find((one, at) => one.caveat && rule.own(view.contents[at], one) !== undefined);
  return {
    enabled,
    obeyed,
    decisions: Object.fromEntries(toolScopes.map((scope) => [scope, decisionIn(view, rule, scope)])),
    file: view.files[by ?? -1]?.path,
    scope: view.files[by ?? -1]?.scope,
    userInvocable,
    modelInvocable,
    caveat: doubtful?.caveat,
    fixed: rule.fixed,
  };
}
