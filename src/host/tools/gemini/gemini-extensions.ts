/**
 * How Gemini CLI switches extensions: by a list of rules for paths, of which the last one that fits the working directory
 * counts. The list is in the home, and keeps switches for one repository as well as for all.
 */

import { isObject, isString } from '../../../protocol/checks.js';
import { toolTitles } from '../../../protocol/tool-titles.js';
import { isWithin } from '../../files/resolve-path.js';
import { captureItem, type ListSwitch } from '../edit/json-setting.js';
import { valueAt } from '../edit/json-text.js';
import type { EntryRef, ScopeKeeping, SettingsFile, SwitchRule } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { type GeminiEdit, lostNames } from './gemini-values.js';

const title = toolTitles.gemini;

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isString) : []);

/** A rule in the list of an extension, such as `!/home/me/work/*`. */
interface PathRule {
  readonly base: string;
  readonly enabled: boolean;
  readonly hasStar: boolean;
}

function readPathRule(text: string): PathRule {
  const rest = text.replace(/^!/, '');
  return { base: rest.replace(/\*$/, ''), enabled: rest === text, hasStar: rest.endsWith('*') };
}

const withSlashes = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(?!\/)/, '/')
    .replace(/(?<!\/)$/, '/');

/** True if a rule is about a directory. A star matches any text, and a slash before it may be missing. */
function fits({ base, hasStar }: PathRule, directory: string): boolean {
  const pattern = `${base}${hasStar ? '*' : ''}`
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/(\/?)\*/g, '($1.*)?');
  return new RegExp(`^${pattern}$`).test(directory);
}

/** The directory that a switch in this file is about. */
const baseOf = ({ scope }: Pick<SettingsFile, 'scope'>, { environment: { cwd } }: ToolContext): string =>
  scope === 'workspace' ? withSlashes(cwd) : '/';

/** For all repositories, Gemini CLI itself writes a rule for the home. An installation writes one, too. */
function homeOf(
  { scope }: Pick<SettingsFile, 'scope'>,
  { environment: { home, env } }: ToolContext,
): string | undefined {
  return scope === 'workspace' ? undefined : withSlashes(env['GEMINI_CLI_HOME'] || home);
}

/** The ways to write the rules of a scope. A rule that switches the extension on in the home is left alone. */
function spellingsOf(file: Pick<SettingsFile, 'scope'>, context: ToolContext, withHome = true): string[] {
  const base = baseOf(file, context);
  const home = withHome ? homeOf(file, context) : undefined;
  const ofHome = home === undefined ? [] : [`!${home}`, `!${home}*`];
  return [base, `${base}*`, `!${base}`, `!${base}*`, ...ofHome];
}

/** A rule for a directory counts for all below it, so one for the home would count in all repositories. */
function keepingHere({ environment: { cwd, home }, canonical }: ToolContext): ScopeKeeping {
  const shared = `${title} keeps the switches of extensions in your home, for you alone`;
  if (!isWithin(canonical(cwd), canonical(home))) return { shared };
  return { shared, workspace: `${title} only switches it for all repositories` };
}

/** An extension is on unless the last rule that fits the working directory says otherwise. */
export function extensionRule({ name }: EntryRef, context: ToolContext): SwitchRule<GeminiEdit> | string {
  if (lostNames.has(name)) return `${title} cannot keep a switch for this name`;
  const path = [name, 'overrides'];
  const here = withSlashes(context.environment.cwd);
  const scopes = ['workspace', 'global'] as const;
  const spellings = scopes.flatMap((scope) => spellingsOf({ scope }, context));
  const all: ListSwitch = { path, spellings, fold: String };
  const rulesIn = (content: unknown) => textsIn(valueAt(content, path)).map(readPathRule);
  return {
    names: [name],
    keeps: keepingHere(context),
    decide(contents) {
      const by = contents.findIndex(isObject);
      const rules = rulesIn(contents[by]);
      const index = rules.findLastIndex((rule) => fits(rule, here));
      return index === -1 ? { enabled: true } : { enabled: rules[index]!.enabled, by, at: [...path, index] };
    },
    own(content, file) {
      const bases = [baseOf(file, context), homeOf(file, context)];
      return rulesIn(content).findLast(({ base }) => bases.includes(base))?.enabled;
    },
    edit(enabled, file) {
      const spellings = spellingsOf(file, context, enabled !== false);
      const removal = { path, spellings, fold: String, isListed: false };
      if (enabled === undefined) return [removal];
      // The last rule counts.
      const wanted = `${enabled ? '' : '!'}${baseOf(file, context)}*`;
      return [removal, { path, spellings: [wanted], fold: String, isListed: true }];
    },
    capture: (text) => captureItem(text, all),
    restore: (setting) => [{ ...all, setting }],
  };
}
