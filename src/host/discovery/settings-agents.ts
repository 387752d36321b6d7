/**
 * Agents that settings declare: tables `[agents.name]` of Codex, and objects below `agent` of opencode and Kilo. What is
 * wrong with the settings is reported where they are read for their switches.
 */

import { getNodeValue } from 'jsonc-parser';
import type { ChildCustomization, Customization, TextRange } from '../../protocol/index.js';
import { childrenOf } from '../../protocol/tree.js';
import type { Source } from './catalog.js';
import { jsonObjects, tomlTables } from './declarations.js';
import type { FileFacts } from './file-facts.js';
import type { Frontmatter } from './frontmatter.js';

interface DeclaredAgent {
  readonly name: string;
  readonly range: TextRange;
  readonly facts: FileFacts;
}

const fieldsOf = ({ description }: Readonly<Record<string, unknown>>): Frontmatter =>
  new Map(typeof description === 'string' ? [['description', description]] : []);

function tomlAgents(text: string): DeclaredAgent[] {
  return tomlTables(text, ['agents']).map(({ name, range, table }) => {
    return { name, range, facts: { fields: fieldsOf(table), toml: table } };
  });
}

/** An object that has only the switch switches an agent that is declared elsewhere. */
const isDeclared = (settings: object): boolean => Object.keys(settings).some((key) => key !== 'disable');

function jsonAgents(text: string): DeclaredAgent[] {
  return jsonObjects(text, ['agent'])
    .map(({ name, range, value }) => ({ name, range, settings: getNodeValue(value) }))
    .filter(({ settings }) => isDeclared(settings))
    .map(({ name, range, settings }) => ({ name, range, facts: { fields: fieldsOf(settings), settings } }));
}

/** Reads the agents in the text of settings. Most declare none, which is seen without parsing them. */
export function agentsInSettings(text: string | undefined, fileName: string): DeclaredAgent[] {
  if (!text?.includes('agent')) return [];
  return fileName.endsWith('.toml') ? tomlAgents(text) : jsonAgents(text);
}

/** Agents that are part of both programs. */
const inBoth = ['build', 'plan', 'general', 'explore', 'compaction', 'summary', 'title'];

export const builtInAgents: Readonly<Record<'opencode' | 'kilo', readonly string[]>> = {
  opencode: inBoth,
  kilo: [...inBoth, 'code', 'ask', 'debug', 'orchestrator'],
};

/** Returns whether a place is made for opencode or Kilo; undefined for places of other tools. */
function relativeOf(place: string): keyof typeof builtInAgents | undefined {
  if (/kilo/i.test(place)) return 'kilo';
  return /opencode/i.test(place) ? 'opencode' : undefined;
}

/** False for an agent that settings only change: one that is built in, or has a file in a folder of the same tool. */
export function isNewAgent(
  name: string,
  settings: string,
  containers: readonly Customization[],
  sources: ReadonlyMap<string, Source>,
): boolean {
  const relative = relativeOf(settings);
  if (relative === undefined) return true;
  const isFile = (child: ChildCustomization): boolean => {
    if (child.type !== 'agent' || child.name !== name || child.range !== undefined) return false;
    const source = sources.get(child.id);
    const places = source === undefined ? [] : [source, ...(source.aliases ?? [])];
    return places.some(({ place }) => relativeOf(place) === relative);
  };
  if (builtInAgents[relative].includes(name)) return false;
  return !containers.some((container) => childrenOf(container)?.some(isFile));
}
