import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echoOf, readableEcho, toggleAll } from '../../../src/host/session/echoes.js';
import { readAction } from '../../../src/protocol/read-action.js';
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

describe('the echo of a toggle', () => {
  it.each([
    [[], true],
    [[{ kind: 'session', enabled: false }], false],
    [
      [
        { kind: 'session', enabled: true },
        { kind: 'global', enabled: false },
      ],
      true,
    ],
  ])('carry both spellings of %j', (decisions, enabled) => {
    expect(echoOf('s1', { decisions })).toEqual({
      type: 'session/customizationToggled',
      id: 's1',
      enabled,
      enablement: decisions,
    });
  });

  it.each([true, false])('leaves every reducer with the true flag: %j', (enabled) => {
    const decisions = [{ kind: 'global', enabled: !enabled }];
    const echo = echoOf('s1', { enabled, decisions });
    expect(echo.enabled).toBe(enabled);
    expect(echo.enablement?.[0]?.enabled).toBe(enabled);
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

describe('the echo of a refused action', () => {
  it.each([
    [null, { type: 'unknown' }],
    [[1], { type: 'unknown' }],
    [{ type: 5, id: 5 }, { type: 'unknown' }],
    [{ type: 'a', customizations: [1], title: 'x' }, { type: 'a' }],
    [
      { type: 'a', id: 'x', enabled: false, enablement: [{ kind: 'k', enabled: true }] },
      { type: 'a', id: 'x', enabled: false, enablement: [{ kind: 'k', enabled: true }] },
    ],
    [{ type: 'a', enabled: 'no', enablement: [1] }, { type: 'a' }],
  ])('%j', (action, echo) => {
    expect(readableEcho(action)).toEqual(echo);
  });

  it('is small, however much was sent', () => {
    const long = '\u{1F600}'.repeat(1_000_000);
    const decisions = [
      [{ kind: long, enabled: true }],
      [{ kind: 'workspace', enabled: true, uri: long }],
      Array.from({ length: 100_000 }, () => ({ kind: 'k', enabled: true })),
    ];
    for (const enablement of decisions) {
      const echo = readableEcho({ type: long, id: long, enabled: false, enablement });
      expect(JSON.stringify(echo).length).toBeLessThan(1_000);
      expect(echo).toMatchObject({ type: long.slice(0, 300), id: long.slice(0, 300), enabled: false });
    }
  });

  it('is readable by a client unless the entry is missing', () => {
    const action = readableEcho({ type: 'session/customizationToggled', id: 'x', enabled: 'no' });
    expect(readAction(action, { count: 0 })).toEqual({ type: 'session/customizationToggled', id: 'x' });
  });
});
