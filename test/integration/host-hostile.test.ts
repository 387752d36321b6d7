import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../support/host-tree.js';
import { servedHost } from '../support/served-host.js';

describe('a hostile client', () => {
  const long = 'x'.repeat(50_000);
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.jsonValue() },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(
        long,
        Array.from({ length: 500 }, () => 'ahp-root://'),
        Array.from({ length: 500 }, () => ({ kind: 'workspace', enabled: true })),
        [{ kind: long, enabled: false }],
      ),
    },
  );
  const fields = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(
          'session/customizationToggled',
          'session/customizationsChanged',
          'session/titleChanged',
        ),
        fc.constantFrom('session/customizationUpdated', 'session/metaChanged', 'root/agentsChanged'),
        value,
      ),
      id: value,
      enabled: value,
      enablement: value,
      title: value,
      customization: value,
      customizations: value,
      agents: value,
    },
    { requiredKeys: [] },
  );
  const methods = fc.constantFrom(
    ...['initialize', 'reconnect', 'subscribe', 'unsubscribe', 'listSessions', 'createSession'],
    ...[
      'disposeSession',
      'resourceRead',
      'resourceList',
      'resourceResolve',
      'resourceMkdir',
      'resourceWrite',
    ],
  );
  const params = fc.dictionary(
    fc.constantFrom(
      ...['channel', 'uri', 'data', 'clientId', 'limit', 'cursor', 'provider'],
      ...['subscriptions', 'initialSubscriptions', 'lastSeenServerSeq'],
    ),
    value,
  );
  /** The length of the longest response to a valid request here, far below what is sent. */
  const mostChars = 10_000;

  it.each(['0.9.0', '0.4.0'])('does not stop the host from serving others: %s', async (version) => {
    const tree = makeTree();
    tree.skill('alpha');
    const host = await servedHost(tree);
    const [sender, witness] = [await host.greet(version), await host.greet()];
    const session = await witness.session();
    await witness.subscribe(session);
    const call = fc.record({ id: fc.oneof(fc.nat(), fc.string(), fc.jsonValue()), method: methods, params });
    const action = fc.record({ action: fc.oneof(fields, fc.jsonValue()) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(call, action), { maxLength: 8 }), async (messages) => {
        for (const message of messages) {
          if ('method' in message) {
            const greeting = message.method === 'initialize' && { protocolVersions: [version] };
            const call = { ...message, params: { ...message.params, ...greeting } };
            sender.send({ ...call, id: `fuzz-${JSON.stringify(message.id)}` });
          } else sender.dispatch(session, message.action);
        }
        await sender.ping();
        await witness.ping();
      }),
      { numRuns: 150 },
    );
    for (const frame of [...sender.frames, ...witness.frames]) expect(frame.length).toBeLessThan(mostChars);
    expect(sender.messages.filter(({ error }) => error?.code === -32603)).toEqual([]);
    await witness.subscribe(session);
  });
});
