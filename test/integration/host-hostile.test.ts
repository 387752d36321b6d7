import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../support/host-tree.js';
import { servedHost } from '../support/served-host.js';

describe('whatever a client sends', () => {
  const fields = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(
          'session/customizationToggled',
          'session/customizationsChanged',
          'session/titleChanged',
        ),
        fc.constantFrom('session/customizationUpdated', 'session/metaChanged', 'root/agentsChanged'),
        fc.jsonValue(),
      ),
      id: fc.jsonValue(),
      enabled: fc.jsonValue(),
      enablement: fc.jsonValue(),
      customization: fc.jsonValue(),
      customizations: fc.jsonValue(),
      agents: fc.jsonValue(),
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
    fc.constantFrom('channel', 'uri', 'data', 'clientId', 'subscriptions', 'limit', 'cursor', 'provider'),
    fc.jsonValue(),
  );

  it.each(['0.9.0', '0.4.0'])('at %s, the host goes on answering everybody', async (version) => {
    const tree = makeTree();
    tree.skill('alpha');
    const host = await servedHost(tree);
    const [sender, witness] = [await host.greet(version), await host.greet()];
    const session = await witness.session();
    const call = fc.record({ id: fc.oneof(fc.nat(), fc.string(), fc.jsonValue()), method: methods, params });
    const action = fc.record({ action: fc.oneof(fields, fc.jsonValue()) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(call, action), { maxLength: 8 }), async (messages) => {
        for (const message of messages) {
          if ('method' in message) sender.send({ ...message, id: `fuzz-${JSON.stringify(message.id)}` });
          else sender.dispatch(session, message.action);
        }
        await sender.ping();
        await witness.ping();
      }),
      { numRuns: 150 },
    );
    expect(sender.messages.filter(({ error }) => error?.code === -32603)).toEqual([]);
    await witness.subscribe(session);
  });
});
