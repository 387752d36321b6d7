/** In which scopes a tool can keep the switch of an entry, and in which file scope each switch ends up. */

import { type ToolScope, toolScopes } from '../../protocol/scopes.js';
import { getOrMake } from '../collections.js';
import { isIgnored } from './git-ignored.js';
import { describeProblem, type SettingsReading } from './settings-reading.js';
import type { EntryRef, ScopeKeeping, SwitchRule, Tool } from './tool.js';

/** Where a switch for a scope is kept. */
export interface KeptIn {
  /** The scope of the file. */
  readonly scope: ToolScope;
  /** What the user should know about it. */
  readonly remark?: string;
  /** What the user should know about it if the file stays. */
  readonly fileRemark?: string;
}

const kindWords: Partial<Record<EntryRef['kind'], string>> = { mcpServer: 'MCP server' };

const scopeWords: Record<ToolScope, string> = {
  workspace: 'for one repository',
  shared: 'for everyone in a repository',
  global: 'for all repositories',
};

/** Returns why a tool without a file for a scope cannot keep a switch there. */
export function noFileReason({ title }: Tool, { kind }: Pick<EntryRef, 'kind'>, scope: ToolScope): string {
  return `${title} keeps no switch of ${kindWords[kind] ?? kind}s ${scopeWords[scope]}`;
}

/** Returns where the switch of an entry for this scope is kept, or why it cannot be kept. */
export function keptIn(
  reading: SettingsReading,
  entry: EntryRef,
  rule: SwitchRule,
  scope: ToolScope,
): KeptIn | string {
  const { tool } = reading;
  const keeping = { ...tool.keeps, ...rule.keeps }[scope];
  if (typeof keeping === 'string') return keeping;
  const { in: target = scope, remark } = keeping ?? {};
  const files = reading.of(entry.kind).files.filter((file) => file.scope === target && file.use !== 'read');
  if (!files.some(({ use }) => use === 'make')) return noFileReason(tool, entry, scope);
  return { scope: target, ...(remark !== undefined && { remark }) };
}

/** By the reading of the settings: whether Git ignores a file. Thousands of entries are switched in one file. */
const ignored = new WeakMap<SettingsReading, Map<string, boolean>>();

/**
 * Adds a remark if the tool has one file per repository, for this user and for everyone, and if Git does not ignore the
 * file.
 */
export function withSharedRemark(reading: SettingsReading, { kind }: EntryRef, kept: KeptIn): KeptIn {
  const { tool, context } = reading;
  const { gitRoot } = context;
  const { shared } = tool.keeps ?? {};
  const isOneFile = typeof shared === 'object' && shared.in === 'workspace' && kept.scope === 'workspace';
  if (!isOneFile || gitRoot === undefined) return kept;
  const { files } = reading.of(kind);
  const file = files.find(({ scope, use }) => scope === 'workspace' && use === 'make');
  if (file === undefined || file.isUsers) return kept;
  const known = getOrMake(ignored, reading, () => new Map());
  if (getOrMake(known, file.path, () => isIgnored(file.path, gitRoot))) return kept;
  return { ...kept, fileRemark: 'counts for everyone who has this repository' };
}

/** Returns why a file of the scope cannot be written: it has a mistake, or leads out of the repository. */
function obstacleIn(reading: SettingsReading, { kind }: EntryRef, { scope }: KeptIn): string | undefined {
  const files = reading.of(kind).files.filter((file) => file.scope === scope && file.use !== 'read');
  const [problem] = files.flatMap(({ path }) => reading.problemOf(path) ?? []);
  return problem && describeProblem(problem);
}

/** The scopes in which an entry can be switched, and why it cannot be in the others. */
export interface Keeping {
  /** By the scope that is asked for: the scope of the file that keeps the switch. */
  readonly targets: ReadonlyMap<ToolScope, ToolScope>;
  readonly reasons: { readonly [scope in ToolScope]?: string };
}

/** By the reading of the settings and the rule's own `keeps`, then by kind: thousands of entries share a result. */
const known = new WeakMap<SettingsReading, WeakMap<object, Map<string, Keeping>>>();

const ownKeeps: ScopeKeeping = {};

export function keepingOf(reading: SettingsReading, entry: EntryRef, rule: SwitchRule): Keeping {
  const byKeeps = getOrMake(known, reading, () => new WeakMap());
  const byKind = getOrMake(byKeeps, rule.keeps ?? ownKeeps, () => new Map());
  return getOrMake(byKind, entry.kind, () => findKeeping(reading, entry, rule));
}

function findKeeping(reading: SettingsReading, entry: EntryRef, rule: SwitchRule): Keeping {
  const targets = new Map<ToolScope, ToolScope>();
  const reasons: { [scope in ToolScope]?: string } = {};
  for (const scope of toolScopes) {
    const kept = keptIn(reading, entry, rule, scope);
    const reason = typeof kept === 'string' ? kept : obstacleIn(reading, entry, kept);
    if (reason !== undefined) reasons[scope] = reason;
    else if (typeof kept !== 'string') targets.set(scope, kept.scope);
  }
  return { targets, reasons };
}
