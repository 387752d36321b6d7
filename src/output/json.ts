/**
 * JSON that is safe to print: the same value, with nothing in its text that steers a terminal, turns the reading
 * direction, ends a line or cannot be seen.
 */

const unusual = /[^ -~]/;
// What is assigned to nothing yet but will be invisible is covered, and so are the letters that draw nothing.
const unsafe = /[\x7f-\x9f\u2028\u2029\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Returns the value as JSON on one line. */
export function formatJson(value: unknown): string {
  const text = JSON.stringify(value);
  return unusual.test(text) ? text.replace(unsafe, escaped) : text;
}
