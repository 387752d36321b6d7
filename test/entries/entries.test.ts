import { describe, expect, it } from 'vitest';
import { listEntries, noEntries } from '../../src/entries/entries.js';
import { entryOf } from '../../src/entries/node-entry.js';
import { entryDocument } from '../../src/output/document.js';
import { sessionReducer } from '../../src/protocol/reducer.js';
import type { Customization, SessionState } from '../../src/protocol/types.js';
import { otherHost, ownHost } from '../support/standing.js';

type Fields = Record<string, unknown>;

const node = (type: string, id: string, fields: Fields = {}) => ({
  type,
  id,
  uri: `file:///w/${id}`,
  name: id,
  ...fields,
});
const skill = (id: string, fields: Fields = {}) => node('skill', id, fields);
const plugin = (id: string, children: unknown[] | undefined, fields: Fields = {}) =>
  node('plugin', id, { ...(children && { children }), ...fields });
const stateOf = (...customizations: unknown[]): SessionState => ({
  lifecycle: 'ready',
  customizations: customizations as Customization[],
});
const list = (...customizations: unknown[]) => listEntries(stateOf(...customizations), ownHost);

describe('an entry', () => {
  const off = { enabled: false };
  const on = { enabled: true };
  it.each([
    ['absent flags', {}, {}, true, true, null],
    ['explicit on', {}, on, true, true, null],
    ['own off', {}, off, false, false, 'self'],
    ['container off', off, {}, true, false, 'container'],
    ['container off, own on', off, on, true, false, 'container'],
    ['both off', off, off, false, false, 'both'],
    [
      'scoped decision of the container',
      {
        enablement: [
          { kind: 'session', enabled: false },
          { kind: 'global', enabled: true },
        ],
      },
      {},
      true,
      false,
      'container',
    ],
    ['empty enablement', { enablement: [], enabled: false }, {}, true, false, 'container'],
    [
      'a flag under _meta',
      {},
      { _meta: { enabled: false, skillpick: { enabled: false } } },
      true,
      true,
      null,
    ],
  ])('%s', (_what, container, child, enabled, effectiveEnabled, offBy) => {
    const [entry] = list(plugin('p', [skill('s', child)], container)).entries;
    expect(entry).toMatchObject({ enabled, effectiveEnabled, offBy, containerId: 'p' });
  });

  it.each([
    ['bare', {}, true, true],
    ['slash only', { disableModelInvocation: true }, true, false],
    ['model only', { disableUserInvocation: true }, false, true],
    ['neither', { disableUserInvocation: true, disableModelInvocation: true }, false, false],
    ['explicit false', { disableUserInvocation: false, disableModelInvocation: false }, true, true],
    ['off, gates kept', { enabled: false, disableModelInvocation: true }, true, false],
  ])('gates of a skill and an agent: %s', (_what, fields, userInvocable, modelInvocable) => {
    for (const entry of list(plugin('p', [skill('s', fields), node('agent', 'a', fields)])).entries) {
      expect(entry).toMatchObject({ userInvocable, modelInvocable });
    }
  });

  it('has no gates on other types', () => {
    const types = ['prompt', 'rule', 'hook', 'mcpServer', 'shiny'];
    const { entries } = list(
      plugin(
        'p',
        types.map((type) => node(type, type, { enabled: false })),
      ),
    );
    expect(entries.map(({ type }) => type)).toEqual(types);
    for (const entry of entries) {
      expect(entry).toMatchObject({ userInvocable: null, modelInvocable: null, effectiveEnabled: false });
    }
  });

  it('has unknown gates if the negotiated version has none', () => {
    const state = stateOf(plugin('p', [skill('s', { disableModelInvocation: true }), node('agent', 'a')]));
    expect(listEntries(state, { protocolVersion: '0.4.0', isOwn: false }).entries).toMatchObject([
      { userInvocable: null, modelInvocable: false, effectiveEnabled: true },
      { userInvocable: null, modelInvocable: null, effectiveEnabled: true },
    ]);
  });

  it('keeps own flags while the container is off and on again', () => {
    const toggle = (id: string, enabled: boolean) => ({ type: 'session/customizationToggled', id, enabled });
    const start = stateOf(plugin('p', [skill('s1'), skill('s2')]));
    const actions = [toggle('s1', false), toggle('p', false), toggle('p', true)];
    const end = actions.reduce<SessionState>(sessionReducer, start);
    expect(listEntries(end, otherHost).entries.map(({ offBy }) => offBy)).toEqual(['self', null]);
  });
});

describe('the JSON fields', () => {
  it('has all of them for a bare skill', () => {
    const [entry] = list(
      node('directory', 'd', { contents: 'skill', writable: true, children: [skill('s')] }),
    ).entries;
    expect(entryDocument(entry!)).toEqual({
      id: 's',
      type: 'skill',
      name: 's',
      description: null,
      uri: 'file:///w/s',
      range: null,
      containerId: 'd',
      enabled: true,
      effectiveEnabled: true,
      mixed: false,
      offBy: null,
      enablement: null,
      gatesFrom: 'file',
      userInvocable: true,
      modelInvocable: true,
      from: null,
      state: null,
      stateMessage: null,
      duplicateOf: null,
      tools: [],
      details: {},
    });
    expect(entry!.problems).toEqual([]);
  });

  it('has the fields that our own host adds', () => {
    const extras = {
      from: 'user',
      duplicateOf: 'other',
      tools: [{ id: 'claude', enabled: true }, { id: 'codex', enabled: false }, { id: 7 }, null],
      details: { license: 'MIT', tokens: 31 },
      enablement: [{ kind: 'workspace', enabled: true, uri: 'file:///w' }],
    };
    const range = { start: { line: 4, character: 0 }, end: { line: 9, character: 0 } };
    const child = skill('s', { description: 'd', range, _meta: { skillpick: extras } });
    const [entry] = list(plugin('p', [child], { _meta: { skillpick: { from: 'repo' } } })).entries;
    expect(entry).toMatchObject({
      from: 'user',
      duplicateOf: 'other',
      tools: [
        { id: 'claude', enabled: true },
        { id: 'codex', enabled: false },
      ],
      isMixed: true,
      details: { license: 'MIT', tokens: 31 },
      enablement: extras.enablement,
      range,
      description: 'd',
    });
    expect(entry!.node).toBe(child);
  });

  it('has the origin of its container if it has none itself', () => {
    const { entries } = list(plugin('p', [skill('s')], { _meta: { skillpick: { from: 'repo' } } }));
    expect(entries[0]!.from).toBe('repo');
  });

  it.each([
    null,
    'text',
    7,
    [],
    { from: 'mars', tools: {}, details: [], problems: 'x', duplicateOf: 1, enablement: 1 },
  ])('ignores rubbish under _meta.skillpick: %j', (skillpick) => {
    const { entries, problems } = list(
      plugin('p', [skill('s', { _meta: { skillpick } })], { _meta: { skillpick } }),
    );
    expect(entries[0]).toMatchObject({
      from: null,
      duplicateOf: null,
      tools: [],
      details: {},
      enablement: null,
    });
    expect(problems).toEqual([]);
  });

  it('adds the protocol’s fields of agents, rules and hooks to the details', () => {
    const children = [
      node('agent', 'a', { model: 'm', tools: ['x'] }),
      node('rule', 'r', { alwaysApply: true, globs: ['*.ts'] }),
      node('hook', 'h', { event: 'PreToolUse', matcher: 'Bash' }),
    ];
    expect(list(plugin('p', children)).entries.map(({ details }) => details)).toEqual([
      { model: 'm', tools: ['x'] },
      { alwaysApply: true, globs: ['*.ts'] },
      { event: 'PreToolUse', matcher: 'Bash' },
    ]);
  });
});

describe('MCP servers', () => {
  it.each([
    [{ kind: 'starting' }, 'starting', null],
    [{ kind: 'ready' }, 'ready', null],
    [{ kind: 'stopped' }, 'stopped', null],
    [{ kind: 'error', error: { message: 'boom' } }, 'error', 'boom'],
    [{ kind: 'error', error: 'boom' }, 'error', null],
    [{ kind: 'authRequired', reason: 'expired' }, 'authRequired', 'expired'],
    [
      {
        kind: 'authRequired',
        reason: 'insufficientScope',
        requiredScopes: ['r', 'w', 1],
        resource: { scopes_supported: ['z'] },
      },
      'authRequired',
      'insufficientScope [r w]',
    ],
    [{ kind: 'authRequired', description: 'sign in' }, 'authRequired', 'sign in'],
    [{ kind: 'paused' }, 'paused', null],
  ])('have the state %j, whether they are on or off', (state, kind, message) => {
    const { entries, containers } = list(node('mcpServer', 'm', { enabled: false, state }));
    expect(containers).toEqual([]);
    expect(entries).toMatchObject([
      {
        state: kind,
        stateMessage: message,
        enabled: false,
        offBy: 'self',
        containerId: null,
        container: null,
      },
    ]);
  });

  it('are found at the top level and inside containers', () => {
    const { entries } = list(
      node('mcpServer', 'm1'),
      plugin('p', [node('mcpServer', 'm2', { state: { kind: 'ready' } })]),
    );
    expect(entries.map(({ id, containerId, state }) => [id, containerId, state])).toEqual([
      ['m1', null, null],
      ['m2', 'p', 'ready'],
    ]);
  });
});

describe('containers', () => {
  it('has all fields', () => {
    const { containers } = list(
      plugin('p', [skill('s')], {
        version: '1.2.0',
        clientId: 'vscode-1',
        load: { kind: 'loaded' },
        enabled: false,
      }),
      node('directory', 'd', {
        contents: 'skill',
        writable: true,
        children: [],
        _meta: { skillpick: { from: 'repo' } },
      }),
    );
    const strip = containers.map(({ node: _node, ...rest }) => rest);
    expect(strip).toEqual([
      {
        id: 'p',
        type: 'plugin',
        name: 'p',
        uri: 'file:///w/p',
        pathInSession: null,
        enabled: false,
        enablement: null,
        contents: null,
        writable: null,
        clientId: 'vscode-1',
        clientName: 'vscode-1',
        children: 1,
        load: 'loaded',
        message: null,
        version: '1.2.0',
        from: null,
        isDecided: false,
        isSummary: false,
        tools: [],
        problems: [],
      },
      {
        id: 'd',
        type: 'directory',
        name: 'd',
        uri: 'file:///w/d',
        pathInSession: null,
        enabled: true,
        enablement: null,
        contents: 'skill',
        writable: true,
        clientId: null,
        clientName: null,
        children: 0,
        load: null,
        message: null,
        version: null,
        from: 'repo',
        isDecided: false,
        isSummary: true,
        tools: [],
        problems: [],
      },
    ]);
  });

  it('distinguishes not read yet from empty', () => {
    const { containers, entries } = list(plugin('p', undefined), plugin('q', []));
    expect(containers.map(({ children }) => children)).toEqual([null, 0]);
    expect(entries).toEqual([]);
  });

  it('lists children of an unknown type, and top-level nodes of one', () => {
    const { containers, entries } = list(node('group', 'g', { children: [skill('s')] }), node('gadget', 'x'));
    expect(containers.map(({ id, enabled }) => [id, enabled])).toEqual([['g', true]]);
    expect(entries.map(({ id, type, container }) => [id, type, container?.id])).toEqual([
      ['s', 'skill', 'g'],
      ['x', 'gadget', undefined],
    ]);
  });

  it('can be entries themselves', () => {
    const { containers } = list(plugin('p', [skill('s')], { enabled: false }));
    expect(entryOf(containers[0]!.node, null, { isOwn: false })).toMatchObject({
      id: 'p',
      type: 'plugin',
      containerId: null,
      offBy: 'self',
      userInvocable: null,
    });
  });

  it('is empty without a list', () => {
    expect(listEntries({}, otherHost)).toEqual(noEntries);
  });
});

describe('problems', () => {
  it('are read from the session, its containers and its entries', () => {
    const listed = (...problems: unknown[]) => ({ _meta: { skillpick: { problems } } });
    const state = {
      ...stateOf(
        plugin('p', [skill('s', listed({ message: 'three', line: 0 }))], {
          ...listed(
            { uri: 'file:///w/p/x', line: 2, message: 'two', code: 'too-deep', severity: 'warning' },
            { uri: 'file:///w/p/y' },
            null,
          ),
          load: { kind: 'degraded', message: '1 of 2 could not be read' },
        }),
      ),
      ...listed({ uri: 'file:///w', line: 1.5, message: 'one' }),
    };
    expect(listEntries(state, otherHost).problems).toEqual([
      { uri: 'file:///w', line: null, message: 'one', code: null, severity: 'error' },
      { uri: 'file:///w/p/x', line: 2, message: 'two', code: 'too-deep', severity: 'warning' },
      { uri: 'file:///w/s', line: null, message: 'three', code: null, severity: 'error' },
    ]);
  });

  it.each([
    [{ kind: 'degraded', message: 'w' }, ['warning: w']],
    [{ kind: 'degraded' }, ['warning: some of it could not be read']],
    [{ kind: 'error' }, ['error: it could not be read']],
    [{ kind: 'error', message: 7 }, ['error: it could not be read']],
    [{ kind: 'loading', message: 'w' }, []],
    [{ kind: 'loaded' }, []],
    [undefined, []],
  ])('are made from the load state of another host: %j', (load, messages) => {
    const { problems } = list(plugin('p', [], { load }));
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(messages);
  });
});

it('lists once a file that two clients publish under one id, in the first plugin', () => {
  const published = (clientId: string | null) =>
    plugin(`p-${clientId}`, [node('skill', 'lint'), node('skill', `of-${clientId}`)], { clientId });
  const { entries, containers } = list(published('one'), published('two'), published(null));
  expect(entries.map(({ containerId, id }) => [containerId, id])).toEqual([
    ['p-one', 'lint'],
    ['p-one', 'of-one'],
    ['p-two', 'of-two'],
    ['p-null', 'lint'],
    ['p-null', 'of-null'],
  ]);
  expect(containers.map(({ children }) => children)).toEqual([2, 2, 2]);
});

it('lists once what the host lists twice under one id and uri, as it was listed first', () => {
  const server = (id: string, fields: Fields) =>
    node('mcpServer', id, { state: { kind: 'stopped' }, ...fields });
  const first = server('files', { enabled: false });
  const other = { ...server('files', {}), uri: 'file:///elsewhere' };
  const { entries } = list(first, server('mail', {}), server('files', { enabled: true }), other);
  expect(entries.map(({ id, uri, enabled }) => [id, uri, enabled])).toEqual([
    ['files', 'file:///w/files', false],
    ['mail', 'file:///w/mail', true],
    ['files', 'file:///elsewhere', true],
  ]);
});
