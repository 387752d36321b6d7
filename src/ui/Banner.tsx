/** The first line while the connection is lost: what happened, and when it is tried again, or which key helps. */

import { memo } from 'react';
import { withFullStop } from '../entries/describe.js';
import { keyFor } from '../picker/keymap.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { rightMargin } from '../text/row-columns.js';
import type { Sign, Theme } from '../text/theme.js';
import { firstFitting } from '../text/width.js';
import { Lines } from './Lines.js';
import type { Screen } from './screen.js';

/** The margins, the sign and the blank after it. */
const takenColumns = 3 + rightMargin;

/** Adds the reason if the text is not shortened. It comes last, because it may be cut. */
function lostBanner(next: string, reason: string, columns: number): string {
  const whole = `Connection lost, ${next}. Switches wait.`;
  const text = firstFitting([whole, `Connection lost, ${next}.`, `Lost, ${next}`], columns);
  return text === whole && reason !== '' ? `${whole} (${reason})` : text;
}

function goneBanner(reason: string, columns: number): string {
  const key = keyFor('choose');
  return firstFitting(
    [
      `The session is gone: ${cleanLine(withFullStop(reason))} ${key} opens another.`,
      `Gone: ${cleanLine(withFullStop(reason))} ${key} opens another.`,
      `The session is gone. ${key} opens another.`,
      `Session gone. ${key} opens another.`,
      `Session gone: ${key}`,
    ],
    columns,
  );
}

/** Returns what to say about the connection, as long as fits; null while it works, or while none was made yet. */
export function bannerOf({ model, nowMs, size }: Pick<Screen, 'model' | 'nowMs' | 'size'>): string | null {
  const { link, waitingFor } = model;
  const columns = size.columns - takenColumns;
  if (waitingFor !== null) return null;
  switch (link.kind) {
    case 'live':
      return null;
    case 'connecting':
      return lostBanner('trying again', '', columns);
    case 'waiting': {
      const seconds = Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1000));
      return lostBanner(`next try in ${seconds} s`, link.reason, columns);
    }
    case 'gone':
      return goneBanner(link.reason, columns);
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
