/**
 * What a skill's name and description may be, by the rules of Agent Skills. The host checks files with these
 * functions, and `skillpick new` checks what it is about to write.
 */

/** Longer names and descriptions are cut to this length when they are read. */
export const skillLimits = {
  nameChars: 300,
  descriptionChars: 5_000,
} as const;

const longestName = 64;
const longestDescription = 1_024;
const longestCompatibility = 500;
const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Every way to break the rules, with the words that follow "name" or "description" in a message. */
export const skillMistakes = {
  'name-missing': 'is missing',
  'name-too-long': `is longer than ${longestName} characters`,
  'name-invalid': 'must be lowercase letters, digits and single hyphens between them',
  'name-not-folder': 'must equal the directory name',
  'description-missing': 'is missing',
  'description-too-long': `is longer than ${longestDescription} characters`,
} as const;

export type SkillMistake = keyof typeof skillMistakes;

/** Returns true if the text has more than `most` characters. Counts them only if the text is long enough. */
function isLongerThan(text: string, most: number): boolean {
  return text.length > most && [...text].length > most;
}

/** Returns what is wrong with a name; `folder` is the directory that the skill is in. */
export function nameMistake(name: string | undefined, folder = name): SkillMistake | undefined {
  if (name === undefined || name === '') return 'name-missing';
  if (isLongerThan(name, longestName)) return 'name-too-long';
  if (!namePattern.test(name)) return 'name-invalid';
  return name === folder ? undefined : 'name-not-folder';
}

/** Returns what is wrong with a description. Blanks around it do not count. */
export function descriptionMistake(description: string | undefined): SkillMistake | undefined {
  const text = description?.trim() ?? '';
  if (text === '') return 'description-missing';
  return isLongerThan(text, longestDescription) ? 'description-too-long' : undefined;
}

/** Returns what is wrong with the text about what a skill needs. */
export function compatibilityMistake(value: unknown): string | undefined {
  const isRight = typeof value === 'string' && value !== '' && !isLongerThan(value, longestCompatibility);
  return isRight ? undefined : `compatibility must be text of 1 to ${longestCompatibility} characters`;
}
