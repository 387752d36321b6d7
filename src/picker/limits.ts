/** The numbers that bound time, size and count in picker/. Units are in the names. */

export const pickerLimits = {
  putBackPerMinute: 5,
} as const;
