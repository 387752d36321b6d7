/** The middle one of the values, which a few slow rounds do not move. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
