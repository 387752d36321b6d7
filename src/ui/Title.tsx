/** The first line: the session, the tabs, and where switches are kept. */

import { memo } from 'react';
import { Line } from '../text/line.js';
import { rightMargin } from '../text/row-columns.js';
import { paint } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { Lines } from './Lines.js';
import type { TitleProps } from './title-identity.js';
import { titleParts } from './title-parts.js';

/** What is at the right may take at most this part of the line. */
const widestRight = 0.6;

function titleLine(props: TitleProps): string {
  const { columns, theme } = props;
  const { left, right } = titleParts(props);
  const texts = right.map(({ text, style }) => {
    const fitting = truncate(text, Math.floor(columns * widestRight), theme.glyphs.ellipsis);
    return { columns: displayWidth(fitting), drawn: paint(theme, style, fitting) };
  });
  const rightColumns = texts.reduce((sum, text) => sum + text.columns, 0);
  const line = new Line(theme, columns - rightMargin - 1 - rightColumns);
  for (const { text, style } of left) line.add(text, style);
  return `${line} ${texts.map(({ drawn }) => drawn).join('')}${' '.repeat(rightMargin)}`;
}

export const Title = memo(function Title(props: TitleProps) {
  return <Lines lines={[titleLine(props)]} />;
});
