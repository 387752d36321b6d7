/** The list under the heads of its columns, and the preview beside them, joined line by line. */

import { memo } from 'react';
import { paint } from '../text/theme.js';
import { padEnd } from '../text/width.js';
import { type ColumnHeadsProps, headsLine } from './ColumnHeads.js';
import { Lines } from './Lines.js';
import { type ListProps, listLines } from './List.js';
import { previewLines } from './Preview.js';
import { rememberLast } from './remember.js';
import { hasSameFields } from './same-fields.js';

interface SideBySideProps {
  heads: ColumnHeadsProps;
  list: ListProps;
  preview: Parameters<typeof previewLines>[0];
}

/** The list stays as it is while the file of the preview is read. */
const lastList = rememberLast(listLines);

function joinedLines({ heads, list, preview }: SideBySideProps): string[] {
  const { theme, at } = list;
  const divider = paint(theme, 'dim', theme.glyphs.divider);
  const right = previewLines(preview);
  return [headsLine(heads), ...lastList(list)].map(
    (line, index) => padEnd(line, at.columns) + divider + (right[index] ?? ''),
  );
}

export const SideBySide = memo(
  function SideBySide(props: SideBySideProps) {
    return <Lines lines={joinedLines(props)} />;
  },
  (before, after) =>
    hasSameFields(before.heads, after.heads) &&
    hasSameFields(before.list, after.list) &&
    hasSameFields(before.preview, after.preview),
);
