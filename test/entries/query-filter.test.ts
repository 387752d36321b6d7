import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/entries/entries.js';
import { addressable } from '../../src/entries/filter.js';
import { parseQuery } from '../../src/entries/query.js';
import { queryFilter } from '../../src/entries/query-filter.js';
import { matchesProblem } from '../../src/entries/query-problem.js';
import { abilitiesOf } from '../../src/protocol/versions.js';
import { agent, directory, extras, modelOf, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const inTools = (...tools: ReturnType<typeof standing>[]) => extras({ tools });
const off = { enabled: false };
const refused = { inEffect: false, isRefused: true };
const error = (uri: string) => ({ uri, message: 'bad', line: 1, severity: 'error' });

const { list } = modelOf([
  directory(
    '.agents/skills',
    [
      skill('both', inTools(standing('claude'), standing('codex'))),
      skill('differs', inTools(standing('claude', off), standing('codex'))),
      skill('off', inTools(standing('claude', off), standing('codex', off))),
      skill('codex-only', inTools(standing('codex'))),
      skill('refused', inTools(standing('claude', refused), standing('codex', refused))),
      skill('half-refused', inTools(standing('claude', refused), standing('codex'))),
      skill(
        'half-broken',
        extras({
          tools: [standing('claude', refused), standing('codex')],
          problems: [{ ...error('file:///repo/half-broken'), severity: 'warning' }],
        }),
      ),
      skill('shadowed', inTools(standing('claude', { inEffect: false, shadowedBy: 'both' }))),
      skill('either', inTools(standing('opencode', { shadowedBy: 'both' }))),
      skill('shadowed-off', inTools(standing('claude', { ...off, shadowedBy: 'both' }))),
      skill('odd'),
      skill('part', { uri: 'file:///repo/odd', range: { start: { line: 1 }, end: { line: 2 } } }),
      skill('warned', extras({ problems: [{ ...error('file:///repo/warned'), severity: 'warning' }] })),
      skill('wrong', extras({ problems: [error('file:///repo/wrong')] })),
    ],
    extras({ problems: [error('file:///repo/odd')] }),
  ),
  plugin('Acme Tools', [agent('helper', inTools(standing('claude')))], { uri: 'file:///opt/%41cme' }),
  directory('empty', []),
  server('bare'),
]);
const session = { abilities: abilitiesOf(undefined), host: { isOwn: true } };
const all = addressable(list, session);

const found = (text: string, entries: readonly Entry[] = list.entries): Entry[] => {
  const filter = queryFilter(parseQuery(text), { entries });
  return entries.flatMap((entry) => filter(entry) ?? []);
};
const idsOf = (text: string, entries?: readonly Entry[]) => found(text, entries).map(({ id }) => id);

describe('an operator', () => {
  it.each([
    [
      'is:on',
      [
        'both',
        'differs',
        'codex-only',
        'half-refused',
        'half-broken',
        'either',
        'odd',
        'part',
        'warned',
        'wrong',
        'helper',
        'bare',
      ],
    ],
    ['is:off', ['off', 'refused', 'shadowed', 'shadowed-off']],
    ['is:mixed', ['differs']],
    ['is:broken', ['refused', 'half-broken']],
    ['is:shadowed', ['shadowed', 'either']],
    ['is:on is:shadowed', ['either']],
    ['is:off !is:shadowed !is:broken', ['off', 'shadowed-off']],
    ['tool:opencode', ['either']],
    ['tool:oc is:off', []],
    ['tool:cl is:on', ['both', 'helper']],
    [
      'tool:cl is:off',
      ['differs', 'off', 'refused', 'half-refused', 'half-broken', 'shadowed', 'shadowed-off'],
    ],
    ['tool:cl is:mixed', []],
    ['tool:cl is:broken', ['refused', 'half-refused', 'half-broken']],
    ['tool:cl,oc is:shadowed', ['shadowed', 'either']],
    ['tool:cx !tool:cl', ['codex-only']],
    ['tool:kilo', []],
    ['type:agent', ['helper']],
    ['type:agent,mcp', ['helper', 'bare']],
    ['!type:skill', ['helper', 'bare']],
    ['!type:all', []],
    ['in:acme', ['helper']],
    ['in:"acme tools"', ['helper']],
    ['in:/opt/acme', ['helper']],
    ['in:acme in:.agents', []],
    ['!in:.agents', ['helper', 'bare']],
    ['in:bare', []],
    ['sort:name is:mixed', ['differs']],
    ['is:o is:mixed', ['differs']],
  ])('filters: %s', (text, ids) => {
    expect(idsOf(text)).toEqual(ids);
  });

  it.each(['', 'is:', 'is:foo', 'word', '!word', 'sort:name', 'type:all'])(
    'accepts everything: %j',
    (text) => {
      expect(found(text)).toEqual(list.entries);
    },
  );

  it.each([
    ['type:directory', ['.agents/skills', 'empty']],
    ['type:directory tool:codex', ['.agents/skills']],
    ['type:plugin tool:claude', ['Acme Tools']],
    ['type:directory !tool:codex', ['empty']],
    ['in:acme', ['Acme Tools', 'helper']],
  ])('judges a folder or plugin by its entries: %s', (text, ids) => {
    expect(idsOf(text, all)).toEqual(ids);
  });

  it('shows an entry as it is in the tools that it names', () => {
    const [entry] = found('tool:codex in:.agents is:on').filter(({ id }) => id === 'differs');
    expect(entry?.tools.map(({ id }) => id)).toEqual(['codex']);
    expect(entry).toMatchObject({ enabled: true, effectiveEnabled: true, isMixed: false });
  });

  it('never shows a tool that the list leaves out', () => {
    const limited = list.entries.map((entry) => entry.limitedTo(new Set(['claude'])));
    expect(idsOf('tool:codex', limited)).toEqual([]);
    const [both] = found('tool:claude,codex', limited);
    expect(both?.tools.map(({ id }) => id)).toEqual(['claude']);
  });

  it('keeps what was just switched, whatever its state is, if it passes the rest', () => {
    const filter = queryFilter(parseQuery('is:off type:skill'), { isKept: () => true });
    const ids = list.entries.flatMap((entry) => filter(entry) ?? []).map(({ id }) => id);
    expect(ids).toEqual(list.entries.filter(({ type }) => type === 'skill').map(({ id }) => id));
  });

  it('is the complement of its negation', () => {
    const operator = fc.constantFrom(
      ...['is:on', 'is:off', 'is:mixed', 'is:broken', 'is:shadowed', 'tool:cl', 'tool:cx,oc', 'type:agent'],
      ...['type:all', 'type:directory,plugin', 'in:acme', 'in:s', 'in:x'],
    );
    const others = fc.subarray(['is:on', 'in:a', '!type:agent', '!tool:oc', '!is:mixed']);
    fc.assert(
      fc.property(operator, others, (one, rest) => {
        const base = rest.join(' ');
        const halves = [...idsOf(`${base} ${one}`, all), ...idsOf(`${base} !${one}`, all)];
        // With tool:, the states are those in the tool, so only the places can be compared.
        fc.pre(!one.startsWith('tool:') || !base.includes('is:'));
        expect(halves.toSorted()).toEqual(idsOf(base, all).toSorted());
      }),
      { numRuns: 300 },
    );
  });
});

describe('the problem of a file that was left out', () => {
  const problem = {
    uri: 'file:///repo/.agents/skills/Relay%20Setup/SKILL.md',
    message: 'description is missing',
    severity: 'error',
  } as const;

  it.each([
    ['relay', true],
    ['relay missing', true],
    ['relay zebra', false],
    ["'relay setup", true],
    ['"description is"', true],
    ['^rel', true],
    ['^setup', false],
    ['!missing', false],
    ['!zebra', true],
    ['!^rel', false],
    ['is:broken', true],
    ['!is:broken', false],
    ['is:on', false],
    ['is:off', false],
    ['is:mixed', false],
    ['is:shadowed', false],
    ['!is:on', true],
    ['type:agent', true],
    ['!type:skill', true],
    ['in:.agents', true],
    ['in:.claude', false],
    ['!in:.agents', false],
    ['tool:claude', false],
    ['!tool:claude', true],
    ['is:o sort:name', true],
  ])('%s finds it: %s', (text, expected) => {
    expect(matchesProblem(parseQuery(text), problem)).toBe(expected);
  });

  it('is not broken if it is only a warning', () => {
    expect(matchesProblem(parseQuery('is:broken'), { ...problem, severity: 'warning' })).toBe(false);
  });

  it('is found by an address that is no file', () => {
    expect(matchesProblem(parseQuery('example'), { ...problem, uri: 'https://example.org/x' })).toBe(true);
  });
});
