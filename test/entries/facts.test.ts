import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/entries/facts.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

/** The facts about the entry with this id, by label. */
function facts(id: string, ...nodes: Node[]): Record<string, string[]> {
  const { entries } = modelOf(nodes).list;
  const found: Record<string, string[]> = {};
  for (const { label, text } of factsOf(entries.find((entry) => entry.id === id)!, entries)) {
    found[label] = [...(found[label] ?? []), text];
  }
  return found;
}

describe('why it is off', () => {
  it.each([
    ['it is on', {}, {}, undefined],
    ['itself', { enabled: false }, {}, 'It is switched off itself.'],
    ['its container', {}, { enabled: false }, 'Its plugin p is off; switch that on to use it.'],
    ['both', { enabled: false }, { enabled: false }, 'It is switched off itself, and so is its plugin p.'],
  ])('%s', (_what, own, container, expected) => {
    expect(facts('s', plugin('p', [skill('s', own)], container))['why']?.[0]).toBe(expected);
  });

  it('names the decision that counts', () => {
    const enablement = [
      { kind: 'session', enabled: false },
      { kind: 'workspace', enabled: true, uri: 'file:///repo' },
      { kind: 'galactic', enabled: true },
    ];
    expect(facts('p1', plugin('p', [server('p1', { enablement })]))['switched']).toEqual([
      'off for this session, else on for this workspace, else on galactic',
    ]);
  });
});

it('says who may invoke it, and nothing for a type without gates', () => {
  const read = extras({ tools: [standing('claude')] });
  expect(facts('s', directory('d', [skill('s', read)]))['use']).toHaveLength(1);
  expect(facts('m', server('m'))['use']).toBeUndefined();
  expect(facts('m', server('m'))['server']).toEqual(['It is ready.']);
});

it.each([
  ['this repo: d', directory('d', [skill('s', extras({ from: 'repo' }))])],
  ['yours: d', directory('d', [skill('s', extras({ from: 'user' }))])],
  ['d', directory('d', [skill('s')])],
  ['this repo: plugin p 1.2', plugin('p', [skill('s', extras({ from: 'repo' }))], { version: '1.2' })],
  ['plugin p 1.2', plugin('p', [skill('s', extras({ from: 'user' }))], { version: '1.2' })],
  ['yours', { ...server('s'), ...extras({ from: 'user' }) }],
])('says where it comes from: %s', (expected, node) => {
  expect(facts('s', node)['from']).toEqual([expected]);
});

it('says when a rule applies', () => {
  const rule = { ...skill('s'), type: 'rule', alwaysApply: true };
  expect(facts('s', directory('d', [rule]))['applies']).toEqual(['always']);
});

it('says who published its container', () => {
  expect(facts('s', plugin('p', [skill('s')], { clientId: 'vscode-1' }))['from']).toEqual([
    'plugin p, published by vscode-1',
  ]);
});

describe('the line of a tool', () => {
  const lineOf = (changes: Partial<ToolStanding>, container = {}) => {
    const node = skill('s', extras({ tools: [standing('claude', changes)] }));
    const other = skill('other', { uri: 'file:///repo/other/SKILL.md' });
    return facts('s', plugin('acme', [node, other], container))['Claude Code']?.[0];
  };
  const why = { file: '/repo/.claude/settings.json', line: 4, text: 'skillOverrides.s = "off"' };
  const unswitchable = { switchable: [], note: 'it comes with Claude Code' };

  it.each<[string, Partial<ToolStanding>, string]>([
    ['on', { invoke: '/s' }, `on; /s`],
    [
      'off',
      { enabled: false, why, switchable: ['workspace'] },
      'off; set by /repo/.claude/settings.json:4 skillOverrides.s = "off"; can be switched only for this repo',
    ],
    [
      'off by a setting without a line',
      { enabled: false, why: { ...why, line: null }, switchable: ['global'] },
      'off; set by /repo/.claude/settings.json skillOverrides.s = "off"; can be switched only everywhere',
    ],
    [
      'shadowed, with a command that runs the other',
      { invoke: '/s', inEffect: false, shadowedBy: 'other' },
      `shadowed by /repo/other/SKILL.md`,
    ],
    ['shadowed', { inEffect: false, shadowedBy: 'other' }, `shadowed by /repo/other/SKILL.md`],
    [
      'shadowed by what is not listed',
      { inEffect: false, shadowedBy: 'gone' },
      `shadowed by another entry of its name`,
    ],
    ['either of two', { shadowedBy: 'other' }, `on, but it may use /repo/other/SKILL.md instead`],
    [
      'refused',
      { invoke: '/s', inEffect: false, isRefused: true, note: 'it has no description' },
      `refused: it has no description`,
    ],
    [
      'not used',
      { inEffect: false, note: 'it is not approved' },
      `switched on but not used: it is not approved`,
    ],
    [
      'disobeyed',
      { enabled: false, inEffect: true, note: 'no trust' },
      `switched off but still used: no trust`,
    ],
    ['fixed', unswitchable, 'on; cannot be switched: it comes with Claude Code'],
    [
      'for the user alone',
      { invoke: '/s', modelInvocable: false },
      `on; /s; the model may not use it by itself`,
    ],
    ['for the model alone', { invoke: '/s', userInvocable: false }, `on; you may not invoke it`],
    ['with a remark', { note: 'it is renamed there' }, `on; it is renamed there`],
  ])('%s', (_what, changes, expected) => {
    expect(lineOf(changes)).toBe(expected);
  });

  it('names the container that keeps it off', () => {
    const off = { enabled: false, switchable: [] };
    expect(lineOf(off, extras({ tools: [standing('claude', off)] }))).toBe('off with acme');
  });

  it('has no gates for a type without them', () => {
    const tools = [standing('claude', { modelInvocable: false, switchable: ['global'] })];
    expect(facts('m', server('m', extras({ tools })))['Claude Code']).toEqual([
      'on; can be switched only everywhere',
    ]);
  });
});

it('names the others of the same name, before and after it', () => {
  const nodes = [
    directory('d', [skill('s', { name: 'n' })]),
    directory('e', [agent('t', { name: 'n', ...extras({ duplicateOf: 's' }) })]),
  ];
  expect(facts('s', ...nodes)['comes before']).toEqual([
    'agent n in e, file:///repo/t, which has the same name',
  ]);
  expect(facts('t', ...nodes)['comes after']).toEqual([
    'skill n in d, file:///repo/s, which has the same name',
  ]);
});

it('leaves the others of the same name to the lines of the tools, if there are any', () => {
  const read = (id: string, more = {}) =>
    skill(id, { name: 'n', ...extras({ tools: [standing('codex')], ...more }) });
  const nodes = [directory('d', [read('s')]), directory('e', [read('t', { duplicateOf: 's' })])];
  expect(facts('s', ...nodes)).not.toHaveProperty('comes before');
  expect(facts('t', ...nodes)).not.toHaveProperty('comes after');
});

it('lists the problems of its file that its container reports', () => {
  const problems = ['a', 's'].map((id) => ({ uri: `file:///repo/${id}`, message: `${id} is odd` }));
  const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
  const nodes = (fields = {}) => directory('d', [skill('a'), skill('s', fields)], extras({ problems }));
  expect(facts('s', nodes())['problem']).toEqual(['s is odd']);
  expect(facts('s', nodes({ range }))['problem']).toBeUndefined();
});

it('lists details and problems with labels', () => {
  const details = {
    license: 'MIT',
    allowedTools: ['Bash', 'Read'],
    metadata: { a: 'b', c: 'd' },
    tokens: 31,
  };
  const found = facts(
    's',
    directory('d', [skill('s', extras({ details, problems: [{ message: 'odd', line: 3 }] }))]),
  );
  expect(found).toMatchObject({
    license: ['MIT'],
    'allowed tools': ['Bash, Read'],
    metadata: ['a: b, c: d'],
    tokens: ['about 31 for name and description'],
    problem: ['line 3: odd'],
  });
});
