import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Customization,
  changeCustomization,
  childrenOf,
  findCustomization,
  walk,
} from '../../src/protocol/index.js';
import { customizations, id } from './arbitraries.js';
import { deepFreeze } from './deep-freeze.js';

const skill = (name: string) => ({ type: 'skill', id: name, uri: `file:///${name}`, name });
const container = (type: string, name: string, children?: object[]) => ({
  ...skill(name),
  type,
  ...(children && { children }),
});

const list = deepFreeze([
  container('directory', 'unread'),
  container('directory', 'empty', []),
  container('plugin', 'p', [skill('a'), skill('shared')]),
  container('mcpServer', 'm'),
  container('group', 'g', [skill('b'), skill('a')]),
  container('plugin', 'shared', [skill('c')]),
]) as unknown as Customization[];

describe('childrenOf', () => {
  it.each([
    [0, undefined],
    [1, []],
    [3, undefined],
    [4, [skill('b'), skill('a')]],
  ])('distinguishes not read from empty (%i)', (index, expected) => {
    expect(childrenOf(list[index]!)).toStrictEqual(expected);
  });
});

describe('walk', () => {
  it('yields every node, each container before its children', () => {
    const seen = [...walk(list)].map(({ node, container: holder }) => [node.id, holder?.id]);
    expect(seen).toStrictEqual([
      ['unread', undefined],
      ['empty', undefined],
      ['p', undefined],
      ['a', 'p'],
      ['shared', 'p'],
      ['m', undefined],
      ['g', undefined],
      ['b', 'g'],
      ['a', 'g'],
      ['shared', undefined],
      ['c', 'shared'],
    ]);
  });

  it('finds MCP servers in either place', () => {
    const servers = [container('mcpServer', 'm'), container('plugin', 'p', [container('mcpServer', 'n')])];
    const found = [...walk(servers as Customization[])].filter(({ node }) => node.type === 'mcpServer');
    expect(found.map(({ container: holder }) => holder?.id)).toStrictEqual([undefined, 'p']);
  });

  it.each([[undefined], [[]]])('yields nothing for %j', (nothing) => {
    expect([...walk(nothing)]).toStrictEqual([]);
  });
});

describe('findCustomization', () => {
  it.each([
    ['p', list[2], undefined],
    ['c', childrenOf(list[5]!)![0], list[5]],
    ['a', childrenOf(list[2]!)![0], list[2]],
    ['shared', list[5], undefined],
  ])('finds %s', (target, node, holder) => {
    const found = findCustomization(list, target);
    expect(found?.node).toBe(node);
    expect(found?.container).toBe(holder);
  });

  it('finds nothing for an unknown id', () => {
    expect(findCustomization(list, 'zz')).toBeUndefined();
    expect(findCustomization(undefined, 'p')).toBeUndefined();
    expect(findCustomization([], 'p')).toBeUndefined();
  });
});

describe('changeCustomization', () => {
  it.each(['p', 'a', 'shared', 'zz'])('returns the same list if %s does not change', (target) => {
    expect(changeCustomization(list, target, (node) => node)).toBe(list);
  });

  it('changes the node that findCustomization finds', () => {
    fc.assert(
      fc.property(customizations, id, (before, target) => {
        const found = findCustomization(deepFreeze(before), target);
        const changed = changeCustomization(before, target, (node) => ({ ...node, name: 'changed' }));
        const expected = found && { ...found.node, name: 'changed' };
        expect(findCustomization(changed, target)?.node).toStrictEqual(expected);
      }),
    );
  });

  it('removes only the node that findCustomization finds, with its children', () => {
    fc.assert(
      fc.property(customizations, id, (before, target) => {
        const found = findCustomization(deepFreeze(before), target);
        const after = [...walk(changeCustomization(before, target, () => undefined))];
        const kept = [...walk(before)].filter(
          ({ node, container: holder }) =>
            found === undefined || (node !== found.node && holder !== found.node),
        );
        expect(after).toHaveLength(kept.length);
        for (const [index, { node }] of kept.entries()) {
          if (node !== found?.container) expect(after[index]!.node).toBe(node);
        }
      }),
    );
  });
});
