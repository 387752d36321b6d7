/** The scopes of decisions. */

/** Every scope, the most specific first. */
export const scopes = ['session', 'workspace', 'global'] as const;

/** Where a decision applies. */
export type Scope = (typeof scopes)[number];
