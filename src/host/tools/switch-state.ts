/** What the settings of a tool say of one entry. */

import type { ToolScope } from '../../protocol/scopes.js';
import type { SettingsView } from './settings-reading.js';
import type { SettingsFile, SwitchRule, ToolVerdict } from './tool.js';

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

/** Returns the setting for the entry in the strongest file of each scope that has one. */
function decisionsIn({ files, contents }: SettingsView, rule: SwitchRule): SwitchState['decisions'] {
  const decisions: { [scope in ToolScope]?: boolean } = {};
  for (const [at, file] of files.entries()) {
    const flag = file.scope === 'managed' ? undefined : rule.own(contents[at], file);
    if (file.scope !== 'managed' && flag !== undefined) decisions[file.scope] = flag;
  }
  return decisions;
}

/**
 * Returns the state of an entry with this rule, or with this reason why it is not switched, by these files. `known` is
 * what they decide, if that is known.
 */
export function stateBy(rule: SwitchRule | string, view: SettingsView, known?: ToolVerdict): SwitchState {
  if (typeof rule === 'string') return { enabled: true, obeyed: true, decisions: {}, fixed: rule };
  const { enabled, by, userInvocable, modelInvocable } = known ?? rule.decide(view.contents);
  const obeyed = view.obeyed === view.contents ? enabled : rule.decide(view.obeyed).enabled;
  const doubtful = view.files.find((one, at) => one.caveat && rule.own(view.contents[at], one) !== undefined);
  return {
    enabled,
    obeyed,
    decisions: decisionsIn(view, rule),
    file: view.files[by ?? -1]?.path,
    scope: view.files[by ?? -1]?.scope,
    userInvocable,
    modelInvocable,
    caveat: doubtful?.caveat,
    fixed: rule.fixed,
  };
}
