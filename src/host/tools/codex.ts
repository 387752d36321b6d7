/**
 * Codex. Skills are switched by `[[skills.config]]` blocks in the user's config.toml, by path or by name; the last
 * block that fits counts, and one with both or neither is skipped. There is no switch for agents, and none for one
 * project: the same block in a project's config.toml has no effect.
 */

import { isAbsolute, join } from 'node:path';
import { toolHome } from '../discovery/places.js';
import { hasCommand, hasDirectory, type Surroundings } from './surroundings.js';
import { appendBlock, type Fields, parseToml, removeBlocks, tablesAt } from './toml-edit.js';
import type { EntryKind, EntryRef, Reads, SwitchRule, Tool } from './tool.js';

const title = 'Codex';
const table = ['skills', 'config'];

const reads: Record<EntryKind, Reads> = {
  skill: {
    places: ['.agents/skills', '.codex/skills', '~/.agents/skills', '~/.codex/skills'],
    directories: 'all',
    nested: true,
    duplicates: 'all',
  },
  agent: {
    places: ['.codex/agents', '~/.codex/agents'],
    directories: 'all',
    nested: false,
    duplicates: 'all',
  },
};

interface Said {
  /** Position of the block: a later one counts. */
  readonly at: number;
  readonly enabled: boolean;
}

/** The blocks of a config, by what they are about. */
interface Index {
  readonly byPath: Map<string, Said>;
  readonly byName: Map<string, Said>;
}

const noIndex: Index = { byPath: new Map(), byName: new Map() };
/** By where they were read, for the same text means other files under another home, or once a link has moved. */
const indexes = new WeakMap<Surroundings, WeakMap<object, Index>>();

/** The file a block is about, with all links resolved. */
function pathOf({ path, name }: Fields, { environment, canonical }: Surroundings): string | undefined {
  if (typeof path !== 'string' || name !== undefined) return undefined;
  const expanded = path.replace(/^~(?=[/\\])/, environment.home);
  return isAbsolute(expanded) ? canonical(expanded) : undefined;
}

function indexOf(content: unknown, around: Surroundings): Index {
  if (typeof content !== 'object' || content === null) return noIndex;
  const here = indexes.get(around) ?? new WeakMap<object, Index>();
  indexes.set(around, here);
  const known = here.get(content);
  if (known !== undefined) return known;
  const index: Index = { byPath: new Map(), byName: new Map() };
  for (const [at, fields] of tablesAt(content, table).entries()) {
    const { enabled, name, path } = fields;
    if (typeof enabled !== 'boolean') continue;
    const file = pathOf(fields, around);
    if (file !== undefined) index.byPath.set(file, { at, enabled });
    else if (typeof name === 'string' && path === undefined) index.byName.set(name, { at, enabled });
  }
  here.set(content, index);
  return index;
}

function skillRule({ canonicalPath: file, name, plugin }: EntryRef, around: Surroundings): SwitchRule {
  const called = plugin === undefined ? name : `${plugin}:${name}`;
  const isMeant = (fields: Fields) => pathOf(fields, around) === file;
  return {
    decide([content]) {
      const { byPath, byName } = indexOf(content, around);
      const [path, named] = [byPath.get(file), byName.get(called)];
      const last = (named?.at ?? -1) > (path?.at ?? -1) ? named : path;
      return last === undefined ? { enabled: true } : { enabled: last.enabled, by: 0 };
    },
    own: (content) => indexOf(content, around).byPath.get(file)?.enabled,
    write(text, enabled) {
      const rest = removeBlocks(text, table, isMeant);
      return enabled === undefined ? rest : appendBlock(rest, table, { path: file, enabled });
    },
  };
}

export const codex: Tool = {
  id: 'codex',
  title,
  checkedWith: '0.166.0',
  honours: { userGate: false, modelGate: false },
  isPresent: (environment) =>
    hasDirectory(toolHome(environment, '.codex')) || hasCommand(environment, 'codex'),
  reads: (kind) => reads[kind],
  files: (_kind, { environment }) => [
    { path: join(toolHome(environment, '.codex'), 'config.toml'), scope: 'global', use: 'make' },
  ],
  parse: parseToml,
  nothing: '',
  ruleFor: (entry, around) =>
    entry.kind === 'skill' ? skillRule(entry, around) : `${title} has no switch for agents`,
};
