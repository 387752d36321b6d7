/** Plans the requests of one batch to a tool: switches to make, or settings to put back. */

import { type Plan, plan, type ToolRequest } from './plan.js';
import { planRestores, type RestoreRequest } from './plan-restore.js';
import type { SettingsDraft } from './settings-draft.js';

/** A switch to make, or a setting to put back. */
export type SettingRequest = ToolRequest | RestoreRequest;

const isRestore = (request: SettingRequest): request is RestoreRequest => 'file' in request;
const isSwitch = (request: SettingRequest): request is ToolRequest => !isRestore(request);

/** Drafts the changes for the requests, which have to be of one kind. */
export function planAll(draft: SettingsDraft, requests: readonly SettingRequest[]): Plan[] {
  const restores = requests.filter(isRestore);
  return restores.length > 0 ? planRestores(draft, restores) : plan(draft, requests.filter(isSwitch));
}
