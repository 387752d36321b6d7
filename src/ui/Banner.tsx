/** The first line while the connection is lost: what happened, and when it is tried again. */

import { memo } from 'react';
import { withFullStop } from '../entries/describe.js';
import { keyFor } from '../picker/keymap.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { rightMargin } from '../text/row-columns.js';
import type { Sign, Theme } from '../text/theme.js';
import { Lines } from './Lines.js';
import type { Screen } from './screen.js';

/** Returns what to say about the connection; null while it works, or while none was made yet. */
export function bannerOf({ model, nowMs }: Pick<Screen, 'model' | 'nowMs'>): string | null {
  const { link, waitingFor } = model;
  if (waitingFor !== null) return null;
  switch (link.kind) {
    case 'live':
      return null;
    case 'connecting':
      return 'Connection lost, trying again. Switches wait.';
    case 'waiting': {
      const seconds = Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1000));
      return `Connection lost, next try in ${seconds} s. Switches wait. (${link.reason})`;
    }
    case 'gone':
      return `The session is gone: ${withFullStop(link.reason)} ${keyFor('choose')} opens another.`;
  }
}

interface BannerProps {
  text: string;
  sign: Sign;
  columns: number;
  theme: Theme;
}

export const Banner = memo(function Banner({ text, sign, columns, theme }: BannerProps) {
  const line = new Line(theme, columns - rightMargin);
  line.add(` ${sign.glyph} `, sign.style).add(cleanLine(text), 'strong');
  return <Lines lines={[line.toString()]} />;
});
