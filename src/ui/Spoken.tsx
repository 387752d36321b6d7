/** The screen for screen readers: no columns and no glyphs, one sentence on each line. */

import { memo } from 'react';
import { Lines } from './Lines.js';
import type { Screen } from './screen.js';
import { spokenLines } from './spoken-lines.js';

export const Spoken = memo(function Spoken({ screen }: { screen: Screen }) {
  return <Lines lines={spokenLines(screen)} />;
});
