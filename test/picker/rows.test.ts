import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/picker/rows.js';
import { buildRows, isOfKind } from '../../src/picker/rows.js';
import { type KindFilter, kinds, type PickerState, type Showing } from '../../src/picker/state.js';
import {
  agent,
  directory,
  extras,
  modelOf,
  type Node,
  plugin,
  server,
  skill,
  stateOf,
} from '../support/picker.js';

const typed = (text: string): Pick<PickerState, 'query'> => ({ query: { text, at: text.length } });

/** Rows in short: headers and labels in brackets, problems with a bang. */
function short(row: Row): string {
  switch (row.type) {
    case 'entry':
      return row.entry.name;
    case 'header':
      return `[${row.container.name} ${row.counts.on}/${row.counts.off}]`;
    case 'label':
      return `[${row.text}]`;
    case 'problem':
      return `!${row.problem.message}`;
  }
}

function rowsOf(nodes: Node[], changes: Partial<PickerState> = {}, meta?: Record<string, unknown>): string[] {
  return buildRows(modelOf(nodes, {}, meta), stateOf(changes)).rows.map(short);
}

const mixture = [
  directory('skills', [skill('a'), skill('b', { enabled: false })]),
  directory('agents', [agent('x')], { contents: 'agent' }),
  directory('rules', [{ type: 'rule', id: 'r', name: 'r', uri: 'file:///r' }], { contents: 'rule' }),
  plugin('pack', [skill('p'), server('s')], { enabled: false }),
  server('bare'),
];

describe('kinds', () => {
  const shown: [kind: KindFilter, rows: string[]][] = [
    ['usual', ['[skills 1/1]', 'a', 'b', '[agents 1/0]', 'x', '[pack 0/1]', 'p']],
    ['skills', ['[skills 1/1]', 'a', 'b', '[pack 0/1]', 'p']],
    ['agents', ['[agents 1/0]', 'x']],
    ['other', ['[rules 1/0]', 'r', '[pack 0/1]', 's', '[in no container]', 'bare']],
    [
      'all',
      [
        '[skills 1/1]',
        'a',
        'b',
        '[agents 1/0]',
        'x',
        '[rules 1/0]',
        'r',
        '[pack 0/2]',
        'p',
        's',
        '[in no container]',
        'bare',
      ],
    ],
  ];

  it.each(shown)('%s', (kind, rows) => {
    expect(rowsOf(mixture, { kind })).toEqual(rows);
  });

  it('accept every type, even an unknown one', () => {
    for (const type of ['skill', 'agent', 'prompt', 'rule', 'hook', 'mcpServer', 'command', 'zzz']) {
      expect(kinds.filter((kind) => isOfKind(type, kind)).length).toBeGreaterThanOrEqual(2);
    }
  });

  it('have no label if there is no row above', () => {
    expect(rowsOf([server('bare')], { kind: 'other' })).toEqual(['bare']);
  });
});

describe('empty containers', () => {
  it.each([
    ['usual', ['[none 0/0]', '[unread 0/0]']],
    ['agents', []],
    ['all', ['[none 0/0]', '[unread 0/0]', '[plug 0/0]']],
  ] as const)('are shown if they could hold the kind %s', (kind, rows) => {
    const nodes = [directory('none', []), directory('unread', undefined), plugin('plug', [])];
    expect(rowsOf(nodes, { kind })).toEqual(rows);
  });

  it('are hidden while the list is filtered by state', () => {
    expect(rowsOf([directory('none', [])], { showing: 'on' })).toEqual([]);
  });
});

describe('states', () => {
  const shown: [showing: Showing, rows: string[]][] = [
    ['on', ['[skills 1/0]', 'a', '[agents 1/0]', 'x']],
    ['off', ['[skills 0/1]', 'b', '[pack 0/1]', 'p']],
    ['problems', []],
  ];

  it.each(shown)('%s', (showing, rows) => {
    expect(rowsOf(mixture, { showing })).toEqual(rows);
  });
});

describe('problems', () => {
  const bad = (message: string) =>
    extras({ problems: [{ message, uri: `file:///x/${message}/SKILL.md`, line: 2 }] });
  const broken = [
    directory('d', [skill('ok'), skill('odd', bad('odd-one'))], bad('unreadable')),
    directory('clean', [skill('fine')]),
    { ...server('bare'), ...bad('no-command') },
    plugin('failed', [], { load: { kind: 'error', message: 'boom' } }),
  ];

  it('are listed under their owner, for containers of every kind', () => {
    expect(rowsOf(broken, { showing: 'problems', kind: 'all' }, { problems: [{ message: 'torn' }] })).toEqual(
      [
        '[the session as a whole]',
        '!torn',
        '[d 1/0]',
        '!unreadable',
        'odd',
        '!odd-one',
        '[failed 0/0]',
        '!boom',
        '[in no container]',
        'bare',
        '!no-command',
      ],
    );
  });

  it('are found by their address and their message', () => {
    expect(rowsOf(broken, { showing: 'problems', kind: 'all', ...typed('BOOM') })).toEqual(['!boom']);
    expect(rowsOf(broken, { showing: 'problems', kind: 'all', ...typed('skill.md unread') })).toEqual([
      '!unreadable',
    ]);
    expect(rowsOf(broken, { showing: 'problems', kind: 'all', ...typed('boom is:broken') })).toEqual([
      '!boom',
    ]);
    expect(rowsOf(broken, { showing: 'problems', kind: 'all', ...typed('is:shadowed') })).toEqual([]);
    expect(rowsOf(broken, { showing: 'problems', kind: 'all', ...typed('odd') })).toEqual([
      'odd',
      '!odd-one',
    ]);
  });

  it('have ids that no entry or container can have', () => {
    const { rows } = buildRows(modelOf(broken), stateOf({ showing: 'problems', kind: 'all' }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});

describe('a query', () => {
  it('ranks without headers', () => {
    const nodes = [directory('d', [skill('note-taker'), skill('notes'), skill('release-notes')])];
    expect(rowsOf(nodes, typed('notes'))).toEqual(['notes', 'release-notes']);
  });

  it('of separators alone finds everything, in groups', () => {
    expect(rowsOf(mixture, typed(' -_,. '))).toEqual(rowsOf(mixture));
  });

  it.each([
    ['is:off', ['[skills 0/1]', 'b', '[pack 0/1]', 'p']],
    ['!pack', ['[skills 1/1]', 'a', 'b', '[agents 1/0]', 'x']],
    ['type:rule', ['[rules 1/0]', 'r']],
    ['sort:name', ['a', 'b', 'p', 'x']],
    ['in:pack type:all', ['[pack 0/2]', 'p', 's']],
    ['is:of type:sk', ['[skills 1/1]', 'a', 'b', '[agents 1/0]', 'x', '[pack 0/1]', 'p']],
    ['is:foo', ['[skills 1/1]', 'a', 'b', '[agents 1/0]', 'x', '[pack 0/1]', 'p']],
    ['is:off sort:name', ['b', 'p']],
  ])('%s filters or sorts', (text, rows) => {
    expect(rowsOf([...mixture, directory('none', [])], typed(text))).toEqual(rows);
  });

  it('keeps rows that were switched here', () => {
    expect(rowsOf(mixture, { ...typed('is:off in:skills'), sticky: new Set(['a', 'x']) })).toEqual([
      '[skills 1/1]',
      'a',
      'b',
    ]);
  });

  it('returns the words to highlight', () => {
    const { words, isRanked } = buildRows(modelOf(mixture), stateOf(typed('Foo-bar')));
    expect([words.map(({ text }) => text), isRanked]).toEqual([['foo', 'bar'], true]);
  });
});

describe('counts', () => {
  const priced = (id: string, tokens: number, fields = {}) =>
    skill(id, { ...extras({ details: { tokens } }), ...fields });

  it('count the rows that are shown, and tokens of those that are on', () => {
    const nodes = [directory('d', [priced('a', 10), priced('b', 5, { enabled: false }), agent('x')])];
    expect(buildRows(modelOf(nodes), stateOf())).toMatchObject({
      shown: 3,
      counts: { on: 2, mixed: 0, off: 1, unused: 0 },
      tokens: 10,
    });
    expect(buildRows(modelOf(nodes), stateOf({ kind: 'agents' }))).toMatchObject({ shown: 1, tokens: null });
  });
});
