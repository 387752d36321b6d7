/**
 * Reads command lines as words to start a process with, and writes words as a command line. Quotes hold a word together,
 * as in a shell. No other syntax of a shell is read, so a file's name can never become a command.
 */

/** The parts of a command line. A quote that is never closed ends with the line. */
const parts = {
  posix:
    /'(?<literal>[^']*)(?<end>'?)|"(?<quoted>(?:\\.|[^"\\])*)(?<end2>"?)|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)|(?<gap>\s+)/gs,
  // On Windows, paths contain backslashes, and names may contain a single quote.
  windows: /"(?<literal>[^"]*)(?<end>"?)|(?<plain>[^\s"]+)|(?<gap>\s+)/g,
};

export interface Words {
  /** None for a blank line. */
  words: string[];
  /** False if a quote is not closed. */
  isClosed: boolean;
}

/** Splits a command line into its words. */
export function readWords(line: string, platform: NodeJS.Platform): Words {
  const words: string[] = [];
  let word: string | undefined;
  let isClosed = true;
  const pattern = platform === 'win32' ? parts.windows : parts.posix;
  for (const { groups = {} } of line.matchAll(pattern)) {
    const { literal, quoted, escaped, plain, gap } = groups;
    if (gap === undefined) {
      const unquoted = quoted?.replace(/\\(["\\$`])/g, '$1');
      word = (word ?? '') + (literal ?? unquoted ?? escaped ?? plain ?? '');
      isClosed = (groups['end'] ?? groups['end2']) !== '';
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return { words: word === undefined ? words : [...words, word], isClosed };
}

const plainWord = /^[\w@%+=:,./-]+$/;

/** Returns the words as a command line for a POSIX shell. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
