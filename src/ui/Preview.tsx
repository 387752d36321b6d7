/** The preview beside the list: everything of the row with the cursor that fits, then its file. */

import { memo } from 'react';
import { fileOf } from '../picker/file-owner.js';
import type { Theme } from '../text/theme.js';
import { Lines } from './Lines.js';
import { type PreviewContent, previewContent } from './preview-lines.js';
import { rememberLast } from './remember.js';
import { layoutOf, type Screen } from './screen.js';
import { drawLine } from './view-lines.js';

const marginColumns = 1;

/** Returns exactly `height` lines of exactly `columns` columns. */
export const previewLines = rememberLast((props: PreviewContent): readonly string[] => {
  const { theme, columns, height } = props;
  const room = columns - 2 * marginColumns;
  const content = previewContent({ ...props, columns: room });
  const margin = ' '.repeat(marginColumns);
  return Array.from(
    { length: height },
    (_, index) => margin + drawLine(content[index] ?? [], room, theme) + margin,
  );
});

/** Returns what the preview of a screen shows, in a place of these columns and lines. */
export function previewOf(screen: Screen, theme: Theme): PreviewContent {
  const { state, model, rows, isPicking } = screen;
  const { previewColumns, listHeight, hasHeads } = layoutOf(screen);
  const row = rows.rows[state.cursor.index];
  return {
    row,
    file: row === undefined ? null : fileOf(state, row.id),
    list: model.list,
    tools: model.tools,
    directory: model.session.directory,
    home: model.home,
    clientId: model.clientId,
    isPicking,
    theme,
    columns: previewColumns,
    // It begins beside the heads of the columns.
    height: listHeight + (hasHeads ? 1 : 0),
  };
}

/**
 * The preview alone. The list and the preview together are one region.
 * @internal
 */
export const Preview = memo(function Preview(props: PreviewContent) {
  return <Lines lines={previewLines(props)} />;
});
