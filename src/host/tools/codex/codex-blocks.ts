/**
 * The `[[skills.config]]` blocks of the user's config.toml, which switch skills by path or by name. The last block that
 * matches counts. A block with both a path and a name, or with neither, is ignored. Blocks in other files are ignored.
 */

import { resolve } from 'node:path';
import { isBoolean, isObject } from '../../../protocol/checks.js';
import { getOrMake } from '../../collections.js';
import { isWithin } from '../../files/resolve-path.js';
import { valueAt } from '../edit/json-text.js';
import { memoizeLast } from '../edit/memoize.js';
import { blocksIn } from '../edit/toml-blocks.js';
import { appendBlocks, parseToml, removeBlocks, type TomlFields, tablesAt } from '../edit/toml-edit.js';
import { editList, itemsIn } from '../edit/toml-list.js';
import { restoreTables } from '../edit/toml-restore.js';
import type { EntryRef, ScopeKeeping, Setting, SwitchRule, ToolVerdict } from '../tool.js';
import type { ToolContext } from '../tool-context.js';
import { codexHome, usersOwn } from './codex-layers.js';
import { isBundled, skillName } from './codex-skills.js';

const blockTable: readonly string[] = ['skills', 'config'];

interface BlockFlag {
  /** Position of the block: a later one counts. */
  readonly at: number;
  readonly enabled: boolean;
}

/** The flags of all blocks of a config, by path and by name, and the positions of the blocks with a path. */
interface Index {
  readonly byPath: Map<string, BlockFlag>;
  readonly byName: Map<string, BlockFlag>;
  readonly positions: Map<string, number[]>;
}

const newIndex = (): Index => ({ byPath: new Map(), byName: new Map(), positions: new Map() });
const noIndex = newIndex();
/** By context, because a path may lead to another file under another home, or after a link has changed. */
const indexes = new WeakMap<ToolContext, WeakMap<object, Index>>();

/** Returns the file that a block names by its path, with all links resolved. */
function pathOf({ path, name }: TomlFields, context: ToolContext): string | undefined {
  if (typeof path !== 'string' || name !== undefined) return undefined;
  const { environment, canonical } = context;
  const expanded = path.replace(/^~(?=[/\\])/, () => environment.home);
  return canonical(resolve(codexHome(context), expanded));
}

function indexOf(content: unknown, context: ToolContext): Index {
  if (!isObject(content)) return noIndex;
  const here = getOrMake(indexes, context, () => new WeakMap());
  return getOrMake(here, content, () => makeIndex(content, context));
}

function makeIndex(content: object, context: ToolContext): Index {
  const index = newIndex();
  for (const [at, fields] of tablesAt(content, blockTable).entries()) {
    const { enabled, name, path } = fields;
    if (typeof enabled !== 'boolean') continue;
    const file = pathOf(fields, context);
    if (file !== undefined) {
      index.byPath.set(file, { at, enabled });
      getOrMake(index.positions, file, () => []).push(at);
    } else if (typeof name === 'string' && path === undefined) index.byName.set(name.trim(), { at, enabled });
  }
  return index;
}

/** The new flag of one file, by its resolved path; undefined removes its blocks. */
interface BlockSwitch {
  readonly file: string;
  readonly enabled: boolean | undefined;
}

/** Puts the blocks of one file back as they were; undefined removes them. */
interface BlockRestore {
  readonly file: string;
  readonly setting: Setting | undefined;
}

export type BlockEdit = BlockSwitch | BlockRestore;

/** The blocks, which may be written as a list. */
const formOf = memoizeLast((text) => itemsIn(text, blockTable) ?? blocksIn(text, blockTable));

const globalOnly = 'Codex only switches it for all repositories';

/** For entries outside of the repository. */
export const outside: ScopeKeeping = { workspace: globalOnly, shared: globalOnly };

/** A block by path concerns one file, so for a file in the repository it counts nowhere else. */
const inRepository: ScopeKeeping = {
  workspace: { in: 'global' },
  shared: { in: 'global', remark: 'in Codex for you only' },
};

/** The places that Codex reads in every repository. */
const readEverywhere = /^(?:~\/\.agents|~\/\.codex|\/etc\/codex)\//;

/** True for an entry that Codex finds in this repository alone. The repository may contain the home. */
export function isInRepository(
  { aliases, canonicalPath }: EntryRef,
  { roots, canonical }: ToolContext,
): boolean {
  if (aliases.some(({ place }) => readEverywhere.test(place))) return false;
  return isWithin(canonical(roots.root), canonicalPath);
}

/** Returns the strongest file that sets a flag, and the flag. */
export function flagIn(
  contents: readonly unknown[],
  path: readonly string[],
): { by: number; enabled: boolean } | undefined {
  const by = contents.findLastIndex((content) => isBoolean(valueAt(content, path)));
  return by === -1 ? undefined : { by, enabled: valueAt(contents[by], path) === true };
}

const bundledFlag = ['skills', 'bundled', 'enabled'];
const instructionsFlag = ['skills', 'include_instructions'];

export function skillRule(entry: EntryRef, context: ToolContext): SwitchRule<BlockEdit> {
  const { canonicalPath: file } = entry;
  const called = skillName(entry, context);
  const byBlocks = (content: unknown): ToolVerdict => {
    const { byPath, byName } = indexOf(content, context);
    const [path, named] = [byPath.get(file), byName.get(called)];
    if (named !== undefined && named.at > (path?.at ?? -1)) {
      const what = `the [[${blockTable.join('.')}]] block with name = ${JSON.stringify(called)}`;
      return { enabled: named.enabled, by: usersOwn, at: [...blockTable, named.at], what };
    }
    if (path === undefined) return { enabled: true };
    return { enabled: path.enabled, by: usersOwn, at: [...blockTable, path.at] };
  };
  const byTables = isBundled(entry, context)
    ? (contents: readonly unknown[]) => flagIn(contents, bundledFlag)
    : () => undefined;
  return {
    names: [file],
    keeps: isInRepository(entry, context) ? inRepository : outside,
    decide(contents) {
      const bundled = byTables(contents);
      if (bundled?.enabled === false)
        return { enabled: false, by: bundled.by, at: bundledFlag, what: `"${bundledFlag.join('.')}"` };
      const isHidden = flagIn(contents, instructionsFlag)?.enabled === false;
      const verdict = byBlocks(contents[usersOwn]);
      return isHidden ? { ...verdict, modelInvocable: false } : verdict;
    },
    own: (content) => indexOf(content, context).byPath.get(file)?.enabled,
    edit: (enabled) => ({ file, enabled }),
    capture(text) {
      const positions = indexOf(parseToml(text), context).positions.get(file);
      return positions && formOf(text).capture(positions);
    },
    restore: (setting) => ({ file, setting }),
  };
}

/** The flags of files by path. Blocks before one with a name do not count: it might match their files too. */
function flagsIn(text: string | undefined, context: ToolContext): Map<string, unknown> {
  const flags = new Map<string, unknown>();
  for (const fields of text === undefined ? [] : tablesAt(parseToml(text), blockTable)) {
    if (fields['name'] !== undefined) flags.clear();
    const path = pathOf(fields, context);
    if (path !== undefined) flags.set(path, fields['enabled']);
  }
  return flags;
}

/** Removes the old blocks of the files and appends the new ones, because the last block counts. */
function switchBlocks(
  text: string | undefined,
  switches: readonly BlockSwitch[],
  context: ToolContext,
): string | undefined {
  const table = blockTable;
  const wanted = new Map(switches.map(({ file, enabled }) => [file, enabled]));
  const blocks = [...wanted].flatMap(([path, enabled]) => (enabled === undefined ? [] : [{ path, enabled }]));
  const matches = (fields: TomlFields) => wanted.has(pathOf(fields, context) ?? '');
  // A block that stays because of its comments gets "on", which is also the state without the block.
  const flagFor = (fields: TomlFields) => wanted.get(pathOf(fields, context) ?? '') ?? true;
  const list = text === undefined ? undefined : editList(text, table, matches, blocks);
  if (list !== undefined) return list;
  const rest = removeBlocks(text, { table, matches, own: ['path', 'enabled'], flagFor });
  const flags = flagsIn(rest, context);
  const missing = blocks.filter(({ path, enabled }) => flags.get(path) !== enabled);
  return appendBlocks(rest, table, missing);
}

function restoreBlocks(
  text: string | undefined,
  restores: readonly BlockRestore[],
  context: ToolContext,
): string | undefined {
  if (text === undefined && restores.every(({ setting }) => setting === undefined)) return undefined;
  const list = { table: blockTable, keyOf: (fields: TomlFields) => pathOf(fields, context) };
  const tables = restores.map(({ file, setting }) => ({ key: file, setting }));
  return restoreTables(text ?? '', list, formOf(text ?? ''), tables);
}

/** Makes the edits of blocks. Throws a Refusal. */
export function editBlocks(
  text: string | undefined,
  edits: readonly BlockEdit[],
  context: ToolContext,
): string | undefined {
  const switches = edits.filter((one) => 'enabled' in one);
  const restores = edits.filter((one) => 'setting' in one);
  const switched = switches.length === 0 ? text : switchBlocks(text, switches, context);
  return restores.length === 0 ? switched : restoreBlocks(switched, restores, context);
}
