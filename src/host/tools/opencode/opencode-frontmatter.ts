/**
 * How opencode and its relatives read the frontmatter of a file. The text between the dashes is YAML, with one more
 * attempt for values with an unquoted colon. The usual file is recognised without the YAML parser.
 */

import { load } from 'js-yaml';
import { isObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import type { FileFacts } from '../../discovery/file-facts.js';
import { ifPossible } from '../../files/if-possible.js';
import { findMisfit, type Shape } from '../edit/json-shape.js';

type Data = Readonly<Record<string, unknown>>;

/** A value that contains a colon, without quotes, after a simple key. */
const unquoted = /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*([^\s"'].*:.*)$/;

/** Quotes the values that contain a colon. */
function withQuotes(block: string): string {
  return block
    .split(/\r?\n/)
    .map((line) => line.replace(unquoted, (_, key, value) => `${key}: ${JSON.stringify(value.trim())}`))
    .join('\n');
}

/** Tabs at the beginning of a line do not count as indentation. */
const withoutTabs = (block: string): string => block.replace(/^\t+/gm, '');

/** Returns the text that is read as YAML. Any line that begins with three dashes ends it. */
function blockOf({ block, rest }: FileFacts): string | undefined {
  const text = block ?? rest;
  const end = text?.search(/^---/m) ?? -1;
  return end === -1 ? text : text?.slice(0, end);
}

function parse(facts: FileFacts): Data | undefined {
  const block = blockOf(facts);
  if (block === undefined) return {};
  const attempts = facts.hasBlanks ? [block] : [block, withQuotes(block)];
  for (const text of attempts.map(withoutTabs)) {
    const parsed = ifPossible(() => ({ value: load(text) }));
    if (parsed !== undefined) return isObject(parsed.value) ? parsed.value : {};
  }
  return undefined;
}

const known = new WeakMap<FileFacts, Data | undefined>();

/** Returns the values of the frontmatter, or in settings, with their types; undefined if it is not valid YAML. */
export function dataOf(facts: FileFacts): Data | undefined {
  return facts.settings ?? getOrMake(known, facts, () => parse(facts));
}

const otherTypes = /^(?:true|false|null|nan)$/i;

/** True for a text that YAML cannot take for anything else. */
const isPlainText = (value: unknown): boolean =>
  typeof value === 'string' && /^[A-Za-z]/.test(value) && !otherTypes.test(value);

/** Returns why a skill is not loaded: it needs a name, and its description has to be a text. */
export function whyNoSkill(facts: FileFacts): string | undefined {
  const { fields, flaw } = facts;
  const isPlain = isPlainText(fields.get('name')) && isPlainText(fields.get('description'));
  if (isPlain && flaw === undefined && fields.get('name') !== '__proto__') return undefined;
  if (flaw === 'frontmatter-missing') return 'it has no frontmatter';
  const data = dataOf(facts);
  if (data === undefined) return 'its frontmatter is not valid YAML';
  const { name, description } = data;
  if (name === undefined || name === null) return 'its name is missing';
  if (typeof name !== 'string') return 'its name is not a text';
  if (name === '__proto__') return 'its name cannot be used';
  const isText = description === undefined || typeof description === 'string';
  return isText ? undefined : 'its description is not a text';
}

/** True if the skill has a description: without one, the model does not see it. */
export function hasDescription(facts: FileFacts): boolean {
  return facts.fields.has('description') || dataOf(facts)?.['description'] !== undefined;
}

/** Values of agents that are right in nearly every file. */
const usual: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isPlainText,
  description: isPlainText,
  model: isPlainText,
  mode: (value) => value === 'subagent' || value === 'primary' || value === 'all',
};

/** Returns the first value of an agent or a command that does not have the right shape. */
export function wrongValue(facts: FileFacts, shapes: readonly Shape[]): string | undefined {
  if (facts.flaw === undefined && [...facts.fields].every(([key, value]) => usual[key]?.(value)))
    return undefined;
  const data = dataOf(facts) ?? {};
  const { name } = data;
  if (name !== undefined && name !== null && typeof name !== 'string') return 'its name is not a text';
  const misfit = findMisfit(data, shapes);
  return misfit && `its "${misfit.names.join('.')}" is not ${misfit.wanted}`;
}
