import { describe, expect, it } from 'vitest';
import { chooseDialect, SPOKEN_VERSIONS } from '../../../src/host/wire/dialect.js';
import type { Action, Customization, RootState, SessionState } from '../../../src/protocol/types.js';

const modern = chooseDialect(['0.9.0'])!;
const classic = chooseDialect(['0.4.0'])!;
const base = (id: string) => ({ id, uri: `file:///${id}`, name: id });
const decisions = [{ kind: 'workspace', enabled: false, uri: 'file:///w' }];
const skill = { type: 'skill' as const, ...base('s'), enabled: false };
const plugin: Customization = { type: 'plugin', ...base('p'), enablement: decisions, children: [skill] };
const server: Customization = { type: 'mcpServer', ...base('m') };

it('chooses only versions it supports', () => {
  expect(SPOKEN_VERSIONS.map((version) => chooseDialect([version])?.version)).toEqual([...SPOKEN_VERSIONS]);
  expect(chooseDialect(['constructor', '0.9', '0.9.0 '])).toBeUndefined();
});

describe('the older version', () => {
  it('has flags in place of decisions', () => {
    const state: SessionState = { lifecycle: 'ready', title: 't', customizations: [plugin, server] };
    expect(classic.session(state, 'x:/1')).toEqual({
      lifecycle: 'ready',
      summary: { resource: 'x:/1', title: 't', createdAt: 0, modifiedAt: 0 },
      customizations: [
        { type: 'plugin', ...base('p'), enabled: false, children: [skill] },
        { ...server, enabled: true },
      ],
    });
    expect(modern.session(state, 'x:/1')).toBe(state);
    const { customizations: _, ...bare } = state;
    expect(classic.session(bare, 'x:/1')).not.toHaveProperty('customizations');
  });

  const flat = { type: 'plugin', ...base('p'), enabled: false, children: [skill] };
  const toggle = { type: 'session/customizationToggled', id: 's' };
  const actions: [object, object][] = [
    [
      { ...toggle, enabled: true, enablement: decisions },
      { ...toggle, enabled: false },
    ],
    [
      { ...toggle, enabled: false, enablement: [] },
      { ...toggle, enabled: true },
    ],
    [
      { ...toggle, enabled: false },
      { ...toggle, enabled: false },
    ],
    [toggle, toggle],
    [
      { type: 'session/customizationsChanged', customizations: [plugin] },
      { type: 'session/customizationsChanged', customizations: [flat] },
    ],
    [{ type: 'session/customizationsChanged' }, { type: 'session/customizationsChanged' }],
    [
      { type: 'session/customizationUpdated', customization: plugin },
      { type: 'session/customizationUpdated', customization: flat },
    ],
    [{ type: 'session/customizationUpdated' }, { type: 'session/customizationUpdated' }],
    [
      {
        type: 'root/agentsChanged',
        agents: [{ provider: 'a', customizations: [plugin] }, { provider: 'b' }],
      },
      { type: 'root/agentsChanged', agents: [{ provider: 'a', customizations: [flat] }, { provider: 'b' }] },
    ],
    [
      { type: 'session/titleChanged', title: 't' },
      { type: 'session/titleChanged', title: 't' },
    ],
  ];

  it.each(actions)('sends %j as %j', (action, sent) => {
    const envelope = { channel: 'x:/1', serverSeq: 1, action: action as Action };
    expect(classic.envelope(envelope)).toEqual({ ...envelope, action: sent });
    expect(modern.envelope(envelope)).toBe(envelope);
  });

  it('has one working directory and times as numbers', () => {
    const createdAt = '2026-01-02T03:04:05.006Z';
    const summary = {
      resource: 'x:/1',
      createdAt,
      modifiedAt: createdAt,
      workingDirectories: ['file:///w', 'file:///v'],
    };
    const time = Date.parse(createdAt);
    expect(classic.summary(summary)).toEqual({
      resource: 'x:/1',
      createdAt: time,
      modifiedAt: time,
      workingDirectory: 'file:///w',
    });
  });

  it('has flags in the root state', () => {
    const root: RootState = { agents: [{ provider: 'a', customizations: [server] }], activeSessions: 1 };
    expect(classic.root(root)).toEqual({
      agents: [{ provider: 'a', customizations: [{ ...server, enabled: true }] }],
      activeSessions: 1,
    });
  });
});
