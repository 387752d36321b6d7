/** The line above the footer: what was done, what failed, or how far a batch is. A long message takes more lines. */

import { memo } from 'react';
import type { Notice } from '../picker/state.js';
import type { Theme } from '../text/theme.js';
import { Lines } from './Lines.js';
import { messageLines } from './message.js';

interface MessageLineProps {
  message: Notice | null;
  columns: number;
  /** How many lines it may take. */
  most: number;
  theme: Theme;
}

export const MessageLine = memo(function MessageLine({ message, columns, most, theme }: MessageLineProps) {
  return <Lines lines={messageLines(message, columns, most, theme)} />;
});
