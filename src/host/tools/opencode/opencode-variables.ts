/** The variables that exclude places of opencode and Kilo. `prefix` begins their names. */

import type { ToolContext } from '../tool-context.js';

/** True if a variable is set to a word for yes. */
export function isSet({ environment: { env } }: ToolContext, variable: string): boolean {
  return ['true', 'yes', 'on', '1', 'y'].includes(env[variable] ?? '');
}

export const readsProject = (context: ToolContext, prefix: string): boolean =>
  !/^(?:true|1)$/i.test(context.environment.env[`${prefix}_DISABLE_PROJECT_CONFIG`] ?? '');

/** The places of skills that other tools have, too, unless a variable excludes them. */
export function foreignPlaces(context: ToolContext, prefix: string, places: readonly string[]): string[] {
  if (isSet(context, `${prefix}_DISABLE_EXTERNAL_SKILLS`)) return [];
  const variables = [`${prefix}_DISABLE_CLAUDE_CODE`, `${prefix}_DISABLE_CLAUDE_CODE_SKILLS`];
  const isWithoutClaude = variables.some((variable) => isSet(context, variable));
  return places.filter((place) => !isWithoutClaude || !place.includes('.claude/'));
}
