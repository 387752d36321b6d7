/** Patterns with stars, as several tools have them in their settings. */

/**
 * True if the text matches a pattern with `*` and `?`. Backtracks only to the last star, because patterns come from
 * repositories that are not trusted, and a regular expression could backtrack almost without end.
 */
export function fitsStars(pattern: string, text: string): boolean {
  let [at, star, resumeAt] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      [star, resumeAt] = [at, index];
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      resumeAt += 1;
      [at, index] = [star + 1, resumeAt];
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
