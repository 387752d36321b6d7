/**
 * Splits a command line from an environment variable into the words to start a process with. Quotes hold a word
 * together, as in a shell. Nothing else of a shell's syntax counts, so a file's name can never become a command.
 */

/** The parts of a line. A quote that is never closed ends with the line. */
const parts = {
  posix:
    /'(?<literal>[^']*)'?|"(?<quoted>(?:\\.|[^"\\])*)"?|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)|(?<gap>\s+)/gs,
  // Paths hold backslashes there, and names may hold a single quote.
  windows: /"(?<literal>[^"]*)"?|(?<plain>[^\s"]+)|(?<gap>\s+)/g,
};

/** Returns the words of a line; none for a blank one. */
export function splitWords(line: string, platform: NodeJS.Platform): string[] {
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
