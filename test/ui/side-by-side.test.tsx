import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { columnsFor } from '../../src/text/row-columns.js';
import { previewOf } from '../../src/ui/Preview.js';
import { SideBySide } from '../../src/ui/SideBySide.js';
import { TooSmall } from '../../src/ui/TooSmall.js';
import { bare, plain, screenOf } from '../support/drawing.js';
import { ownModel } from '../support/own-session.js';

const linesOf = (frame: string | undefined) =>
  bare(frame ?? '')
    .split('\n')
    .map((line) => line.trimEnd());

describe('the list and the preview', () => {
  it('are joined line by line, and the preview begins beside the heads', () => {
    const state = { cursor: { id: 'release-notes', index: 1 } };
    const screen = screenOf(ownModel(), { size: { columns: 140, rows: 24 }, state });
    const { rows, model } = screen;
    const at = columnsFor({ columns: 60, widestName: 13, widestType: 5, tools: 3 });
    const shared = { tools: model.tools, at, theme: plain };
    const filters = { kind: 'usual', showing: 'any', tab: null, hasQuery: false, isPicking: false } as const;
    const { lastFrame } = render(
      <SideBySide
        heads={{ ...shared, chosen: null }}
        list={{
          ...{ model, rows, ...filters, ...shared },
          ...{ tool: null, changed: new Map(), top: 0, cursor: 1, isQuiet: false, height: 3 },
        }}
        preview={{ ...previewOf(screen, plain), columns: 38, height: 4 }}
      />,
    );
    const lines = linesOf(lastFrame());
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line.charAt(60)).toBe('│');
    expect(lines[0]).toMatch(/ UM {2}cl cx oc +│ release-notes$/);
    expect(lines[1]).toMatch(/^ {3}\.agents\/skills .*│ skill · \.agents\/skills · this repo$/);
    expect(lines[2]).toMatch(/^ ▌ ◐ release-notes .*│$/);
  });
});

describe('a terminal that is too small', () => {
  it('shows how large it has to be, in exactly its size', () => {
    const { lastFrame } = render(<TooSmall size={{ columns: 24, rows: 4 }} theme={plain} />);
    const lines = linesOf(lastFrame());
    expect(lines).toHaveLength(4);
    expect(lines.join(' ').trim()).toBe('skillpick needs 30x6, this is 24x4; esc leaves');
    for (const line of lines) expect(line.length).toBeLessThan(24);
  });
});
