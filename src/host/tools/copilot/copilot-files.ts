/** Which skills, commands and agents Copilot CLI does not load, by what is in their files. */

import { isBoolean, isObject, isString, isStringList } from '../../../protocol/checks.js';
import { type FileFacts, isValidButForTags, typedField } from '../../discovery/file-facts.js';

/** A scalar that YAML may take for something other than a text. */
const mayBeTyped = /^(?:|~|null|true|false|[-+]?\.?\d.*|[-+]?\.(?:inf|nan))$/i;

/** True if the field is a text. Most values show that without a YAML parser. */
function isText(facts: FileFacts, key: string): boolean {
  const value = facts.fields.get(key);
  return isString(value) && (!mayBeTyped.test(value) || isString(typedField(facts, key)));
}

type FieldCheck = (facts: FileFacts, key: string) => boolean;

const isTextField: FieldCheck = isText;
const isFlag: FieldCheck = (facts, key) => isBoolean(typedField(facts, key));
const isTexts: FieldCheck = (facts, key) => isText(facts, key) || isStringList(typedField(facts, key));
const isList: FieldCheck = (facts, key) => Array.isArray(typedField(facts, key));
const isMap: FieldCheck = (facts, key) => isObject(typedField(facts, key));
const isTextOrNothing: FieldCheck = (facts, key) => facts.fields.get(key) === null || isText(facts, key);

/** Each server has to be an object, and a local one needs its arguments. */
const areServers: FieldCheck = (facts, key) => {
  const servers = typedField(facts, key);
  if (!isObject(servers)) return false;
  return Object.values(servers).every(
    (server) => isObject(server) && (server['url'] !== undefined || Array.isArray(server['args'])),
  );
};

type FieldRule = readonly [key: string, check: FieldCheck, wanted: string];

const gate = 'true or false';
const modelGate: FieldRule = ['disable-model-invocation', isFlag, gate];
const userGate: FieldRule = ['user-invocable', isFlag, gate];

const commandRules: readonly FieldRule[] = [
  ['name', isTextField, 'a text'],
  ['description', isTextField, 'a text'],
  modelGate,
  ['argument-hint', isTextOrNothing, 'a text'],
  ['allowed-tools', isTexts, 'a text or a list of texts'],
];
const skillRules: readonly FieldRule[] = [...commandRules, userGate];

const agentRules: readonly FieldRule[] = [
  ['name', isTextField, 'a text'],
  ['description', isTextField, 'a text'],
  modelGate,
  userGate,
  ['infer', isFlag, gate],
  ['tools', isTexts, 'a text or a list of texts'],
  ['model', isTexts, 'a text or a list of texts'],
  ['skills', isList, 'a list'],
  ['hooks', isMap, 'an object'],
  ['github', isMap, 'an object'],
  ['reasoning-effort', isTextField, 'a text'],
  ['mcp-servers', areServers, 'an object of servers with arguments'],
];

function brokenRule(facts: FileFacts, rules: readonly FieldRule[]): string | undefined {
  const broken = rules.find(([key, check]) => facts.fields.has(key) && !check(facts, key));
  return broken && `its ${broken[0]} is not ${broken[2]}`;
}

const flaws: Partial<Record<NonNullable<FileFacts['flaw']>, string>> = {
  'frontmatter-missing': 'it has no frontmatter',
  'frontmatter-unclosed': 'its frontmatter has no closing line',
  'frontmatter-invalid': 'its frontmatter is not valid YAML',
  'frontmatter-unquoted': 'its frontmatter has a colon in a value without quotes',
};

/** Returns what is wrong with the frontmatter as a whole. */
function flawOf(facts: FileFacts): string | undefined {
  const { flaw } = facts;
  if (flaw === undefined) return undefined;
  return flaw === 'frontmatter-invalid' && isValidButForTags(facts) ? undefined : flaws[flaw];
}

const longestName = 64;
const longestDescription = 1024;

/** Returns Copilot CLI's name for a skill or command of this name. */
export const skillNameFrom = (name: string): string => name.trim().replace(/ +/g, '-');

/** Returns why a skill of this name, as Copilot CLI has it, is not loaded. */
export function badName(name: string): string | undefined {
  if (name === '') return 'its name is empty';
  if (name.length > longestName) return `its name is longer than ${longestName} characters`;
  if (/^[A-Za-z0-9][\w.:-]*$/.test(name)) return undefined;
  return 'its name has other characters than letters, digits, hyphens, underscores, dots and colons';
}

function badText(name: string, facts: FileFacts, rules: readonly FieldRule[]): string | undefined {
  const { fields } = facts;
  const broken = fields.size === 0 ? undefined : brokenRule(facts, rules);
  if (broken !== undefined) return broken;
  const description = fields.get('description');
  if (isString(description) && description.length > longestDescription)
    return `its description is longer than ${longestDescription.toLocaleString('en')} characters`;
  return badName(skillNameFrom(name));
}

/** Returns why a skill of this name is not loaded. */
export function refusedSkill(name: string, facts: FileFacts): string | undefined {
  return flawOf(facts) ?? badText(name, facts, skillRules);
}

/** Returns why a command is not loaded. A command needs no frontmatter, but what it has must be valid. */
export function refusedCommand(name: string, facts: FileFacts): string | undefined {
  const { flaw, firstLine } = facts;
  const isWithout = flaw === 'frontmatter-missing' && !firstLine?.startsWith('---');
  return (isWithout ? undefined : flawOf(facts)) ?? badText(name, facts, commandRules);
}

/** Returns why an agent is not loaded. */
export function refusedAgent(facts: FileFacts): string | undefined {
  const { flaw, fields, isDamaged } = facts;
  if (isDamaged || flaw === 'encoding-invalid') return 'it is not valid UTF-8';
  const whole = flawOf(facts);
  if (whole !== undefined) return whole;
  return fields.has('description') ? brokenRule(facts, agentRules) : 'it has no description';
}
