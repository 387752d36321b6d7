/**
 * Values for property tests: customization trees of every shape a host may send, sessions that hold them, and
 * actions on them.
 */

import fc from 'fast-check';
import type {
  Action,
  AnyCustomization,
  Customization,
  CustomizationEnablement,
  CustomizationToggledAction,
  SessionState,
} from '../../src/protocol/index.js';

const optional = { requiredKeys: [] };

/** Returns the value as a JSON parser would. */
const parsed = <T>(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<T> =>
  arbitrary.map((value) => JSON.parse(JSON.stringify(value)));

const anything = fc.constantFrom<unknown>(null, 0, 'x', [1], { a: { b: [] } });

/** Few ids, so that actions find nodes and that some nodes share an id. */
export const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');

export const decision: fc.Arbitrary<CustomizationEnablement> = fc.record(
  {
    kind: fc.constantFrom('session', 'workspace', 'global', 'machine'),
    enabled: fc.boolean(),
    uri: fc.constant('file:///w'),
  },
  { requiredKeys: ['kind', 'enabled'] },
);

const switches = {
  enabled: fc.boolean(),
  enablement: fc.array(decision, { maxLength: 3 }),
  _meta: fc.record({ skillpick: fc.record({ enablement: fc.array(decision, { maxLength: 2 }) }) }),
  futureField: anything,
};

const gates = { disableUserInvocation: fc.boolean(), disableModelInvocation: fc.boolean() };

const nodeOf = (types: string[], fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    {
      type: fc.constantFrom(...types),
      id,
      uri: fc.constant('file:///w/x'),
      name: fc.constant('x'),
      ...switches,
      ...fields,
    },
    { requiredKeys: ['type', 'id', 'uri', 'name'] },
  );

const child = nodeOf(['skill', 'agent', 'prompt', 'rule', 'hook', 'mcpServer', 'sense'], gates);

const container = nodeOf(['plugin', 'directory', 'group'], {
  children: fc.array(child, { maxLength: 4 }),
  load: fc.record({ kind: fc.constantFrom('loaded', 'paused') }),
});

const server = nodeOf(['mcpServer'], {
  state: fc.constant({ kind: 'ready' }),
  channel: fc.constant('mcp://c'),
});

export const customizations = parsed<Customization[]>(
  fc.array(fc.oneof(container, server), { maxLength: 4 }),
);

export const anyNode = parsed<AnyCustomization>(fc.oneof(container, server, child));

const metadata = {
  title: fc.string(),
  status: fc.nat(127),
  agent: fc.constant({ uri: 'file:///a' }),
  futureField: anything,
};

const names = fc.constantFrom('file:///a', 'file:///b', 'file:///c');

export const sessionState = parsed<SessionState>(
  fc.record(
    {
      lifecycle: fc.constantFrom('creating', 'ready', 'failed', 'dreaming'),
      summary: fc.record(metadata, optional),
      ...metadata,
      customizations,
      workingDirectories: fc.uniqueArray(names),
      activeClient: fc.constant({ clientId: 'a' }),
      activeClients: fc.array(fc.record({ clientId: id })),
      chats: fc.array(fc.record({ resource: names })),
      config: fc.constant({ values: { a: 1 } }),
    },
    { requiredKeys: ['lifecycle'] },
  ),
);

export const toggle = parsed<CustomizationToggledAction>(
  fc.record(
    {
      type: fc.constant('session/customizationToggled'),
      id,
      enabled: fc.boolean(),
      enablement: fc.array(decision, { maxLength: 3 }),
    },
    { requiredKeys: ['type', 'id'] },
  ),
);

const action = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: fc.constant(`session/${type}`), ...fields });

/** An action that changes lists or nested values, where a mistake would change the given state. */
export const sessionAction = parsed<Action>(
  fc.oneof(
    toggle,
    toggle,
    action('customizationsChanged', { customizations }),
    action('customizationUpdated', { customization: fc.oneof(container, server) }),
    action('customizationRemoved', { id }),
    action('mcpServerStateChanged', { id, state: fc.constant({ kind: 'stopped' }) }),
    action('titleChanged', { title: fc.string() }),
    action('isReadChanged', { isRead: fc.boolean() }),
    action('configChanged', { config: fc.constant({ b: 2 }), replace: fc.boolean() }),
    action('activeClientToolsChanged', { tools: fc.constant([]) }),
    action('activeClientSet', { activeClient: fc.record({ clientId: id }) }),
    action('activeClientRemoved', { clientId: id }),
    action('chatAdded', { summary: fc.record({ resource: names }) }),
    action('chatUpdated', { chat: names, changes: fc.constant({ title: 'x' }) }),
    action('chatRemoved', { chat: names }),
    action('workingDirectorySet', { directory: names }),
    action('workingDirectoryRemoved', { directory: names }),
    action('workingDirectoryReplaced', { directory: names, replacement: names }),
  ),
);
