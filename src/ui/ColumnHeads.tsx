/** The heads above the badges and the cells. */

import { memo } from 'react';
import { drawHeads } from '../text/cells.js';
import type { RowColumns } from '../text/row-columns.js';
import type { Theme } from '../text/theme.js';
import { Lines } from './Lines.js';
import { toolHead } from './list-columns.js';

export interface ColumnHeadsProps {
  tools: readonly string[];
  /** The tool that is switched alone; null: all. */
  chosen: string | null;
  at: RowColumns;
  theme: Theme;
}

export function headsLine({ tools, chosen, at, theme }: ColumnHeadsProps): string {
  return drawHeads(tools.map(toolHead), chosen === null ? null : tools.indexOf(chosen), at, theme);
}

export const ColumnHeads = memo(function ColumnHeads(props: ColumnHeadsProps) {
  return <Lines lines={[headsLine(props)]} />;
});
