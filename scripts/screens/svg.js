/** Draws the screen of a terminal as SVG: one text element for each run of cells that look alike. */

/** @import { IBufferCell, IBufferLine, Terminal } from '@xterm/headless' */
/** @import { Palette } from './palettes.js' */

const [cellWidth, cellHeight, margin, baseline] = [8.4, 18, 14, 13];

/** @param {string} text */
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param {number} value */
const short = (value) => String(Math.round(value * 10) / 10);

/**
 * @param {IBufferCell} cell
 * @param {Palette} palette
 */
function styleOf(cell, { colors, background, foreground, dim }) {
  const own = cell.isFgPalette() ? (colors[cell.getFgColor()] ?? foreground) : foreground;
  const behind = cell.isBgPalette() ? colors[cell.getBgColor()] : undefined;
  const [color, box] = cell.isInverse() ? [behind ?? background, own] : [own, behind];
  const parts = color === foreground ? [] : [`fill="${color}"`];
  if (cell.isBold()) parts.push('font-weight="bold"');
  if (cell.isDim()) parts.push(`opacity="${dim}"`);
  if (cell.isUnderline()) parts.push('text-decoration="underline"');
  return { style: parts.join(' '), box };
}

/** Latin letters, and the signs of the picker. */
const simple = /^[\x20-\u024f\u2010-\u27bf]+$/;

/** @typedef {{ column: number, cells: number, style: string, box: string | undefined, text: string }} Run */

/**
 * @param {IBufferLine | undefined} line
 * @param {number} columns
 * @param {Palette} palette
 * @returns {Run[]}
 */
function runsOf(line, columns, palette) {
  /** @type {Run[]} */
  const runs = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const { style, box } = styleOf(cell, palette);
    const text = cell.getChars() || ' ';
    const last = runs.at(-1);
    // A character that may be drawn wider, or in another order, gets a run of its own, so that what follows stays in its
    // column. So does what comes after two blanks, which viewers may draw as one.
    const isNew =
      !simple.test(text) || last === undefined || !simple.test(last.text) || last.text.endsWith('  ');
    if (!isNew && last.style === style && last.box === box) {
      last.text += text;
      last.cells += 1;
    } else runs.push({ column, cells: cell.getWidth(), style, box, text });
  }
  return runs;
}

/**
 * Returns the elements of one line of the screen.
 * @param {IBufferLine | undefined} line
 * @param {number} row
 * @param {number} columns
 * @param {Palette} palette
 */
function lineSvg(line, row, columns, palette) {
  const y = margin + row * cellHeight;
  return runsOf(line, columns, palette)
    .filter(({ text, box }) => box !== undefined || text.trim() !== '')
    .map(({ column, cells, style, box, text }) => {
      const shown = text.trimEnd() === '' ? text : text.trimEnd();
      const indent = shown.length - shown.trimStart().length;
      const x = margin + column * cellWidth;
      const back =
        box === undefined
          ? ''
          : `<rect x="${short(x)}" y="${y}" width="${short(cells * cellWidth)}" height="${cellHeight}" fill="${box}"/>`;
      const look = style === '' ? '' : ` ${style}`;
      const letters = escapeXml(shown.trimStart());
      if (letters === '') return back;
      return `${back}<text x="${short(x + indent * cellWidth)}" y="${y + baseline}"${look}>${letters}</text>`;
    })
    .join('');
}

/**
 * Returns a whole picture with this content.
 * @param {{ columns: number, rows: number }} size
 * @param {Palette} palette
 * @param {readonly string[]} content
 */
export function picture({ columns, rows }, { background, foreground }, content) {
  const width = Math.ceil(columns * cellWidth + 2 * margin);
  const height = Math.ceil(rows * cellHeight + 2 * margin);
  const font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${font} fill="${foreground}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
    ...content.filter((line) => line !== ''),
    '</svg>\n',
  ].join('\n');
}

/**
 * Returns the elements of each line of the screen.
 * @param {Terminal} terminal
 * @param {Palette} palette
 */
export function screenSvg({ cols, rows, buffer }, palette) {
  return Array.from({ length: rows }, (_, row) => lineSvg(buffer.active.getLine(row), row, cols, palette));
}
