/** The lines of a file as views show them: clean, with coloured frontmatter and headings, or around one line of it. */

import { isProse } from '../paths.js';
import type { FileText } from '../picker/open-view.js';
import { cleanBlock } from '../text/clean.js';
import { textLimits } from '../text/limits.js';
import type { StyleName } from '../text/theme.js';
import { uiLimits } from './limits.js';
import { line, lines, type Start, startedLines, type ViewLine, wrapLine } from './view-lines.js';

/** A file that could be read. */
type ReadableFile = Exclude<FileText, { problem: string }>;

/** How one line of a file is drawn. */
interface LineLook {
  start: Start;
  style: StyleName;
}

const plain: LineLook = { start: { length: 0, style: 'plain' }, style: 'plain' };
const whole = (style: StyleName): LineLook => ({ start: { length: 0, style }, style });

const delimiter = /^---\s*$/;
const field = /^[\w-]+:/;
const heading = /^#{1,6}\s/;
const fence = /^\s*(```|~~~)/;

/** Returns the look of each line: in the frontmatter of the fields, below it of the headings outside of code. */
function looksOf(texts: readonly string[]): LineLook[] {
  let part: 'fields' | 'text' | 'code' = 'text';
  return texts.map((text, index) => {
    if (delimiter.test(text) && (index === 0 || part === 'fields')) {
      part = index === 0 ? 'fields' : 'text';
      return whole('dim');
    }
    if (part === 'fields') {
      const [key = ''] = field.exec(text) ?? [];
      return { start: { length: key.length, style: 'accent' }, style: 'plain' };
    }
    if (fence.test(text)) part = part === 'code' ? 'text' : 'code';
    return part === 'text' && heading.test(text) ? whole('strong') : plain;
  });
}

function cleanLines(file: ReadableFile, most: number): string[] {
  const bounds = { lines: most, lineLength: textLimits.printedLineChars };
  return cleanBlock(
    file.lines
      .slice(0, most + 1)
      .join('\n')
      .trimEnd(),
    bounds,
  );
}

interface Shown {
  uri: string;
  columns: number;
  /** How many lines of the file are looked at. */
  most: number;
}

/** Returns the wrapped lines of a file, or why it is not shown. */
export function fileLines(file: FileText, { uri, columns, most }: Shown): ViewLine[] {
  if ('problem' in file) return lines(file.problem, columns, 'warn');
  const texts = cleanLines(file, most);
  const looks = isProse(uri) ? looksOf(texts) : [];
  const cut = file.isCut ? [line('The rest is not shown.', 'dim')] : [];
  return [
    ...texts.flatMap((text, index) => {
      const { start, style } = looks[index] ?? plain;
      return startedLines(wrapLine(text, columns), start, style);
    }),
    ...cut,
  ];
}

/** Returns the lines of a file around one of them, with their numbers. The one is marked by `mark`. */
export function linesAround(file: FileText, at: number, mark: string, columns: number): ViewLine[] {
  if ('problem' in file) return lines(file.problem, columns, 'warn');
  const first = Math.max(0, at - 1 - uiLimits.linesBeforeProblem);
  const count = uiLimits.linesBeforeProblem * 2 + 1;
  const texts = cleanLines({ ...file, lines: file.lines.slice(first, first + count) }, count);
  const numberColumns = String(first + texts.length).length;
  return texts.map((text, index) => {
    const number = first + index + 1;
    const isMarked = number === at;
    const gutter = `${isMarked ? mark : ' '} ${String(number).padStart(numberColumns)}  `;
    return [...line(gutter, isMarked ? 'bad' : 'dim'), ...line(text, isMarked ? 'strong' : 'plain')];
  });
}

/** Returns the names of the other files of a skill, as a list in one line; empty if there are none. */
export function fileNames(file: FileText | null): string {
  const names = file === null || 'problem' in file ? [] : (file.files ?? []);
  const more = names.length - uiLimits.namedFiles;
  const named = names.slice(0, uiLimits.namedFiles).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}
