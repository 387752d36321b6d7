import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/entries/facts.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';

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
    ['its container', {}, { enabled: false }, 'Its container p is off; switch that on to use it.'],
    ['both', { enabled: false }, { enabled: false }, 'It is switched off itself, and so is its container p.'],
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
  expect(facts('s', directory('d', [skill('s')]))['use']).toHaveLength(1);
  expect(facts('m', server('m'))['use']).toBeUndefined();
  expect(facts('m', server('m'))['server']).toEqual(['It is ready.']);
});

it.each([
  ['repo', 'the repository: p (plugin 1.2)'],
  ['user', 'the user: p (plugin 1.2)'],
])('says where it comes from: %s', (from, expected) => {
  expect(facts('s', plugin('p', [skill('s', extras({ from }))], { version: '1.2' }))['from']).toEqual([
    expected,
  ]);
});

it('says who published its container', () => {
  expect(facts('s', plugin('p', [skill('s')], { clientId: 'vscode-1' }))['from']).toEqual([
    'p (plugin), published by vscode-1',
  ]);
});

it('names its state in each tool', () => {
  const tools = [
    { id: 'claude', enabled: true },
    { id: 'codex', enabled: false },
  ];
  const node = skill('s', extras({ tools }));
  expect(facts('s', directory('d', [node]))).toMatchObject({ state: ['on in Claude Code, off in Codex'] });
  expect(facts('s', directory('d', [node], { enabled: false }))['tools']).toEqual([
    'on in Claude Code, off in Codex',
  ]);
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
