/** The regions of the list: the query, the heads, the rows, and beside or under them what is known of the row. */

import type { Theme } from '../text/theme.js';
import type { Bottom } from './bottom.js';
import { ColumnHeads } from './ColumnHeads.js';
import { Lines } from './Lines.js';
import { List } from './List.js';
import { cellTools, listColumns } from './list-columns.js';
import { previewOf } from './Preview.js';
import { QueryLine } from './QueryLine.js';
import { SideBySide } from './SideBySide.js';
import { layoutOf, type Screen } from './screen.js';
import { ruleLine, UnderList } from './UnderList.js';

interface ListViewProps {
  screen: Screen;
  bottom: Bottom;
  theme: Theme;
}

function Rows({ screen, bottom, theme }: ListViewProps) {
  const { state, model, rows, isPicking } = screen;
  const { kind, showing, tab, tool, changed, cursor } = state;
  const layout = layoutOf(screen);
  const tools = cellTools(screen);
  const at = listColumns(model.list, kind, tools.length, layout.listColumns);
  const heads = { tools, chosen: tool ?? tab, at, theme };
  const hasQuery = state.query.text.trim() !== '';
  const filters = { kind, showing, tab, hasQuery, tool, changed, isPicking };
  const { top, fromList } = bottom;
  const height = layout.listHeight - fromList;
  const isQuiet = state.focus === 'query' && !isPicking;
  const list = { model, rows, tools, ...filters, top, cursor: cursor.index, isQuiet, height, at, theme };
  if (layout.previewColumns > 0)
    return <SideBySide heads={heads} list={list} preview={previewOf(screen, theme)} />;
  return (
    <>
      {layout.hasHeads && <ColumnHeads {...heads} />}
      <List {...list} />
    </>
  );
}

function Details({ screen, bottom, theme }: ListViewProps) {
  const { state, model, rows, isPicking, size } = screen;
  const { detailLines } = layoutOf(screen);
  if (detailLines === 0) return null;
  if (bottom.fromDetails > 0) {
    const blanks = Array.from({ length: detailLines - bottom.fromDetails }, () => '');
    return <Lines lines={[ruleLine(size.columns, theme), ...blanks]} />;
  }
  const row = rows.rows[state.cursor.index];
  return <UnderList {...{ row, model, isPicking, theme }} columns={size.columns} height={detailLines} />;
}

export function ListView(props: ListViewProps) {
  const { state, rows, size } = props.screen;
  const { query, kind, showing, focus } = state;
  const { shown, counts, order } = rows;
  return (
    <>
      <QueryLine
        {...{ query, kind, showing, order, shown, counts }}
        hasFocus={focus === 'query'}
        columns={size.columns}
        theme={props.theme}
      />
      <Rows {...props} />
      <Details {...props} />
    </>
  );
}
