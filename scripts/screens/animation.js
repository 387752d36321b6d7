/**
 * Makes one animated picture from the screens of a run. Each line of the screen is drawn once for every text that it
 * shows, and is visible only while it shows that text.
 */

import { palettes } from './palettes.js';
import { picture, screenSvg } from './svg.js';

/** @typedef {{ lines: Record<'dark' | 'light', string[]>, seconds: number }} Frame */

/**
 * Takes a picture of the screen in both colours, to be shown for this long.
 * @param {import('@xterm/headless').Terminal} terminal
 * @param {number} seconds
 * @returns {Frame}
 */
export function frameOf(terminal, seconds) {
  const lines = { dark: screenSvg(terminal, palettes.dark), light: screenSvg(terminal, palettes.light) };
  return { lines, seconds };
}

/** @typedef {{ from: number, to: number, content: string }} Span */

/**
 * Returns what one line shows, from frame to frame.
 * @param {readonly string[]} contents
 * @returns {Span[]}
 */
function spansOf(contents) {
  /** @type {Span[]} */
  const spans = [];
  for (const [index, content] of contents.entries()) {
    const last = spans.at(-1);
    if (last?.content === content) last.to = index + 1;
    else spans.push({ from: index, to: index + 1, content });
  }
  return spans.filter(({ content }) => content !== '');
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 10_000) / 100}%`;

/**
 * Returns the rule that shows a group from one frame to another.
 * @param {string} name
 * @param {number} from
 * @param {number} to
 * @param {number} total
 */
function ruleOf(name, from, to, total) {
  const start = from === 0 ? '' : `0%{visibility:hidden}${percent(from / total)}{visibility:visible}`;
  const head = from === 0 ? '0%{visibility:visible}' : start;
  const end = to >= total ? '' : `${percent(to / total)}{visibility:hidden}`;
  return `@keyframes ${name}{${head}${end}}.${name}{animation-name:${name}}`;
}

/**
 * Returns the animated picture, which starts again at its end.
 * @param {readonly Frame[]} frames
 * @param {{ columns: number, rows: number }} size
 * @param {'dark' | 'light'} look
 */
export function animation(frames, size, look) {
  const starts = [0];
  for (const { seconds } of frames) starts.push((starts.at(-1) ?? 0) + seconds);
  const total = starts.at(-1) ?? 0;
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {string[]} */
  const rules = [];
  /** @param {number} from @param {number} to */
  const nameOf = (from, to) => {
    const key = `${from} ${to}`;
    const known = names.get(key) ?? `f${names.size}`;
    if (!names.has(key)) rules.push(ruleOf(known, starts[from] ?? 0, starts[to] ?? total, total));
    names.set(key, known);
    return known;
  };
  const content = Array.from({ length: size.rows }, (_, row) =>
    spansOf(frames.map(({ lines }) => lines[look][row] ?? ''))
      .map(({ from, to, content: drawn }) =>
        to - from === frames.length ? drawn : `<g class="${nameOf(from, to)}">${drawn}</g>`,
      )
      .join(''),
  );
  const timing = `g{animation-duration:${total}s;animation-iteration-count:infinite;animation-timing-function:step-end}`;
  return picture(size, palettes[look], [`<style>${timing}${rules.join('')}</style>`, ...content]);
}
