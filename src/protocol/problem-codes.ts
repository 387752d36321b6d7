/**
 * What can be wrong with a file, a directory or the settings of a tool: the closed set of codes that skillpick's
 * own host reports, and the form of one problem.
 */

import { type SkillMistake, skillMistakes } from '../skill-rules.js';

const otherCodes = [
  // A field of a frontmatter, and the frontmatter as a whole.
  'field-invalid',
  'frontmatter-missing',
  'frontmatter-unclosed',
  'frontmatter-invalid',
  'frontmatter-unquoted',
  'frontmatter-not-fields',
  'frontmatter-refused',
  // The text of a file, and what it declares.
  'encoding-invalid',
  'json-invalid',
  'toml-invalid',
  'server-invalid',
  'hooks-missing',
  // Files, links and directories.
  'permission-denied',
  'unreadable',
  'not-a-file',
  'too-large',
  'link-broken',
  'link-loop',
  'link-outside',
  'link-wrong-kind',
  'too-deep',
  'too-many-directories',
  // Plugins.
  'plugin-missing',
  'plugin-unmarked',
  'manifest-invalid',
  'path-invalid',
  'path-missing',
  'path-outside',
  // The settings of tools, and the switches that skillpick keeps itself.
  'settings-invalid',
  'settings-shared',
  'switches-damaged',
  'switches-set-aside',
  // The session.
  'update-failed',
] as const;

/** The kind of a problem. */
export type ProblemCode = SkillMistake | (typeof otherCodes)[number];

/** Every code there is. */
export const problemCodes: readonly ProblemCode[] = [
  ...(Object.keys(skillMistakes) as SkillMistake[]),
  ...otherCodes,
];

/**
 * `error`: because of it, something is not listed, or the settings in a file do not count. `warning`: something else is
 * wrong.
 */
export type Severity = 'error' | 'warning';

/** Something that could not be read, or that breaks a rule. */
export interface Problem {
  readonly uri: string;
  /** Counted from 1; null for the whole file or directory. */
  readonly line: number | null;
  readonly message: string;
  /** Null if the host reports no code, or one that we do not know. */
  readonly code: ProblemCode | null;
  readonly severity: Severity;
}
