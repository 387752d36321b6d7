/** A decision that skillpick stores itself, as the history records it. */

import { isBoolean, isObject } from '../../protocol/checks.js';
import type { Setting } from '../tools/tool.js';

/** Returns the decision for a key as a setting; undefined if there is none. */
export function ownSetting(key: string, enabled: boolean | undefined): Setting | undefined {
  return enabled === undefined ? undefined : { text: `${JSON.stringify(key)}: ${enabled}`, at: 0 };
}

/** Returns the key and the decision of a setting; undefined if it is damaged. */
export function readOwnSetting({ text }: Setting): { key: string; enabled: boolean } | undefined {
  try {
    const value: unknown = JSON.parse(`{${text}}`);
    const [[key, enabled] = []] = isObject(value) ? Object.entries(value) : [];
    return key !== undefined && isBoolean(enabled) ? { key, enabled } : undefined;
  } catch {
    return undefined;
  }
}
