import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echoOf, toggleAll } from '../../../src/host/session/echoes.js';
import type { EntryState, Keeper } from '../../../src/host/session/keeper.js';
import { sessionReducer } from '../../../src/protocol/reducer.js';
import type { Customization, SessionState } from '../../../src/protocol/types.js';

const base = (id: string) => ({ id, uri: `file:///${id}`, name: id });
const skill = (id: string) => ({ type: 'skill' as const, ...base(id) });
const state: SessionState = {
  lifecycle: 'ready',
  customizations: [
    {
      type: 'directory',
      ...base('d'),
      contents: 'skill',
      writable: true,
      children: [skill('s1'), skill('s2')],
    },
    { type: 'plugin', ...base('p'), children: [skill('s3'), { type: 'mcpServer', ...base('m1') }] },
    { type: 'mcpServer', ...base('m2') },
  ] as Customization[],
};

const keeperOf = (state: EntryState) =>
  ({ workspace: 'file:///w', stateOf: () => state }) as unknown as Keeper;

describe('the echo of a toggle', () => {
  it.each([
    [[]],
    [[{ kind: 'session', enabled: false }]],
    [
      [
        { kind: 'session', enabled: true },
        { kind: 'global', enabled: false },
      ],
    ],
  ])('has the decisions of the entry: %j', (decisions) => {
    expect(echoOf(skill('s1'), keeperOf({ decisions }))).toEqual({
      type: 'session/customizationToggled',
      id: 's1',
      enablement: decisions,
    });
  });

  it.each([true, false])('leaves every reducer with the true flag: %j', (enabled) => {
    const decisions = [{ kind: 'global', enabled: !enabled }];
    const echo = echoOf(skill('s1'), keeperOf({ enabled, decisions }));
    expect(echo.enablement).toEqual([{ kind: 'workspace', enabled, uri: 'file:///w' }]);
  });
});

describe('many toggles in one pass', () => {
  const id = fc.constantFrom('d', 'p', 's1', 's2', 's3', 'm1', 'm2', 'nowhere');
  const decision = fc.record({ kind: fc.constantFrom('session', 'workspace'), enabled: fc.boolean() });
  const toggle = fc.record({ id, enabled: fc.boolean(), enablement: fc.array(decision, { maxLength: 2 }) });

  it('have the same result as one after the other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(toggle, { selector: (item) => item.id }), (toggles) => {
        const actions = toggles.map((item) => ({ type: 'session/customizationToggled' as const, ...item }));
        expect(toggleAll(state, actions)).toEqual(actions.reduce(sessionReducer, state));
      }),
    );
  });

  it('leave the state unchanged if there are none', () => {
    expect(toggleAll(state, [])).toBe(state);
  });
});
