/** JSON for property tests: any value, and the protocol's own words in the wrong places. */

import fc from 'fast-check';

const wireNames = [
  ...[
    'type',
    'id',
    'uri',
    'name',
    'enabled',
    'enablement',
    'kind',
    'children',
    'load',
    'state',
    'range',
    'start',
  ],
  ...[
    'message',
    'error',
    'code',
    'reason',
    'requiredScopes',
    'resource',
    'summary',
    'lifecycle',
    'customizations',
  ],
  ...[
    'customization',
    'chats',
    'activeClients',
    'activeClient',
    'clientId',
    'config',
    'values',
    'agents',
    'agent',
  ],
  ...[
    'provider',
    'project',
    'status',
    'workingDirectories',
    'channel',
    'serverSeq',
    'action',
    'origin',
    'clientSeq',
  ],
  ...[
    'rejectionReason',
    'snapshots',
    'snapshot',
    'fromSeq',
    'missing',
    'actions',
    'items',
    'nextCursor',
    'entries',
  ],
  ...[
    'protocolVersion',
    'serverInfo',
    'jsonrpc',
    'method',
    'params',
    'result',
    'data',
    'encoding',
    '_meta',
    'skillpick',
  ],
  ...[
    'schemaVersion',
    'pid',
    'endpoint',
    'port',
    'path',
    'host',
    'title',
    'toString',
    '__proto__',
    'constructor',
  ],
];

const wireValues = [
  ...['plugin', 'directory', 'skill', 'mcpServer', 'ready', 'replay', 'socket', 'tcp', 'root/agentsChanged'],
  ...['session/customizationToggled', 'session/customizationsChanged', 'session/customizationUpdated'],
  ...[
    'session/mcpServerStateChanged',
    'session/chatAdded',
    'session/activeClientSet',
    'session/configChanged',
  ],
];

/** JSON out of the protocol's own words, most of it nonsense. */
const wordy = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(...wireValues, null, true, false, 0, 2, -1, 1.5, '', 'x'),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...wireNames), tie('value'), { maxKeys: 8 }),
}));

/** Any JSON at all, as a parser leaves it. */
export const json: fc.Arbitrary<unknown> = fc
  .oneof(fc.jsonValue(), wordy.value, wordy.object)
  .map((value) => JSON.parse(JSON.stringify(value)));

/** An object with these fields, each of them absent or anything at all. */
export const objectWith = (...fields: string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map((field) => [field, json])), { requiredKeys: [] });
