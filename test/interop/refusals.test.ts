/** What a real host refuses, and what our client makes of it. */

import { expect, test } from 'vitest';
import { RawClient, rootChannel } from './raw-client.js';
import { describeHosts } from './setting.js';

describeHosts('refusals', (setting, version) => {
  test.each([['another-token'], [undefined]])('the token %s is refused', async (token) => {
    const { url } = setting().host;
    const attempt = setting().connect({ url, token } as { url: string; token: string });
    await expect(attempt).rejects.toMatchObject({ code: 'wrong-token' });
  });

  test('a session that does not exist is unknown', async () => {
    const client = await setting().connect();
    const attempt = client.openSession('copilotcli:/00000000-0000-4000-8000-000000000000');
    await expect(attempt).rejects.toMatchObject({ code: 'session-unknown' });
    expect(client.status.kind).toBe('live');
  });

  test('versions that it does not speak are refused, with those that it does', async () => {
    const raw = await RawClient.connect(setting().host);
    const params = { channel: rootChannel, protocolVersions: ['0.1.0', '99.0.0'], clientId: raw.clientId };
    const { error } = await raw.ask('initialize', params);
    await raw.close();
    expect(error?.code).toBe(-32005);
    const supported = version === '4.133.0' ? '^0.8.0' : '^0.9.0';
    expect(error?.data?.['supportedVersions']).toContain(supported);
  });

  test('an agent it does not have makes no session', async () => {
    const client = await setting().connect();
    const attempt = client.createSession({ provider: 'no-such-agent' });
    await expect(attempt).rejects.toMatchObject({ code: 'request-failed' });
  });
});
