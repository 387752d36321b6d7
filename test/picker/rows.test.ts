import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orders } from '../../src/entries/query-values.js';
import { isOfKind } from '../../src/picker/kinds.js';
import type { Row } from '../../src/picker/rows.js';
import { buildRows } from '../../src/picker/rows.js';
import { type KindFilter, kinds, type PickerState, type Showing, showings } from '../../src/picker/state.js';
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
import { standing } from '../support/standing.js';

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
    ['other', ['[rules 1/0]', 'r', '[pack 0/1]', 's', '[in no folder]', 'bare']],
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
        '[in no folder]',
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
    ['differs', []],
    ['broken', []],
  ];

  it.each(shown)('%s', (showing, rows) => {
    expect(rowsOf(mixture, { showing })).toEqual(rows);
  });
});

/** A file that was left out, as its container reports it. */
const bad = (message: string, more: Record<string, unknown> = {}) =>
  extras({ problems: [{ message, uri: `file:///x/${message}/SKILL.md`, line: 2, ...more }] });

describe('broken files', () => {
  const nodes = [
    directory('d', [skill('ok'), skill('odd', bad('odd-one'))], bad('unreadable')),
    directory('clean', [skill('fine')]),
    { ...server('bare'), ...bad('no-command') },
    plugin('failed', [], { load: { kind: 'error', message: 'boom' } }),
  ];
  const torn = { problems: [{ message: 'torn' }] };

  it('are rows of their group, after its entries', () => {
    expect(rowsOf(nodes, { kind: 'all' }, torn)).toEqual([
      '[d 2/0]',
      'ok',
      'odd',
      '!unreadable',
      '[clean 1/0]',
      'fine',
      '[failed 0/0]',
      '!boom',
      '[in no folder]',
      'bare',
      '[settings]',
      '!torn',
    ]);
  });

  it('are shown alone, under their headings', () => {
    expect(rowsOf(nodes, { showing: 'broken', kind: 'all' }, torn)).toEqual([
      '[d 0/0]',
      '!unreadable',
      '[failed 0/0]',
      '!boom',
      '[settings]',
      '!torn',
    ]);
  });

  it.each(['on', 'differs', 'off'] as const)('are not shown among those that are: %s', (showing) => {
    expect(rowsOf(nodes, { showing, kind: 'all' }, torn).filter((row) => row.startsWith('!'))).toEqual([]);
  });

  it('are found by their address and their message', () => {
    for (const showing of ['any', 'broken'] as const) {
      expect(rowsOf(nodes, { showing, kind: 'all', ...typed('BOOM') })).toEqual(['!boom']);
      expect(rowsOf(nodes, { showing, kind: 'all', ...typed('skill.md unread') })).toEqual(['!unreadable']);
    }
    expect(rowsOf(nodes, { showing: 'on', kind: 'all', ...typed('unread') })).toEqual([]);
  });

  it('have ids that no entry or container can have', () => {
    const { rows } = buildRows(modelOf(nodes), stateOf({ kind: 'all' }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  /** The ids of the rows of broken files in a folder, and after them those of problems of the settings. */
  function idsOf(files: readonly string[], settings: readonly string[]): string[] {
    const torn = files.map((name) => ({ message: 'torn', uri: `file:///x/${name}/SKILL.md` }));
    const problems = settings.map((message) => ({ message, uri: 'file:///x/settings.json' }));
    const model = modelOf([directory('d', [skill('ok')], extras({ problems: torn }))], {}, { problems });
    const { rows } = buildRows(model, stateOf());
    return rows.filter(({ type }) => type === 'problem').map(({ id }) => id);
  }

  it('keep their ids while others come and go', () => {
    const all = idsOf(['first', 'second'], ['one', 'two']);
    expect(new Set(all).size).toBe(4);
    expect(idsOf(['second'], ['two'])).toEqual([all[1], all[3]]);
  });

  it('have ids of their own although they are equal', () => {
    expect(new Set(idsOf([], ['one', 'one', 'one'])).size).toBe(3);
  });

  it('do not repeat the problem of a file that is listed', () => {
    const listed = skill('a', { uri: 'file:///x/a/SKILL.md' });
    expect(rowsOf([directory('d', [listed], bad('a', { severity: 'warning' }))])).toEqual(['[d 1/0]', 'a']);
  });

  it('are of the kind that their folder holds', () => {
    const folders = [
      directory('skills', [], bad('bad-skill')),
      directory('agents', [], { contents: 'agent', ...bad('bad-agent') }),
    ];
    const shown = (kind: KindFilter) => rowsOf(folders, { kind }).filter((row) => row.startsWith('!'));
    expect(shown('skills')).toEqual(['!bad-skill']);
    expect(shown('agents')).toEqual(['!bad-agent']);
    expect(shown('other')).toEqual([]);
    expect(shown('usual')).toEqual(['!bad-skill', '!bad-agent']);
  });

  it('count as broken, and never as entries', () => {
    const { shown, counts, rows } = buildRows(modelOf(nodes, {}, torn), stateOf({ kind: 'all' }));
    expect([shown, counts]).toEqual([7, { on: 4, differ: 0, off: 0, shadowed: 0, broken: 3, unknown: 0 }]);
    expect(rows.find(({ id }) => id === 'd')).toMatchObject({ counts: { on: 2, broken: 1 } });
  });

  it('count nothing if they are only warnings', () => {
    const { shown, counts } = buildRows(
      modelOf([plugin('p', [skill('a')], { load: { kind: 'degraded', message: 'half of it' } })]),
      stateOf(),
    );
    expect([shown, counts.broken]).toEqual([1, 0]);
  });
});

describe('loading and failed plugins', () => {
  const nodes = [
    plugin('slow', [], { load: { kind: 'loading' } }),
    plugin('failed', [], { load: { kind: 'error', message: 'boom' } }),
    plugin('empty', []),
  ];

  it.each(kinds)('are shown on the kind %s', (kind) => {
    const shown = ['[slow 0/0]', '[failed 0/0]', '!boom', ...(kind === 'all' ? ['[empty 0/0]'] : [])];
    expect(rowsOf(nodes, { kind })).toEqual(shown);
  });

  it('are shown on every tab', () => {
    expect(rowsOf(nodes, { tab: 'codex' })).toEqual(['[slow 0/0]', '[failed 0/0]', '!boom']);
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

  it('returns the words to highlight', () => {
    const { query, order } = buildRows(modelOf(mixture), stateOf(typed('Foo-bar')));
    expect([query.words.map(({ text }) => text), order]).toEqual([['foo', 'bar'], 'rank']);
  });
});

describe('counts', () => {
  it('count the rows that are shown', () => {
    const nodes = [directory('d', [skill('a'), skill('b', { enabled: false }), agent('x')])];
    expect(buildRows(modelOf(nodes), stateOf())).toMatchObject({
      shown: 3,
      counts: { on: 2, differ: 0, off: 1, shadowed: 0, broken: 0, unknown: 0 },
    });
    expect(buildRows(modelOf(nodes), stateOf({ kind: 'agents' }))).toMatchObject({ shown: 1 });
  });

  const off = { enabled: false, inEffect: false };
  const shadowed = { inEffect: false, shadowedBy: 'other' };
  const refused = { inEffect: false, isRefused: true };
  const anyStanding = fc.constantFrom({}, off, shadowed, refused, { shadowedBy: 'other' });
  const anySkill = fc.tuple(anyStanding, anyStanding, fc.boolean());
  const anyGroup = fc.tuple(fc.array(anySkill, { maxLength: 5 }), fc.boolean(), fc.boolean());

  const groupOf = (
    [skills, isBroken, isPlugin]: [[object, object, boolean][], boolean, boolean],
    at: number,
  ) => {
    const children = skills.map(([claude, codex, isAlone], index) =>
      skill(
        `s${at}-${index}`,
        extras({ tools: [standing('claude', claude), ...(isAlone ? [] : [standing('codex', codex)])] }),
      ),
    );
    const fields = isBroken ? bad(`bad${at}`) : {};
    return isPlugin ? plugin(`g${at}`, children, fields) : directory(`g${at}`, children, fields);
  };

  it('add up to what is shown, in each group and in all', () => {
    fc.assert(
      fc.property(
        fc.array(anyGroup, { maxLength: 4 }),
        fc.constantFrom(...showings),
        fc.constantFrom(null, 'claude', 'codex'),
        fc.constantFrom('', 's1'),
        fc.constantFrom(...orders),
        (groups, showing, tab, query, sort) => {
          const state = stateOf({ showing, tab, sort, ...typed(query) });
          const { rows, shown, counts } = buildRows(modelOf(groups.map(groupOf)), state);
          const sum = (all: typeof counts) => Object.values(all).reduce((total, one) => total + one, 0);
          const isCounted = ({ type }: Row) => type === 'entry' || type === 'problem';
          expect(sum(counts)).toBe(shown);
          expect(shown).toBe(rows.filter(isCounted).length);
          const headers = rows.flatMap((row) => (row.type === 'header' ? [sum(row.counts)] : []));
          if (headers.length > 0) expect(headers.reduce((total, one) => total + one)).toBe(shown);
        },
      ),
    );
  });

  it('agree with the filters by state', () => {
    const nodes = [
      directory(
        'd',
        [
          skill('both', extras({ tools: [standing('claude'), standing('codex')] })),
          skill('differs', extras({ tools: [standing('claude'), standing('codex', off)] })),
          skill('neither', extras({ tools: [standing('claude', off), standing('codex', off)] })),
          skill('hidden', extras({ tools: [standing('claude', shadowed)] })),
          skill('refused', extras({ tools: [standing('claude', refused)] })),
        ],
        bad('left-out'),
      ),
    ];
    const shown = (showing: Showing) => rowsOf(nodes, { showing }).slice(1);
    expect(buildRows(modelOf(nodes), stateOf()).counts).toEqual({
      on: 1,
      differ: 1,
      off: 1,
      shadowed: 1,
      broken: 2,
      unknown: 0,
    });
    expect(shown('on')).toEqual(['both', 'differs']);
    expect(shown('differs')).toEqual(['differs']);
    expect(shown('off')).toEqual(['neither', 'hidden', 'refused']);
    expect(shown('broken')).toEqual(['refused', '!left-out']);
  });
});

describe('sorted by name', () => {
  const nodes = [
    directory('one', [skill('m'), skill('Z')], bad('broken')),
    directory('two', [skill('b'), agent('a')]),
    server('bare'),
  ];

  it('is one list, without headings, with broken files at the end', () => {
    expect(rowsOf(nodes, { sort: 'name' })).toEqual(['a', 'b', 'm', 'Z', '!broken']);
    expect(buildRows(modelOf(nodes), stateOf({ sort: 'name' })).order).toBe('name');
  });

  it('has no effect on a ranked list', () => {
    const query = typed('b');
    expect(rowsOf(nodes, { sort: 'name', ...query })).toEqual(rowsOf(nodes, query));
  });
});
