/** Whether a word is a mistyped name. */

/** Returns the next row of the table of distances: at each column, the changes up to there. */
function nextRow(word: string, name: string, i: number, above: number[], twoAbove: number[]): number[] {
  const row = [i];
  for (let j = 1; j <= name.length; j += 1) {
    const changed = above[j - 1]! + (word[i - 1] === name[j - 1] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1];
    const swapped = isSwap ? twoAbove[j - 2]! + 1 : changed;
    row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, changed, swapped));
  }
  return row;
}

/** Returns how many letters to add, remove, change or swap with a neighbour; Infinity as soon as it is above `most`. */
function distance(word: string, name: string, most: number): number {
  let above: number[] = [];
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (let i = 1; i <= word.length; i += 1) {
    const next = nextRow(word, name, i, row, above);
    if (Math.min(...next) > most) return Number.POSITIVE_INFINITY;
    [above, row] = [row, next];
  }
  return row[name.length]!;
}

/** Returns the number of slips in the word: at most one in a short name, or two in a long one; null if there are more. */
export function slipsIn(word: string, name: string): number | null {
  const most = name.length > 5 ? 2 : 1;
  if (word.length < 3 || Math.abs(word.length - name.length) > most) return null;
  const slips = distance(word.toLowerCase(), name.toLowerCase(), most);
  return slips <= most ? slips : null;
}

/** Returns true if the word is the name, or a typo of it. */
export const isTypo = (word: string, name: string): boolean => slipsIn(word, name) !== null;
