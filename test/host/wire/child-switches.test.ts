import { expect, it } from 'vitest';
import { ChildSwitches } from '../../../src/host/wire/child-switches.js';
import type { Action, Customization } from '../../../src/protocol/types.js';

const node = (id: string) => ({ id, uri: `file:///${id}`, name: id });
const plugin = (id: string, children: string[]): Customization => ({
  type: 'plugin',
  ...node(id),
  children: children.map((child) => ({ type: 'skill', ...node(child) })),
});
const list = [
  plugin('p', ['a', 'b']),
  plugin('q', ['c']),
  { type: 'mcpServer', ...node('m') } as Customization,
];
const toggle = (id: string): Action => ({ type: 'session/customizationToggled', id }) as Action;
const idsOf = (entries: Customization[]) => entries.map(({ id }) => id);

it('returns each container of switched children once', () => {
  const switches = new ChildSwitches();
  expect(['a', 'b', 'm', 'p', 'nowhere'].map((id) => switches.note(toggle(id)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(idsOf(switches.take(list))).toEqual(['p']);
  expect(switches.take(list)).toEqual([]);
  expect(switches.note(toggle('c'))).toBe(true);
  expect(idsOf(switches.take(list))).toEqual(['q']);
});

it('leaves out containers that were sent since', () => {
  const switches = new ChildSwitches();
  for (const id of ['a', 'c']) switches.note(toggle(id));
  switches.note({ type: 'session/customizationUpdated', customization: list[0] } as Action);
  expect(idsOf(switches.take(list))).toEqual(['q']);
  switches.note(toggle('a'));
  switches.note({ type: 'session/customizationsChanged', customizations: list } as Action);
  expect(switches.take(list)).toEqual([]);
});
