/** The scopes of decisions. */

/** Every scope of a decision on the wire, the most specific first. */
export const scopes = ['session', 'workspace', 'global'] as const;

/** Where a decision applies. */
export type Scope = (typeof scopes)[number];

/**
 * Where a switch in an agent tool is kept: for this user in this repository, in the repository's committed settings for
 * everyone, or for this user everywhere. On the wire, a shared decision shows as one of the workspace.
 */
export const toolScopes = ['workspace', 'shared', 'global'] as const;

/** A scope in which agent tools keep switches. */
export type ToolScope = (typeof toolScopes)[number];

/** A scope that a user can ask for. */
export type SetScope = Scope | ToolScope;

/** Every scope that a user can ask for, the most specific first. */
export const setScopes: readonly SetScope[] = ['session', ...toolScopes];

/** Returns the scope under which a decision shows on the wire. */
export function wireScope(scope: SetScope): Scope {
  return scope === 'shared' ? 'workspace' : scope;
}
