/** Whether a word is a mistyped name. */

/** Returns how many letters to add, remove, change or swap with a neighbour to turn one word into the other. */
function distance(word: string, name: string): number {
  const rows: number[][] = [Array.from({ length: name.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= word.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const above = rows[i - 1]!;
      const changed = above[j - 1]! + (word[i - 1] === name[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : changed;
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows[word.length]![name.length]!;
}

/** Returns true if the word has one slip in a short name, or two in a long one. */
export function isTypo(word: string, name: string): boolean {
  const slips = name.length > 5 ? 2 : 1;
  if (word.length < 3 || Math.abs(word.length - name.length) > slips) return false;
  return distance(word.toLowerCase(), name.toLowerCase()) <= slips;
}
