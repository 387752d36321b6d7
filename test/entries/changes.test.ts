import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../src/entries/changes.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';

function changesOf(before: readonly Node[], after: readonly Node[]): string[] {
  return changesBetween(modelOf(before).list, modelOf(after).list).map(
    ({ event, entry, container, fields }) =>
      `${event} ${entry?.id ?? ''}${container === undefined ? '' : `[${container.id}]`}${fields ? ` ${fields.join(',')}` : ''}`,
  );
}

const base = () => [directory('d', [skill('a'), agent('b')]), plugin('p', [skill('c')]), server('m')];

describe('changesBetween', () => {
  it.each<[string, Node[], Node[], string[]]>([
    ['nothing changed', base(), base(), []],
    ['one came', [directory('d', [])], [directory('d', [skill('a')])], ['added a']],
    ['one went', [directory('d', [skill('a')])], [directory('d', [])], ['removed a']],
    [
      'one was switched',
      [directory('d', [skill('a')])],
      [directory('d', [skill('a', { enabled: false })])],
      ['switched a'],
    ],
    [
      'an explicit on is the default',
      [directory('d', [skill('a')])],
      [directory('d', [skill('a', { enabled: true })])],
      [],
    ],
    [
      'a container was switched',
      [plugin('p', [skill('a')])],
      [plugin('p', [skill('a')], { enabled: false })],
      ['switched [p]', 'switched a'],
    ],
    [
      'a container was switched, and one in it was off already',
      [plugin('p', [skill('a', { enabled: false })])],
      [plugin('p', [skill('a', { enabled: false })], { enabled: false })],
      ['switched [p]'],
    ],
    [
      'another text',
      [directory('d', [skill('a')])],
      [directory('d', [skill('a', { name: 'x', description: 'y' })])],
      ['updated a name,description'],
    ],
    [
      'another gate',
      [directory('d', [skill('a')])],
      [directory('d', [skill('a', { disableUserInvocation: true })])],
      ['updated a userInvocable'],
    ],
    [
      'switched and changed at once',
      [directory('d', [skill('a')])],
      [directory('d', [skill('a', { enabled: false, description: 'y' })])],
      ['switched a', 'updated a description'],
    ],
    [
      'a server’s state',
      [server('m')],
      [server('m', { state: { kind: 'error', error: { message: 'no' } } })],
      ['updated m state,stateMessage'],
    ],
    [
      'a container’s state',
      [directory('d', [])],
      [directory('d', [], { load: { kind: 'degraded', message: 'w' } })],
      ['updated [d] load,message,problems'],
    ],
    ['a container came with all that is in it', [], [directory('d', [skill('a')])], ['added [d]', 'added a']],
    ['a container went', [directory('d', [skill('a')])], [], ['removed [d]', 'removed a']],
    ['a container was read and is empty', [directory('d', undefined)], [directory('d', [])], []],
    [
      'one moved to another container',
      [directory('d', [skill('a')]), directory('e', [])],
      [directory('d', []), directory('e', [skill('a')])],
      ['removed a', 'added a'],
    ],
    [
      'two share an id',
      [directory('d', [skill('a'), skill('a')])],
      [directory('d', [skill('a')])],
      ['removed a'],
    ],
    [
      'a tool disagrees',
      [directory('d', [skill('a', extras({ tools: [{ id: 't', enabled: true }] }))])],
      [directory('d', [skill('a', extras({ tools: [{ id: 't', enabled: false }] }))])],
      ['switched a'],
    ],
  ])('%s', (_what, before, after, expected) => expect(changesOf(before, after)).toEqual(expected));

  it('reports every change and nothing else', () => {
    expect(changesOf(base(), base().toReversed())).toEqual([]);
  });
});
