/** The numbers that bound time in the demo. Units are in the names. */

export const demoLimits = {
  /** The confirmation of the entry that is slow. Shorter than the client waits for an echo. */
  slowSwitchMs: 1_000,
  /** From the confirmation of a switch until it is forgotten. */
  forgetAfterMs: 1_500,
  /** Between two changes that happen by themselves. */
  storyStepMs: 4_000,
} as const;
