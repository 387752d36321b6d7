/** The last line: as many of the keys that can be pressed as fit. */

import { memo } from 'react';
import { paint, type Theme } from '../text/theme.js';
import { displayWidth } from '../text/width.js';
import type { Hint } from './footer-hints.js';
import { Lines } from './Lines.js';

interface FooterProps {
  hints: readonly Hint[];
  columns: number;
  theme: Theme;
}

const gap = 2;

/** Leaves out the last hints that may be left out until the others fit. */
function fittingHints(hints: readonly Hint[], columns: number): Hint[] {
  const fitting = [...hints];
  const width = () =>
    fitting.reduce((sum, { key, words }) => sum + gap + displayWidth(key) + 1 + displayWidth(words), 1 - gap);
  while (width() >= columns) {
    const last = fitting.findLastIndex(({ isAlways }) => !isAlways);
    if (last === -1) break;
    fitting.splice(last, 1);
  }
  return fitting;
}

function footerLine({ hints, columns, theme }: FooterProps): string {
  const drawn = fittingHints(hints, columns).map(
    ({ key, words }) => `${paint(theme, 'strong', key)} ${words}`,
  );
  return ` ${drawn.join(' '.repeat(gap))}`;
}

const sameHints = (one: readonly Hint[], other: readonly Hint[]): boolean =>
  one.length === other.length &&
  one.every(({ key, words }, index) => key === other[index]?.key && words === other[index]?.words);

export const Footer = memo(
  function Footer(props: FooterProps) {
    return <Lines lines={[footerLine(props)]} />;
  },
  (before, after) =>
    before.columns === after.columns && before.theme === after.theme && sameHints(before.hints, after.hints),
);
