/** A setting in words close to its file, such as `skillOverrides.lint = "off"`. */

import { isObject } from '../../protocol/checks.js';
import { hostLimits } from '../limits.js';
import type { SettingPath } from './tool.js';

const plainName = /^[\w-]+$/;

function step(path: string, name: string | number): string {
  if (typeof name === 'number') return `${path}[${name}]`;
  const written = plainName.test(name) ? name : JSON.stringify(name);
  return path === '' ? written : `${path}.${written}`;
}

function memberOf(value: unknown, name: string | number): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) ? value[name] : undefined;
}

/** Returns the setting at this place of a file's content, as one line. */
export function settingText(content: unknown, at: SettingPath): string {
  const value = at.reduce<unknown>(memberOf, content);
  const text = `${at.reduce<string>(step, '')} = ${JSON.stringify(value)}`;
  return text.length > hostLimits.settingChars ? `${text.slice(0, hostLimits.settingChars - 1)}…` : text;
}
