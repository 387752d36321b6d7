/**
 * The shapes of the frames that this host sends, for each version of the protocol, written from its specification. They
 * share no code with the product. A check throws if a required field is missing or wrong, and for every field that the
 * version does not have.
 */

import type { Json, RawMessage } from './raw-client.js';

type Check = (value: unknown, path: string) => void;
type Fields = Record<string, Check>;

const numbers = (version: string) => version.split('.').map(Number);

/** True if the version is not older than the other. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [a, b] = [numbers(version), numbers(minimum)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 || a[at]! > b[at]!;
}

function fail(path: string, problem: string, value?: unknown): never {
  throw new Error(`${path} ${problem}: ${JSON.stringify(value)?.slice(0, 300)}`);
}

const typed =
  (type: string): Check =>
  (value, path) => {
    if (typeof value !== type) fail(path, `is no ${type}`, value);
  };
const text = typed('string');
const flag = typed('boolean');
const whole: Check = (value, path) => Number.isInteger(value) || fail(path, 'is no whole number', value);
const anything: Check = () => {};
const isoTime: Check = (value, path) => {
  if (typeof value !== 'string' || new Date(value).toISOString() !== value)
    fail(path, 'is no ISO time', value);
};
const bag: Check = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'is no object', value);
};
const list =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) fail(path, 'is no list', value);
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
  };
const nullable =
  (check: Check): Check =>
  (value, path) =>
    value === null || check(value, path);

function object(required: Fields, optional: Fields = {}): Check {
  return (value, path) => {
    bag(value, path);
    const fields = value as Json;
    for (const field of Object.keys(required)) if (!(field in fields)) fail(path, `lacks ${field}`, value);
    for (const [field, content] of Object.entries(fields)) {
      const check = required[field] ?? optional[field];
      if (check === undefined) fail(path, `has ${field}, which this version does not have`, value);
      check(content, `${path}.${field}`);
    }
  };
}

/** Chooses the shape by a field. */
const byField =
  (field: string, shapes: Record<string, Check>): Check =>
  (value, path) => {
    bag(value, path);
    const name = String((value as Json)[field]);
    const shape = shapes[name];
    if (shape === undefined) fail(path, `has an unknown ${field}`, name);
    shape(value, `${path}<${name}>`);
  };

const errorCodes = [
  -32700, -32600, -32601, -32602, -32603, -32001, -32002, -32003, -32004, -32005, -32007, -32008, -32009,
  -32010, -32011,
];

/** The shapes of one version. */
export function shapesOf(version: string) {
  const since = (minimum: string) => isAtLeast(version, minimum);
  const fromVersion = (minimum: string, fields: Fields): Fields => (since(minimum) ? fields : {});
  const upTo = (firstWithout: string, fields: Fields): Fields => (since(firstWithout) ? {} : fields);

  const decision = byField('kind', {
    session: object({ kind: text, enabled: flag }),
    workspace: object({ kind: text, enabled: flag, uri: text }),
    global: object({ kind: text, enabled: flag }),
  });
  const position = object({ line: whole, character: whole });
  const meta = fromVersion('0.5.2', { _meta: bag });
  const base: Fields = { type: text, id: text, uri: text, name: text };
  const baseOptional: Fields = { range: object({ start: position, end: position }), ...meta };
  // Before 0.5.2 the flag and the gates of children are those of the proposal for 0.4.
  const child = (optional: Fields = {}) => object(base, { ...baseOptional, enabled: flag, ...optional });
  const gates = { disableUserInvocation: flag, disableModelInvocation: flag };
  const switched: Fields = upTo('0.9.0', { enabled: flag });
  const decided: Fields = fromVersion('0.8.0', { enablement: list(decision) });
  const load = byField('kind', {
    loading: object({ kind: text }),
    loaded: object({ kind: text }),
    degraded: object({ kind: text, message: text }),
    error: object({ kind: text, message: text }),
  });
  const server = object(
    { ...base, ...switched, state: object({ kind: text }) },
    { ...baseOptional, ...decided, channel: text },
  );
  const children = {
    agent: child({
      description: text,
      _meta: bag,
      ...gates,
      ...fromVersion('0.5.1', { model: text, tools: list(text) }),
    }),
    skill: child({ description: text, ...gates }),
    prompt: child({ description: text }),
    rule: child({ description: text, alwaysApply: flag, globs: list(text) }),
    // The guide has these two fields.
    hook: child({ event: text, matcher: text }),
    mcpServer: server,
  };
  const container = { ...baseOptional, clientId: text, load, children: list(byField('type', children)) };
  const customization = byField('type', {
    plugin: object(
      { ...base, ...switched },
      { ...container, ...decided, ...fromVersion('0.5.2', { version: text }) },
    ),
    directory: object({ ...base, enabled: flag, contents: text, writable: flag }, container),
    mcpServer: server,
  });
  const customizations = list(customization);

  // From 0.5.0 on, not in the protocol: this host has no chats, in whose drafts the agent would be.
  const selection = object({ uri: text });
  const metadata: Fields = { provider: text, title: text, status: whole };
  const metadataOptional: Fields = {
    activity: text,
    agent: selection,
    ...upTo('0.7.0', { workingDirectory: text }),
    ...fromVersion('0.7.0', { workingDirectories: list(text) }),
  };
  const time = since('0.5.0') ? isoTime : whole;
  const summaryFields = { ...metadata, resource: text, createdAt: time, modifiedAt: time };
  const summary = object(summaryFields, metadataOptional);
  const activeClient = object(
    { clientId: text, tools: list(bag) },
    { displayName: text, customizations: list(bag) },
  );
  // A session of this host does not fail: what cannot be read is a problem of it.
  const lifecycle: Check = (value, path) => {
    if (value !== 'creating' && value !== 'ready') fail(path, 'is no lifecycle', value);
  };
  const stateOptional = { customizations, _meta: bag };
  const session = since('0.5.0')
    ? object(
        { ...metadata, lifecycle, chats: list(bag), activeClients: list(activeClient) },
        { ...metadataOptional, ...stateOptional },
      )
    : object({ summary, lifecycle, chats: list(bag) }, { activeClient, ...stateOptional });
  const agents = list(
    object(
      { provider: text, displayName: text, description: text, models: list(bag) },
      { customizations: list(customization) },
    ),
  );
  const root = object({ agents }, { activeSessions: whole, _meta: bag });

  const action = (fields: Fields = {}, optional: Fields = {}) => object({ type: text, ...fields }, optional);
  const actions: Record<string, Check> = {
    'session/ready': action(),
    'session/titleChanged': action({ title: text }),
    'session/isReadChanged': action({ isRead: flag }),
    'session/isArchivedChanged': action({ isArchived: flag }),
    'session/agentChanged': action({}, { agent: selection }),
    'session/metaChanged': action({}, { _meta: bag }),
    'session/customizationsChanged': action({ customizations }),
    'session/customizationUpdated': action({ customization }),
    'session/customizationRemoved': action({ id: text }),
    'session/customizationToggled': action({
      id: text,
      ...upTo('0.9.0', { enabled: flag }),
      ...fromVersion('0.8.0', { enablement: list(decision) }),
    }),
    'root/agentsChanged': action({ agents }),
    'root/activeSessionsChanged': action({ activeSessions: whole }),
    ...(since('0.5.0')
      ? {
          'session/activeClientSet': action({ activeClient }),
          'session/activeClientRemoved': action({ clientId: text }),
        }
      : { 'session/activeClientChanged': action({ activeClient: nullable(activeClient) }) }),
  };
  const origin = object({ clientId: text, clientSeq: whole });
  const frame = { channel: text, action: byField('type', actions), serverSeq: whole };
  const envelope = object(frame, { origin });
  // A client may send an action that nobody knows; it is refused as it was sent.
  const refused = byField('type', { ...actions, 'session/nonsense': anything });
  const refusal = object({ ...frame, action: refused, origin, rejectionReason: text });
  const anyEnvelope: Check = (value, path) =>
    ('rejectionReason' in (value as Json) ? refusal : envelope)(value, path);
  // In 0.4, an omitted field is unchanged, and none can be null.
  const cleared = fromVersion('0.5.0', { agent: nullable(selection) });
  const changes = object({}, { ...summaryFields, ...metadataOptional, ...cleared });
  const notifications: Record<string, Check> = {
    action: anyEnvelope,
    'root/sessionAdded': object({ channel: text, summary }),
    'root/sessionRemoved': object({ channel: text, session: text }),
    'root/sessionSummaryChanged': object({ channel: text, session: text, changes }),
  };
  const snapshot: Check = (value, path) => {
    const isRoot = (value as Json)['resource'] === 'ahp-root://';
    object({ resource: text, state: isRoot ? root : session, fromSeq: whole })(value, path);
  };
  const results: Record<string, Check> = {
    initialize: object(
      { protocolVersion: text, serverSeq: whole, snapshots: list(snapshot) },
      {
        ...fromVersion('0.5.2', { serverInfo: object({ name: text }, { version: text, title: text }) }),
        ...fromVersion('0.9.0', { _meta: bag }),
      },
    ),
    subscribe: object({ snapshot }),
    listSessions: object({ items: list(summary) }, fromVersion('0.5.1', { nextCursor: text })),
    reconnect: byField('type', {
      replay: object({ type: text, actions: list(anyEnvelope), missing: list(text) }),
      snapshot: object({ type: text, snapshots: list(snapshot) }),
    }),
  };

  return {
    /** Checks a frame that answers no request. */
    notification({ jsonrpc, method, params, ...rest }: RawMessage): void {
      if (jsonrpc !== '2.0' || Object.keys(rest).length > 0) fail('frame', 'is no notification', rest);
      const check = notifications[method!];
      if (check === undefined) fail('frame', 'has an unknown method', method);
      check(params, method!);
    },
    /** Checks a request of the host for a file of the client. */
    request({ jsonrpc, id, method, params, ...rest }: RawMessage): void {
      const isRequest = jsonrpc === '2.0' && Number.isInteger(id) && Object.keys(rest).length === 0;
      if (!isRequest || !['resourceList', 'resourceRead', 'resourceResolve'].includes(method!))
        fail('frame', 'is no request for a file', method);
      object({ channel: text, uri: text })(params, method!);
    },
    /** Checks the response to a request. */
    response(method: string, { error, result }: RawMessage): void {
      if (error === undefined) (results[method] ?? anything)(result, method);
      else if (!errorCodes.includes(error.code)) fail(method, 'has an unknown error code', error);
    },
  };
}
