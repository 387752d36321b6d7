import { render } from 'ink-testing-library';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Model, PickerState } from '../../src/picker/state.js';
import { Footer } from '../../src/ui/Footer.js';
import { ascii, bare, drawnLines, plain, type ScreenChanges } from '../support/drawing.js';
import { ownModel } from '../support/own-session.js';
import { directory, extras, modelOf, skill } from '../support/picker.js';

const footerOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes).at(-1);

describe('the footer', () => {
  it('is one line that can be drawn by itself', () => {
    const hints = [
      { key: 'space', words: 'switch', isAlways: false },
      { key: 'enter', words: 'open', isAlways: false },
      { key: 'esc', words: 'leave', isAlways: true },
    ];
    const frame = (columns: number) =>
      bare(render(<Footer hints={hints} columns={columns} theme={plain} />).lastFrame() ?? '');
    expect(frame(40)).toBe(' space switch  enter open  esc leave');
    expect(frame(30)).toBe(' space switch  esc leave');
    expect(frame(10)).toBe(' esc leave');
  });

  it('offers no switch in a session that is gone', () => {
    const gone = ownModel({ link: { kind: 'gone', reason: 'no' } });
    expect(footerOf(gone)).toBe(' ←→ tool  enter open  ^o sessions  ^t kind  ^f show  ? help  esc leave');
  });

  const made: PickerState['journal'] = [{ key: 0, made: [], history: 'embedded' }];

  const states: [name: string, changes: ScreenChanges, expected: string][] = [
    [
      'something to undo',
      { state: { journal: made } },
      ' space switch  ←→ tool  ^x all shown  enter open  ^/ undo  ? help  esc leave',
    ],
    ['80 columns', {}, ' space switch  ←→ tool  ^x all shown  enter open  ^o sessions  ? help  esc leave'],
    ['40 columns', { size: { columns: 40, rows: 10 } }, ' space switch  ? help  esc leave'],
    [
      '200 columns',
      { size: { columns: 200, rows: 60 } },
      ' space switch  ←→ tool  ^x all shown  enter open  ^o sessions  ^t kind  ^f show  ? help  esc leave',
    ],
    [
      'a query with the focus',
      { state: { query: { text: 'r', at: 1 }, focus: 'query' } },
      ' space next word  tab switch  ^x all shown  enter open  ? help  esc clear',
    ],
    [
      'a query without the focus',
      { state: { query: { text: 'r', at: 1 } } },
      ' space switch  ←→ tool  ^x all shown  enter open  ^o sessions  ? help  esc clear',
    ],
    [
      'a chosen cell',
      { state: { tool: 'codex' } },
      ' space switch in Codex  ←→ tool  ^x all shown  ? help  esc leave the cell',
    ],
    [
      'the tab of a tool',
      { state: { tab: 'opencode' } },
      ' space switch in opencode  ←→ tool  ^x all shown  enter open  ? help  esc leave',
    ],
    [
      'the heading of a folder',
      { state: { cursor: { id: '.agents/skills', index: 0 } } },
      ' space switch folder  ^x all shown  enter open  ^o sessions  ? help  esc leave',
    ],
    [
      'the heading of a plugin',
      { state: { cursor: { id: 'acme-tools', index: 6 } } },
      ' space switch plugin  ^x all shown  enter open  ^o sessions  ? help  esc leave',
    ],
    [
      'something to put back',
      { state: { lost: [{ id: 'a', enabled: false, scope: 'session' }] } },
      ' ^y put back  space switch  ←→ tool  ^x all shown  enter open  ? help  esc leave',
    ],
    ['choosing one', { isPicking: true }, ' enter choose  ^o sessions  ^t kind  ^f show  ? help  esc leave'],
    [
      'the batch question',
      { state: { view: { type: 'batch', ids: ['release-notes'] } } },
      ' o all on  f all off  ? help  esc cancel',
    ],
    [
      'the detail view',
      { state: { view: { type: 'detail', id: 'relay', problem: null, top: 0 } } },
      ' space switch  e edit  o setting  n next  p previous  ↓ scroll  ? help  esc close',
    ],
    [
      'the help',
      { state: { view: { type: 'help', at: 0, top: 0, under: { type: 'list' } } } },
      ' enter run  esc close',
    ],
    [
      'the chooser',
      { state: { view: { type: 'chooser', choices: [], key: null, query: { text: '', at: 0 } } } },
      ' enter open  ? help  esc close',
    ],
  ];

  it.each(states)('at %s', (_name, changes, expected) => {
    const size = changes.size ?? { columns: 84, rows: 24 };
    expect(footerOf(ownModel(), { ...changes, size })).toBe(expected);
  });

  it('names the arrows in ASCII', () => {
    expect(drawnLines(ownModel(), {}, ascii).at(-1)).toContain('left/right tool');
  });

  const broken = () =>
    modelOf(
      [
        directory(
          'd',
          [skill('a')],
          extras({ problems: [{ uri: 'file:///x', message: 'a', severity: 'error' }] }),
        ),
      ],
      {},
      { problems: [{ message: 'b', severity: 'error' }] },
    );
  const problem = { uri: 'file:///x', line: null, message: 'a', code: null, severity: 'error' } as const;
  const brokenOnly = { showing: 'broken' } as const;
  const nowhere: [name: string, model: Model, state: Partial<PickerState>][] = [
    ['a broken file', broken(), brokenOnly],
    ['a label', broken(), { ...brokenOnly, cursor: { id: '\0settings', index: 2 } }],
    ['an open problem', broken(), { view: { type: 'detail', id: '\0d\x000', problem, top: 0 } }],
    ['an empty list', ownModel(), { query: { text: 'zzz', at: 3 }, focus: 'query' }],
    ['a list that is still waited for', { ...ownModel(), waitingFor: 'Connecting.' }, {}],
    ['the list of a host that is gone', { ...ownModel(), link: { kind: 'gone', reason: 'x' } }, {}],
  ];

  it.each(nowhere)('does not offer to switch on %s', (_name, model, state) => {
    const footer = footerOf(model, { state });
    expect(footer).not.toMatch(/\bswitch\b/);
    expect(footer).toMatch(/\? help {2}esc \w+$/);
  });

  it('offers to switch all that is shown only if that is more than folders and plugins', () => {
    const footer = (text: string) => footerOf(ownModel(), { state: { query: { text, at: text.length } } });
    expect(footer('type:plugin')).toContain('switch plugin');
    expect(footer('type:plugin')).not.toContain('all shown');
    expect(footer('type:plugin,skill')).toContain('^x all shown');
  });

  it('offers nothing to open in an empty list', () => {
    const footer = footerOf(ownModel(), { state: { query: { text: 'zzz', at: 3 }, focus: 'query' } });
    expect(footer).not.toMatch(/open|all shown/);
  });

  it('offers to switch a folder whose broken files are listed', () => {
    const state = { ...brokenOnly, cursor: { id: 'd', index: 2 } };
    expect(footerOf(broken(), { state })).toMatch(/^ space switch folder /);
  });

  it('always has help and leave', () => {
    for (let columns = 30; columns < 220; columns += 1) {
      const footer = footerOf(ownModel(), { size: { columns, rows: 24 } }) ?? '';
      expect(footer).toMatch(/\? help {2}esc leave$/);
      expect(stringWidth(footer)).toBeLessThan(columns);
    }
  });
});
