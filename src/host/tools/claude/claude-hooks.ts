/** The hooks in settings of Claude Code, as far as a wrong one makes it ignore the whole file. */

import { isNumber, isObject, isString } from '../../../protocol/checks.js';
import type { Shape } from '../edit/json-shape.js';

/** The fields that a hook of each type needs. */
const hookFields: Readonly<Record<string, readonly string[]>> = {
  command: ['command'],
  prompt: ['prompt'],
  agent: ['prompt'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
};

function isHook(value: unknown): boolean {
  if (!isObject(value) || !isString(value['type'])) return false;
  const { timeout, url } = value;
  const needed = hookFields[value['type']];
  if (needed === undefined || (timeout !== undefined && !isNumber(timeout))) return false;
  return needed.every((field) => isString(value[field])) && (url === undefined || URL.canParse(String(url)));
}

const isMatcher = (value: unknown): boolean =>
  isObject(value) &&
  (value['matcher'] === undefined || isString(value['matcher'])) &&
  Array.isArray(value['hooks']) &&
  value['hooks'].every(isHook);

/** Hooks that may forbid something have to be right; wrong hooks of other events are ignored. */
export const guardHooks: readonly Shape[] = ['PreToolUse', 'PermissionRequest'].flatMap((event) => [
  {
    path: ['hooks', event],
    fits: (value) => value === null || (Array.isArray(value) && value.every(isMatcher)),
    wanted: 'a list of hooks',
  },
  {
    path: [event],
    fits: (value) => value === null || (Array.isArray(value) && value.length === 0),
    wanted: 'inside of "hooks"',
  },
]);
