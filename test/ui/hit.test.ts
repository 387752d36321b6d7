import { describe, expect, it } from 'vitest';
import { hitAt } from '../../src/ui/hit.js';
import type { Screen } from '../../src/ui/screen.js';
import { bare, drawScreen, plain, type ScreenChanges, screenOf } from '../support/drawing.js';
import { ownModel } from '../support/own-session.js';

const here = { scope: 'workspace' } as const;
const screenAt = (columns: number, rows: number, changes: ScreenChanges = {}): Screen =>
  screenOf(ownModel(), { ...changes, size: { columns, rows }, state: { ...here, ...changes.state } });

/** Where a text is on the screen, counted from 0. */
function find(screen: Screen, text: string): [column: number, row: number] {
  const lines = drawScreen(screen, plain).map(bare);
  const row = lines.findIndex((line) => line.includes(text));
  return [lines[row]?.indexOf(text) ?? -1, row];
}

describe('the mouse', () => {
  it.each([
    [80, 24],
    [120, 40],
    [50, 10],
    [200, 60],
  ])('finds rows at %i columns and %i rows', (columns, rows) => {
    const screen = screenAt(columns, rows);
    for (const [text, index] of [
      ['.agents/skills', 0],
      ['release-check', 2],
      ['relay-setup', 3],
      ['planner', 5],
    ] as const)
      expect(hitAt(screen, ...find(screen, text))).toEqual({ type: 'point', index });
  });

  it.each([
    [80, 24],
    [120, 40],
    [50, 14],
  ])('finds cells at %i columns and %i rows', (columns, rows) => {
    const screen = screenAt(columns, rows);
    const [, row] = find(screen, '◐ release-notes');
    const line = bare(drawScreen(screen, plain)[row] ?? '');
    const on = line.indexOf('●');
    const off = line.indexOf('○');
    expect(hitAt(screen, on, row)).toEqual({ type: 'point-cell', index: 1, tool: 'codex' });
    expect(hitAt(screen, off, row)).toEqual({ type: 'point-cell', index: 1, tool: 'opencode' });
    expect(hitAt(screen, on - 3, row)).toEqual({ type: 'point', index: 1 });
  });

  it('finds no cells on a heading, or while one is chosen to print', () => {
    const screen = screenAt(80, 24);
    const [, row] = find(screen, 'release-notes');
    const column = bare(drawScreen(screen, plain)[row] ?? '').indexOf('●');
    expect(hitAt(screen, column, row - 1)).toEqual({ type: 'point', index: 0 });
    expect(hitAt({ ...screen, isPicking: true }, column, row)).toEqual({ type: 'point', index: 1 });
  });

  it('finds rows of a list that is scrolled', () => {
    const screen = screenAt(80, 24);
    expect(hitAt({ ...screen, state: { ...screen.state, top: 2 } }, 6, 3)).toEqual({
      type: 'point',
      index: 2,
    });
  });

  it.each([
    [120, 'All 5', null],
    [120, 'Claude Code', 'claude'],
    [120, 'opencode', 'opencode'],
    [60, 'cx 1', 'codex'],
  ])('at %i columns finds the tab %s', (columns, text, tab) => {
    const screen = screenAt(columns, 24);
    expect(hitAt(screen, ...find(screen, text))).toEqual({ type: 'point-tab', tab });
  });

  it('finds nothing elsewhere', () => {
    const screen = screenAt(120, 40);
    expect(hitAt(screen, ...find(screen, 'skillpick'))).toBeNull();
    expect(hitAt(screen, ...find(screen, 'this repo'))).toBeNull();
    expect(hitAt(screen, 5, 1)).toBeNull();
    expect(hitAt(screen, 5, 2)).toBeNull();
    expect(hitAt(screen, 5, 30)).toBeNull();
    expect(hitAt(screen, 5, 39)).toBeNull();
    expect(hitAt(screen, 100, 4)).toBeNull();
  });

  it('finds nothing in other views, behind a banner, or in a terminal that is too small', () => {
    const help = { view: { type: 'help', at: 0, top: 0, under: { type: 'list' } } } as const;
    expect(hitAt(screenAt(80, 24, { state: help }), 5, 4)).toBeNull();
    expect(hitAt(screenAt(20, 4), 5, 3)).toBeNull();
    const screen = screenAt(80, 24);
    const lost = { ...screen, model: { ...screen.model, link: { kind: 'connecting' } as const } };
    expect(hitAt(lost, ...find(screen, 'All 5'))).toBeNull();
  });

  it('finds no row under a message', () => {
    const notice = { text: 'a long story '.repeat(20), tone: 'bad' } as const;
    const screen = screenAt(50, 10, { state: { notice } });
    expect(hitAt(screen, 6, 5)).not.toBeNull();
    expect(hitAt(screen, 6, 6)).toBeNull();
  });

  it('finds the row with the cursor above a message that would cover it', () => {
    const notice = { text: 'a long story '.repeat(20), tone: 'bad' } as const;
    const screen = screenAt(50, 10, { state: { notice, cursor: { id: 'planner', index: 5 } } });
    const [column, row] = find(screen, '▌');
    expect(row).toBe(5);
    expect(hitAt(screen, column, row)).toEqual({ type: 'point', index: 5 });
  });
});
