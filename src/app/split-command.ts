/**
 * A command line that somebody put into a variable, as the words a process is started with. Quotes hold a word
 * together, as in a shell; nothing else of a shell is meant, so that no name of a file can become a command.
 */

/** What a line is made of. A quote that is never closed holds the rest. */
const parts = {
  posix:
    /'(?<literal>[^']*)'?|"(?<quoted>(?:\\.|[^"\\])*)"?|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)|(?<gap>\s+)/gs,
  // Paths are full of backslashes there, and names may hold a single quote.
  windows: /"(?<literal>[^"]*)"?|(?<plain>[^\s"]+)|(?<gap>\s+)/g,
};

/** The words of a line; none for a blank one. */
export function commandWords(line: string, platform: NodeJS.Platform): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const pattern = platform === 'win32' ? parts.windows : parts.posix;
  for (const { groups = {} } of line.matchAll(pattern)) {
    const { literal, quoted, escaped, plain, gap } = groups;
    if (gap === undefined) {
      const unquoted = quoted?.replace(/\\(["\\$`])/g, '$1');
      word = (word ?? '') + (literal ?? unquoted ?? escaped ?? plain ?? '');
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
