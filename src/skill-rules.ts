/** What a skill may be called and how much may be said of it. */

export const skillLimits = {
  nameChars: 300,
  descriptionChars: 5_000,
} as const;
