/** The limits of picker/. Units are in the names. */

export const pickerLimits = {
  putBackPerMinute: 5,
} as const;
