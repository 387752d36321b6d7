/**
 * Codex. Skills are switched by `[[skills.config]]` blocks in the user's config.toml, by path or by name. The last block
 * that matches counts. A block with both a path and a name, or with neither, is ignored. Codex refuses a file in which a
 * block has no `enabled`. There is no switch for agents, and none for one project: the same block in a project's
 * config.toml has no effect.
 */

import { basename, dirname, isAbsolute, join } from 'node:path';
import { toolTitles } from '../../protocol/skillpick-meta.js';
import { getOrMake } from '../collections.js';
import { toolHome } from '../discovery/search-places.js';
import { valueAt } from './edit/json-text.js';
import {
  appendBlocks,
  mistakeIn,
  parseToml,
  removeBlocks,
  type TomlFields,
  tablesAt,
} from './edit/toml-edit.js';
import { editList } from './edit/toml-list.js';
import { mistakeAt, Refusal } from './refusal.js';
import type { Edited, EntryKind, EntryRef, SwitchRule, Tool, ToolPlaces } from './tool.js';
import type { ToolContext } from './tool-context.js';

const title = toolTitles.codex;
const table = ['skills', 'config'];

const skillPlaces = ['.agents/skills', '.codex/skills', '~/.agents/skills', '~/.codex/skills'];
const common = { directories: 'all', duplicates: 'all' } as const;

const reads: Partial<Record<EntryKind, ToolPlaces>> = {
  skill: { places: skillPlaces, nested: true, ...common },
  agent: { places: ['.codex/agents', '~/.codex/agents'], nested: false, ...common },
};

interface BlockFlag {
  /** Position of the block: a later one counts. */
  readonly at: number;
  readonly enabled: boolean;
}

/** The flags of all blocks of a config, by path and by name. */
interface Index {
  readonly byPath: Map<string, BlockFlag>;
  readonly byName: Map<string, BlockFlag>;
}

const noIndex: Index = { byPath: new Map(), byName: new Map() };
/** By context, because a path may lead to another file under another home, or after a link has changed. */
const indexes = new WeakMap<ToolContext, WeakMap<object, Index>>();

/** Returns the file that a block names by its path, with all links resolved. */
function pathOf({ path, name }: TomlFields, { environment, canonical }: ToolContext): string | undefined {
  if (typeof path !== 'string' || name !== undefined) return undefined;
  const expanded = path.replace(/^~(?=[/\\])/, () => environment.home);
  return isAbsolute(expanded) ? canonical(expanded) : undefined;
}

function indexOf(content: unknown, context: ToolContext): Index {
  if (typeof content !== 'object' || content === null) return noIndex;
  const here = getOrMake(indexes, context, () => new WeakMap());
  return getOrMake(here, content, () => makeIndex(content, context));
}

function makeIndex(content: object, context: ToolContext): Index {
  const index: Index = { byPath: new Map(), byName: new Map() };
  for (const [at, fields] of tablesAt(content, table).entries()) {
    const { enabled, name, path } = fields;
    if (typeof enabled !== 'boolean') continue;
    const file = pathOf(fields, context);
    if (file !== undefined) index.byPath.set(file, { at, enabled });
    else if (typeof name === 'string' && path === undefined) index.byName.set(name, { at, enabled });
  }
  return index;
}

/** The new flag of one file, by its resolved path; undefined removes its blocks. */
interface BlockEdit {
  readonly file: string;
  readonly enabled: boolean | undefined;
}

function skillRule(
  { canonicalPath: file, name, plugin }: EntryRef,
  context: ToolContext,
): SwitchRule<BlockEdit> {
  // Codex joins the lines of a name, and uses the folder's name for a skill without one.
  const ownName = name.trim().replace(/\s+/g, ' ') || basename(dirname(file));
  const called = plugin === undefined ? ownName : `${plugin}:${ownName}`;
  return {
    names: [file],
    decide([content]) {
      const { byPath, byName } = indexOf(content, context);
      const [path, named] = [byPath.get(file), byName.get(called)];
      if (named !== undefined && named.at > (path?.at ?? -1)) {
        const what = `the [[${table.join('.')}]] block with name = ${JSON.stringify(called)}`;
        return { enabled: named.enabled, by: 0, what };
      }
      return path === undefined ? { enabled: true } : { enabled: path.enabled, by: 0 };
    },
    own: (content) => indexOf(content, context).byPath.get(file)?.enabled,
    edit: (enabled) => ({ file, enabled }),
  };
}

/** True if a block sets this flag for the file, and no block with a name follows: it might match the file too. */
function isFlagSet(text: string | undefined, { path, enabled }: TomlFields, context: ToolContext): boolean {
  const tables = text === undefined ? [] : tablesAt(parseToml(text), table);
  const at = tables.findLastIndex((fields) => pathOf(fields, context) === path);
  return tables[at]?.['enabled'] === enabled && tables.slice(at + 1).every(({ name }) => name === undefined);
}

/** Removes the old blocks of the files and appends the new ones, because the last block counts. */
function edit(
  text: string | undefined,
  edits: readonly BlockEdit[],
  context: ToolContext,
): Edited<BlockEdit> {
  const wanted = new Map(edits.map(({ file, enabled }) => [file, enabled]));
  const blocks = [...wanted].flatMap(([path, enabled]) => (enabled === undefined ? [] : [{ path, enabled }]));
  const matches = (fields: TomlFields) => wanted.has(pathOf(fields, context) ?? '');
  // A block that stays because of its comments gets "on", which is also the state without the block.
  const flagFor = (fields: TomlFields) => wanted.get(pathOf(fields, context) ?? '') ?? true;
  try {
    const list = text === undefined ? undefined : editList(text, table, matches, blocks);
    if (list !== undefined) return { text: list, refused: new Map() };
    const rest = removeBlocks(text, { table, matches, own: ['path', 'enabled'], flagFor });
    const missing = blocks.filter((block) => !isFlagSet(rest, block, context));
    return { text: appendBlocks(rest, table, missing), refused: new Map() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text, refused: new Map(edits.map((one) => [one, error.message])) };
  }
}

/** Returns what is wrong with a block. Codex rejects the whole file for it. */
function mistakeOf({ enabled, name, path }: TomlFields): string | undefined {
  const block = `a [[${table.join('.')}]] block`;
  if (typeof enabled !== 'boolean') return `${block} has no "enabled" that is true or false`;
  if (typeof (name ?? '') !== 'string') return `${block} has a name that is not a text`;
  return typeof (path ?? '') === 'string' ? undefined : `${block} has a path that is not a text`;
}

function parse(text: string): unknown {
  const settings = parseToml(text);
  const skills = valueAt(settings, ['skills']);
  const config = valueAt(settings, table);
  if (skills !== undefined && (typeof skills !== 'object' || Array.isArray(skills)))
    throw mistakeAt(text, 0, '"skills" is not a table');
  if (config !== undefined && !Array.isArray(config))
    throw mistakeAt(text, 0, `"${table.join('.')}" is not a list`);
  for (const [index, fields] of tablesAt(settings, table).entries()) {
    const mistake = mistakeOf(fields);
    if (mistake !== undefined) throw mistakeIn(text, table, index, mistake);
  }
  return settings;
}

export const codex: Tool<BlockEdit> = {
  id: 'codex',
  title,
  checkedWith: '0.166.0',
  honours: { userGate: false, modelGate: false },
  directory: '.codex',
  reads: (kind) => reads[kind],
  files: (_kind, { environment }) => [
    { path: join(toolHome(environment, '.codex'), 'config.toml'), scope: 'global', use: 'make' },
  ],
  parse,
  emptyText: '',
  edit,
  ruleFor: (entry, context) =>
    entry.kind === 'skill' ? skillRule(entry, context) : `${title} has no switch for agents`,
};
