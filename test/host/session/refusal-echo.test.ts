import { describe, expect, it } from 'vitest';
import { refusalEcho } from '../../../src/host/session/refusal-echo.js';
import { readAction } from '../../../src/protocol/read-action.js';

const toggled = 'session/customizationToggled';
const off = { kind: 'session', enabled: false };

describe('the echo of a refused action', () => {
  it.each<[unknown, object]>([
    [null, { type: 'unknown' }],
    [[1], { type: 'unknown' }],
    [{ type: 5, id: 5 }, { type: 'unknown' }],
    [
      { type: 'chat/unheard', turnId: 't', _meta: { a: 1 } },
      { type: 'chat/unheard', turnId: 't' },
    ],
    [
      { type: 'session/titleChanged', title: 'x', customizations: [1] },
      { type: 'session/titleChanged', title: 'x' },
    ],
    [
      { type: 'session/titleChanged', title: 5 },
      { type: 'session/titleChanged', title: '' },
    ],
    [{ type: 'session/agentChanged', agent: 5 }, { type: 'session/agentChanged' }],
    [{ type: toggled }, { type: toggled, id: '', enablement: [] }],
    [
      { type: toggled, id: 'x', enabled: false, _meta: {} },
      { type: toggled, id: 'x', enablement: [off] },
    ],
    [
      { type: toggled, id: 'x', enabled: true, enablement: [off] },
      { type: toggled, id: 'x', enablement: [off] },
    ],
    [
      { type: toggled, id: 'x', enabled: 'no', enablement: [1] },
      { type: toggled, id: 'x', enablement: [] },
    ],
  ])('%j', (action, echo) => {
    expect(refusalEcho(action)).toEqual(echo);
  });

  it.each([
    'session/stateReplaced',
    'session/creationFailed',
    'session/titleChanged',
    'session/isReadChanged',
    'session/isArchivedChanged',
    'session/configChanged',
    'session/activeClientChanged',
    'session/activeClientToolsChanged',
    'session/activeClientSet',
    'session/activeClientRemoved',
    'session/serverToolsChanged',
    'session/chatAdded',
    'session/chatRemoved',
    'session/chatUpdated',
    'session/workingDirectorySet',
    'session/workingDirectoryRemoved',
    'session/workingDirectoryReplaced',
    'session/inputNeededSet',
    'session/inputNeededRemoved',
    'session/customizationsChanged',
    'session/customizationUpdated',
    'session/customizationRemoved',
    'session/mcpServerStateChanged',
    'session/mcpServerStartRequested',
    'root/agentsChanged',
    'root/activeSessionsChanged',
    'root/terminalsChanged',
  ])('has the required fields of %s, even if they were not sent', (type) => {
    expect(() => readAction({ type }, { count: 0 })).toThrow();
    expect(readAction(refusalEcho({ type }), { count: 0 })).toMatchObject({ type });
  });

  it('is small, however much was sent', () => {
    const long = '\u{1F600}'.repeat(1_000_000);
    const lists = [
      [{ kind: long, enabled: true }],
      [{ kind: 'workspace', enabled: true, uri: long }],
      Array.from({ length: 100_000 }, () => ({ kind: 'k', enabled: true })),
    ];
    const actions: object[] = [
      ...lists.map((enablement) => ({ type: toggled, id: long, enabled: false, enablement })),
      { type: long, id: long },
      { type: 'session/titleChanged', title: long },
      { type: 'session/customizationsChanged', customizations: lists },
      { type: 'session/activeClientSet', activeClient: { clientId: long, tools: [] } },
    ];
    for (const action of actions) {
      const echo = refusalEcho(action);
      expect(JSON.stringify(echo).length).toBeLessThan(1_000);
    }
    expect(refusalEcho(actions[0])).toEqual({ type: toggled, id: long.slice(0, 300), enablement: [off] });
  });
});
