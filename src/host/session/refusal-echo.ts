/**
 * The echo of a refused action: what the client sent, with every field that the action must have. Clients with strict
 * readers could not read it otherwise. It is kept for clients that reconnect, so it has to be small.
 */

import { isBoolean, isDecisionList, isObject, type JsonObject } from '../../protocol/checks.js';
import { fieldChecks } from '../../protocol/read-action.js';
import type { Action, CustomizationEnablement } from '../../protocol/types.js';
import { bounded } from '../discovery/details.js';
import { hostLimits } from '../limits.js';

/** Values for required fields that are not valid or too large. Nobody applies a refused action. */
const neutral: Readonly<JsonObject> = {
  title: '',
  id: '',
  clientId: '',
  chat: '',
  directory: '',
  replacement: '',
  isRead: false,
  isArchived: false,
  activeSessions: 0,
  tools: [],
  customizations: [],
  agents: [],
  terminals: [],
  config: {},
  changes: {},
  summary: { resource: '' },
  request: { id: '' },
  error: { errorType: '', message: '' },
  state: { kind: 'stopped' },
  activeClient: { clientId: '', tools: [] },
  customization: { type: 'plugin', id: '', uri: '', name: '' },
};

const isSmall = (value: unknown): boolean => JSON.stringify(value).length <= hostLimits.echoedJsonChars;

const shortText = (value: unknown): unknown =>
  typeof value === 'string' ? bounded(value, hostLimits.echoedChars) : value;

/** Returns the decisions of a toggle. A bare flag becomes a decision for the session. */
function decisionsIn({ enabled, enablement }: JsonObject): CustomizationEnablement[] {
  if (isDecisionList(enablement) && isSmall(enablement)) return enablement as CustomizationEnablement[];
  return isBoolean(enabled) ? [{ kind: 'session', enabled }] : [];
}

function fieldsOf(type: string, action: JsonObject): JsonObject {
  const checks = fieldChecks(type);
  if (checks === undefined) return isSmall(action) ? action : {};
  const fields = Object.entries(checks).flatMap(([field, isValid]) => {
    const value = shortText(action[field]);
    if (value !== undefined && isValid(value) && isSmall(value)) return [[field, value]];
    return isValid(undefined) ? [] : [[field, neutral[field]]];
  });
  return Object.fromEntries(fields);
}

/** Returns the echo of an action that is refused. */
export function refusalEcho(value: unknown): Action {
  const { type, _meta, ...action } = isObject(value) ? value : {};
  if (typeof type !== 'string') return { type: 'unknown' };
  const fields = fieldsOf(type, action);
  return type === 'session/customizationToggled'
    ? ({ type, id: fields['id'], enablement: decisionsIn(action) } as Action)
    : { ...fields, type: bounded(type, hostLimits.echoedChars) };
}
