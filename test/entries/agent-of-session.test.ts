import { describe, expect, it } from 'vitest';
import { shownAgent, whyNotSelectable } from '../../src/entries/agent-of-session.js';
import { type Entry, listEntries } from '../../src/entries/entries.js';
import type { SessionState } from '../../src/protocol/types.js';
import { agent, directory, extras, type Node, plugin, skill } from '../support/picker.js';
import { otherHost, ownHost, standing } from '../support/standing.js';

function entriesOf(nodes: readonly Node[], host = otherHost): Entry[] {
  return listEntries({ customizations: nodes } as unknown as SessionState, host).entries;
}

function reasonFor(nodes: readonly Node[], host = otherHost): string | null {
  const entries = entriesOf(nodes, host);
  return whyNotSelectable(entries[0]!, entries);
}

const notYours = 'the user may not invoke it';
const inPlugin = (fields: Record<string, unknown>, flags: Record<string, unknown> = {}) => [
  plugin('p', [agent('a', fields)], flags),
];

describe('why an agent of another host cannot be selected', () => {
  it.each<[string, Node[], string | null]>([
    ['one that is on', inPlugin({}), null],
    ['one that only the user may invoke', inPlugin({ disableModelInvocation: true }), null],
    ['one that the user may not invoke', inPlugin({ disableUserInvocation: true }), notYours],
    ['one that is off', inPlugin({ enabled: false }), 'it is off'],
    ['one whose plugin is off', inPlugin({}, { enabled: false }), 'its plugin is off'],
    [
      'one that is off, with its folder',
      [directory('d', [agent('a', { enabled: false })], { enabled: false })],
      'its folder is off',
    ],
    ['a skill', [directory('d', [skill('a')])], 'it is not an agent'],
    [
      'one of two in a file',
      [directory('d', [agent('a', { uri: 'file:///x' }), agent('b', { uri: 'file:///x' })])],
      'its file has several agents, and a selection names the file alone',
    ],
    [
      'one that two clients publish',
      [
        plugin('p', [agent('a', { uri: 'file:///x' })], { clientId: 'one' }),
        plugin('q', [agent('b', { uri: 'file:///x' })], { clientId: 'two' }),
      ],
      null,
    ],
    [
      'one of two in a file that a client publishes',
      [
        plugin('p', [agent('a', { uri: 'file:///x' }), agent('b', { uri: 'file:///x' })], {
          clientId: 'one',
        }),
      ],
      'its file has several agents, and a selection names the file alone',
    ],
  ])('%s', (_what, nodes, expected) => {
    expect(reasonFor(nodes)).toBe(expected);
  });
});

describe('why an agent of skillpick’s own host cannot be selected', () => {
  const withTools = (...tools: Parameters<typeof standing>[1][]) => [
    directory('d', [agent('a', extras({ tools: tools.map((one, at) => standing(`t${at}`, one)) }))]),
  ];
  const shadowed = { inEffect: false, shadowedBy: 'b' };
  const refused = { inEffect: false, isRefused: true };

  it.each<[string, Node[], string | null]>([
    ['one that a tool uses', withTools({}, { enabled: false }), null],
    ['one that no tool uses', withTools({ enabled: false }), 'it is off'],
    ['one that is shadowed', withTools(shadowed), 'another agent of its name is used instead'],
    ['one that is shadowed in one tool', withTools(shadowed, {}), null],
    ['one that is broken', withTools(refused), 'no tool loads its file'],
    ['one that is held back', withTools({ inEffect: false }), 'no tool uses it'],
    ['one that the user may not invoke in any tool', withTools({ userInvocable: false }), notYours],
    [
      'one that the user may invoke only where it is not used',
      withTools({ userInvocable: false }, { enabled: false }),
      notYours,
    ],
    ['one that no tool reads', [directory('d', [agent('a')])], null],
    ['one that no tool reads, in a plugin', inPlugin({}), null],
    ['one that no tool reads, and that is off', inPlugin({ enabled: false }), 'it is off'],
  ])('%s', (_what, nodes, expected) => {
    expect(reasonFor(nodes, ownHost)).toBe(expected);
  });
});

describe('the agent that is shown', () => {
  const entries = entriesOf([directory('d', [agent('a', { name: 'planner' }), skill('s')])]);

  it.each([
    [null, null],
    ['file:///repo/a', { uri: 'file:///repo/a', name: 'planner', id: 'a' }],
    ['file:///repo/s', { uri: 'file:///repo/s', name: 's', id: null }],
    ['file:///a/gone.agent.md', { uri: 'file:///a/gone.agent.md', name: 'gone', id: null }],
    ['file:///a/far%20off.md', { uri: 'file:///a/far%20off.md', name: 'far off', id: null }],
    ['agents:/a/gone', { uri: 'agents:/a/gone', name: 'gone', id: null }],
    ['file:///a/.md', { uri: 'file:///a/.md', name: 'file:///a/.md', id: null }],
  ])('with the uri %s', (uri, expected) => {
    expect(shownAgent(entries, uri)).toEqual(expected);
  });
});
