/**
 * JSON that is safe to print. Characters that control a terminal, change the reading direction, end a line or are
 * invisible are escaped; the value stays the same.
 */

const unusual = /[^ -~]/;
// Includes code points that are not assigned yet but reserved to be invisible.
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
