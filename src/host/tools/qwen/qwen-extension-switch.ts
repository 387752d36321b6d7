/**
 * How Qwen Code switches extensions. It keeps their state in `extension-store/state.json`, and a copy of it in
 * `extensions/extension-enablement.json`, where each extension has rules for directories. It takes over new and reversed
 * rules from the copy. A rule that is removed there comes back if it stands for a part of the state.
 */

import { join } from 'node:path';
import { isObject, isStringList, type JsonObject } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { toolHome } from '../../discovery/search-places.js';
import { captureItem } from '../edit/json-setting.js';
import { anyName, parseShaped, type Shape } from '../edit/json-shape.js';
import { parseSettings, plainJson, valueAt } from '../edit/json-text.js';
import { mistakeAt } from '../refusal.js';
import type { EntryRef, SettingsFile, SwitchRule, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import type { QwenEdit } from './qwen-rules.js';

const title = toolTitles.qwen;
const homeOf = ({ environment }: ToolContext): string => toolHome(environment, '.qwen');
const stateName = 'state.json';

export function extensionFiles(context: ToolContext): SettingsFile[] {
  const path = join(homeOf(context), 'extensions', 'extension-enablement.json');
  return [
    { path, scope: 'global', use: 'make' },
    { path, scope: 'workspace', use: 'make', isUsers: true },
    { path: join(homeOf(context), 'extension-store', stateName), scope: 'managed', use: 'read' },
  ];
}

const overrides: Shape = {
  path: [anyName],
  fits: (value) => isObject(value) && isStringList(value['overrides']),
  wanted: 'an object with a list "overrides"',
};

/** Parses one of the two files. Qwen Code stops at a mistake, or if two names differ only in case. */
export function parseExtensionFile(text: string, { path }: SettingsFile): unknown {
  if (path.endsWith(stateName)) return parseSettings(text, plainJson, false);
  const content = parseShaped(text, plainJson, [overrides], false) as JsonObject;
  const names = Object.keys(content).map((name) => name.toLowerCase());
  if (new Set(names).size < names.length) throw mistakeAt(text, 0, 'two names differ only in case');
  return content;
}

/** A rule for directories, such as `!/home/me/work/*`. */
interface QwenPathRule {
  readonly base: string;
  readonly hasStar: boolean;
  readonly isOn: boolean;
  /** Its index in the file. */
  readonly index: number;
}

function readRule(text: string, index: number): QwenPathRule {
  const rest = text.replace(/^!/, '');
  return { base: rest.replace(/\*$/, ''), hasStar: rest.endsWith('*'), isOn: rest === text, index };
}

const withSlashes = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(?!\/)/, '/')
    .replace(/(?<!\/)$/, '/');

/** A star matches any text, and the slash before it may be missing. */
function fits({ base, hasStar }: QwenPathRule, directory: string): boolean {
  const pattern = `${base}${hasStar ? '*' : ''}`
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/(\/?)\*/g, '($1.*)?');
  return new RegExp(`^${pattern}$`).test(directory);
}

/** The state of an extension: `exact` by directory, else the last rule that fits, else the default. */
interface ExtensionPolicy {
  readonly id: string;
  byDefault: boolean;
  readonly exact: Map<string, boolean | 'default'>;
}

const ignoringCase = <T>(entries: readonly (readonly [string, T])[], name: string): T | undefined =>
  entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

function policyIn(state: unknown, name: string): ExtensionPolicy {
  const policies = Object.entries((valueAt(state, ['extensions']) ?? {}) as Record<string, JsonObject>);
  const known = policies.map(([id, policy]) => [String(policy['name']), { id, policy }] as const);
  const { id, policy } = ignoringCase(known, name) ?? { id: '', policy: {} };
  const exact = Object.entries((policy['workspaceOverrides'] ?? {}) as Record<string, unknown>);
  return {
    id,
    byDefault: policy['defaultActivation'] !== 'disabled',
    exact: new Map(
      exact.map(([path, word]) => [withSlashes(path), word === 'inherit' ? 'default' : word === 'enabled']),
    ),
  };
}

/** Takes rules of the file over into the state, and returns those that stay rules. */
function takeOver(rules: readonly QwenPathRule[], policy: ExtensionPolicy): QwenPathRule[] {
  const { byDefault } = policy;
  return rules.filter(({ base, hasStar, isOn }) => {
    if (hasStar) {
      if (base !== '/' || byDefault) return true;
      policy.byDefault = isOn;
      return false;
    }
    if (!policy.exact.has(base)) return true;
    policy.exact.set(base, isOn);
    return false;
  });
}

interface Where {
  readonly name: string;
  readonly context: ToolContext;
}

const rulesIn = (content: unknown, name: string): QwenPathRule[] => {
  const lists = Object.entries(isObject(content) ? content : {});
  const texts = valueAt(ignoringCase(lists, name), ['overrides']);
  return isStringList(texts) ? texts.map(readRule) : [];
};

/** The directory with all links resolved, which counts first, and as it is. */
const directoriesOf = ({ environment: { cwd }, canonical }: ToolContext): string[] => [
  withSlashes(canonical(cwd)),
  withSlashes(cwd),
];

function decide(contents: readonly unknown[], { name, context }: Where): ToolVerdict {
  const [file, , state] = contents;
  const all = rulesIn(file, name);
  const policy = policyIn(state, name);
  const here = directoriesOf(context);
  const rules = takeOver(all, policy);
  const exact = policy.exact.get(here[0]!);
  const fitting = rules.findLast((rule) => here.some((directory) => fits(rule, directory)));
  const enabled = exact === undefined ? fitting?.isOn : exact === 'default' ? undefined : exact;
  const by = exact === undefined ? fitting : all.findLast(({ base }) => base === here[0]);
  const isOn = enabled ?? policy.byDefault;
  if (by !== undefined) return { enabled: isOn, by: 1, at: [name, 'overrides', by.index] };
  return { enabled: isOn, ...(!isOn && { by: 2, at: ['extensions', policy.id] }) };
}

/** The directories that a switch in this file is about; the first is written. */
function basesOf(scope: SettingsFile['scope'], context: ToolContext): readonly string[] {
  if (scope === 'workspace') return directoriesOf(context);
  // Qwen Code itself writes a rule for the home.
  return scope === 'global' ? ['/', withSlashes(context.canonical(context.environment.home))] : [];
}

/** All rules for these directories, on and off. */
const spellingsFor = (bases: readonly string[]): string[] =>
  bases.flatMap((base) => [base, `${base}*`, `!${base}`, `!${base}*`]);

export function extensionRule({ name }: EntryRef, context: ToolContext): SwitchRule<QwenEdit> {
  const path = [name, 'overrides'];
  const [here, everywhere] = (['workspace', 'global'] as const).map((scope) => basesOf(scope, context));
  const all = { path, spellings: spellingsFor([...here!, ...everywhere!]), fold: String };
  return {
    names: [name.toLowerCase()],
    keeps: { shared: `${title} keeps the switches of extensions in your home, for you alone` },
    decide: (contents) => decide(contents, { name, context }),
    own(content, { scope }) {
      const bases = basesOf(scope, context);
      return rulesIn(content, name).findLast(({ base }) => bases.includes(base))?.isOn;
    },
    edit(enabled, { scope }) {
      const bases = basesOf(scope, context);
      const removal = { path, spellings: spellingsFor(bases), fold: String, isListed: false };
      if (enabled === undefined) return [removal];
      const wanted = `${enabled ? '' : '!'}${bases[0]}${scope === 'workspace' ? '' : '*'}`;
      return [removal, { path, spellings: [wanted], fold: String, isListed: true }];
    },
    capture: (text) => captureItem(text, all),
    restore: (setting) => [{ ...all, setting }],
  };
}
